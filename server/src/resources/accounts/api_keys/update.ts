import { update } from '#kernel/change.ts'
import { sleep } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure, refuseFaults } from '#errors.ts'
import { LEASE_MS } from '#kernel/lease.ts'
import { checkHeld, checkOrganization, checkProfiles, checkWhole } from './create.ts'
import { noticeAt } from './expiry_notice.ts'
import { type Limits, limitsWithin } from './limits.ts'
import { hasScope } from '#http/authenticate.ts'
import { readApiKey, toApi } from './read.ts'
import { otherKeyMaker } from './revoke.ts'
import { type KeyUpdate, limitFaults } from './order.ts'
import type { ApiKey } from './schema.ts'
import { keyStatus } from './state.ts'
import { type ApiKeyRow, apiKeys } from './store.ts'

/** Returns when every process applies the change. */
export async function updateApiKey(
  context: Context,
  key_id: string,
  order: KeyUpdate,
): Promise<ApiKey> {
  const { sent } = order
  if (sent.scopes !== undefined) checkHeld(context, sent.scopes)
  await checkProfiles(context, sent.profile_ids)
  const row = await retryOnConflict(async () => {
    const current = await readApiKey(context, key_id)
    refuseFaults(limitFaults(current.type, sent))
    checkHeld(context, current.scopes)
    if (current.organization_id !== null) {
      checkOrganization(context, current.organization_id)
      checkWhole({ type: current.type, profile_ids: sent.profile_ids ?? [] })
    }
    checkActive(current, context.now)
    const limits = await limitsWithin(context, current.type, sent, current)
    const set = decideUpdate(current, order, limits, context.now)
    const isBound = set.profile_ids.length > 0
    const isKeyMaker = hasScope(set.scopes, 'api_keys:write') && !sent.expiration && !isBound
    const other = isKeyMaker ? [] : await otherKeyMaker(context, key_id)
    await context.commit(update(apiKeys, current, set), ...other)
    return { ...current, ...set }
  })
  await sleep(LEASE_MS)
  return toApi(row, context.now)
}

export function checkActive(current: ApiKeyRow, now: Date): void {
  const status = keyStatus(current, now)
  if (status !== 'active') throw new Failure('IR_16', `This key is ${status}; create another one.`)
}

function decideUpdate(current: ApiKeyRow, order: KeyUpdate, limits: Limits, now: Date) {
  const { expiration } = limits
  return {
    name: order.name ?? current.name,
    description: order.description === undefined ? current.description : order.description,
    ...limits,
    expiry_notice_at:
      order.sent.expiration === undefined ? current.expiry_notice_at : noticeAt(expiration, now),
    modified_at: now,
  }
}
