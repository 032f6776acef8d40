// The records about a violation's objects, in database order, so that a failing seed can be understood without
// running it again.
import type { Run } from './run.ts'

const LIMIT = 5

interface Line {
  at: string
  what: string
}

const QUERY = `
  with about as (
    select $1::text as id union select refund_id from refunds where payment_id = $1
    union select dispute_id from disputes where payment_id = $1
    union select subscription_id from subscriptions where customer_id = $1
    union select r.refund_id from refunds r join payments p using (merchant_id, payment_id) where p.customer_id = $1)
  select * from (
    select o.recorded_at::text as at, format('%s of %s: %s, %s asked, transaction %s', o.kind, o.object_id,
      o.status, o.amount, coalesce(o.transaction_id, 'unknown')) as what
      from operations o join about on about.id = o.object_id
    union all select d.claimed_at::text, format('dispute %s claims %s: %s at %s, %s reserved, %s lost',
      d.dispute_id, d.amount_claimed, d.status, d.dispute_stage, d.amount_reserved, d.amount_lost)
      from disputes d join payments p using (merchant_id, payment_id) where $1 in (d.payment_id, p.customer_id)
    union all select i.created::text, format('invoice %s for %s: %s, %s %s, %s of credit, period from %s', i.invoice_id,
      i.reason, i.status, i.amount, i.currency, i.credit_applied, i.period_start)
      from invoices i where i.customer_id = $1
    union all select u.created::text, format('payment %s of %s: %s, %s', u.payment_id, u.invoice_id, p.status, u.status)
      from payment_claims u join payments p using (merchant_id, payment_id) where p.customer_id = $1
    union all select t.created::text, format('transfer %s of %s: %s %s from %s to %s', t.cause, t.object_id,
      t.amount, t.currency, t.debit, t.credit) from transfers t join about on about.id = t.object_id
    union all select e.created::text, format('event %s %s of %s', e.sequence, e.event_type, e.object_id)
      from events e join about on about.id = e.object_id
  ) as story order by at`

/** Stories for the first few objects. */
export async function storiesOf(run: Run, objects: Iterable<string>): Promise<string[]> {
  const stories: string[] = []
  for (const id of [...new Set(objects)].slice(0, LIMIT)) {
    const lines = await run.simulated.deployment.sql<Line>(QUERY, [id])
    stories.push(`story of ${id}`, ...lines.map(({ at, what }) => `  ${at}  ${what}`))
  }
  return stories
}
