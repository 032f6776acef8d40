// A plan change takes effect when it is paid. Until then `pending_update` shows it, and everything else the paid plan.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { DAY_MS, HOUR_MS } from '#kernel/clock.ts'
import type { Answer } from '#testing/client.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { assertRefused } from '../support/expect.ts'
import { CHALLENGED, payingShop } from '../support/paying.ts'
import {
  AUTHENTICATED_LATER,
  confirm,
  createPrice,
  DECLINED_LATER,
  assertSubscriptionStatus,
  pathOf,
  reported,
  subscribed,
  withProfile,
} from '../support/subscribing.ts'

const shop = await payingShop()
after(() => shop.app.close())
const api = withProfile(shop)

const put = (subscription: Answer, price: object) =>
  api.put(`${pathOf(subscription)}/update`, price)

/** A 1000 subscription whose change to 3000 was declined. */
async function declined(price: object = { amount: 3000 }) {
  const before = await subscribed(api, {}, { card: DECLINED_LATER })
  const next = await createPrice(api, price)
  const answer = await put(before, next)
  assertSubscriptionStatus(answer, 'unpaid')
  return { before, next, answer }
}

const credit = async ({ body }: Answer) =>
  (await shop.get(`/customers/${body.customer_id}/credit`)).body.balances[0]?.amount ?? 0

const invoice = async (id: string) => (await shop.get(`/invoices/${id}`)).body

describe('a change that is declined', () => {
  test('the subscription keeps its plan, price, period and cycles, and pending_update has the new ones', async () => {
    const { before, next, answer } = await declined()

    const { pending_update, invoice: shown, payment, ...rest } = answer.body
    assert.deepEqual(pending_update, {
      ...next,
      invoice_id: shown.id,
      expires_at: pending_update.expires_at,
    })
    for (const name of [
      'plan_id',
      'item_price_id',
      'period_start',
      'period_end',
      'cycles_billed',
    ]) {
      assert.equal(rest[name], before.body[name], name)
    }
    assert.deepEqual([payment.status, shown.status], ['failed', 'payment_failed'])
    assert.equal((await invoice(shown.id)).next_attempt_at, null)
  })

  test('expires_at is 24 hours after the request', async () => {
    const { answer } = await declined()
    const { pending_update, modified_at } = answer.body
    const wait = Date.parse(pending_update.expires_at) - Date.parse(modified_at)
    assert.ok(wait <= DAY_MS && wait > DAY_MS - HOUR_MS, String(wait))
  })

  test('expires_at is not later than the end of the period', async () => {
    const before = await subscribed(api, {}, { card: DECLINED_LATER })
    shop.clock.advance(Date.parse(before.body.period_end) - shop.clock.now().getTime() - HOUR_MS)

    const answer = await put(before, await createPrice(api, { amount: 900_000 }))

    assertSubscriptionStatus(answer, 'unpaid')
    assert.equal(answer.body.pending_update.expires_at, before.body.period_end)
  })

  test('at expires_at the invoice is voided, the subscription is active, and the event subscription_active is sent', async () => {
    const { answer } = await declined()

    shop.clock.advance(DAY_MS + 1_000)
    await runSweeps(shop)

    const now = await api.get(pathOf(answer))
    assertSubscriptionStatus(now, 'active')
    assert.equal(now.body.pending_update, null)
    assert.equal((await invoice(answer.body.invoice.id)).status, 'voided')
    assert.deepEqual((await reported(shop, answer)).slice(-2), [
      'invoice_payment_failed',
      'subscription_active',
    ])
  })

  test('confirm pays it with another card: the change counts from the request', async () => {
    const { before, next, answer } = await declined()

    const paid = await confirm(api, answer)

    assertSubscriptionStatus(paid, 'active')
    assert.equal(paid.body.item_price_id, next.item_price_id)
    assert.equal(paid.body.pending_update, null)
    assert.deepEqual(
      [paid.body.period_start, paid.body.period_end],
      [before.body.period_start, before.body.period_end],
    )
    assert.equal(paid.body.invoice.status, 'invoice_paid')
  })

  test('an update to the present price abandons it: 200, and the invoice is voided', async () => {
    const { before, answer } = await declined()
    const { plan_id, item_price_id } = before.body

    const again = await put(answer, { plan_id, item_price_id })

    assertSubscriptionStatus(again, 'active')
    assert.equal(again.body.pending_update, null)
    assert.equal((await invoice(answer.body.invoice.id)).status, 'voided')
  })

  test('another update replaces it', async () => {
    const { answer } = await declined()
    const other = await createPrice(api, { amount: 5000 })

    const changed = await put(answer, other)

    assertSubscriptionStatus(changed, 'unpaid')
    assert.equal(changed.body.pending_update.item_price_id, other.item_price_id)
    assert.equal((await invoice(answer.body.invoice.id)).status, 'voided')
  })

  test('a pause and a cancellation void it, and the paid period keeps its worth', async () => {
    const paused = (await declined()).answer
    assertSubscriptionStatus(
      await api.post(`${pathOf(paused)}/pause`, { pause_option: 'immediately' }),
      'paused',
    )
    assert.equal((await invoice(paused.body.invoice.id)).status, 'voided')

    const { answer } = await declined()
    const cancel = { cancel_option: 'immediately', credit_option: 'full' }
    assertSubscriptionStatus(await api.post(`${pathOf(answer)}/cancel`, cancel), 'cancelled')
    assert.equal((await invoice(answer.body.invoice.id)).status, 'voided')
    assert.equal(await credit(answer), 1000)
  })
})

describe('a change whose payment is in flight', () => {
  test('pending with pending_update; an update is refused with 409 IR_16', async () => {
    const before = await subscribed(api, {}, { card: AUTHENTICATED_LATER })
    const answer = await put(before, await createPrice(api, { amount: 3000 }))
    assertSubscriptionStatus(answer, 'pending')

    const { plan_id, item_price_id } = before.body
    assertRefused(await put(answer, { plan_id, item_price_id }), 409, 'IR_16')
    assertRefused(await put(answer, await createPrice(api)), 409, 'IR_16')
    assert.ok((await api.get(pathOf(answer))).body.pending_update)
  })

  test('a card that must authenticate at once: pending until the customer has acted', async () => {
    const { answer } = await declined()

    const waiting = await confirm(api, answer, CHALLENGED)

    assertSubscriptionStatus(waiting, 'pending')
    assert.ok(waiting.body.payment.next_action)
    assert.ok(waiting.body.pending_update)
  })
})

test('a change that a risk rule blocks: failed, the invoice is voided, and the rest of the paid period is credit', async () => {
  const { merchant_id, profile_id } = shop.merchant
  const profile = `/account/${merchant_id}/business_profile/${profile_id}`
  const before = await subscribed(api)
  const rule = { field: 'amount', op: 'gte', value: 2000, action: 'block' }
  await shop.post(profile, { risk_rules: [rule] })

  const answer = await put(before, await createPrice(api, { amount: 4000 }))
  await shop.post(profile, { risk_rules: [] })

  assertSubscriptionStatus(answer, 'failed')
  assert.equal(answer.body.invoice.status, 'voided')
  assert.equal(await credit(answer), 1000)
})
