// Invoices against the bank's own log: a paid one took its amount, once; every other one took nothing. Deleted
// customers are included, although the API no longer shows them.
import type { Fact, Run } from './run.ts'

interface Billed {
  invoice_id: string
  status: string
  amount: number
  payments: string[] | null
  /** Money that arrived after the end became the customer's credit. */
  credited: number
  merchant_id: string
}

const worth: Readonly<Record<string, number>> = { charged: 1, captured: 1, refunded: -1 }
const PAID: ReadonlySet<string> = new Set(['invoice_paid', 'payment_succeeded'])

export async function wrongInvoices(run: Run, facts: readonly Fact[]): Promise<string[]> {
  const { sql } = run.simulated.deployment
  const invoices = await sql<Billed>(
    `select i.merchant_id, i.invoice_id, i.status, i.amount::float8 as amount,
        (select array_agg(p.payment_id) from payment_claims p
          where p.merchant_id = i.merchant_id and p.invoice_id = i.invoice_id) as payments,
        (select coalesce(sum(e.amount), 0)::float8 from credit_entries e
          where e.merchant_id = i.merchant_id and e.invoice_id = i.invoice_id
            and e.reason in ('late_payment', 'part_payment')) as credited
      from invoices i`,
  )
  const operations = await sql<{ operation_id: string; object_id: string }>(
    'select operation_id, object_id from operations',
  )
  const objectOf = new Map(operations.map((row) => [row.operation_id, row.object_id]))
  const taken = new Map<string, number>()
  for (const { operation_id, effect, amount, kind } of facts) {
    const object_id = objectOf.get(operation_id)
    if (object_id === undefined || kind === 'dispute') continue
    taken.set(object_id, (taken.get(object_id) ?? 0) + (worth[effect] ?? 0) * amount)
  }
  return invoices.flatMap(({ invoice_id, status, amount, payments, credited }) => {
    const sum = (payments ?? []).reduce((n, id) => n + (taken.get(id) ?? 0), 0)
    // The merchant decides about a partly paid invoice, and part of it may have been refunded before.
    const isPart = sum < amount && (status === 'manual_review' || status === 'voided')
    if (isPart || (sum < amount && run.accepted.has(invoice_id))) return []
    const due = PAID.has(status) ? amount : credited
    return sum === due ? [] : [`${invoice_id} is ${status} of ${amount}, the bank took ${sum}`]
  })
}
