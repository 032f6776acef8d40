// Every request that changes something leaves a trace: one entry in the audit trail, or events with its actor. The
// routes come from the app, so a new one fails here until it is called below.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { routes } from '#app.ts'
import type { Route } from '#http/route.ts'
import { exampleCard } from '#resources/payments/payments/example.ts'
import { delayBank, testBank } from '#testing/bank.ts'
import type { Answer } from '#testing/client.ts'
import { upload } from '#testing/files.ts'
import { insertInvoice } from '#testing/invoice.ts'
import { ADMIN_KEY } from '#testing/harness.ts'
import { withCard } from '#testing/payment_body.ts'
import { createLink, submit } from '#testing/payment_link.ts'
import { signedInAs } from '#testing/team.ts'
import { recoverNow } from '#testing/recover.ts'
import { challenge, DISPUTE_DELAY_MS, disputed } from '../support/disputing.ts'
import { addNote, kinds, notesPath, notesUrl } from '../support/noting.ts'
import { APPROVED, arrange, LATER, pay, payingShop, sale } from '../support/paying.ts'
import * as payouts from '../support/paying_out.ts'
import { toBank } from '../support/recipients.ts'
import * as subscriptions from '../support/subscribing.ts'
import { checkTraced } from '../support/tracing.ts'
import { saveView } from '../support/viewing.ts'

delayBank(DISPUTE_DELAY_MS)

const shop = await payingShop()
after(() => shop.app.close())

const { merchant_id, profile_id } = shop.merchant
/** Its settings are changed: a second profile would have to be named in every payment. */
const { client: settings, merchant: other } = await shop.neighbour()
const operator = shop.with(ADMIN_KEY)
const profiles = `/account/${other.merchant_id}/business_profile`
const events = `/events/${merchant_id}`
const ofProfile = subscriptions.withProfile(shop)

const payment = async (status: string) =>
  `/payments/${(await arrange(shop, status)).body.payment_id}`
const payout = async (status: string) =>
  `/payouts/${(await payouts.arrange(shop, status)).body.payout_id}`
const subscription = async (status: string) =>
  subscriptions.pathOf(await subscriptions.arrange(shop, ofProfile, status))
const customer = async () => `/customers/${(await shop.post('/customers', {})).body.customer_id}`
let made = 0
const createProfile = () => settings.post(profiles, { profile_name: `Profile ${++made}` })
const profile = async () => `${profiles}/${(await createProfile()).body.profile_id}`
const connectors = `/account/${other.merchant_id}/connectors`
const createConnector = async () => {
  const credentials = { key: (await testBank()).env['FLORIN_BANK_KEY'] ?? '' }
  const body = { connector_name: 'bank', connector_label: `Account ${++made}`, credentials }
  return settings.post(connectors, body)
}
const connector = async () => `${connectors}/${(await createConnector()).body.connector_id}`
const key = async () =>
  `/api_keys/${merchant_id}/${(await shop.post(`/api_keys/${merchant_id}`, { name: 'k' })).body.key_id}`
const plan = async () =>
  `/subscriptions/plans/${(await subscriptions.createPrice(ofProfile)).plan_id}`

async function refund(): Promise<string> {
  const { payment_id } = (await arrange(shop, 'succeeded')).body
  return (await shop.post('/refunds', { payment_id, amount: 1 })).body.refund_id
}

async function savedMethod(): Promise<string> {
  const { customer_id } = (await shop.post('/customers', {})).body
  const saving = { customer_id, setup_future_usage: 'off_session' }
  return (await pay(shop, APPROVED, saving)).body.payment_method_id
}

/** At a separate shop, because so many failed polls open the circuit to the bank. */
async function refundInReview(): Promise<string> {
  await using own = await payingShop()
  const { payment_id } = (await arrange(own, 'succeeded')).body
  const bank = await testBank()
  await bank.desk('POST', '/faults', { rates: { error_before: 1 } })
  const { refund_id } = (await own.post('/refunds', { payment_id })).body
  for (let polls = 0; polls < 20; polls++) {
    await recoverNow(own.services, own.merchant.merchant_id)
  }
  await bank.desk('DELETE', '/faults')
  return `/accounts/${own.merchant.merchant_id}/refunds/${refund_id}`
}

async function event(): Promise<string> {
  await arrange(shop, 'succeeded')
  const webhook_details = { webhook_url: 'https://shop.example/hooks' }
  await shop.post(`/account/${merchant_id}/business_profile/${profile_id}`, { webhook_details })
  const { event_id } = (await shop.get(events)).body.data[0]
  return `${events}/${event_id}`
}

async function note(kind: string) {
  const user = await signedInAs(shop, 'merchant_customer_support')
  const path = await notesPath(shop, kind)
  const added = await addNote(user, path)
  return { added, remove: () => user.delete(`${path}/${added.body.note_id}`) }
}

async function view() {
  const user = await signedInAs(shop, 'merchant_customer_support')
  const saved = await saveView(user)
  return { user, saved, path: `/views/${saved.body.view_id}` }
}

/** A successful request for each route. */
const calls: Readonly<Record<string, () => Promise<Answer>>> = {
  'POST /accounts': () => operator.post('/accounts', { merchant_name: 'New' }),
  'POST /accounts/:merchant_id': () =>
    operator.post(`/accounts/${merchant_id}`, { merchant_name: 'Other' }),
  'POST /account/:merchant_id/settings': () =>
    shop.post(`/account/${merchant_id}/settings`, { time_zone: 'Asia/Kolkata' }),
  'POST /account/:merchant_id/business_profile': createProfile,
  'POST /account/:merchant_id/business_profile/:profile_id': async () =>
    settings.post(await profile(), { session_expiry: 700 }),
  'POST /account/:merchant_id/business_profile/:profile_id/rotate_webhook_secret': async () =>
    settings.post(`${await profile()}/rotate_webhook_secret`, {}),
  'DELETE /account/:merchant_id/business_profile/:profile_id': async () =>
    settings.delete(await profile()),
  'POST /account/:merchant_id/connectors': createConnector,
  'POST /account/:merchant_id/connectors/:connector_id': async () =>
    settings.post(await connector(), { priority: 3 }),
  'DELETE /account/:merchant_id/connectors/:connector_id': async () => {
    const path = await connector()
    await settings.post(path, { status: 'disabled' })
    return settings.delete(path)
  },
  'POST /account/:merchant_id/business_profile/:profile_id/routing': async () =>
    settings.post(`${await profile()}/routing`, { max_fallbacks: 2 }),
  'POST /api_keys/:merchant_id': () => shop.post(`/api_keys/${merchant_id}`, { name: 'k' }),
  'POST /api_keys/:merchant_id/:key_id': async () => shop.post(await key(), { name: 'l' }),
  'POST /api_keys/:merchant_id/:key_id/roll': async () => shop.post(`${await key()}/roll`, {}),
  'DELETE /api_keys/:merchant_id/:key_id': async () => shop.delete(await key()),
  'POST /customers': () => shop.post('/customers', { name: 'Ada' }),
  'POST /customers/:customer_id': async () => shop.post(await customer(), { name: 'Ada' }),
  'DELETE /customers/:customer_id': async () => shop.delete(await customer()),
  'DELETE /payment_methods/:payment_method_id': async () =>
    shop.delete(`/payment_methods/${await savedMethod()}`),
  'POST /subscriptions/plans': () =>
    ofProfile.post('/subscriptions/plans', {
      name: 'M',
      prices: [{ amount: 1, currency: 'EUR', interval: 'month' }],
    }),
  'POST /subscriptions/plans/:plan_id': async () => ofProfile.post(await plan(), { name: 'N' }),
  'DELETE /subscriptions/plans/:plan_id': async () => ofProfile.delete(await plan()),
  'POST /subscriptions/coupons': () =>
    ofProfile.post('/subscriptions/coupons', {
      coupon_code: 'SPRING',
      percent_off: 20,
      duration: 'once',
    }),
  'POST /subscriptions/coupons/:coupon_code/stop': () =>
    ofProfile.post('/subscriptions/coupons/SPRING/stop', {}),
  'POST /payments': () => pay(shop, APPROVED),
  'POST /payments/:payment_id': async () =>
    shop.post(await payment('requires_payment_method'), { description: 'Books' }),
  'POST /payments/:payment_id/confirm': async () =>
    shop.post(`${await payment('requires_payment_method')}/confirm`, withCard(APPROVED)),
  'POST /payments/:payment_id/capture': async () =>
    shop.post(`${await payment('requires_capture')}/capture`, {}),
  'POST /payments/:payment_id/cancel': async () =>
    shop.post(`${await payment('requires_capture')}/cancel`, {}),
  'POST /payments/:payment_id/approve': async () =>
    shop.post(`${await payment('requires_merchant_action')}/approve`, {}),
  'POST /payments/:payment_id/reject': async () =>
    shop.post(`${await payment('requires_merchant_action')}/reject`, {}),
  'POST /sandbox/payments/:payment_id/settle': async () => {
    const { payment_id } = (await pay(shop, LATER)).body
    return shop.post(`/sandbox/payments/${payment_id}/settle`, { outcome: 'approved' })
  },
  'POST /refunds': async () => {
    const { payment_id } = (await arrange(shop, 'succeeded')).body
    return shop.post('/refunds', { payment_id, amount: 1 })
  },
  'POST /refunds/:refund_id': async () =>
    shop.post(`/refunds/${await refund()}`, { reason: 'Broken' }),
  'POST /accounts/:merchant_id/refunds/:refund_id/resolve': async () =>
    operator.post(`${await refundInReview()}/resolve`, { status: 'failed' }),
  'POST /disputes/accept/:dispute_id': async () =>
    shop.post(`/disputes/accept/${(await disputed(shop)).body.dispute_id}`),
  'POST /disputes/evidence': async () => challenge(shop, (await disputed(shop)).body.dispute_id),
  'POST /disputes/evidence/:dispute_id/draft': async () => {
    const { dispute_id } = (await disputed(shop)).body
    const body = { revision: 0, customer_name: 'Ada' }
    return shop.post(`/disputes/evidence/${dispute_id}/draft`, body)
  },
  'DELETE /disputes/evidence': async () => {
    const { dispute_id } = (await disputed(shop)).body
    await challenge(shop, dispute_id, { service_date: '2026-05-01' })
    const body = { dispute_id, evidence_type: 'service_date' }
    return shop.send('DELETE', '/disputes/evidence', body)
  },
  'POST /payment_link': () => shop.post('/payment_link', sale),
  'POST /payment_link/:payment_link_id/deactivate': async () =>
    shop.post(`/payment_link/${await createLink(shop)}/deactivate`),
  'POST /pay/:payment_link_id/payments': async () => submit(shop, await createLink(shop)),
  'POST /subscriptions/create': async () =>
    ofProfile.post('/subscriptions/create', await subscriptions.orderOf(ofProfile)),
  'POST /subscriptions': async () => {
    const { payment_details, ...order } = await subscriptions.orderOf(ofProfile)
    const details = { ...payment_details, ...withCard(APPROVED) }
    return ofProfile.post('/subscriptions', { ...order, payment_details: details })
  },
  'POST /subscriptions/:subscription_id/confirm': async () =>
    subscriptions.confirm(ofProfile, await subscriptions.created(ofProfile)),
  'PUT /subscriptions/:subscription_id/update': async () =>
    ofProfile.put(
      `${await subscription('active')}/update`,
      await subscriptions.createPrice(ofProfile),
    ),
  'POST /subscriptions/:subscription_id/pause': async () =>
    ofProfile.post(`${await subscription('active')}/pause`, { pause_option: 'immediately' }),
  'POST /subscriptions/:subscription_id/resume': async () =>
    ofProfile.post(`${await subscription('paused')}/resume`, { resume_option: 'immediately' }),
  'POST /subscriptions/:subscription_id/cancel': async () =>
    ofProfile.post(`${await subscription('active')}/cancel`, { cancel_option: 'immediately' }),
  'POST /customers/:customer_id/credit': async () => {
    const body = { currency: 'EUR', amount: 500, reason: 'Goodwill' }
    return ofProfile.post(
      `/customers/${await subscriptions.createCustomer(ofProfile)}/credit`,
      body,
    )
  },
  'POST /invoices/:invoice_id/resolve': async () => {
    const made = await subscriptions.partlyPaid(shop, ofProfile)
    return ofProfile.post(`/invoices/${made.body.invoice.id}/resolve`, { action: 'void' })
  },
  'POST /invoice/:merchant_id/:invoice_id/:secret/payments': async () =>
    shop.with(undefined).post(`${(await insertInvoice(shop)).path}/payments`, {
      attempt_id: 'attempt-0001-random',
      ...withCard(APPROVED),
    }),
  ...Object.fromEntries(
    kinds.flatMap((kind) => [
      [`POST ${notesUrl(kind)}`, async () => (await note(kind)).added],
      [`DELETE ${notesUrl(kind)}/:note_id`, async () => (await note(kind)).remove()],
    ]),
  ),
  'POST /views': async () => (await view()).saved,
  'POST /views/:view_id': async () => {
    const { user, path } = await view()
    return user.post(path, { name: 'Declined' })
  },
  'DELETE /views/:view_id': async () => {
    const { user, path } = await view()
    return user.delete(path)
  },
  'POST /tokens': () => shop.post('/tokens', { card: exampleCard }),
  'POST /files': () => upload(shop),
  'DELETE /files/:file_id': async () => shop.delete(`/files/${(await upload(shop)).body.file_id}`),
  'POST /payouts/create': () => payouts.create(shop, toBank()),
  'PUT /payouts/:payout_id': async () =>
    shop.put(await payout('requires_payout_method_data'), toBank()),
  'POST /payouts/:payout_id/confirm': async () =>
    shop.post(`${await payout('requires_confirmation')}/confirm`, {}),
  'POST /payouts/:payout_id/approve': async () => {
    const user = await signedInAs(shop, 'merchant_operator')
    return user.post(`${await payout('requires_fulfillment')}/approve`, {})
  },
  'POST /payouts/:payout_id/fulfill': async () =>
    shop.post(`${await payout('requires_fulfillment')}/fulfill`, {}),
  'POST /payouts/:payout_id/cancel': async () =>
    shop.post(`${await payout('requires_fulfillment')}/cancel`, {}),
  'POST /sandbox/payouts/:payout_id/settle': async () =>
    shop.post(`/sandbox${await payout('pending')}/settle`, { outcome: 'approved' }),
  'POST /sandbox/payouts/:payout_id/onboard': async () =>
    shop.post(`/sandbox${await payout('requires_vendor_account_creation')}/onboard`),
  'POST /sandbox/clock': () => shop.post('/sandbox/clock', { advance: '1s' }),
  'POST /events/:merchant_id/test': () =>
    shop.post(`${events}/test`, { event_type: 'payment_succeeded', profile_id }),
  'POST /events/:merchant_id/:event_id/retry': async () => shop.post(`${await event()}/retry`),
}

/** Such a callback brings an operation's outcome, and its event names the caller who started it. */
const NOT_A_DECISION = new Set([
  // A listener's own record.
  'POST /events/:merchant_id/forwarded',
  'POST /provider_callbacks/:provider/:merchant_id',
  'POST /provider_callbacks/:provider/:merchant_id/:connector_id',
])

const RUNS_WHAT_IS_DUE = 'POST /sandbox/clock'

function actorOf({ access, by, users_only }: Route): string {
  if (access === 'admin') return 'operator'
  if (users_only) return 'user'
  return by === 'shopper' ? 'shopper' : 'api_key'
}

const nameOf = ({ method, url }: Route) => `${method} ${url}`
/** A list is also a POST. User routes are in a separate file. */
const changing = routes.filter(
  ({ method, access, url, users_only }) =>
    method !== 'GET' &&
    (users_only || !access.endsWith(':read')) &&
    !/^\/(user|organizations)\b/.test(url),
)

for (const row of changing.filter((each) => !NOT_A_DECISION.has(nameOf(each)))) {
  const name = nameOf(row)
  test(`${name} leaves one entry, or events with its actor`, async () => {
    const call = calls[name]
    assert.ok(call, 'a route that changes something needs a call in this file')

    const answer = await call()

    const actor = actorOf(row)
    const hasEntry = row.audit !== undefined || name === RUNS_WHAT_IS_DUE
    // If the bank's callback comes first, this request has nothing left to write.
    const isOptional = name.endsWith('/settle')
    await checkTraced(shop, answer, { actor, hasEntry, isOptional })
  })
}
