// The event list has the same events as the callbacks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorize, card, following, receiver, testBank, type ApiOperation } from './testing.ts'

interface Page {
  events: { event_id: string; merchant_id: string | null; type: string; operation: ApiOperation }[]
  cursor: string
  has_more: boolean
}

const slow = card('4000000000003055')

test('the list has the events of the callbacks, in order and with the same content', async () => {
  await using bank = await testBank()
  await using caller = await receiver()
  const request = authorize({ instrument: slow, callback_url: caller.url, merchant_id: 'm_1' })
  await bank.ask(request)
  await bank.ask(authorize())
  const none = (await bank.get<Page>('/events')).body
  assert.deepEqual(none, { events: [], cursor: '0', has_more: false })

  bank.clock.advance(5_000)
  bank.clock.advance(0)
  await caller.until(1)

  const { events, cursor } = (await bank.get<Page>(`/events?after=${none.cursor}`)).body
  assert.deepEqual([cursor, events.length], ['1', 1])
  assert.equal(events[0]?.merchant_id, 'm_1')
  assert.deepEqual(JSON.parse(caller.received[0]?.raw ?? ''), events[0])
  assert.deepEqual((await bank.get<Page>(`/events?after=${cursor}`)).body.events, [])
})

test('the list has the events of an operation without a callback address', async () => {
  await using bank = await testBank()
  const instrument = card('4000000000005126')
  const { operation_id } = (await bank.ask(authorize({ capture: true, instrument }))).body
  const refund = following('refund', operation_id, 500)
  await bank.ask(refund)
  bank.clock.advance(5_000)

  const { events } = (await bank.get<Page>('/events')).body

  assert.equal(events[0]?.operation.operation_id, refund.operation_id)
  assert.equal(events[0]?.operation.outcome, 'returned')
})

test('event pages neither skip nor repeat, even after a restart', async () => {
  await using bank = await testBank()
  const requests = Array.from({ length: 205 }, () => authorize({ instrument: slow }))
  await Promise.all(requests.map((request) => bank.ask(request)))
  bank.clock.advance(5_000)
  const seen: string[] = []
  let cursor = ''
  for (const left of [true, true, false]) {
    const { body } = await bank.get<Page>(`/events?after=${cursor}`)
    assert.equal(body.has_more, left)
    seen.push(...body.events.map(({ operation }) => operation.operation_id))
    cursor = body.cursor
    await bank.restart()
  }

  assert.equal(seen.length, 205)
  assert.deepEqual(new Set(seen), new Set(requests.map((request) => request.operation_id)))
})

test('an event is not listed while its operation is reported as pending, nor are the events after it', async () => {
  await using bank = await testBank()
  const hidden = authorize()
  await bank.ask(hidden, 'pending')
  const page = async () => (await bank.get<Page>('/events')).body
  assert.deepEqual(await page(), { events: [], cursor: '0', has_more: false })

  bank.clock.advance(1_000)

  assert.deepEqual(
    (await page()).events.map(({ operation }) => operation.outcome),
    ['approved'],
  )
})

test('a bank that lost its log lists all events to a reader with an old cursor', async () => {
  await using bank = await testBank()
  await bank.ask(authorize({ instrument: slow }))
  bank.clock.advance(5_000)
  const { body } = await bank.get<Page>('/events?after=812')
  assert.deepEqual([body.events.length, body.cursor], [1, '1'])
})

test('a cursor that is none of the bank is refused', async () => {
  await using bank = await testBank()
  assert.equal((await bank.get('/events?after=yesterday')).status, 400)
})
