import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { readCustomer, whileNotDeleted } from '#resources/payments/customers/read.ts'
import { type CreditMove, moveCredit, readCredit, spendMoves } from './credit.ts'
import { getCredit } from './get_credit.ts'
import type { CorrectCredit, CustomerCredit } from './schema.ts'
import { findCreditEntry } from './store.ts'

/** Adds to a customer's credit, or takes from it, for a reason that the merchant gives. */
export async function correctCredit(
  context: Context,
  customer_id: string,
  input: CorrectCredit,
): Promise<CustomerCredit> {
  const { currency, amount, reason: note } = input
  const customer = await readCustomer(context, customer_id)
  if (amount === 0) {
    throw new Failure('IR_04', '`amount` must not be 0.', { field: 'amount' })
  }
  const entry_id = context.id('cre', 'correction')
  await retryOnConflict(async () => {
    // An earlier attempt at this request has already written it.
    if (context.isRetry && (await findCreditEntry(context.db, context.merchant_id, entry_id)))
      return
    const balance = await readCredit(context, { customer_id, currency })
    const left = balance?.amount ?? 0
    if (left + amount < 0) {
      const message = `The customer has ${left} ${currency} of credit; ${-amount} cannot be taken away.`
      throw new Failure('IR_13', message, { field: 'amount', details: { credit: left } })
    }
    const about = { customer_id, currency, subscription_id: null, invoice_id: null, note }
    const [first, ...others] = await correction(context, { ...about, reason: 'correction' }, amount)
    const moves = first ? [{ ...first, entry_id }, ...others] : []
    const [sum, ...entries] = moveCredit(context, balance, ...moves)
    // The entry is the commit's head: the audit trail names it.
    await context.commit(...entries, ...(sum ? [sum] : []), whileNotDeleted(customer))
  })
  return getCredit(context, customer_id)
}

async function correction(
  context: Context,
  about: Omit<CreditMove, 'amount' | 'payment_id'>,
  amount: number,
): Promise<CreditMove[]> {
  if (amount < 0) return spendMoves(context, about, -amount)
  return [{ ...about, amount, payment_id: null }]
}
