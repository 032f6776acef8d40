// Something of every kind that the dashboard can change, in the state in which it can be changed.
import assert from 'node:assert/strict'
import { delayBank } from '#testing/bank.ts'
import type { Answer } from '#testing/client.ts'
import { fileOf, upload } from '#testing/files.ts'
import type { Shop } from '#testing/harness.ts'
import { createLink } from '#testing/payment_link.ts'
import { addUser } from '#testing/team.ts'
import { DISPUTE_DELAY_MS, disputed } from '../support/disputing.ts'
import { APPROVED, pay, REVIEWED } from '../support/paying.ts'
import { create } from '../support/paying_out.ts'
import { bankKey, connectAccount } from '../support/provider_accounts.ts'
import { toBank } from '../support/recipients.ts'
import { createPrice, partlyPaid, subscribed, withProfile } from '../support/subscribing.ts'
import { invite } from '../support/team_users.ts'

delayBank(DISPUTE_DELAY_MS)

export type Objects = Awaited<ReturnType<typeof makeObjects>>

export async function makeObjects(shop: Shop) {
  return {
    ...(await makePayments(shop)),
    ...(await makePayouts(shop)),
    ...(await makeSubscriptions(shop)),
    ...(await makeAccount(shop)),
    merchant_id: shop.merchant.merchant_id,
    default_profile: shop.merchant.profile_id,
    /** In analytics. */
    scope: 'merchant',
    nothing: 'none',
    bank_key: await bankKey(),
  }
}

/** The answer must have it. */
async function idIn(answer: Promise<Answer>, name: string): Promise<string> {
  const { body, text } = await answer
  assert.equal(typeof body?.[name], 'string', text)
  return body[name]
}

async function makePayments(shop: Shop) {
  const payment = (card = APPROVED, more: object = {}) => idIn(pay(shop, card, more), 'payment_id')
  const authorized = () => payment(APPROVED, { capture_method: 'manual' })
  const customer = () => idIn(shop.post('/customers', {}), 'customer_id')
  const paid = await payment()
  const owner = await customer()
  const saved = { customer_id: owner, setup_future_usage: 'off_session' }
  return {
    paid,
    to_capture: await authorized(),
    to_cancel: await authorized(),
    to_approve: await payment(REVIEWED),
    to_reject: await payment(REVIEWED),
    refund: await idIn(shop.post('/refunds', { payment_id: paid, amount: 1 }), 'refund_id'),
    customer: owner,
    customer_to_delete: await customer(),
    method: await idIn(pay(shop, APPROVED, saved), 'payment_method_id'),
    link: await createLink(shop),
    dispute: await idIn(disputed(shop), 'dispute_id'),
    dispute_to_accept: await idIn(disputed(shop), 'dispute_id'),
    file: await idIn(upload(shop, fileOf('pdf')), 'file_id'),
  }
}

async function makePayouts(shop: Shop) {
  const payout = (more: object) => idIn(create(shop, more), 'payout_id')
  const payout_to_confirm = await payout({ payout_link: true })
  await shop.put(`/payouts/${payout_to_confirm}`, toBank())
  return {
    payout: await payout(toBank()),
    payout_to_cancel: await payout(toBank()),
    payout_to_confirm,
  }
}

async function makeSubscriptions(shop: Shop) {
  const client = withProfile(shop)
  const { plan_id, item_price_id } = await createPrice(client)
  const coupon = { coupon_code: 'APRIL', percent_off: 5, duration: 'once' }
  return {
    plan: plan_id,
    coupon: await idIn(client.post('/subscriptions/coupons', coupon), 'coupon_code'),
    price: item_price_id,
    plan_to_delete: (await createPrice(client)).plan_id,
    subscription: await idIn(subscribed(client), 'id'),
    invoice_to_resolve: (await partlyPaid(shop, client)).body.invoice.id as string,
  }
}

async function makeAccount(shop: Shop) {
  const { merchant_id, profile_id } = shop.merchant
  const profiles = `/account/${merchant_id}/business_profile`
  const webhook_details = { webhook_url: 'https://shop.example/webhooks' }
  await shop.post(`${profiles}/${profile_id}`, { webhook_details })
  // No role changes a key that may do more than the role.
  const key = { name: 'Reports', scopes: ['payments:read'] }
  const role = { role_name: 'Desk', groups: ['operations_view'] }
  const events = await shop.get(`/events/${merchant_id}`)
  return {
    connector: await connectAccount(shop, 'First bank'),
    connector_to_delete: await connectAccount(shop, 'Second bank', { status: 'disabled' }),
    profile: await idIn(shop.post(profiles, { profile_name: 'Second' }), 'profile_id'),
    key: await idIn(shop.post(`/api_keys/${merchant_id}`, key), 'key_id'),
    event: events.body.data[0].event_id as string,
    role: await idIn(shop.post('/user/role', role), 'role_id'),
    person: (await addUser(shop, 'merchant_view_only')).email,
    invited: (await invite(shop)).email,
  }
}
