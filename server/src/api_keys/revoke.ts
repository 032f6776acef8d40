import { change, update } from '../kernel/change.ts'
import { sleep } from '../kernel/clock.ts'
import { deciding } from '../kernel/commit.ts'
import type { Context } from '../kernel/context.ts'
import { Failure } from '../errors.ts'
import { KEY_LEASE_MS } from '../http/authenticate.ts'
import { readApiKey } from './get.ts'
import type { RevokedApiKey } from './schema.ts'
import { apiKeys, findOtherKeyMaker } from './store.ts'

/** When the answer comes, no process accepts the key any more: it waits until every lease has run out. */
export async function revokeApiKey(context: Context, key_id: string): Promise<RevokedApiKey> {
  await deciding(() => revoke(context, key_id))
  await sleep(KEY_LEASE_MS)
  return { key_id, merchant_id: context.merchant_id, revoked: true as const }
}

async function revoke(context: Context, key_id: string): Promise<void> {
  const current = await readApiKey(context, key_id)
  if (current.status === 'revoked') return
  const revoked = update(apiKeys, current, { status: 'revoked', modified_at: context.now })
  if (key_id !== context.caller.key_id) return context.committer.commit(change(revoked))
  const other = await findOtherKeyMaker(context.db, context.merchant_id, key_id, context.now)
  if (other === undefined) {
    throw new Failure(
      'IR_16',
      'This is the last key that can make keys. Create another one before you revoke it.',
    )
  }
  // The other key is part of the change: if it is revoked in the same moment, this is decided again.
  const kept = update(apiKeys, other, { status: 'active' })
  return context.committer.commit(change(revoked, kept))
}
