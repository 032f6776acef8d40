import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Stripe } from 'stripe'
import { authorization, card, openAccount } from './account.ts'
import { sign } from './webhooks.ts'
import { eventTypes, verifyCallback } from '#core/providers/stripe/events.ts'

const charge = {
  id: 'ch_1',
  object: 'charge',
  amount: 1_000,
  currency: 'eur',
  captured: true,
  status: 'succeeded',
  payment_intent: 'pi_1',
  metadata: { operation_id: 'op_1' },
}
const event = { id: 'evt_1', object: 'event', type: 'charge.succeeded', data: { object: charge } }
const payload = JSON.stringify(event)
const body = Buffer.from(payload)
const now = new Date(1_800_000_000_000)
const at = now.getTime() / 1_000

function verify(header: string, secrets = ['whsec_new', 'whsec_old'], given = body) {
  return verifyCallback(secrets, 'mer_1', given, { 'stripe-signature': header }, now)
}

test("the official package's signature is valid, and ours is valid to the official package", () => {
  const theirs = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: 'whsec_old',
    timestamp: at,
  })
  const read = verify(theirs)
  assert.deepEqual(read, {
    answer: null,
    events: [
      {
        event_id: 'evt_1',
        merchant_id: 'mer_1',
        type: 'operation',
        operation_id: 'op_1',
        outcome: {
          result: 'approved',
          transaction_id: 'pi_1',
          review: false,
          amount: 1_000,
          currency: 'EUR',
        },
      },
    ],
  })

  const ours = sign(['whsec_old'], payload, at)
  const theirEvent = Stripe.webhooks.constructEvent(payload, ours, 'whsec_old', Infinity)
  assert.equal(theirEvent.id, 'evt_1')
})

test('during a rotation both secrets are valid, and each signature in the header counts', () => {
  assert.ok(verify(sign(['whsec_new'], payload, at)))
  assert.ok(verify(sign(['whsec_old'], payload, at)))
  assert.ok(verify(sign(['whsec_other', 'whsec_new'], payload, at)))
  assert.equal(verify(sign(['whsec_other'], payload, at)), undefined)
  assert.equal(verify(sign(['whsec_new'], payload, at), []), undefined)
})

test('a callback is believed for five minutes before and after its time, and byte by byte', () => {
  for (const [seconds, isBelieved] of [
    [300, true],
    [301, false],
    [-300, true],
    [-301, false],
  ] as const) {
    const read = verify(sign(['whsec_new'], payload, at - seconds))
    assert.equal(read !== undefined, isBelieved, String(seconds))
  }
  const header = sign(['whsec_new'], payload, at)
  assert.equal(
    verify(header, ['whsec_new'], Buffer.from(payload.replace('1000', '9000'))),
    undefined,
  )
  assert.equal(verify(header, ['whsec_new'], Buffer.from(`${payload} `)), undefined)
  for (const broken of ['', 't=', `t=${at}`, 'v1=00', `t=now,v1=00`]) {
    assert.equal(verify(broken), undefined, broken)
  }
})

test('every event type is one that the official package knows', () => {
  // The list is checked by the compiler.
  const known: readonly Stripe.Event['type'][] = [
    'charge.succeeded',
    'payment_intent.payment_failed',
    'setup_intent.succeeded',
    'setup_intent.setup_failed',
    'checkout.session.expired',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
  ]
  assert.deepEqual(eventTypes, known)
})

test('events of other systems on the same account are left out', () => {
  const read = (change: object, type = 'charge.succeeded') => {
    const text = JSON.stringify({ ...event, type, data: { object: { ...charge, ...change } } })
    const header = sign(['whsec_new'], text, at)
    return verify(header, ['whsec_new'], Buffer.from(text))?.events
  }
  assert.equal(read({})?.length, 1)
  assert.deepEqual(read({ metadata: {} }), [])
  assert.deepEqual(read({ payment_intent: null }), [])
  assert.deepEqual(read({ amount: '1000' }), [])
  assert.deepEqual(read({}, 'customer.created'), [])
  assert.deepEqual(read({}, 'constructor'), [])
})

test('the event list is read from the cursor, oldest first, and a cursor that Stripe has lost starts over', async () => {
  await using account = await openAccount()
  const { provider } = account
  const pay = async () => {
    const request = authorization()
    await provider.authorize(request)
    return request.operation_id
  }
  const read = async (cursor: string | null) => {
    const page = await provider.listEvents(cursor)
    assert.ok(page.result === 'events')
    const ids = page.events.map((each) => each.type === 'operation' && each.operation_id)
    return { ids, ...page }
  }
  assert.deepEqual((await read(null)).ids, [])
  const first = [await pay(), await pay()]
  const start = await read(null)
  assert.deepEqual(start.ids, first)

  const later: string[] = []
  for (let i = 0; i < 60; i++) later.push(await pay())

  const second = await read(start.cursor)
  const third = await read(second.cursor)
  assert.ok(second.has_more && !third.has_more)
  assert.deepEqual([...second.ids, ...third.ids], later)
  assert.deepEqual((await read(third.cursor)).ids, [])
  assert.equal((await read(third.cursor)).cursor, third.cursor)
  assert.deepEqual((await read('evt_gone')).ids, [...first, ...later])
  assert.deepEqual(account.server.violations, [])
})

for (const deliver of ['now', 'late', 'twice', 'shuffled'] as const) {
  test(`webhooks delivered ${deliver} report the same outcomes as the list`, async () => {
    await using account = await openAccount()
    const { provider, server } = account
    const { openMailbox } = await import('#testing/provider_contract/mailbox.ts')
    const mailbox = await openMailbox()
    server.postman.configure({ url: mailbox.url, deliver, late_ms: 50 })
    const declined = authorization({ instrument: card('4000000000000002') })
    const approved = authorization()

    await provider.authorize(declined)
    await provider.authorize(approved)
    await server.postman.flush()

    for (const { operation_id } of [declined, approved]) {
      await mailbox.letter(
        provider,
        (each) => each.type === 'operation' && each.operation_id === operation_id,
      )
    }
    const page = await provider.listEvents(null)
    assert.ok(page.result === 'events')
    const delivered = new Map(mailbox.eventsFor(provider).map((each) => [each.event_id, each]))
    assert.deepEqual(
      page.events,
      page.events.map(({ event_id }) => delivered.get(event_id)),
    )
    await mailbox.close()
  })
}
