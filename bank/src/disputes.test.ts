// A dispute's life: all moves, and every money movement in the log.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { disputeToApi } from './dispute.ts'
import {
  authorize,
  bytesOf,
  card,
  following,
  KEY,
  type LoggedFact,
  receiver,
  testBank,
  type TestBank,
} from './testing.ts'

type ApiDispute = ReturnType<typeof disputeToApi>

const fraudulent = card('4000000000000259')

/** The bank's events, each with its dispute's latest state. */
async function eventsOf(bank: TestBank): Promise<ApiDispute[]> {
  const { body } = await bank.get<{ events: { dispute?: ApiDispute }[] }>('/events')
  return body.events.flatMap(({ dispute }) => dispute ?? [])
}

async function disputed(bank: TestBank, fields: object = {}): Promise<ApiDispute> {
  await bank.ask(authorize({ capture: true, instrument: fraudulent, ...fields }))
  bank.clock.advance(5_000)
  const dispute = (await eventsOf(bank)).at(-1)
  assert.ok(dispute !== undefined)
  return dispute
}

function money(log: LoggedFact[], { dispute_id }: ApiDispute) {
  return log
    .filter(
      ({ operation_id, effect }) => operation_id === dispute_id && !effect.startsWith('dispute_'),
    )
    .map(({ effect, amount }) => [effect, amount])
}

let made = 0

function evidence(texts: Record<string, string> = {}, submission_id = `sub_${(made += 1)}`) {
  const file = { field: 'receipt', file_name: 'r.pdf', file_type: 'application/pdf', file_size: 9 }
  return { submission_id, texts: { customer_name: 'Ada', ...texts }, files: [file] }
}

const act = (bank: TestBank, { dispute_id }: ApiDispute, verb: string, body: object = {}) =>
  bank.send<ApiDispute>('POST', `/disputes/${dispute_id}/${verb}`, body)
const decide = (bank: TestBank, dispute: ApiDispute, decision: string) =>
  act(bank, dispute, 'decide', { decision })

for (const [number, stage, reason, reason_code] of [
  ['4000000000000259', 'dispute', 'fraudulent', '10.4'],
  ['4000000000002685', 'dispute', 'product_not_received', '13.1'],
  ['4000000000001976', 'pre_dispute', 'fraudulent', '10.4'],
] as const) {
  test(`${number} is disputed five seconds after its money was taken, as ${reason} at ${stage}`, async () => {
    await using bank = await testBank()
    const request = authorize({ capture: true, instrument: card(number), merchant_id: 'm_1' })
    await bank.ask(request)
    bank.clock.advance(4_999)
    assert.deepEqual(await eventsOf(bank), [])

    bank.clock.advance(1)

    const [dispute] = await eventsOf(bank)
    const isInquiry = stage === 'pre_dispute'
    assert.deepEqual(dispute, {
      dispute_id: dispute?.dispute_id,
      operation_id: request.operation_id,
      merchant_id: 'm_1',
      reference: request.reference,
      revision: 1,
      stage,
      status: 'opened',
      reason,
      reason_code,
      amount: 1_000,
      currency: 'EUR',
      debited: isInquiry ? 0 : 1_000,
      fees: isInquiry ? 0 : 1_500,
      opened_at: '2026-01-01T00:00:05.000Z',
      challenge_required_by: '2026-01-15T00:00:05.000Z',
    })
    const known = await bank.get<ApiDispute>(`/disputes/${dispute.dispute_id}`)
    assert.deepEqual(known.body, dispute)
    const taken = [
      ['charged_back', 1_000],
      ['fee_charged', 1_500],
    ]
    assert.deepEqual(money(await bank.log(), dispute), isInquiry ? [] : taken)
  })
}

test('a hold is disputed only once money was taken of it, and then all that was taken by then', async () => {
  await using bank = await testBank()
  const { operation_id } = (await bank.ask(authorize({ instrument: fraudulent }))).body
  bank.clock.advance(60_000)
  assert.deepEqual(await eventsOf(bank), [])

  await bank.ask(following('capture', operation_id, 300))
  bank.clock.advance(4_000)
  await bank.ask(following('capture', operation_id, 200))
  bank.clock.advance(60_000)

  const all = await eventsOf(bank)
  assert.deepEqual(
    all.map(({ amount }) => amount),
    [500],
  )
  assert.equal(all[0]?.operation_id, operation_id)
})

test('evidence challenges a dispute, again and again, and each time counts once', async () => {
  await using bank = await testBank()
  const dispute = await disputed(bank)
  const first = evidence()

  const answers = await Promise.all([1, 2, 3].map(() => act(bank, dispute, 'evidence', first)))
  const more = await act(bank, dispute, 'evidence', evidence())
  const late = await act(bank, dispute, 'evidence', first)

  assert.deepEqual(
    [...answers, more, late].map(({ body }) => [body.status, body.revision]),
    [
      ['challenged', 2],
      ['challenged', 2],
      ['challenged', 2],
      ['challenged', 3],
      ['challenged', 3],
    ],
  )
  const other = evidence({ customer_name: 'Eve' }, first.submission_id)
  assert.equal((await act(bank, dispute, 'evidence', other)).body.error, 'operation_id_reused')
})

for (const [word, status, debited] of [
  ['winning_evidence', 'won', 0],
  ['losing_evidence', 'lost', 1_000],
] as const) {
  test(`${word} makes it ${status} five seconds later`, async () => {
    await using bank = await testBank()
    const dispute = await disputed(bank)
    await act(bank, dispute, 'evidence', evidence({ uncategorized_text: word }))
    bank.clock.advance(4_999)
    await bank.restart()
    bank.clock.advance(1)

    const known = (await bank.get<ApiDispute>(`/disputes/${dispute.dispute_id}`)).body
    assert.deepEqual([known.status, known.debited, known.fees], [status, debited, 1_500])
    const last = money(await bank.log(), dispute).at(-1)
    assert.deepEqual(last, status === 'won' ? ['restored', 1_000] : ['fee_charged', 1_500])
  })
}

test('only the last evidence decides', async () => {
  await using bank = await testBank()
  const dispute = await disputed(bank)
  await act(bank, dispute, 'evidence', evidence({ uncategorized_text: 'losing_evidence' }))
  await act(bank, dispute, 'evidence', evidence({ uncategorized_text: 'I rest my case' }))
  bank.clock.advance(60_000)

  const known = await bank.get<ApiDispute>(`/disputes/${dispute.dispute_id}`)
  assert.equal(known.body.status, 'challenged')
})

/** All moves: the start states, the target state and the effect on the money. */
const moves = [
  ['opened', 'accept', 'accepted', []],
  ['opened', 'expire', 'expired', []],
  ['opened', 'withdraw', 'cancelled', [['restored', 1_000]]],
  ['opened', 'win', null, []],
  ['opened', 'lose', null, []],
  ['opened', 'escalate', null, []],
  ['challenged', 'accept', 'accepted', []],
  ['challenged', 'expire', null, []],
  ['challenged', 'withdraw', 'cancelled', [['restored', 1_000]]],
  ['challenged', 'win', 'won', [['restored', 1_000]]],
  ['challenged', 'lose', 'lost', []],
  ['challenged', 'escalate', null, []],
  ['won', 'escalate', 'opened', [['charged_back', 1_000]]],
  ['won', 'accept', null, []],
  ['won', 'expire', null, []],
  ['won', 'withdraw', null, []],
  ['lost', 'escalate', null, []],
  ['lost', 'accept', null, []],
  ['accepted', 'withdraw', null, []],
  ['accepted', 'accept', 'accepted', []],
  ['expired', 'expire', 'expired', []],
  ['expired', 'accept', null, []],
  ['cancelled', 'accept', null, []],
] as const

const ways: Record<string, string[]> = {
  opened: [],
  challenged: ['evidence'],
  won: ['evidence', 'win'],
  lost: ['evidence', 'lose'],
  accepted: ['accept'],
  expired: ['expire'],
  cancelled: ['withdraw'],
}

for (const [from, move, to, moved] of moves) {
  test(`a dispute that is ${from}: ${move} ${to === null ? 'is refused' : `makes it ${to}`}`, async () => {
    await using bank = await testBank()
    const dispute = await disputed(bank)
    const make = (verb: string) => {
      if (verb === 'evidence') return act(bank, dispute, verb, evidence())
      const isOurs = verb === 'accept' || verb === 'expire'
      return isOurs ? act(bank, dispute, verb) : decide(bank, dispute, verb)
    }
    for (const verb of ways[from] ?? []) await make(verb)
    const before = money(await bank.log(), dispute)

    const answer = await make(move)

    if (to === null) assert.equal(answer.body.error, 'wrong_state')
    else assert.equal(answer.body.status, to)
    assert.deepEqual(money(await bank.log(), dispute), [...before, ...moved])
  })
}

test('the issuer reopens a dispute that the merchant has won, with a new deadline and no new fee', async () => {
  await using bank = await testBank()
  const dispute = await disputed(bank)
  await act(bank, dispute, 'evidence', evidence())
  await decide(bank, dispute, 'win')
  bank.clock.advance(20 * 24 * 60 * 60 * 1000)

  const again = (await decide(bank, dispute, 'escalate')).body

  assert.deepEqual([again.stage, again.status], ['pre_arbitration', 'opened'])
  assert.deepEqual([again.debited, again.fees], [1_000, 1_500])
  assert.equal(again.challenge_required_by, '2026-02-04T00:00:05.000Z')
  await act(bank, dispute, 'evidence', evidence())
  await decide(bank, dispute, 'win')
  assert.equal((await decide(bank, dispute, 'escalate')).body.error, 'wrong_state')
})

test('an inquiry takes no money until it becomes a dispute, is accepted or runs out', async () => {
  for (const [verb, body, expected] of [
    ['accept', {}, [1_000, 0]],
    ['expire', {}, [1_000, 0]],
    ['decide', { decision: 'withdraw' }, [0, 0]],
    ['decide', { decision: 'escalate' }, [1_000, 1_500]],
  ] as const) {
    await using bank = await testBank()
    const dispute = await disputed(bank, { instrument: card('4000000000001976') })

    const { debited, fees } = (await act(bank, dispute, verb, body)).body

    assert.deepEqual([debited, fees], expected)
    const log = await bank.log()
    const sum = (effect: string) =>
      log.filter((fact) => fact.effect === effect).reduce((n, { amount }) => n + amount, 0)
    assert.deepEqual([sum('charged_back') - sum('restored'), sum('fee_charged')], expected)
  }
})

test('after its deadline a dispute takes no evidence', async () => {
  await using bank = await testBank()
  const dispute = await disputed(bank)
  bank.clock.advance(14 * 24 * 60 * 60 * 1000 + 1)
  assert.equal((await act(bank, dispute, 'evidence', evidence())).body.error, 'too_late')
  assert.equal((await act(bank, dispute, 'expire')).body.status, 'expired')
})

test('disputed money cannot be refunded as well', async () => {
  await using bank = await testBank()
  const { operation_id } = await disputed(bank)
  const refund = await bank.ask(following('refund', operation_id, 1))
  assert.equal(refund.body.error, 'amount_exceeds_captured')
})

test('the desk opens disputes about any part of the captured amount, and about no more', async () => {
  await using bank = await testBank()
  const { operation_id } = (await bank.ask(authorize({ capture: true }))).body
  const open = (body: object) =>
    bank.send<ApiDispute>('POST', `/operations/${operation_id}/dispute`, body)

  const part = await open({ amount: 400, reason: 'duplicate' })
  const inquiry = await open({ stage: 'pre_dispute' })

  assert.deepEqual([part.body.amount, part.body.reason_code], [400, '12.6'])
  assert.deepEqual([inquiry.body.amount, inquiry.body.debited], [1_000, 0])
  assert.equal((await open({ amount: 1_001 })).body.error, 'wrong_state')
  assert.equal((await open({ reason: 'bad mood' })).body.error, 'invalid_request')
})

test('every change is reported by a signed callback with the new state', async () => {
  await using bank = await testBank()
  await using caller = await receiver()
  const dispute = await disputed(bank, { callback_url: caller.url, merchant_id: 'm_1' })
  bank.clock.advance(0)
  await caller.until(1)
  await act(bank, dispute, 'evidence', evidence())
  bank.clock.advance(0)
  await caller.until(2)

  const reported = caller.received.map(({ raw }) => JSON.parse(raw))
  assert.deepEqual(
    reported.map(({ type, merchant_id, dispute }) => [type, merchant_id, dispute.status]),
    [
      ['dispute', 'm_1', 'opened'],
      ['dispute', 'm_1', 'challenged'],
    ],
  )
})

for (const [name, acts] of [
  ['error_before', false],
  ['error_after', true],
  ['reset_before', false],
  ['reset_after', true],
  ['duplicate', false],
  ['maintenance', false],
] as const) {
  test(`${name} strikes evidence, which then ${acts ? 'counts' : 'does not count'}`, async () => {
    await using bank = await testBank()
    const { dispute_id } = await disputed(bank)
    const body = evidence()
    const path = `${bank.base_url}/disputes/${dispute_id}/evidence`
    const headers = { authorization: `Bearer ${KEY}`, 'x-bank-fault': name }
    const sent = fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    const status = await sent.then((answer) => answer.status).catch(() => 0)

    assert.notEqual(status, 200)
    const known = await bank.get<ApiDispute>(`/disputes/${dispute_id}`)
    assert.equal(known.body.status, acts ? 'challenged' : 'opened')
    const again = await bank.send<ApiDispute>('POST', `/disputes/${dispute_id}/evidence`, body)
    assert.deepEqual([again.body.status, again.body.revision], ['challenged', 2])
  })
}

test('evidence is read and not stored', async () => {
  await using bank = await testBank()
  const dispute = await disputed(bank)
  await act(bank, dispute, 'evidence', evidence({ customer_name: 'Zebra Quagga' }))
  assert.ok(!(await bytesOf(bank.folder)).includes('Quagga'))
})

test('an unknown dispute and invalid evidence are refused', async () => {
  await using bank = await testBank()
  assert.equal((await bank.get('/disputes/bdp_none')).body.error, 'unknown_dispute')
  const dispute = await disputed(bank)
  for (const body of [{}, { ...evidence(), texts: { a: 1 } }, { ...evidence(), files: [{}] }]) {
    assert.equal((await act(bank, dispute, 'evidence', body)).body.error, 'invalid_request')
  }
})
