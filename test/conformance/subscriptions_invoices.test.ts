// GET /subscriptions/:subscription_id/invoices and GET /invoices/:invoice_id: an invoice's record.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { ISO_UTC, assertRefused } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'
import {
  arrange,
  created,
  MONTH_DAYS,
  pass,
  pathOf,
  ProfileClient,
  subscribed,
  withProfile,
} from '../support/subscribing.ts'

const shop = await payingShop()
after(() => shop.app.close())
const api = withProfile(shop)

const invoiceOf = async ({ body }: { body: { invoice: { id: string } } }) =>
  (await shop.get(`/invoices/${body.invoice.id}`)).body

test('GET /invoices/:invoice_id: exactly the fields of the record', async () => {
  const made = await subscribed(api)
  const { merchant_id, profile_id } = shop.merchant

  const invoice = await invoiceOf(made)

  const { hosted_invoice_url, invoice_pdf, line_items, ...rest } = invoice
  const times = ['due_at', 'finalized_at', 'paid_at', 'created', 'modified_at'] as const
  for (const name of times) assert.match(rest[name], ISO_UTC, name)
  for (const name of times) delete rest[name]
  assert.deepEqual(rest, {
    id: made.body.invoice.id,
    subscription_id: made.body.id,
    merchant_id,
    profile_id,
    customer_id: made.body.customer_id,
    payment_id: made.body.payment.payment_id,
    payment_method_id: made.body.payment_method_id,
    number: null,
    status: 'invoice_paid',
    reason: 'first',
    currency: 'EUR',
    total: 1000,
    credit_applied: 0,
    credit_granted: 0,
    amount: 1000,
    amount_received: 1000,
    amount_refunded: 0,
    amount_disputed: 0,
    credit_notes: [],
    period_start: made.body.period_start,
    period_end: made.body.period_end,
    attempt_count: 1,
    next_attempt_at: null,
    unified_code: null,
  })
  const page = `/invoice/${merchant_id}/${invoice.id}/`
  assert.ok(hosted_invoice_url.includes(page), hosted_invoice_url)
  assert.equal(invoice_pdf, `${hosted_invoice_url}/pdf`)
  assert.deepEqual(Object.keys(line_items[0]), [
    'item_id',
    'item_type',
    'description',
    'amount',
    'currency',
    'quantity',
    'period_start',
    'period_end',
  ])
})

test('an unknown invoice: 404 IR_05; a key without subscriptions:read: 403 AU_03', async () => {
  assertRefused(await shop.get('/invoices/nobody'), 404, 'IR_05')
  const other = await shop.keyWith('payments:read')
  assertRefused(await other.get('/invoices/nobody'), 403, 'AU_03')
  const { client } = await shop.neighbour()
  const made = await created(api)
  assertRefused(await client.get(`/invoices/${made.body.invoice.id}`), 404, 'IR_05')
})

describe('statuses', () => {
  for (const [subscription, status] of [
    ['created', 'payment_pending'],
    ['pending', 'payment_pending'],
    ['active', 'invoice_paid'],
    ['trial', 'invoice_paid'],
    ['failed', 'payment_failed'],
    ['unpaid', 'payment_failed'],
    ['in_active', 'voided'],
  ] as const) {
    test(`the invoice of a subscription that is ${subscription}: ${status}`, async () => {
      const made = await arrange(shop, api, subscription)
      assert.equal(made.body.invoice.status, status)
      assert.equal((await invoiceOf(made)).status, status)
    })
  }

  test('a payment that is held for review: manual_review', async () => {
    const made = await subscribed(api, {}, { card: '4000000000009235' })
    assert.deepEqual([made.body.status, made.body.invoice.status], ['pending', 'manual_review'])
  })

  test('a declined invoice says why and when the next attempt is', async () => {
    const invoice = await invoiceOf(await arrange(shop, api, 'unpaid'))
    assert.equal(invoice.unified_code, 'UE_1007')
    assert.match(invoice.next_attempt_at, ISO_UTC)
    assert.equal(invoice.paid_at, null)
  })
})

describe('GET /subscriptions/:subscription_id/invoices', () => {
  test('the newest first, in the envelope of all lists; status filters', async () => {
    const made = await subscribed(api)
    await pass(shop, MONTH_DAYS)
    const path = `${pathOf(made)}/invoices`

    const { body } = await api.get(path)

    assert.deepEqual([body.count, body.total_count], [2, 2])
    assert.deepEqual(
      body.data.map(({ reason }: { reason: string }) => reason),
      ['renewal', 'first'],
    )
    assert.deepEqual(body.data[1], await invoiceOf(made))
    assert.equal((await api.get(`${path}?status=voided`)).body.total_count, 0)
    assert.equal((await api.post(path, { status: 'invoice_paid' })).body.total_count, 2)
    assertRefused(await api.get(`${path}?status=lost`), 400, 'IR_04', 'status')
  })

  test('an unknown subscription: 404 IR_05', async () => {
    assertRefused(await api.get('/subscriptions/nobody/invoices'), 404, 'IR_05')
  })
})

test('numbers are given without gaps, in the year of the invoice, and not before it is finalized', async () => {
  const { client, merchant } = await shop.neighbour()
  const theirs = new ProfileClient(client, merchant.profile_id)
  const open = await created(theirs)
  const made = []
  for (let n = 0; n < 3; n++) made.push(await subscribed(theirs))
  await pass(shop, 0)

  const year = shop.clock.now().getUTCFullYear()
  const numbers: (string | null)[] = []
  for (const { body } of [open, ...made]) {
    numbers.push((await client.get(`/invoices/${body.invoice.id}`)).body.number)
  }

  assert.equal(numbers[0], null)
  assert.deepEqual(
    numbers.slice(1).toSorted((a, b) => String(a).localeCompare(String(b))),
    [1, 2, 3].map((n) => `${year}-00000${n}`),
  )
})
