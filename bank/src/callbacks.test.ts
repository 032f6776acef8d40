import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { authorize, card, following, receiver, SECRET, testBank, type TestBank } from './testing.ts'

const pending = card('4000000000003055')

/** Waits until no network traffic is in flight. */
async function settled(bank: TestBank): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await bank.get('/health')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

test('a later outcome is reported, signed over the time and the exact bytes that are sent', async () => {
  await using bank = await testBank()
  await using caller = await receiver()
  const request = authorize({ instrument: pending, callback_url: caller.url })
  await bank.ask(request)

  bank.clock.advance(5_000)
  bank.clock.advance(0)
  await caller.until(1)

  const [first] = caller.received
  assert.ok(first !== undefined)
  assert.equal(Number(first.timestamp), Math.floor(bank.clock.now() / 1_000))
  const signed = `${first.timestamp}.${first.raw}`
  const expected = createHmac('sha256', SECRET).update(signed).digest('hex')
  assert.equal(first.signature, expected)
  assert.match(first.event_id, /^bev_/)
  assert.equal(JSON.parse(first.raw).type, 'operation')
  const known = await bank.get(`/operations/${request.operation_id}`)
  assert.deepEqual(first.operation, known.body)
  assert.equal(first.operation.outcome, 'approved')
})

test('an outcome that was in the answer is not reported again', async () => {
  await using bank = await testBank()
  await using caller = await receiver()
  await bank.ask(authorize({ callback_url: caller.url }))
  bank.clock.advance(600_000)
  await settled(bank)
  assert.equal(caller.received.length, 0)
})

test('a callback is repeated after 1, 2, 4 … seconds until it is taken, with the same event', async () => {
  await using bank = await testBank()
  await using caller = await receiver()
  caller.statuses.push(500, 302, 404)
  await bank.ask(authorize({ instrument: pending, callback_url: caller.url }))

  bank.clock.advance(5_000)
  for (const [place, wait_ms] of [1_000, 2_000, 4_000].entries()) {
    await caller.until(place + 1)
    await settled(bank)
    bank.clock.advance(wait_ms - 1)
    await settled(bank)
    assert.equal(caller.received.length, place + 1)
    bank.clock.advance(1)
  }
  await caller.until(4)
  await settled(bank)
  bank.clock.advance(600_000)
  await settled(bank)

  assert.equal(caller.received.length, 4)
  assert.equal(new Set(caller.received.map(({ raw }) => raw)).size, 1)
  const [first = Number.NaN, ...later] = caller.received.map(({ timestamp }) => Number(timestamp))
  assert.deepEqual(
    later.map((time) => time - first),
    [1, 3, 7],
    'each attempt is signed when it is sent',
  )
})

test('after ten retries the bank stops', async () => {
  await using bank = await testBank()
  await using caller = await receiver()
  caller.statuses.push(...Array<number>(20).fill(500))
  await bank.ask(authorize({ instrument: pending, callback_url: caller.url }))

  bank.clock.advance(5_000)
  for (let count = 1; count <= 11; count += 1) {
    await caller.until(count)
    await settled(bank)
    bank.clock.advance(60_000)
  }
  await settled(bank)

  assert.equal(caller.received.length, 11)
})

test('a page that was answered is reported', async () => {
  await using bank = await testBank()
  await using caller = await receiver()
  const instrument = card('4000000000003220')
  const { page_url } = (await bank.ask(authorize({ instrument, callback_url: caller.url }))).body

  await bank.choose(page_url, 'decline')
  bank.clock.advance(0)
  await caller.until(1)

  assert.equal(caller.received[0]?.operation.outcome, 'declined')
  assert.equal(caller.received[0]?.operation.code, 'A01')
})

test('a refund that is decided later is reported under its own operation', async () => {
  await using bank = await testBank()
  await using caller = await receiver()
  const { operation_id } = (await bank.ask(authorize({ capture: true }))).body
  const refund = { ...following('refund', operation_id, 177), callback_url: caller.url }
  await bank.ask(refund)

  bank.clock.advance(5_000)
  bank.clock.advance(0)
  await caller.until(1)

  assert.equal(caller.received[0]?.operation.operation_id, refund.operation_id)
  assert.equal(caller.received[0]?.operation.outcome, 'declined')
})

test('callback_twice sends one event twice', async () => {
  await using bank = await testBank()
  await using caller = await receiver()
  const request = authorize({ instrument: pending, callback_url: caller.url })
  await bank.ask(request, 'callback_twice')

  bank.clock.advance(5_000)
  await caller.until(2)
  await settled(bank)
  bank.clock.advance(600_000)
  await settled(bank)

  assert.equal(caller.received.length, 2)
  assert.equal(caller.received[0]?.raw, caller.received[1]?.raw)
})

test('callback_late delays a callback, while a query returns the outcome', async () => {
  await using bank = await testBank()
  await using caller = await receiver()
  const request = authorize({ instrument: pending, callback_url: caller.url })
  await bank.ask(request, 'callback_late=30000')

  bank.clock.advance(34_999)
  await settled(bank)
  assert.equal(caller.received.length, 0)
  const known = await bank.get(`/operations/${request.operation_id}`)
  assert.equal(known.body.outcome, 'approved')

  bank.clock.advance(1)
  await caller.until(1)
})

test('a restarted bank sends its outstanding callbacks, and no others', async () => {
  await using bank = await testBank()
  await using caller = await receiver()
  const reported = authorize({ instrument: pending, callback_url: caller.url })
  await bank.ask(reported)
  bank.clock.advance(5_000)
  await caller.until(1)
  await settled(bank)
  const late = authorize({ instrument: pending, callback_url: caller.url })
  await bank.ask(late, 'callback_late=1000')
  bank.clock.advance(5_000)

  await bank.restart()
  bank.clock.advance(600_000)
  await caller.until(2)
  await settled(bank)

  assert.deepEqual(
    caller.received.map(({ operation }) => operation.operation_id),
    [reported.operation_id, late.operation_id],
  )
})
