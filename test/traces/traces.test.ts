// One payment with its webhook, in a deployment whose traces go to a collector of our own.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { attributeKinds } from '#kernel/trace.ts'
import type { Answer } from '#testing/client.ts'
import { type Deployment, startDeployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import { examplePayment } from '#resources/payments/payments/example.ts'
import { startReceiver } from '#testing/receiver.ts'
import { type CollectedSpan, type Collector, startCollector } from '../support/collector.ts'

/** A caller's span: its own trace, with the flag that asks for sampling. */
const CALLER = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }
const HEADERS = { traceparent: `00-${CALLER.trace}-${CALLER.span}-01`, 'X-Request-Id': 'order-7' }
const CARD_AS_SPAN = `00-${CALLER.trace}-4111111111111111-01`

const cleanup = new AsyncDisposableStack()
let collector: Collector
let deployment: Deployment
let paid: Answer

before(async () => {
  collector = cleanup.use(await startCollector())
  const receiver = cleanup.use(await startReceiver())
  const env = {
    ...collector.env,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-7',
  }
  deployment = cleanup.use(await startDeployment({ env }))
  const { merchant_id, profile_id } = deployment.merchant
  const profile = `/account/${merchant_id}/business_profile/${profile_id}`
  const client = deployment.client()
  await client.post(profile, { webhook_details: { webhook_url: receiver.url } })
  paid = await client.post('/payments', examplePayment, { headers: HEADERS })
  assert.equal(paid.body.status, 'succeeded', paid.text)
  await client.post('/payments', { amount: -1 }, { headers: { traceparent: CARD_AS_SPAN } })
  const stranger = client.with('snd_nobody')
  await stranger.post('/payments', examplePayment, { headers: HEADERS })
  await client.post('/refunds', { payment_id: paid.body.payment_id, amount: 100 })
  await receiver.until(2)
  await eventually('every span is exported', async () => find('webhook delivery').length >= 2)
  const { apis, workers } = deployment
  await Promise.all([...apis, ...workers].map((each) => each.stop()))
})
after(() => cleanup.disposeAsync())

function find(name: string): CollectedSpan[] {
  return collector.spans.filter((span) => span.name === name)
}

function theOne(spans: readonly CollectedSpan[]): CollectedSpan {
  assert.equal(spans.length, 1, JSON.stringify(spans))
  return spans[0] as CollectedSpan
}

function requestSpan(): CollectedSpan {
  const spans = find('POST /payments')
  return theOne(spans.filter((span) => span.attributes['http.response.status_code'] === 200))
}

/** The spans below a span, by name. */
function below({ traceId, spanId }: CollectedSpan): Map<string, CollectedSpan[]> {
  const inTrace = collector.spans.filter((span) => span.traceId === traceId)
  return Map.groupBy(
    inTrace.filter((span) => span.parentSpanId === spanId),
    ({ name }) => name,
  )
}

test('a payment is one trace from the request through its commits to the call of the provider', () => {
  const request = requestSpan()
  const children = below(request)

  assert.equal(request.parentSpanId ?? '', '')
  assert.equal(request.attributes['florin.request_id'], 'order-7')
  assert.equal(request.attributes['florin.merchant_id'], deployment.merchant.merchant_id)
  const tables = children.get('commit')?.map((span) => span.attributes['florin.table'])
  assert.deepEqual(tables?.slice(0, 2), ['payments', 'payments'])
  const call = theOne(children.get('provider authorize') ?? [])
  assert.equal(call.attributes['florin.object_id'], paid.body.payment_id)
  assert.equal(call.attributes['florin.provider'], 'bank')
  const sent = theOne(below(call).get('provider request') ?? [])
  assert.equal(sent.attributes['http.response.status_code'], 200)
})

test('an event and its webhook deliveries are one trace, to which the request links', () => {
  const linked = requestSpan().links.map(({ traceId }) => traceId)
  const event = theOne(find('event payment_succeeded'))
  const delivery = theOne(below(event).get('webhook delivery') ?? [])

  assert.ok(linked.includes(event.traceId), linked.join())
  for (const { attributes } of [event, delivery]) {
    assert.match(String(attributes['florin.event_id']), /^evt_/)
    assert.equal(attributes['florin.object_id'], paid.body.payment_id)
  }
  assert.equal(delivery.attributes['florin.attempt'], 1)
  assert.equal(delivery.attributes['http.response.status_code'], 200)
})

test('a traceparent neither starts a trace nor is its flag obeyed; a merchant gets a link', () => {
  const request = requestSpan()
  const others = find('POST /payments').filter((span) => span !== request)

  assert.notEqual(request.traceId, CALLER.trace)
  assert.ok(request.links.some(({ spanId }) => spanId === CALLER.span))
  assert.equal(others.length, 2)
  // A stranger, and a caller whose span has the digits of a card.
  for (const { links, traceId } of others) {
    assert.deepEqual(links, [])
    assert.notEqual(traceId, CALLER.trace)
  }
  assert.ok(!collector.bodies.join().includes('4111111111111111'))
})

test('a refused request records the code of its error and no message', () => {
  const refused = find('POST /payments').filter((span) => span.attributes['error.type'])

  const statuses = refused.map((span) => span.attributes['http.response.status_code'])
  assert.deepEqual(new Set(statuses), new Set([400, 401]))
  for (const { status, attributes } of collector.spans) {
    assert.equal(status.message ?? '', '')
    assert.match(String(attributes['error.type'] ?? 'XX_00'), /^\w+$/)
  }
})

test('no span has an attribute outside the table, and no event', () => {
  const known = new Set(Object.keys(attributeKinds))
  const used = collector.spans.flatMap(({ attributes }) => Object.keys(attributes))

  assert.ok(collector.spans.length > 15)
  assert.deepEqual(
    used.filter((name) => !known.has(name)),
    [],
  )
  assert.ok(!collector.bodies.some((body) => /"events":\[\{/.test(body)))
})

test('both processes name their role, and the collector gets its header', () => {
  const all = collector.bodies.join()

  for (const role of ['api', 'worker']) assert.ok(all.includes(`"florin-${role}"`), role)
  for (const { authorization } of collector.headers) {
    assert.equal(authorization, 'Bearer collector-7')
  }
})
