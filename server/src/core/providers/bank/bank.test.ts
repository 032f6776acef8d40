// The contract tests cover the bank itself; these tests cover any other server at its address.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { addMs, MINUTE_MS, systemClock } from '#kernel/clock.ts'
import { createLog } from '#kernel/log.ts'
import { callbackHeaders } from '#testing/bank.ts'
import type { AuthorizeRequest } from '../request.ts'
import { ref } from '#testing/provider_contract/bench.ts'
import { createBank } from './bank.ts'

const SECRET = 'callback-secret'
const operation_id = 'op_1'
const request: AuthorizeRequest = {
  operation_id,
  amount: 1_000,
  currency: 'EUR',
  capture: true,
  instrument: {
    type: 'card',
    number: '4242424242424242',
    exp_month: 1,
    exp_year: 2040,
    cvc: '987',
  },
  authentication: null,
  customer_present: true,
  reference: 'pay_1',
}
const capture = { ...request, parent_id: 'op_0', final: true }
const approved = {
  operation_id,
  kind: 'authorize',
  transaction_id: 'bnk_1',
  outcome: 'approved',
  review: false,
  amount: 1_000,
  currency: 'EUR',
}

type Answer = readonly [status: number, body: unknown]

/** A server that gives every request the same answer, or resets the connection. */
async function standIn(answer: { now: Answer | 'break' }) {
  const seen = { requests: 0, faults: [] as unknown[] }
  const server = createServer((request, response) => {
    seen.requests++
    seen.faults.push(request.headers['x-bank-fault'])
    const [status, body] = answer.now === 'break' ? [0, ''] : answer.now
    if (status === 0) request.socket.destroy()
    else response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const bank = createBank({ url, key: 'bank-key', callback_secret: SECRET, log })
  const stop = async () => {
    bank.close()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { bank, seen, lines, [Symbol.asyncDispose]: stop }
}

test('an undocumented answer is unknown, with any status', async () => {
  const strange: Answer[] = [
    [200, 'not JSON'],
    [200, 'null'],
    [200, {}],
    [200, { ...approved, operation_id: 'op_2' }],
    [200, { ...approved, outcome: 'maybe' }],
    [200, { ...approved, transaction_id: null }],
    [200, { ...approved, amount: undefined }],
    [200, { ...approved, amount: '1000' }],
    [200, { ...approved, amount: 10.5 }],
    [200, { ...approved, amount: -1 }],
    [200, { ...approved, currency: undefined }],
    [200, { ...approved, currency: 'euros' }],
    [200, { ...approved, outcome: 'returned', amount: undefined }],
    [200, { ...approved, outcome: 'challenge', page_url: null }],
    [302, ''],
    [404, '<h1>Not found</h1>'],
    [409, { error: 'operation_id_reused' }],
    [429, { error: 'slow_down' }],
    [500, { error: 'maintenance' }],
    [502, '<h1>Bad gateway</h1>'],
    [503, '<h1>Service unavailable</h1>'],
  ]
  for (const now of strange) {
    await using host = await standIn({ now })
    const unknown = { result: 'unknown' }
    assert.deepEqual(await host.bank.authorize(request), unknown, JSON.stringify(now))
    assert.deepEqual(await host.bank.capture(capture), unknown, JSON.stringify(now))
    assert.deepEqual(await host.bank.query(ref(operation_id)), unknown, JSON.stringify(now))
    assert.deepEqual(await host.bank.revoke(ref(operation_id)), unknown, JSON.stringify(now))
  }
})

test('a capture that is declined is refused; an authorize that is refused is declined', async () => {
  const declined = { ...approved, outcome: 'declined', code: '51', message: 'No funds' }
  const answer: { now: Answer } = { now: [200, { ...declined, kind: 'capture' }] }
  await using host = await standIn(answer)

  assert.deepEqual(await host.bank.capture(capture), {
    result: 'refused',
    code: 'PE_02',
    unified_code: 'UE_1001',
    provider_code: '51',
    message: 'No funds',
  })

  answer.now = [400, { error: 'invalid_request', message: 'amount must be positive' }]
  const outcome = await host.bank.authorize(request)
  assert.ok(outcome.result === 'declined')
  assert.equal(outcome.code, 'UE_4001')
  assert.equal(outcome.provider_code, 'invalid_request')
})

test('an operation of any kind under a revoked id is revoked, and that is not logged as an error', async () => {
  const answer: { now: Answer } = { now: [409, { error: 'revoked', message: 'Use a new one.' }] }
  await using host = await standIn(answer)
  const revoked = { result: 'revoked' }
  const instrument = { type: 'bank_transfer', method_type: 'sepa', data: {} } as const

  assert.deepEqual(await host.bank.authorize(request), revoked)
  assert.deepEqual(await host.bank.capture(capture), revoked)
  assert.deepEqual(await host.bank.void(capture), revoked)
  assert.deepEqual(await host.bank.refund(capture), revoked)
  assert.deepEqual(await host.bank.payout({ ...request, instrument }), revoked)

  assert.deepEqual(host.lines, [])
  answer.now = [200, { operation_id, outcome: 'revoked' }]
  assert.deepEqual(await host.bank.query(ref(operation_id)), revoked)
  assert.deepEqual(await host.bank.revoke(ref(operation_id)), revoked)
})

test('a revocation that was not made says nothing about the operation', async () => {
  const answers: Answer[] = [
    [503, { error: 'maintenance' }],
    [401, { error: 'unauthorized' }],
    [404, { error: 'unknown_operation' }],
    [400, { error: 'invalid_request' }],
  ]
  for (const now of answers) {
    await using host = await standIn({ now })
    assert.deepEqual(await host.bank.revoke(ref(operation_id)), { result: 'unknown' })
  }
})

test('a key that the bank does not take means that nothing was done', async () => {
  await using host = await standIn({ now: [401, { error: 'unauthorized' }] })

  const outcome = await host.bank.authorize(request)

  assert.deepEqual(outcome, { result: 'not_sent', reason: 'unreachable' })
  assert.deepEqual(await host.bank.query(ref(operation_id)), { result: 'unknown' })
})

test('five lost answers in a row and the bank is left alone', async () => {
  await using host = await standIn({ now: 'break' })
  for (let i = 0; i < 5; i++) {
    assert.deepEqual(await host.bank.authorize(request), { result: 'unknown' })
  }

  const sixth = await host.bank.authorize(request)

  assert.deepEqual(sixth, { result: 'not_sent', reason: 'unreachable' })
  assert.deepEqual(await host.bank.query(ref(operation_id)), { result: 'unknown' })
  assert.equal(host.seen.requests, 5)
})

test('faults are passed on as they are, and requested ones do not count', async () => {
  const answer: { now: Answer | 'break' } = { now: 'break' }
  await using host = await standIn(answer)
  for (let i = 0; i < 6; i++) await host.bank.authorize({ ...request, faults: 'delay=5, timeout' })
  answer.now = [200, approved]

  const outcome = await host.bank.authorize(request)

  assert.equal(outcome.result, 'approved')
  assert.deepEqual(host.seen.faults, [...Array(6).fill('delay=5, timeout'), undefined])
})

test('lost answers are logged without the card or the key', async () => {
  await using host = await standIn({ now: 'break' })

  await host.bank.authorize(request)

  const text = host.lines.join('')
  assert.match(text, /op_1/)
  for (const secret of ['4242', '987', 'bank-key']) assert.ok(!text.includes(secret), secret)
})

const dispute = {
  dispute_id: 'bdp_1',
  operation_id,
  revision: 1,
  stage: 'dispute',
  status: 'opened',
  reason: 'fraudulent',
  reason_code: '10.4',
  amount: 1_000,
  currency: 'EUR',
  debited: 1_000,
  fees: 1_500,
  opened_at: '2026-01-01T00:00:00.000Z',
  challenge_required_by: '2026-01-15T00:00:00.000Z',
}

const reported = { ...dispute, transaction_id: null }

test('a dispute is believed whole or not at all', async () => {
  const answer: { now: Answer } = { now: [200, { ...dispute, more: 'than we know' }] }
  await using host = await standIn(answer)
  const { dispute_id } = dispute
  assert.deepEqual(await host.bank.queryDispute(dispute_id), reported)

  const wrong = {
    revision: -1,
    stage: 'war',
    status: 'lost?',
    amount: '1000',
    debited: 0.5,
    fees: null,
  }
  const changes = [
    ...Object.entries(wrong).map(([name, value]) => ({ [name]: value })),
    ...Object.keys(dispute).map((name) => ({ [name]: undefined })),
    { dispute_id: 'bdp_2' },
    { challenge_required_by: 'soon' },
  ]
  for (const change of changes) {
    answer.now = [200, { ...dispute, ...change }]
    const unknown = { result: 'unknown' }
    assert.deepEqual(await host.bank.queryDispute(dispute_id), unknown, JSON.stringify(change))
    assert.deepEqual(await host.bank.acceptDispute({ dispute_id }), unknown)
  }
})

test('a page of events with one that is not understood is not believed at all', async () => {
  const good = { event_id: 'bev_1', merchant_id: 'm_1', type: 'dispute', dispute }
  const page = { events: [good], cursor: '7', has_more: false }
  const answer: { now: Answer } = { now: [200, page] }
  await using host = await standIn(answer)
  assert.deepEqual(await host.bank.listEvents(null), {
    result: 'events',
    events: [{ ...good, dispute: reported }],
    cursor: '7',
    has_more: false,
  })

  const strange = [
    { ...page, events: [good, { ...good, type: 'weather' }] },
    { ...page, events: [good, { ...good, dispute: {} }] },
    { ...page, events: [null] },
    { ...page, events: {} },
    { ...page, cursor: 7 },
    { ...page, has_more: undefined },
    {},
  ]
  for (const body of strange) {
    answer.now = [200, body]
    assert.deepEqual(await host.bank.listEvents('3'), { result: 'unknown' }, JSON.stringify(body))
  }
})

function headersOf(body: Buffer, sent = systemClock.now()): Record<string, string> {
  return callbackHeaders({ env: { FLORIN_BANK_CALLBACK_SECRET: SECRET } }, body.toString(), sent)
}

test('a callback is believed for five minutes before and after the time that it is signed with', async () => {
  await using host = await standIn({ now: [500, ''] })
  const body = Buffer.from(
    JSON.stringify({ event_id: 'bev_1', type: 'operation', operation: approved }),
  )
  const isBelieved = (minutes: number) => {
    const sent = addMs(systemClock.now(), -minutes * MINUTE_MS)
    return host.bank.verifyCallback(body, headersOf(body, sent)) !== undefined
  }

  assert.deepEqual([0, 4, -4].map(isBelieved), [true, true, true])
  assert.deepEqual([6, 60, -6, -60].map(isBelieved), [false, false, false, false])
  const headers = headersOf(body, addMs(systemClock.now(), -6 * MINUTE_MS))
  const fresh = headersOf(body)['x-bank-timestamp'] ?? ''
  const forged = { ...headers, 'x-bank-timestamp': fresh }
  assert.equal(host.bank.verifyCallback(body, forged), undefined, 'the time is signed')
  const longer = Buffer.concat([body, Buffer.from(' ')])
  assert.equal(host.bank.verifyCallback(longer, headersOf(body)), undefined, 'byte by byte')
  const { 'x-bank-timestamp': _, ...without } = headersOf(body)
  assert.equal(host.bank.verifyCallback(body, without), undefined, 'a time is required')
})

test('a signature over something else than an event of an operation is no callback', async () => {
  await using host = await standIn({ now: [500, ''] })
  const verify = (body: unknown) => {
    const bytes = Buffer.from(JSON.stringify(body))
    return host.bank.verifyCallback(bytes, headersOf(bytes))?.events[0]
  }

  const event = { event_id: 'bev_1', type: 'operation', operation: approved }
  const reported = verify(event)
  assert.ok(reported?.type === 'operation')
  assert.equal(reported.outcome.result, 'approved')
  for (const body of [null, [], {}, { ...event, event_id: 7 }, { ...event, operation: null }]) {
    assert.equal(verify(body), undefined)
  }
  const bytes = Buffer.from(JSON.stringify(event))
  for (const signature of ['', 'é'.repeat(64), '0'.repeat(64)]) {
    const headers = { ...headersOf(bytes), 'x-bank-signature': signature }
    assert.equal(host.bank.verifyCallback(bytes, headers), undefined)
  }
})
