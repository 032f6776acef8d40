// Merchants' clocks, which the sandbox moves forward: the bank's scheduled changes follow them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorize, card, testBank, type TestBank } from './testing.ts'

const SLOW = card('4000000000003055')
const DISPUTED = card('4000000000000259')
const transfer = { type: 'bank_transfer', method_type: 'sepa', data: {} }
const DAY_MS = 86_400_000

interface ClockAnswer {
  next_in_ms: number | null
  scheduled: number
  changes: number
}

const move = (bank: TestBank, merchant_id: string, ms: number) =>
  bank.send<ClockAnswer>('POST', `/clocks/${merchant_id}`, { ms })
const nextIn = async (bank: TestBank, merchant_id: string) =>
  (await bank.get<ClockAnswer>(`/clocks/${merchant_id}`)).body.next_in_ms
const outcomeOf = async (bank: TestBank, operation_id: string) =>
  (await bank.get(`/operations/${operation_id}`)).body.outcome

test("moving a clock runs its merchant's due work, and no other merchant's, before the response", async () => {
  await using bank = await testBank()
  for (const merchant_id of ['m_1', 'm_2']) {
    const operation_id = `op_${merchant_id}`
    await bank.ask(authorize({ operation_id, merchant_id, capture: true, instrument: SLOW }))
  }
  assert.equal(await nextIn(bank, 'm_1'), 5_000)

  assert.deepEqual((await move(bank, 'm_1', 3_000)).body, {
    next_in_ms: 2_000,
    scheduled: 1,
    changes: 0,
  })
  assert.equal(await outcomeOf(bank, 'op_m_1'), 'pending')
  const moved = await move(bank, 'm_1', 2_000)

  assert.deepEqual(moved.body, { next_in_ms: null, scheduled: 0, changes: 1 })
  assert.equal(await outcomeOf(bank, 'op_m_1'), 'approved')
  assert.equal(await outcomeOf(bank, 'op_m_2'), 'pending')
  assert.equal(await nextIn(bank, 'm_2'), 5_000)
})

test('a dispute due within a movement is opened once, even after a restart', async () => {
  await using bank = await testBank()
  const fields = { operation_id: 'op_1', merchant_id: 'm_1', capture: true, instrument: DISPUTED }
  await bank.ask(authorize(fields))
  await move(bank, 'm_1', 4_000)

  await bank.restart()
  assert.equal(await nextIn(bank, 'm_1'), 1_000)
  await move(bank, 'm_1', DAY_MS)
  bank.clock.advance(DAY_MS)

  const opened = (await bank.log()).filter(({ effect }) => effect === 'dispute_opened')
  assert.equal(opened.length, 1)
})

test('a transfer that a movement passes is left to the customer, one that it does not pass arrives in its time', async () => {
  await using bank = await testBank()
  for (const n of [1, 2]) {
    const fields = { operation_id: `op_${n}`, merchant_id: `m_${n}`, capture: true }
    await bank.ask(authorize({ ...fields, instrument: transfer }))
  }

  await move(bank, 'm_1', DAY_MS)
  await move(bank, 'm_2', 40_000)
  await bank.restart()
  bank.clock.advance(20_000)

  assert.equal(await nextIn(bank, 'm_1'), null)
  assert.equal(await outcomeOf(bank, 'op_1'), 'pending')
  assert.equal(await outcomeOf(bank, 'op_2'), 'approved')
  await bank.send('POST', '/operations/op_1/settle', { outcome: 'approved' })
  assert.equal(await outcomeOf(bank, 'op_1'), 'approved')
})

test('a movement without anything scheduled is not logged', async () => {
  await using bank = await testBank()

  assert.equal((await move(bank, 'm_1', DAY_MS)).body.scheduled, 0)
  assert.equal((await move(bank, 'm_1', -1)).status, 400)

  assert.deepEqual(await bank.log(), [])
})
