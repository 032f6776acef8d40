// Plan changes and cancellations cost what the dialog said before they were confirmed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/clock.ts'
import { testBank } from '#testing/bank.ts'
import type { Answer, Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import {
  createPrice,
  DECLINED_LATER,
  pathOf,
  type ProfileClient,
  subscribed,
  withProfile,
} from '../support/subscribing.ts'
import { openBrowser, shownLines, type Visit, workAs } from './dashboard.ts'

const browser = await openBrowser()

const euros = (amount: number) => `${amount < 0 ? '-' : ''}€${(Math.abs(amount) / 100).toFixed(2)}`

async function createCoupons(client: Client): Promise<void> {
  for (const [coupon_code, duration] of [
    ['QUARTER', 'once'],
    ['ALWAYS', 'forever'],
  ]) {
    const body = { coupon_code, percent_off: 25, duration }
    assert.equal((await client.post('/subscriptions/coupons', body)).status, 201)
  }
}

/** A shop whose clock stands still for the server and the browser, ten days after a subscription was paid. */
async function afterTenDays(
  subscribe: (client: ProfileClient) => Promise<Answer>,
  work: (parts: { visit: Visit; client: ProfileClient; subscription: Answer }) => Promise<void>,
): Promise<void> {
  await using frozen = await harness({ env: (await testBank()).env })
  const client = withProfile(frozen)
  await createCoupons(client)
  const subscription = await subscribe(client)
  const now = new Date(frozen.clock.now().getTime() + 10 * DAY_MS)
  frozen.clock.stopAt(now)
  const { id } = subscription.body
  const role = 'merchant_operator'
  await workAs({ browser, shop: frozen, role }, `/subscriptions/${id}`, async (visit) => {
    await visit.page.clock.setFixedTime(now)
    await work({ visit, client, subscription })
  })
}

const month = { interval: 'month' }
for (const [name, coupon_code, next] of [
  ['a dearer price', null, { ...month, amount: 3_100 }],
  ['a cheaper price, with a coupon on every period', 'ALWAYS', { ...month, amount: 400 }],
  [
    'another interval, with a coupon that is used up',
    'QUARTER',
    { interval: 'year', amount: 9_900 },
  ],
] as const) {
  test(`the estimate of a change to ${name} is what is then invoiced`, async () => {
    const more = coupon_code === null ? {} : { coupon_code }
    const subscribe = (client: ProfileClient) => subscribed(client, {}, more)
    await afterTenDays(subscribe, async ({ visit, client, subscription }) => {
      const path = pathOf(subscription)
      const price = await createPrice(client, next)
      await visit.press(visit.button('Change plan'))
      const choice = visit.dialog.getByRole('combobox', { name: 'New plan and price' })
      await visit.choose(choice, new RegExp(`${euros(next.amount)} every ${next.interval}`))
      const lines = await shownLines(visit.dialog.getByRole('region', { name: 'Estimate' }))
      await visit.press(visit.confirm(/^Change to/))
      await visit.announced(/plan is changed/)

      assert.equal((await client.get(path)).body.item_price_id, price.item_price_id)
      const [invoice] = (await client.get(`${path}/invoices`)).body.data
      const { line_items, amount, credit_granted, reason } = invoice
      assert.equal(reason, 'plan_change')
      assert.ok(amount + credit_granted > 0)
      const last = credit_granted > 0 ? 'Becomes customer credit' : 'Charged now'
      assert.deepEqual(
        lines.map((line) => line.split(': ').at(-1)),
        [
          ...line_items.map((line: { amount: number }) => euros(line.amount)),
          `about ${euros(amount + credit_granted)}`,
        ],
      )
      assert.match(lines.at(-1) ?? '', new RegExp(`^${last}`))
    })
  })
}

test('a change of plan in the trial invoices nothing', async () => {
  const subscribe = (client: ProfileClient) => subscribed(client, { trial_period: 14 })
  await afterTenDays(subscribe, async ({ visit, client, subscription }) => {
    const price = await createPrice(client, { amount: 7_700 })
    await visit.press(visit.button('Change plan'))
    const choice = visit.dialog.getByRole('combobox', { name: 'New plan and price' })
    await visit.choose(choice, /€77.00 every month/)
    await visit.dialog.getByText(/^Nothing: the trial goes on until/).waitFor()
    await visit.press(visit.confirm('Change to €77.00 every month'))
    await visit.announced(/first charge is at the end of the trial/)

    const { status, item_price_id } = (await client.get(pathOf(subscription))).body
    assert.deepEqual([status, item_price_id], ['trial', price.item_price_id])
    const invoices = (await client.get(`${pathOf(subscription)}/invoices`)).body.data
    assert.deepEqual([invoices.length, invoices[0].amount], [1, 0])
  })
})

test('the credit for unused time is what the cancellation said', async () => {
  await afterTenDays(subscribed, async ({ visit, client, subscription }) => {
    await visit.press(visit.button('Cancel'))
    await visit.press(visit.dialog.getByRole('radio', { name: 'Now' }))
    const choice = visit.dialog.getByRole('radio', { name: 'Credit for the unused time' })
    await visit.press(choice)
    const text = await visit.dialog
      .getByText(/becomes customer credit/)
      .first()
      .innerText()
    await visit.press(visit.confirm(/^Cancel €10.00 every month now/))
    await visit.announced(/subscription is cancelled/)
    const { customer_id } = subscription.body
    const { balances } = (await client.get(`/customers/${customer_id}/credit`)).body
    assert.ok(balances[0].amount > 0 && balances[0].amount < 1_000)
    const credited = `About ${euros(balances[0].amount)} becomes customer credit`
    assert.ok(text.startsWith(credited), text)
  })
})

const refund = async (client: Client, { body }: Answer, amount: number) => {
  const { payment_id } = body.payment
  const answer = await client.post('/refunds', { payment_id, amount })
  assert.equal(answer.status, 201, answer.text)
}

test('the credit for the whole period is what it has brought in: both payments, less the refund', async () => {
  await afterTenDays(subscribed, async ({ visit, client, subscription }) => {
    const path = pathOf(subscription)
    const changed = await client.put(
      `${path}/update`,
      await createPrice(client, { ...month, amount: 3_100 }),
    )
    await refund(client, subscription, 100)
    await visit.page.reload()
    await visit.press(visit.button('Cancel'))
    await visit.press(visit.dialog.getByRole('radio', { name: 'Now' }))
    await visit.press(visit.dialog.getByRole('radio', { name: 'Credit for the whole period' }))
    const full = 1_000 + changed.body.invoice.amount - 100
    await visit.dialog.getByText(new RegExp(`^${euros(full)} becomes customer credit`)).waitFor()
    await visit.press(visit.confirm(/^Cancel €31.00 every month now/))
    await visit.announced(/subscription is cancelled/)

    const { customer_id } = subscription.body
    const { balances } = (await client.get(`/customers/${customer_id}/credit`)).body
    assert.equal(balances[0].amount, full)
  })
})

test('after a refund, unused time is worth no more than is left, and a period without money offers no credit', async () => {
  await afterTenDays(subscribed, async ({ visit, client, subscription }) => {
    await createPrice(client, { ...month, amount: 3_100 })
    await refund(client, subscription, 700)
    await visit.page.reload()
    await visit.press(visit.button('Change plan'))
    const choice = visit.dialog.getByRole('combobox', { name: 'New plan and price' })
    await visit.choose(choice, /€31.00 every month/)
    const [unused] = await shownLines(visit.dialog.getByRole('region', { name: 'Estimate' }))
    assert.match(unused ?? '', /: -€3.00$/)
    await visit.press(visit.confirm('Close').last())

    await refund(client, subscription, 300)
    await visit.page.reload()
    await visit.press(visit.button('Cancel'))
    await visit.press(visit.dialog.getByRole('radio', { name: 'Now' }))
    await visit.dialog.getByText(/nothing is credited/).waitFor()
    const credits = visit.dialog.getByRole('radio', { name: /credit/i })
    assert.equal(await credits.count(), 0)
  })
})

test('a declined change waits with its invoice page until it expires, and is given up for the present plan', async () => {
  const subscribe = (client: ProfileClient) => subscribed(client, {}, { card: DECLINED_LATER })
  await afterTenDays(subscribe, async ({ visit, client, subscription }) => {
    const { page } = visit
    const path = pathOf(subscription)
    const { item_price_id } = subscription.body
    const price = await createPrice(client, { ...month, amount: 3_100 })
    await visit.press(visit.button('Change plan'))
    const choice = visit.dialog.getByRole('combobox', { name: 'New plan and price' })
    await visit.choose(choice, /€31.00 every month/)
    await visit.dialog.getByText(/waits for another one for at most 24 hours/).waitFor()
    await visit.press(visit.confirm(/^Change to/))
    await visit.announced(/was declined. The change waits/)

    const { status, pending_update } = (await client.get(path)).body
    assert.deepEqual([status, pending_update.item_price_id], ['unpaid', price.item_price_id])
    const invoice = (await client.get(`/invoices/${pending_update.invoice_id}`)).body
    await page.getByText('Plan change not paid').waitFor()
    const note = page.getByRole('note').filter({ hasText: 'The change to' })
    await note.getByText(`(€31.00 every month) waits for ${euros(invoice.amount)}`).waitFor()
    const link = note.getByRole('link', { name: 'invoice page' })
    assert.equal(await link.getAttribute('href'), invoice.hosted_invoice_url)
    const until = note.locator(`time[datetime="${pending_update.expires_at}"]`)
    assert.equal(await until.count(), 1)

    await visit.press(visit.button('Keep the present plan'))
    await visit.dialog.getByText(`invoice of ${euros(invoice.amount)} is voided`).waitFor()
    await visit.press(visit.confirm('Keep €10.00 every month'))
    await visit.announced(/The present plan goes on/)
    const present = (await client.get(path)).body
    assert.deepEqual(
      [present.status, present.pending_update, present.item_price_id],
      ['active', null, item_price_id],
    )
    assert.equal((await client.get(`/invoices/${invoice.id}`)).body.status, 'voided')
  })
})
