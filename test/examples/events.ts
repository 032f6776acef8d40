// Events and their deliveries to a receiver, one per type.
import assert from 'node:assert/strict'
import { eventNames } from '#core/outbox/event_types.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import type { Shop } from '#testing/harness.ts'
import { startReceiver } from '#testing/receiver.ts'
import { until } from '../support/expect.ts'
import { arrange } from '../support/paying.ts'
import { untilLogged } from '../support/request_log.ts'
import type { Recorder } from './recorder.ts'

const HEADERS = [
  'X-Webhook-Signature-512',
  'X-Webhook-Event-Id',
  'X-Webhook-Attempt',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
]

export async function recordEvents(recorder: Recorder, shop: Shop): Promise<void> {
  const { merchant_id, profile_id } = shop.merchant
  await using receiver = await startReceiver()
  const webhook_details = { webhook_url: receiver.url, payment_created_enabled: true }
  const settings = `/account/${merchant_id}/business_profile/${profile_id}`
  assert.equal((await shop.post(settings, { webhook_details })).status, 200)
  await using _ = await runEventPipeline(shop)
  const base = '/events/:merchant_id'
  const { payment_id } = (await arrange(shop, 'succeeded')).body
  await receiver.until(1)
  const [sent] = receiver.received
  const event_id = String(sent?.headers['x-webhook-event-id'])
  const isDelivered = async () =>
    (await shop.get(`/events/${merchant_id}/${event_id}`)).body.delivery?.status === 'delivered'
  await until(isDelivered)
  await recorder.call(shop, `GET ${base}`, { merchant_id }, { query: { payment_id } })
  await recorder.call(shop, `POST ${base}`, { merchant_id }, { body: { payment_id } })
  await recorder.call(shop, `GET ${base}/:event_id`, { merchant_id, event_id })
  await recorder.call(shop, `GET ${base}/:event_id/attempts`, { merchant_id, event_id })
  await recorder.call(shop, `POST ${base}/:event_id/attempts`, { merchant_id, event_id })
  const query = { after: '0', limit: '1', wait: '10' }
  await recorder.call(shop, `GET ${base}/stream`, { merchant_id }, { query })
  const { attempts } = recorder.example(`POST ${base}/forwarded`) as { attempts: object[] }
  const body = { listener: 'laptop', attempts: attempts.map((each) => ({ ...each, event_id })) }
  await recorder.call(shop, `POST ${base}/forwarded`, { merchant_id }, { body })
  for (const event_type of eventNames) {
    const body = { event_type }
    await recorder.call(shop, `POST ${base}/test`, { merchant_id }, { body })
  }
  await receiver.until(1 + eventNames.length)
  for (const { headers, body } of receiver.received.slice(1)) {
    const parsed = JSON.parse(body)
    parsed.content.object = withNewFields(recorder, parsed.content)
    const named = HEADERS.map((name) => [name, String(headers[name.toLowerCase()])])
    recorder.webhooks.set(parsed.event_type, { headers: Object.fromEntries(named), body: parsed })
  }
  await recorder.call(shop, `POST ${base}/:event_id/retry`, { merchant_id, event_id })
  await recordRequests(recorder, shop, payment_id)
  await recorder.call(shop, 'GET /sandbox/clock')
  await recorder.call(shop, 'POST /sandbox/clock')
}

/** The requests by POST that name the payment: its creation, the events of it, and a redelivery. */
const LOGGED = 3

/** The payment is confirmed in the request that creates it. */
async function recordRequests(recorder: Recorder, shop: Shop, object_id: string): Promise<void> {
  const [request] = await untilLogged(shop, `object_id=${object_id}&method=POST`, LOGGED)
  const query = { object_id, method: 'POST', limit: '1' }
  await recorder.call(shop, 'GET /requests', {}, { query })
  await recorder.call(shop, 'POST /requests', {}, { body: { ...query, limit: 1 } })
  const { request_id = '' } = request ?? {}
  await recorder.call(shop, 'GET /requests/:request_id', { request_id })
}

/** The route that returns each event's object. */
const ANSWERED: Readonly<Record<string, string>> = {
  payment_details: 'GET /payments/:payment_id',
  refund_details: 'GET /refunds/:refund_id',
  dispute_details: 'GET /disputes/:dispute_id',
  payout_details: 'GET /payouts/:payout_id',
  subscription_details: 'GET /subscriptions/:subscription_id',
  payment_link_details: 'GET /payment_link/:payment_link_id',
}

/** Test events are made of these very examples: a field that they do not have yet comes from the answer. */
function withNewFields(recorder: Recorder, content: { type: string; object: object }): object {
  const name = ANSWERED[content.type] ?? ''
  const answer = recorder.operations.get(name)?.answers['application/json']
  assert.ok(answer, `${name} is not recorded`)
  const { client_secret: _, approvals_required: __, ...fields } = answer as Record<string, unknown>
  const known = Object.entries(content.object).filter(([field]) => field in fields)
  const added = Object.entries(fields).filter(([field]) => !(field in content.object))
  return Object.fromEntries([...known, ...added])
}
