import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { evictSecret } from '#core/vault/vault.ts'
import { readConnector } from './read.ts'
import type { DeletedConnector } from './schema.ts'
import { connectors, findOpenPayment } from './store.ts'

/** The row stays, marked as deleted, because payments name it; its credentials are deleted. */
export function deleteConnector(context: Context, connector_id: string): Promise<DeletedConnector> {
  return retryOnConflict(async () => {
    const { db, merchant_id, now: deleted_at } = context
    const current = await readConnector(context, connector_id)
    if (current.status === 'active') {
      throw new Failure(
        'IR_16',
        'An active account cannot be deleted. Disable it first, with `status` disabled.',
      )
    }
    const open = await findOpenPayment(db, merchant_id, connector_id)
    if (open) {
      const message = `The account is in use: the payment ${open.id} can still be refunded or disputed. Leave the account disabled until then.`
      throw new Failure('IR_16', message, { details: { payment_id: open.id } })
    }
    const set = { deleted_at, modified_at: deleted_at }
    await context.commit(
      update(connectors, current, set),
      evictSecret(merchant_id, current.vault_id),
    )
    context.connectors.evict(merchant_id)
    return { connector_id, deleted: true as const }
  })
}
