// Many requests change one subscription's plan after an earlier change was declined. One change at most is left, and
// no invoice is left behind.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testBank } from '#testing/bank.ts'
import { harness } from '#testing/harness.ts'
import { createPrice, DECLINED_LATER, subscribed, withProfile } from '../support/subscribing.ts'

const ROUNDS = 8
const REQUESTS = 6

const shop = await harness({ env: (await testBank()).env })
after(() => shop[Symbol.asyncDispose]())
const client = withProfile(shop)

interface Invoice {
  readonly invoice_id: string
  readonly status: string
  readonly is_open: boolean
}

const SETTLED = ['invoice_paid', 'voided']

async function openInvoices(subscription_id: string): Promise<Invoice[]> {
  const rows = await shop.services.db.run<Invoice>(
    `select i.invoice_id, i.status, i.invoice_id = s.open_invoice_id as is_open
       from invoices i join subscriptions s using (merchant_id, subscription_id)
      where i.merchant_id = $1 and i.subscription_id = $2`,
    [shop.merchant.merchant_id, subscription_id],
  )
  return rows.filter(({ status }) => !SETTLED.includes(status))
}

test('requests that replace an unpaid plan change at once leave one change, and no invoice that nothing waits for', async () => {
  const prices = await Promise.all(
    Array.from({ length: REQUESTS + 1 }, (_, n) => createPrice(client, { amount: 2_000 + n })),
  )
  const [first, ...others] = prices
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = (await subscribed(client, {}, { card: DECLINED_LATER })).body
    const change = (price: object) => client.put(`/subscriptions/${id}/update`, price)
    assert.equal((await change(first ?? {})).body.status, 'unpaid')

    const answers = await Promise.all(others.map(change))

    const statuses = answers.map(({ status }) => status)
    assert.ok(statuses.includes(200), statuses.join())
    assert.deepEqual(
      statuses.filter((status) => status !== 200 && status !== 409),
      [],
    )
    const open = await openInvoices(id)
    assert.deepEqual(
      open.map(({ is_open }) => is_open),
      [true],
      JSON.stringify(open),
    )
  }
})
