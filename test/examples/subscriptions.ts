// Plans, coupons, subscriptions and their invoices.
import type { Shop } from '#testing/harness.ts'
import { pageUrl } from '#resources/billing/invoices/page_url.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { withCard } from '#testing/payment_body.ts'
import { until } from '../support/expect.ts'
import * as subscribing from '../support/subscribing.ts'
import type { Recorder } from './recorder.ts'

const limit = { query: { limit: '1' } }

export async function recordSubscriptions(recorder: Recorder, shop: Shop): Promise<void> {
  const client = subscribing.withProfile(shop)
  const offer = await recordCatalogue(recorder, shop)
  const customer_id = await subscribing.createCustomer(client)
  const { return_url } = subscribing
  const order = { customer_id, item_price_id: offer.item_price_id, coupon_code: offer.coupon_code }
  const body = { ...order, payment_details: { return_url } }
  const made = await recorder.call(shop, 'POST /subscriptions/create', {}, { body })
  const subscription_id = made.body.id
  await recorder.call(shop, 'POST /subscriptions/:subscription_id/confirm', { subscription_id })
  await recorder.call(shop, 'GET /subscriptions/:subscription_id', { subscription_id })
  const details = { return_url, ...withCard() }
  const paid = { body: { ...order, payment_details: details } }
  await recorder.call(shop, 'POST /subscriptions', {}, paid)
  await recorder.call(shop, 'GET /subscriptions/list', {}, limit)
  await recorder.call(shop, 'POST /subscriptions/list', {}, { body: { limit: 1 } })
  const query = { item_price_id: offer.item_price_id }
  await recorder.call(shop, 'GET /subscriptions/estimate', {}, { query })
  const { coupon_code } = offer
  await recorder.call(shop, 'POST /subscriptions/coupons/:coupon_code/stop', { coupon_code })
  await recordChanges(recorder, shop)
  await recordInvoices(recorder, shop)
  const ended = { query: { ended_gte: '2026-01-01T00:00:00Z' } }
  await recorder.call(shop, 'GET /analytics/subscriptions', {}, ended)
}

async function recordCatalogue(recorder: Recorder, shop: Shop) {
  const plan = (await recorder.call(shop, 'POST /subscriptions/plans')).body
  const { plan_id } = plan
  await recorder.call(shop, 'GET /subscriptions/plans', {}, limit)
  await recorder.call(shop, 'GET /subscriptions/plans/:plan_id', { plan_id })
  await recorder.call(shop, 'POST /subscriptions/plans/:plan_id', { plan_id })
  const { coupon_code } = (await recorder.call(shop, 'POST /subscriptions/coupons')).body
  await recorder.call(shop, 'GET /subscriptions/coupons', {}, limit)
  await recorder.call(shop, 'GET /subscriptions/coupons/:coupon_code', { coupon_code })
  await recorder.call(shop, 'GET /subscriptions/items', {}, { query: { item_type: 'plan' } })
  const unused = (await recorder.call(shop, 'POST /subscriptions/plans')).body
  await recorder.call(shop, 'DELETE /subscriptions/plans/:plan_id', { plan_id: unused.plan_id })
  const item_price_id: string = plan.prices[0].item_price_id
  return { item_price_id, coupon_code: coupon_code as string }
}

async function recordChanges(recorder: Recorder, shop: Shop): Promise<void> {
  const client = subscribing.withProfile(shop)
  const active = async (status = 'active') => {
    const { body } = await subscribing.arrange(shop, client, status)
    return { subscription_id: body.id as string }
  }
  const base = '/subscriptions/:subscription_id'
  const body = await subscribing.createPrice(client, { amount: 1_500 })
  await recorder.call(shop, `PUT ${base}/update`, await active(), { body })
  await recorder.call(shop, `POST ${base}/pause`, await active())
  await recorder.call(shop, `POST ${base}/resume`, await active('paused'))
  await recorder.call(shop, `POST ${base}/estimate`, await active(), { body: { update: body } })
  await recorder.call(shop, `POST ${base}/cancel`, await active())
}

/** For a declined renewal, so that it can be paid on its page. */
async function recordInvoices(recorder: Recorder, shop: Shop): Promise<void> {
  const { merchant_id } = shop.merchant
  const client = subscribing.withProfile(shop)
  const { body: subscription } = await subscribing.arrange(shop, client, 'unpaid')
  const { id: subscription_id, customer_id } = subscription
  const base = '/subscriptions/:subscription_id/invoices'
  await recorder.call(shop, `GET ${base}`, { subscription_id }, limit)
  await recorder.call(shop, `POST ${base}`, { subscription_id }, { body: { limit: 1 } })
  await recorder.call(shop, 'GET /invoices/list', {}, limit)
  await recorder.call(shop, 'POST /invoices/list', {}, { body: { limit: 1 } })
  const invoice_id: string = subscription.invoice.id
  await recorder.call(shop, 'GET /invoices/:invoice_id', { invoice_id })
  await recorder.call(shop, 'POST /customers/:customer_id/credit', { customer_id })
  await recorder.call(shop, 'GET /customers/:customer_id/credit', { customer_id })
  const part = (await subscribing.partlyPaid(shop, client)).body.invoice.id
  await recorder.call(shop, 'POST /invoices/:invoice_id/resolve', { invoice_id: part })
  await recordPage(recorder, shop, { merchant_id, invoice_id, secret: secretOf(shop, invoice_id) })
  await recordCreditNote(recorder, shop)
}

/** The last part of an invoice page's address. */
function secretOf({ services, merchant: { merchant_id } }: Shop, invoice_id: string): string {
  return pageUrl(services, { merchant_id, invoice_id, public_url: '' }).split('/').at(-1) ?? ''
}

async function recordCreditNote(recorder: Recorder, shop: Shop): Promise<void> {
  const { merchant_id } = shop.merchant
  const { body } = await subscribing.subscribed(subscribing.withProfile(shop))
  const invoice_id: string = body.invoice.id
  const read = async () => (await shop.get(`/invoices/${invoice_id}`)).body.credit_notes[0]
  await using _ = await runEventPipeline(shop)
  await shop.post('/refunds', { payment_id: body.payment.payment_id })
  await until(async () => (await read()) !== undefined)
  const { credit_note_id } = await read()
  const place = { merchant_id, invoice_id, secret: secretOf(shop, invoice_id), credit_note_id }
  const name = 'GET /invoice/:merchant_id/:invoice_id/:secret/credit_notes/:credit_note_id/pdf'
  await recorder.call(shop, name, place, { by: shop.with(undefined) })
}

async function recordPage(
  recorder: Recorder,
  shop: Shop,
  place: { merchant_id: string; invoice_id: string; secret: string },
): Promise<void> {
  const by = { by: shop.with(undefined) }
  const base = '/invoice/:merchant_id/:invoice_id/:secret'
  await recorder.call(shop, `GET ${base}`, place, by)
  await recorder.call(shop, `GET ${base}/pdf`, place, by)
  await recorder.call(shop, `GET ${base}/status`, place, by)
  const { body: example } = { body: recorder.example(`POST ${base}/payments`) }
  const { billing: _, ...body } = example
  const paid = await recorder.call(shop, `POST ${base}/payments`, place, { ...by, body })
  const attempt_id = String(body['attempt_id'])
  const { payment_id, client_secret } = paid.body
  const headers = { 'X-Client-Secret': String(client_secret) }
  await recorder.call(shop, `GET ${base}/attempts/:attempt_id`, { ...place, attempt_id }, by)
  const one = { ...place, payment_id }
  await recorder.call(shop, `GET ${base}/payments/:payment_id`, one, { ...by, headers })
}
