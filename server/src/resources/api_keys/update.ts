import { update } from '#kernel/change.ts'
import { sleep } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { LEASE_MS } from '#kernel/lease.ts'
import {
  checkHeld,
  checkLimits,
  checkOrganization,
  checkProfiles,
  checkWhole,
  sentLimits,
} from './create.ts'
import { noticeAt } from './expiry_notice.ts'
import { type Limits, limitsWithin } from './limits.ts'
import { hasScope } from '#http/authenticate.ts'
import { readApiKey, toApi } from './read.ts'
import { otherKeyMaker } from './revoke.ts'
import type { ApiKey, UpdateApiKey } from './schema.ts'
import { statusOf } from './state.ts'
import { type ApiKeyRow, apiKeys } from './store.ts'

/** Returns when every process applies the change. */
export async function updateApiKey(
  context: Context,
  key_id: string,
  input: UpdateApiKey,
): Promise<ApiKey> {
  if (input.scopes !== undefined) checkHeld(context, input.scopes)
  await checkProfiles(context, input.profile_ids)
  const sent = sentLimits(input, context.now)
  const row = await retryOnConflict(async () => {
    const current = await readApiKey(context, key_id)
    checkLimits(current.type, input)
    checkHeld(context, current.scopes)
    if (current.organization_id !== null) {
      checkOrganization(context, current.organization_id)
      checkWhole({ type: current.type, profile_ids: input.profile_ids ?? [] })
    }
    const status = statusOf(current, context.now)
    if (status !== 'active') {
      throw new Failure('IR_16', `This key is ${status}; create another one.`)
    }
    const limits = await limitsWithin(context, current.type, sent, current)
    const set = decideUpdate(current, input, limits, context.now)
    const isBound = set.profile_ids.length > 0
    const isKeyMaker = hasScope(set.scopes, 'api_keys:write') && !sent.expiration && !isBound
    const other = isKeyMaker ? [] : await otherKeyMaker(context, key_id)
    await context.commit(update(apiKeys, current, set), ...other)
    return { ...current, ...set }
  })
  await sleep(LEASE_MS)
  return toApi(row, context.now)
}

function decideUpdate(current: ApiKeyRow, input: UpdateApiKey, limits: Limits, now: Date) {
  const { expiration } = limits
  return {
    name: input.name ?? current.name,
    description: input.description === undefined ? current.description : input.description,
    ...limits,
    expiry_notice_at:
      input.expiration === undefined ? current.expiry_notice_at : noticeAt(expiration, now),
    modified_at: now,
  }
}
