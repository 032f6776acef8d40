import type { Context } from '#kernel/context.ts'
import { readPage } from '#kernel/page.ts'
import { project } from '#http/fields.ts'
import { readCustomer } from '#resources/payments/customers/read.ts'
import { CreditEntry, type CustomerCredit } from './schema.ts'
import { creditEntryPages, findCreditBalances } from './store.ts'

const ENTRIES = { limit: 100, offset: 0 }

export async function getCredit(context: Context, customer_id: string): Promise<CustomerCredit> {
  await readCustomer(context, customer_id)
  const { db, lists, merchant_id } = context
  const of = [{ column: 'customer_id', operator: '=', value: customer_id }] as const
  const [balances, page] = await Promise.all([
    findCreditBalances(db, merchant_id, customer_id),
    readPage(lists, merchant_id, creditEntryPages, of, ENTRIES),
  ])
  return {
    customer_id,
    balances: balances.map(({ currency, amount }) => ({ currency, amount })),
    entries: (page?.rows ?? []).map((row) => project(CreditEntry, row)),
  }
}
