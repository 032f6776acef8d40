// The card-testing guard and saved cards. A typed payment that waits for 3-D Secure uses up its card number's and its
// address's limit of one, so every further guarded attempt is blocked.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { MINUTE_MS } from '#kernel/clock.ts'
import type { Answer } from '#testing/client.ts'
import type { Shop } from '#testing/harness.ts'
import { billing, withCard } from '#testing/payment_body.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { facts, pay, payingShop, sale } from '../support/paying.ts'
import {
  confirm,
  createCustomer,
  createPrice,
  created,
  DECLINED_LATER,
  assertSubscriptionStatus,
  pathOf,
  subscribed,
  withProfile,
} from '../support/subscribing.ts'

/** Requires authentication only when `authentication_type` is `three_ds`. */
const OPTIONAL_3DS = '4000002500003155'
const three_ds = { authentication_type: 'three_ds' }
/** The address that the tests connect from. */
const here = { browser_info: { ip_address: '127.0.0.1' } }
const BLOCKED = 'UE_2003'

let shop: Shop

beforeEach(async () => {
  shop = await payingShop()
})
afterEach(() => shop.app.close())

/** Limits each address and each card to one attempt that is declined or unfinished. */
async function guard(): Promise<void> {
  const { merchant_id, profile_id } = shop.merchant
  const answer = await shop.post(`/account/${merchant_id}/business_profile/${profile_id}`, {
    card_testing_guard_config: { max_failed_per_ip: 1, max_failed_per_card: 1, window_minutes: 60 },
  })
  assert.equal(answer.status, 200, answer.text)
}

async function saveCard(card_number: string) {
  const customer_id = await createCustomer(shop)
  const answer = await pay(shop, card_number, { customer_id, setup_future_usage: 'off_session' })
  assert.equal(answer.body.status, 'succeeded', answer.text)
  const payment_method_id: string = answer.body.payment_method_id
  return { customer_id, payment_method_id }
}

/** The server creates the payment, the browser confirms it. */
async function payInBrowser(input: object, order: object = {}): Promise<Answer> {
  const { payment_id, client_secret } = (
    await shop.post('/payments', { ...sale, billing, ...order })
  ).body
  const browser = shop.with(shop.merchant.publishable_key)
  return browser.post(`/payments/${payment_id}/confirm`, { client_secret, ...input })
}

/** Leaves a typed attempt in flight; the guard counts it for its card and its address. */
async function reachLimits(): Promise<void> {
  await guard()
  const open = await payInBrowser({ ...withCard(OPTIONAL_3DS), ...three_ds })
  assert.equal(open.body.status, 'requires_action', open.text)
}

describe('typed cards', () => {
  test('an attempt in flight keeps its place in the count of its address and of its card', async () => {
    await reachLimits()

    const sameAddress = await payInBrowser(withCard())
    const sameCard = await pay(shop, OPTIONAL_3DS)

    assert.equal(sameAddress.body.unified_code, BLOCKED, sameAddress.text)
    assert.equal(sameCard.body.unified_code, BLOCKED, sameCard.text)
    assert.deepEqual(await facts(sameCard.body.payment_id), [])
  })
})

describe('saved cards', () => {
  test('a secret key can charge a saved card whose number and address are at their limits', async () => {
    const saved = await saveCard(OPTIONAL_3DS)
    await reachLimits()

    const atOnce = await shop.post('/payments', { ...sale, ...here, ...saved, confirm: true })
    const stored = await shop.post('/payments', { ...sale, ...here, ...saved })
    const later = await shop.post(`/payments/${stored.body.payment_id}/confirm`, {})

    assert.equal(atOnce.body.status, 'succeeded', atOnce.text)
    assert.equal(later.body.status, 'succeeded', later.text)
  })

  test('declines of saved cards that a secret key charges do not count', async () => {
    const saved = await saveCard(DECLINED_LATER)
    await guard()
    const body = { ...sale, ...here, ...saved, off_session: true, confirm: true }

    const declined = [await shop.post('/payments', body), await shop.post('/payments', body)]

    assert.deepEqual(
      declined.map((answer) => answer.body.unified_code),
      ['UE_1007', 'UE_1007'],
    )
    const typed = await payInBrowser(withCard(DECLINED_LATER))
    assert.equal(typed.body.status, 'succeeded', typed.text)
  })

  test('a browser that confirms with a saved card is blocked at the limit', async () => {
    const { customer_id, payment_method_id } = await saveCard(OPTIONAL_3DS)
    await reachLimits()

    const named = await payInBrowser({ payment_method_id }, { customer_id })
    const chosenByServer = await payInBrowser({}, { customer_id, payment_method_id })

    assert.equal(named.body.unified_code, BLOCKED, named.text)
    assert.equal(chosenByServer.body.unified_code, BLOCKED, chosenByServer.text)
  })

  test('a saved card that a browser charges counts', async () => {
    const { customer_id, payment_method_id } = await saveCard(OPTIONAL_3DS)
    await guard()

    const open = await payInBrowser({ payment_method_id, ...three_ds }, { customer_id })
    const next = await payInBrowser(withCard())

    assert.equal(open.body.status, 'requires_action', open.text)
    assert.equal(next.body.unified_code, BLOCKED, next.text)
  })
})

describe('subscriptions', () => {
  test('the worker renews six subscriptions of a card that is at its limit', async () => {
    const api = withProfile(shop)
    const customer_id = await createCustomer(api)
    const made: Answer[] = []
    for (let n = 0; n < 6; n++) {
      made.push(await confirm(api, await created(api, {}, { customer_id }), OPTIONAL_3DS))
    }
    // The attempt must still be in the guard's window at the renewals.
    const end = Math.min(...made.map(({ body }) => Date.parse(body.period_end)))
    shop.clock.advance(end - shop.clock.now().getTime() - MINUTE_MS)
    await reachLimits()

    shop.clock.advance(2 * MINUTE_MS)
    await runSweeps(shop)

    for (const each of made) {
      const { body } = await api.get(pathOf(each))
      assert.equal(body.status, 'active', JSON.stringify(body))
      assert.notEqual(body.period_start, each.body.period_start)
    }
  })

  test('a plan change charges a card that is at its limit', async () => {
    const api = withProfile(shop)
    const subscription = await subscribed(api, {}, { card: OPTIONAL_3DS })
    await reachLimits()

    const next = await createPrice(api, { amount: 3000 })
    const changed = await api.put(`${pathOf(subscription)}/update`, next)

    assertSubscriptionStatus(changed, 'active')
    assert.equal(changed.body.payment.status, 'succeeded', changed.text)
  })
})
