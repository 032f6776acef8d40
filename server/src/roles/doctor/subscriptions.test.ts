import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, MINUTE_MS } from '#kernel/clock.ts'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { billing, withCard } from '#testing/payment_body.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { readBankLog } from './bank_log.ts'
import { type Books, checkBooks } from './books.ts'
import { report } from './run.ts'

/** Approved only while the customer is there: its renewals are declined. */
const RENEWALS_DECLINED = '4000000000000341'

async function subscribe(shop: Shop, customer_id: string, card?: string): Promise<string> {
  const headers = { 'X-Profile-Id': shop.merchant.profile_id }
  await shop.post('/customers', { customer_id, email: `${customer_id}@example.com` })
  const { payment_method, payment_method_type, payment_method_data } = withCard(card)
  const instrument = { payment_method, payment_method_type, payment_method_data }
  const body = {
    customer_id,
    item_price_id: 'monthly',
    billing,
    payment_details: { return_url: 'https://shop.example/back', ...instrument },
  }
  const answer = await shop.post('/subscriptions', body, { headers })
  assert.equal(answer.body.status, 'active', answer.text)
  return answer.body.id as string
}

/** One subscription that renewed, one that is unpaid, one that was cancelled with credit. */
async function addSubscriptions(shop: Shop): Promise<void> {
  const headers = { 'X-Profile-Id': shop.merchant.profile_id }
  const price = { item_price_id: 'monthly', amount: 1200, currency: 'EUR', interval: 'month' }
  const body = { plan_id: 'pro', name: 'Pro', prices: [price] }
  const plan = await shop.post('/subscriptions/plans', body, { headers })
  assert.ok(plan.status < 300, plan.text)
  await subscribe(shop, 'ada')
  await subscribe(shop, 'bob', RENEWALS_DECLINED)
  const cancelled = await subscribe(shop, 'eve')
  await shop.post(
    `/subscriptions/${cancelled}/cancel`,
    { cancel_option: 'immediately', credit_option: 'full' },
    { headers },
  )
  shop.clock.advance(32 * DAY_MS)
  await runSweeps(shop)
  await runSweeps(shop)
}

const ADA = `customer_id = 'ada'`
const RENEWAL = `reason = 'renewal' and ${ADA}`
const PAID = `(select payment_id from invoices where ${RENEWAL})`

const PAID_BY_EVE = `(select payment_id from invoices where customer_id = 'eve')`
const UNPAID = `(select open_invoice_id from subscriptions where customer_id = 'bob')`

/** A cancelled subscription's invoice, in this state, has used credit. */
function usedCredit(status: string): string {
  return `with changed as (update invoices set status = '${status}' where customer_id = 'eve' returning *)
    insert into credit_entries (merchant_id, entry_id, customer_id, currency, amount, reason, invoice_id, names_money, created)
    select merchant_id, 'cre_used', customer_id, currency, -5, 'applied', invoice_id, true, now() from changed`
}
const RETURNED = `with gone as (delete from credit_entries where entry_id = 'cre_used')
  update invoices set status = 'invoice_paid' where customer_id = 'eve'`

/** The invariant that must be found broken, what breaks it, and what repairs it. */
const damages: [invariant: string, damage: string, repair: string][] = [
  [
    '6',
    `update subscriptions set transitions = transitions + 1 where ${ADA}`,
    `update subscriptions set transitions = transitions - 1 where ${ADA}`,
  ],
  [
    '7',
    `update subscriptions set status = 'unpaid' where ${ADA}`,
    `update subscriptions set status = 'active' where ${ADA}`,
  ],
  [
    '7',
    `update events set event_type = 'subscription_paused' where event_type = 'subscription_active'`,
    `update events set event_type = 'subscription_active' where event_type = 'subscription_paused'`,
  ],
  [
    '8',
    `update subscriptions set due_at = due_at - interval '40 days' where ${ADA}`,
    `update subscriptions set due_at = due_at + interval '40 days' where ${ADA}`,
  ],
  [
    '8',
    `update subscriptions set due_at = null where ${ADA}`,
    `update subscriptions set due_at = period_end where ${ADA}`,
  ],
  [
    '8',
    `update subscriptions set open_invoice_id = invoice_id where ${ADA}`,
    `update subscriptions set open_invoice_id = null where ${ADA}`,
  ],
  [
    '8',
    `update invoices set next_attempt_at = next_attempt_at - interval '90 days' where status = 'payment_failed'`,
    `update invoices set next_attempt_at = next_attempt_at + interval '90 days' where status = 'payment_failed'`,
  ],
  [
    '10',
    `update subscriptions set profile_id = (select profile_id from profiles q
       where q.merchant_id <> subscriptions.merchant_id limit 1) where ${ADA}`,
    `update subscriptions set profile_id = (select profile_id from profiles q
       where q.merchant_id = subscriptions.merchant_id limit 1) where ${ADA}`,
  ],
  [
    '13',
    `update invoices set status = 'voided' where ${RENEWAL}`,
    `update invoices set status = 'invoice_paid' where ${RENEWAL}`,
  ],
  [
    '13',
    `update invoices set status = 'invoice_paid' where status = 'payment_failed'`,
    `update invoices set status = 'payment_failed' where reason = 'renewal' and customer_id = 'bob'`,
  ],
  [
    '13',
    `update invoices set payment_id = 'pay_other' where ${RENEWAL}`,
    `update invoices i set payment_id = (select payment_id from payment_claims p
       where p.merchant_id = i.merchant_id and p.invoice_id = i.invoice_id) where ${RENEWAL}`,
  ],
  [
    '13',
    `update invoices set total = 1300, amount = 1300 where ${RENEWAL}`,
    `update invoices set total = 1200, amount = 1200 where ${RENEWAL}`,
  ],
  [
    '13',
    `update payments set amount_received = 1199 where payment_id = ${PAID}`,
    `update payments set amount_received = 1200 where payment_id = ${PAID}`,
  ],
  [
    '13',
    `update invoices set line_items = '[]' where ${RENEWAL}`,
    `update invoices i set line_items = (select line_items from invoices o
       where o.reason = 'first' and o.customer_id = 'ada') where ${RENEWAL}`,
  ],
  [
    '13',
    `update payment_claims set status = 'open' where payment_id = ${PAID}`,
    `update payment_claims set status = 'paid' where payment_id = ${PAID}`,
  ],
  [
    '14',
    `update invoices set number = null where ${RENEWAL}`,
    `update invoices set number = (select year || '-' || lpad((select n::text from generate_series(1, last) n
         where not exists (select from invoices where number = year || '-' || lpad(n::text, 6, '0'))), 6, '0')
       from invoice_numbers where year = extract(year from finalized_at at time zone 'UTC')) where ${RENEWAL}`,
  ],
  [
    '14',
    `update invoice_numbers set last = last + 1`,
    `update invoice_numbers set last = last - 1`,
  ],
  [
    '15',
    `update credit_balances set amount = amount + 1`,
    `update credit_balances set amount = amount - 1`,
  ],
  [
    '15',
    `update credit_entries set customer_id = 'ada'`,
    `update credit_entries set customer_id = 'eve'`,
  ],
  [
    '16',
    `update invoices set next_attempt_at = now() + interval '1 year' where ${RENEWAL}`,
    `update invoices set next_attempt_at = null where ${RENEWAL}`,
  ],
  // A payment's remaining credit exceeds the amount received, or the amount not given back, or is negative.
  ['18', `update credit_entries set amount = 1201`, `update credit_entries set amount = 1200`],
  [
    '18',
    `update payments set amount_disputed = 1 where customer_id = 'eve'`,
    `update payments set amount_disputed = 0 where customer_id = 'eve'`,
  ],
  ['18', `update credit_entries set amount = -1`, `update credit_entries set amount = 1200`],
  // More was granted for a period, or for an invoice that was not paid, than was received.
  [
    '18',
    `update credit_entries set payment_id = null, amount = 1201`,
    `update credit_entries set amount = 1200, payment_id = ${PAID_BY_EVE}`,
  ],
  [
    '18',
    `update credit_entries set payment_id = null, invoice_id = ${UNPAID}`,
    `update credit_entries set payment_id = ${PAID_BY_EVE},
       invoice_id = (select invoice_id from invoices where customer_id = 'eve')`,
  ],
  [
    '19',
    `update subscriptions set open_invoice_id = null, status = 'pending' where customer_id = 'bob'`,
    `update subscriptions set open_invoice_id = invoice_id, status = 'unpaid' where customer_id = 'bob'`,
  ],
  [
    '19',
    `update invoices set status = 'payment_failed' where ${RENEWAL}`,
    `update invoices set status = 'invoice_paid' where ${RENEWAL}`,
  ],
  [
    '20',
    `update subscriptions set cycles = 1 where ${ADA}`,
    `update subscriptions set cycles = null where ${ADA}`,
  ],
  [
    '20',
    `update subscriptions set cycles = 1, cycles_billed = 2 where customer_id = 'eve'`,
    `update subscriptions set cycles = null, cycles_billed = 1 where customer_id = 'eve'`,
  ],
  // An open, a paid, a voided and a failed invoice for a subscription that has ended.
  [
    '21',
    `update invoices set credit_applied = 100, amount = 1100 where invoice_id = ${UNPAID}`,
    `update invoices set credit_applied = 0, amount = 1200 where invoice_id = ${UNPAID}`,
  ],
  [
    '21',
    `update invoices set credit_applied = 100, amount = 1100 where ${RENEWAL}`,
    `update invoices set credit_applied = 0, amount = 1200 where ${RENEWAL}`,
  ],
  ['21', usedCredit('voided'), RETURNED],
  ['21', usedCredit('payment_failed'), RETURNED],
  [
    '22',
    `update transfers set amount = 1201 where cause = 'credit_issue'`,
    `update transfers set amount = 1200 where cause = 'credit_issue'`,
  ],
]

/** Its payment has succeeded, and the invoice has not been paid yet. */
const inFlight = [
  `update invoices set status = 'payment_pending' where ${RENEWAL}`,
  `update payment_claims set status = 'open' where payment_id = ${PAID}`,
  `update subscriptions set open_invoice_id = invoice_id where ${ADA}`,
]
const settled = [
  `update invoices set status = 'invoice_paid' where ${RENEWAL}`,
  `update payment_claims set status = 'paid' where payment_id = ${PAID}`,
  `update subscriptions set open_invoice_id = null where ${ADA}`,
]

test('sound subscriptions are found sound, every damage is found under its number, and a payment may pay its invoice within minutes', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  const run = async (...statements: string[]) => {
    for (const each of statements) await shop.services.db.run(each, [])
    const found = await checkBooks(shop.services, await readBankLog(await (await testBank()).log()))
    return { wrong: wrongOf(found), text: report(found), found }
  }
  await addSubscriptions(shop)
  await shop.neighbour()
  const fresh = await run(...inFlight)
  assert.deepEqual(fresh.wrong, [], fresh.text)
  shop.clock.advance(10 * MINUTE_MS)
  const late = await run()
  assert.ok(late.wrong.includes('13'), late.text)
  const sound = await run(...settled)
  assert.deepEqual(sound.wrong, [], sound.text)
  assert.equal(sound.found.subscriptions, 3)

  for (const [invariant, damage, repair] of damages) {
    const damaged = await run(damage)
    assert.ok(damaged.wrong.includes(invariant), `${damage}\n${damaged.text}`)
    const repaired = await run(repair)
    assert.deepEqual(repaired.wrong, [], `${repair}\n${repaired.text}`)
  }
})

/** No worker relays events here. */
function wrongOf({ findings }: Books): string[] {
  return findings
    .filter(({ violations }) => violations.some(({ message }) => !message.includes('not relayed')))
    .map(({ invariant }) => invariant)
}
