// Customers, payments, refunds, and their analytics.
import { testBank } from '#testing/bank.ts'
import type { Answer } from '#testing/client.ts'
import { ADMIN_KEY, type Shop } from '#testing/harness.ts'
import { recoverNow } from '#testing/recover.ts'
import { indexQueued } from '#resources/reporting/search/queue.ts'
import { catchUp } from '#testing/analytics.ts'
import { CHALLENGED, arrange, choose, pay } from '../support/paying.ts'
import type { Recorder } from './recorder.ts'

const limit = { query: { limit: '1' } }
const one = { body: { limit: 1 } }

export async function recordPayments(recorder: Recorder, shop: Shop): Promise<void> {
  const { customer_id } = (await recorder.call(shop, 'POST /customers')).body
  const body = {
    ...recorder.example('POST /payments'),
    customer_id,
    setup_future_usage: 'off_session',
    description: 'Two books',
    metadata: { order_id: '77' },
  }
  const paid = await recorder.call(shop, 'POST /payments', {}, { body })
  const { payment_id, payment_method_id } = paid.body
  await recorder.call(shop, 'GET /payments/:payment_id', { payment_id })
  await recorder.call(shop, 'GET /payments/list', {}, limit)
  await recorder.call(shop, 'POST /payments/list', {}, { body: { payment_id, limit: 1 } })
  await recordRefunds(recorder, shop, payment_id)
  await recordAnalytics(recorder, shop)
  await recordModifications(recorder, shop)
  await recorder.call(shop, 'GET /balances')
  await recorder.call(shop, 'GET /ledger/transfers', {}, { query: { object_id: payment_id } })
  await recorder.call(shop, 'POST /ledger/transfers', {}, { body: { object_id: payment_id } })
  await indexQueued(shop.services)
  await recorder.call(shop, 'GET /search', {}, { query: { q: 'ada' } })
  await recordCustomer(recorder, shop, customer_id, payment_method_id)
}

async function recordModifications(recorder: Recorder, shop: Shop): Promise<void> {
  const act = async (name: string, status: string): Promise<Answer> => {
    const { payment_id } = (await arrange(shop, status)).body
    return recorder.call(shop, `POST ${name}`, { payment_id })
  }
  await act('/payments/:payment_id', 'requires_payment_method')
  await act('/payments/:payment_id/confirm', 'requires_payment_method')
  await act('/payments/:payment_id/capture', 'requires_capture')
  await act('/payments/:payment_id/cancel', 'requires_capture')
  await act('/payments/:payment_id/approve', 'requires_merchant_action')
  await act('/payments/:payment_id/reject', 'requires_merchant_action')
  await act('/sandbox/payments/:payment_id/settle', 'processing')
  await recordReturn(recorder, shop, {})
  await recordReturn(recorder, shop, { return_url: 'https://shop.example/return' })
}

/** The customer's browser comes back from the bank's page. */
async function recordReturn(recorder: Recorder, shop: Shop, more: object): Promise<void> {
  const challenged = await pay(shop, CHALLENGED, more)
  const back = new URL((await choose(challenged, 'approve')).headers.get('Location') ?? '')
  const { merchant_id } = shop.merchant
  const returned = { merchant_id, payment_id: challenged.body.payment_id }
  const query = Object.fromEntries(back.searchParams)
  const by = shop.with(undefined)
  await recorder.call(shop, 'GET /payments/return/:merchant_id/:payment_id', returned, {
    by,
    query,
  })
}

async function recordRefunds(recorder: Recorder, shop: Shop, payment_id: string): Promise<void> {
  const body = { ...recorder.example('POST /refunds'), payment_id }
  const { refund_id } = (await recorder.call(shop, 'POST /refunds', {}, { body })).body
  await recorder.call(shop, 'GET /refunds/:refund_id', { refund_id })
  await recorder.call(shop, 'POST /refunds/:refund_id', { refund_id })
  await recorder.call(shop, 'GET /refunds/list', {}, limit)
  await recorder.call(shop, 'POST /refunds/list', {}, { body: { payment_id, limit: 1 } })
}

/** At a separate shop, because so many failed polls open the circuit to the bank. */
export async function recordResolution(recorder: Recorder, own: Shop): Promise<void> {
  const { merchant_id } = own.merchant
  const { payment_id } = (await arrange(own, 'succeeded')).body
  const bank = await testBank()
  await bank.desk('POST', '/faults', { rates: { error_before: 1 } })
  const { refund_id } = (await own.post('/refunds', { payment_id })).body
  for (let polls = 0; polls < 20; polls++) await recoverNow(own.services, merchant_id)
  await bank.desk('DELETE', '/faults')
  const by = own.with(ADMIN_KEY)
  const name = 'POST /accounts/:merchant_id/refunds/:refund_id/resolve'
  await recorder.call(own, name, { merchant_id, refund_id }, { by })
}

async function recordAnalytics(recorder: Recorder, shop: Shop): Promise<void> {
  await catchUp(shop.services)
  const hour = 3_600_000
  const now = shop.clock.now().getTime()
  const timeRange = {
    startTime: new Date(now - hour).toISOString(),
    endTime: new Date(now + hour).toISOString(),
  }
  for (const kind of ['payments', 'refunds', 'disputes']) {
    const name = `POST /analytics/v1/:scope/metrics/${kind}`
    const { timeSeries: _, ...example } = recorder.example(name)
    const body = { ...example, timeRange }
    await recorder.call(shop, name, { scope: 'merchant' }, { body })
    const headers = { Accept: 'text/csv' }
    await recorder.call(shop, name, { scope: 'merchant' }, { body, headers })
  }
}

async function recordCustomer(
  recorder: Recorder,
  shop: Shop,
  customer_id: string,
  payment_method_id: string,
): Promise<void> {
  await recorder.call(shop, 'GET /customers/:customer_id', { customer_id })
  await recorder.call(shop, 'GET /customers/list', {}, limit)
  await recorder.call(shop, 'POST /customers/list', {}, one)
  await recorder.call(shop, 'GET /customers/:customer_id/timeline', { customer_id })
  await recorder.call(shop, 'GET /customers/:customer_id/payment_methods', { customer_id })
  await recorder.call(shop, 'POST /customers/:customer_id/payment_methods', { customer_id }, one)
  await recorder.call(shop, 'GET /payment_methods/:payment_method_id', { payment_method_id })
  await recorder.call(shop, 'DELETE /payment_methods/:payment_method_id', { payment_method_id })
  await recorder.call(shop, 'POST /customers/:customer_id', { customer_id })
  await recorder.call(shop, 'DELETE /customers/:customer_id', { customer_id })
}
