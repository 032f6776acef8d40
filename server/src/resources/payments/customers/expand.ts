// Parts of a customer that are read only for a request that names them, for one customer or a page of them at once.
import type { Context } from '#kernel/context.ts'
import type { Scope } from '#http/authenticate.ts'
import { readExpand } from '#http/expand.ts'
import type { Expanded, Spend } from './schema.ts'
import { findPaidOut, type SpendRow, sumSpend } from './spend_store.ts'

const expandable = {
  spend: 'payments:read',
  has_payouts: 'payouts:read',
} as const satisfies Record<string, Scope>

/** Refuses what the caller may not read, so it comes before anything is read. */
export function readParts(context: Context, expand: string | undefined) {
  return readExpand(context, expand, expandable)
}

export async function expandCustomers<T extends { readonly customer_id: string }>(
  context: Context,
  names: readonly (keyof typeof expandable)[],
  customers: readonly T[],
): Promise<(T & Expanded)[]> {
  const ids = customers.map(({ customer_id }) => customer_id)
  if (names.length === 0 || ids.length === 0) return [...customers]
  const { lists, merchant_id } = context
  // Many customers can have many payments, so these reads wait for the merchant's turn, as a list's scan does.
  const [spends, paidOut] = await lists.scans.take(merchant_id, () =>
    Promise.all([
      names.includes('spend') ? sumSpend(lists.db, merchant_id, ids) : undefined,
      names.includes('has_payouts') ? findPaidOut(lists.db, merchant_id, ids) : undefined,
    ]),
  )
  const recipients = paidOut && new Set(paidOut.map(({ customer_id }) => customer_id))
  const byCustomer = spends && Map.groupBy(spends, ({ customer_id }) => customer_id)
  return customers.map((customer) => ({
    ...customer,
    ...(byCustomer && { spend: toSpend(byCustomer.get(customer.customer_id) ?? []) }),
    ...(recipients && { has_payouts: recipients.has(customer.customer_id) }),
  }))
}

/** Amounts in different currencies are never added; counts are. */
function toSpend(rows: readonly SpendRow[]): Spend {
  const is_complete = !rows.some(({ is_cut }) => is_cut)
  const total = (count: (row: SpendRow) => number) => rows.reduce((sum, row) => sum + count(row), 0)
  const first = pick(rows, 'first', (a, b) => a.getTime() - b.getTime())
  return {
    amounts: rows
      .filter(({ paid }) => paid > 0)
      .map(({ currency, received, refunded, lost }) => {
        const spent = received - refunded - lost
        return { currency, spent, received, refunded, lost }
      }),
    payment_count: total(({ paid }) => paid),
    last_payment: pick(rows, 'last', (a, b) => b.getTime() - a.getTime()),
    // An older payment may be beyond those that were summed.
    first_payment: is_complete ? first : null,
    summed: total(({ summed }) => summed),
    is_complete,
  }
}

function pick(
  rows: readonly SpendRow[],
  which: 'first' | 'last',
  compare: (a: Date, b: Date) => number,
): Spend['last_payment'] {
  const found = rows.flatMap((row) => {
    const payment_id = row[`${which}_payment_id`]
    const created = row[`${which}_created`]
    return payment_id === null || created === null ? [] : [{ payment_id, created }]
  })
  return found.toSorted((a, b) => compare(a.created, b.created))[0] ?? null
}
