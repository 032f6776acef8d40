import { update } from '#kernel/change.ts'
import { sleep } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { LEASE_MS } from '#kernel/lease.ts'
import { readApiKey } from './get.ts'
import type { RevokedApiKey } from './schema.ts'
import { otherKeyMaker } from './other_key_maker.ts'
import { apiKeys } from './store.ts'

/** When the answer comes, no process accepts the key any more: it waits until every lease has run out. */
export async function revokeApiKey(context: Context, key_id: string): Promise<RevokedApiKey> {
  await retryOnConflict(() => revoke(context, key_id))
  await sleep(LEASE_MS)
  return { key_id, merchant_id: context.merchant_id, revoked: true as const }
}

async function revoke(context: Context, key_id: string): Promise<void> {
  const current = await readApiKey(context, key_id)
  if (current.status === 'revoked') return
  const revoked = update(apiKeys, current, { status: 'revoked', modified_at: context.now })
  const kept = await otherKeyMaker(context, key_id)
  return context.commit(revoked, ...kept)
}
