// Limits on holds, captures, releases and refunds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dice } from './faults.ts'
import { authorize, card, following, type LoggedFact, testBank } from './testing.ts'

test('a hold can be captured in parts up to its amount and not beyond', async () => {
  await using bank = await testBank()
  const { operation_id } = (await bank.ask(authorize())).body

  assert.equal((await bank.ask(following('capture', operation_id, 600))).body.outcome, 'approved')
  const tooMuch = await bank.ask(following('capture', operation_id, 401))
  assert.equal(tooMuch.status, 422)
  assert.equal(tooMuch.body.error, 'amount_exceeds_hold')
  assert.equal((await bank.ask(following('capture', operation_id, 400))).body.outcome, 'approved')
})

test('a final capture releases the rest, and nothing can be captured after it', async () => {
  await using bank = await testBank()
  const { operation_id } = (await bank.ask(authorize())).body

  await bank.ask({ ...following('capture', operation_id, 300), final: true })

  const effects = (await bank.log()).map(({ effect, amount }) => [effect, amount])
  assert.deepEqual(effects, [
    ['held', 1_000],
    ['captured', 300],
    ['released', 700],
  ])
  const more = await bank.ask(following('capture', operation_id, 1))
  assert.equal(more.body.error, 'wrong_state')
})

for (const [number, code] of [
  ['4000000000005050', '05'],
  ['4000000000005159', '51'],
  ['4000000000005456', '54'],
] as const) {
  test(`a hold on ${number} is refused its captures with ${code}, and stays`, async () => {
    await using bank = await testBank()
    const { operation_id } = (await bank.ask(authorize({ instrument: card(number) }))).body

    const capture = (await bank.ask(following('capture', operation_id, 300))).body

    assert.deepEqual([capture.outcome, capture.code], ['declined', code])
    assert.equal((await bank.ask(following('void', operation_id))).body.outcome, 'approved')
    assert.deepEqual(
      (await bank.log()).map(({ effect, amount }) => [effect, amount]),
      [
        ['held', 1_000],
        ['declined', 300],
        ['released', 1_000],
      ],
    )
  })
}

test('a void releases the rest, once', async () => {
  await using bank = await testBank()
  const { operation_id } = (await bank.ask(authorize())).body
  await bank.ask(following('capture', operation_id, 300))

  assert.equal((await bank.ask(following('void', operation_id))).body.outcome, 'approved')

  const last = (await bank.log()).at(-1)
  assert.equal(last?.effect, 'released')
  assert.equal(last?.amount, 700)
  for (const kind of ['capture', 'void'] as const) {
    const answer = await bank.ask(following(kind, operation_id, 1))
    assert.equal(answer.body.error, 'wrong_state')
  }
  assert.equal((await bank.ask(following('refund', operation_id, 300))).body.outcome, 'approved')
})

test('an immediate charge can be neither captured nor voided, only refunded', async () => {
  await using bank = await testBank()
  const { operation_id } = (await bank.ask(authorize({ capture: true }))).body

  for (const kind of ['capture', 'void'] as const) {
    const answer = await bank.ask(following(kind, operation_id, 1))
    assert.equal(answer.body.error, 'wrong_state')
  }
  assert.equal((await bank.ask(following('refund', operation_id, 1_000))).status, 200)
  const tooMuch = await bank.ask(following('refund', operation_id, 1))
  assert.equal(tooMuch.status, 422)
  assert.equal(tooMuch.body.error, 'amount_exceeds_captured')
})

test('a declined authorization can be followed by nothing', async () => {
  await using bank = await testBank()
  const request = authorize({ instrument: card('4000000000000002') })
  await bank.ask(request)
  for (const kind of ['capture', 'void', 'refund'] as const) {
    const answer = await bank.ask(following(kind, request.operation_id, 1))
    assert.equal(answer.body.error, 'wrong_state')
  }
})

test('an operation in another currency than its authorization is refused', async () => {
  await using bank = await testBank()
  const { operation_id } = (await bank.ask(authorize())).body
  const answer = await bank.ask({ ...following('capture', operation_id, 100), currency: 'USD' })
  assert.equal(answer.status, 400)
})

test('a pending refund keeps its amount reserved until it is decided', async () => {
  await using bank = await testBank()
  const slow = card('4000000000007726')
  const { operation_id } = (await bank.ask(authorize({ capture: true, instrument: slow }))).body

  const refund = (await bank.ask(following('refund', operation_id, 900))).body
  assert.equal(refund.outcome, 'pending')
  const tooMuch = await bank.ask(following('refund', operation_id, 101))
  assert.equal(tooMuch.body.error, 'amount_exceeds_captured')

  bank.clock.advance(5_000)
  const later = await bank.get(`/operations/${refund.operation_id}`)
  assert.equal(later.body.outcome, 'approved')
  const stillTooMuch = await bank.ask(following('refund', operation_id, 101))
  assert.equal(stillTooMuch.body.error, 'amount_exceeds_captured')
})

test('a refund whose amount ends in 77 is declined later and its amount is free again', async () => {
  await using bank = await testBank()
  const { operation_id } = (await bank.ask(authorize({ capture: true }))).body

  const refund = (await bank.ask(following('refund', operation_id, 977))).body
  assert.equal(refund.outcome, 'pending')
  bank.clock.advance(5_000)

  const later = await bank.get(`/operations/${refund.operation_id}`)
  assert.equal(later.body.outcome, 'declined')
  assert.equal((await bank.ask(following('refund', operation_id, 1_000))).status, 200)
})

test('a refund to 4000000000005126 succeeds, and is returned five seconds later as a separate line', async () => {
  await using bank = await testBank()
  const instrument = card('4000000000005126')
  const { operation_id } = (await bank.ask(authorize({ capture: true, instrument }))).body
  const refund = (await bank.ask(following('refund', operation_id, 600))).body
  assert.equal(refund.outcome, 'approved')
  const tooMuch = await bank.ask(following('refund', operation_id, 401))
  assert.equal(tooMuch.body.error, 'amount_exceeds_captured')

  bank.clock.advance(5_000)

  const later = (await bank.get(`/operations/${refund.operation_id}`)).body
  assert.deepEqual([later.outcome, later.code], ['returned', 'F01'])
  const lines = (await bank.log()).filter((fact) => fact.operation_id === refund.operation_id)
  assert.deepEqual(
    lines.map(({ effect, amount }) => [effect, amount]),
    [
      ['refunded', 600],
      ['returned', 600],
    ],
  )
  assert.equal((await bank.ask(following('refund', operation_id, 1_000))).status, 200)
})

test('only an approved refund can be returned, and only once', async () => {
  await using bank = await testBank()
  const { operation_id } = (await bank.ask(authorize({ capture: true }))).body
  const refund = (await bank.ask(following('refund', operation_id, 500))).body
  const giveBack = (id: string) =>
    bank.send('POST', `/operations/${id}/settle`, { outcome: 'returned' })

  assert.equal((await giveBack(operation_id)).body.error, 'wrong_state')
  assert.equal((await giveBack(refund.operation_id)).body.outcome, 'returned')
  assert.equal((await giveBack(refund.operation_id)).body.error, 'wrong_state')
})

test('a void of an unfinished authorization ends it', async () => {
  await using bank = await testBank()
  const instrument = card('4000000000003220')
  const { operation_id, page_url } = (await bank.ask(authorize({ instrument }))).body

  assert.equal((await bank.ask(following('void', operation_id))).body.outcome, 'approved')

  assert.equal((await bank.choose(page_url, 'approve')).status, 409)
  const after = await bank.get(`/operations/${operation_id}`)
  assert.equal(after.body.outcome, 'declined')
  const effects = (await bank.log()).map(({ effect, amount }) => [effect, amount])
  assert.deepEqual(effects, [
    ['challenged', 1_000],
    ['declined', 1_000],
    ['released', 0],
  ])
})

/** One authorization's balance, from the log. */
function sums(log: LoggedFact[], authorization: string) {
  const sum = { held: 0, charged: 0, captured: 0, released: 0, refunded: 0 }
  for (const { operation_id, parent_id, effect, amount } of log) {
    if ((parent_id ?? operation_id) !== authorization) continue
    if (effect in sum) sum[effect as keyof typeof sum] += amount
  }
  return sum
}

test('captures, voids and refunds racing each other never move more than there is', async () => {
  await using bank = await testBank()
  const roll = dice(20_260_101)
  const below = (most: number) => 1 + Math.floor(roll() * most)
  const holds = await Promise.all(
    Array.from({ length: 12 }, async (_, place) => {
      const request = authorize({ capture: place % 4 === 0, amount: below(2_000) })
      return (await bank.ask(request)).body
    }),
  )
  const racing = Array.from({ length: 600 }, () => {
    const { operation_id, amount } = holds[Math.floor(roll() * holds.length)] ?? {
      operation_id: '',
    }
    const kind = roll() < 0.02 ? 'void' : roll() < 0.5 ? 'capture' : 'refund'
    return { ...following(kind, operation_id, below((amount ?? 0) / 3)), final: roll() < 0.03 }
  })

  const answers = await Promise.all(racing.map((request) => bank.ask(request)))

  const log = await bank.log()
  for (const { operation_id } of holds) {
    const { held, charged, captured, released, refunded } = sums(log, operation_id)
    assert.ok(captured + released <= held, operation_id)
    assert.ok(refunded <= captured + charged, operation_id)
  }
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 422]))
  const approved = answers.filter(({ body }) => body.outcome === 'approved').length
  const moved = log.filter(({ kind, effect }) => kind !== 'authorize' && effect !== 'released')
  const voided = log.filter(({ kind }) => kind === 'void')
  assert.equal(moved.length + voided.length, approved)
})
