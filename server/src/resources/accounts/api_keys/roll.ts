import { update, type Write } from '#kernel/change.ts'
import { addMs, HOUR_MS, sleep } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { LEASE_MS } from '#kernel/lease.ts'
import { Failure } from '#errors.ts'
import { checkHeld, checkOrganization, newApiKey, newKeyText } from './create.ts'
import { noticeAt } from './expiry_notice.ts'
import { limitsWithin } from './limits.ts'
import type { KeyRoll } from './order.ts'
import { readApiKey, toApi } from './read.ts'
import { otherKeyMaker } from './revoke.ts'
import type { NewApiKey } from './schema.ts'
import { type ApiKeyRow, apiKeys, findApiKey } from './store.ts'
import { checkActive } from './update.ts'

/** Replaces a key. Returns when no process accepts the old key for longer than it may work on. */
export async function rollApiKey(
  context: Context,
  key_id: string,
  order: KeyRoll,
): Promise<NewApiKey> {
  const { type } = await readApiKey(context, key_id)
  const made = { key_id: context.id('key'), key: newKeyText(context, type) }
  const row = await retryOnConflict(() => roll(context, key_id, made, order))
  await sleep(LEASE_MS)
  return { ...toApi(row, context.now), api_key: made.key }
}

async function roll(
  context: Context,
  key_id: string,
  made: { key_id: string; key: string },
  order: KeyRoll,
): Promise<ApiKeyRow> {
  const { db, merchant_id, now } = context
  const earlier = await findApiKey(db, merchant_id, made.key_id)
  if (earlier !== undefined) return earlier
  const current = await readApiKey(context, key_id)
  checkHeld(context, current.scopes)
  if (current.organization_id !== null) checkOrganization(context, current.organization_id)
  checkActive(current, now)
  const isOwn = key_id === context.caller.key_id
  if (isOwn && order.old_key_hours === 0) throw selfRevoked()
  const { expiration } = order
  const limits = await limitsWithin(context, current.type, { expiration }, current)
  const { name, description, organization_id, type } = current
  const same = { merchant_id, name, description, organization_id, type }
  const { row, writes } = newApiKey(
    context,
    { ...limits, ...same, key_id: made.key_id, now },
    made.key,
  )
  const isKeyMakerLost = isEarlier(limits.expiration, current.expiration)
  const other: Write[] = isKeyMakerLost ? await otherKeyMaker(context, key_id) : []
  await context.commit(
    ...writes,
    update(apiKeys, current, decideEnd(current, order, now)),
    ...other,
  )
  return row
}

function decideEnd(current: ApiKeyRow, { old_key_hours }: KeyRoll, now: Date) {
  if (old_key_hours === 0) return { status: 'revoked' as const, modified_at: now }
  const end = addMs(now, old_key_hours * HOUR_MS)
  if (!isEarlier(end, current.expiration)) return { modified_at: now }
  return { expiration: end, expiry_notice_at: noticeAt(end, now), modified_at: now }
}

/** Null is never. */
function isEarlier(one: Date | null, other: Date | null): boolean {
  return one !== null && (other === null || one < other)
}

function selfRevoked(): Failure {
  const message =
    'A key cannot revoke itself while it is rolled: if the answer were lost, you would have neither key. Send `old_key_hours` of at least 1, or roll it with another key.'
  return new Failure('IR_16', message, { field: 'old_key_hours' })
}
