// Stripe's log in the bank log's format, so that every judge reads one log. What an operation is for comes from our
// records, as the reference at the bank does.
import type { Effect } from '../providers/stripe/state.ts'
import type { Fact, Run } from './run.ts'

const kinds: Readonly<Record<Effect['effect'], string>> = {
  charged: 'authorize',
  held: 'authorize',
  captured: 'capture',
  released: 'void',
  refunded: 'refund',
  returned: 'refund',
  charged_back: 'dispute',
  restored: 'dispute',
  fee_charged: 'dispute',
}

/** `effects` in the order in which they happened. */
export async function readStripeFacts(run: Run, effects: readonly Effect[]): Promise<Fact[]> {
  const { deployment, merchants } = run.simulated
  const merchant_id = merchants.find(({ stripe_account }) => stripe_account)?.merchant_id ?? null
  const rows = await deployment.sql<{ operation_id: string; object_id: string }>(
    'select operation_id, object_id from operations',
  )
  const objects = new Map(rows.map((row) => [row.operation_id, row.object_id]))
  const payments = new Map<string, string>()
  for (const { effect, operation_id, transaction_id } of effects) {
    if (kinds[effect] === 'authorize') payments.set(transaction_id, operation_id)
  }
  return effects.map(({ operation_id, effect, amount, currency, transaction_id }) => {
    const kind = kinds[effect]
    const payment = payments.get(transaction_id) ?? null
    // A revocation has its own key, and belongs to the operation that it revokes.
    const isOwn = kind === 'dispute' || objects.has(operation_id)
    const owner = isOwn ? operation_id : (payment ?? operation_id)
    const reference = objects.get(kind === 'dispute' ? (payment ?? '') : owner) ?? ''
    return {
      operation_id: owner,
      kind,
      effect,
      amount,
      currency: currency.toUpperCase(),
      parent_id: payment === owner ? null : payment,
      reference,
      set: { merchant_id },
    }
  })
}
