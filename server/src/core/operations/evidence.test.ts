import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Approved, Outcome } from '#core/providers/provider.ts'
import { decideStep, isTooLateToSend, weigh } from './evidence.ts'
import { certaintyTable, type OperationKind } from '#core/providers/certainty.ts'
import type { OperationRow } from './operation.ts'

function operation(set: Partial<OperationRow> = {}): OperationRow {
  return {
    kind: 'authorize',
    status: 'sent',
    transaction_id: null,
    sends: 1,
    ...set,
  } as OperationRow
}

const approved: Approved = {
  result: 'approved',
  transaction_id: 't1',
  review: false,
  amount: 1000,
  currency: 'EUR',
}
const query = 'lagging'
const resend = { remembered_ms: null, identical: false }
const both = certaintyTable(1000, { resend, revoke: 'final', query })
const neither = certaintyTable(1000, { resend: null, revoke: 'none', query })

test('a call is made up to 10 s after its decision and not later', () => {
  assert.equal(isTooLateToSend(5, 10_005), false)
  assert.equal(isTooLateToSend(5, 10_006), true)
})

const ways: Readonly<Record<OperationKind, 'resend' | 'revoke'>> = {
  authorize: 'revoke',
  capture: 'resend',
  void: 'resend',
  refund: 'resend',
  payout: 'revoke',
  reversal: 'resend',
  answer: 'resend',
}

for (const [kind, way] of Object.entries(ways) as [OperationKind, 'resend' | 'revoke'][]) {
  test(`${kind}: an operation that was never seen is not closed but reached by ${way}`, () => {
    assert.deepEqual(decideStep(operation({ kind }), 'never_seen', both, 0), { do: way })
  })

  test(`${kind}: without certainty of the provider it stays open until the horizon, then the operator decides`, () => {
    const sent = operation({ kind, sends: 2 })
    assert.deepEqual(decideStep(sent, 'never_seen', neither, 1000), { do: 'wait' })
    assert.deepEqual(decideStep(sent, 'never_seen', neither, 1001), { do: 'review' })
  })
}

test('the first call of a reversal is made by recovery, for every provider', () => {
  const recorded = operation({ kind: 'reversal', sends: 1 })
  assert.deepEqual(decideStep(recorded, 'never_seen', neither, 0), { do: 'resend' })
})

test('a transaction id from a first call, which moves nothing, does not prevent a revocation', () => {
  const started = operation({ transaction_id: 't1' })
  assert.deepEqual(decideStep(started, 'never_seen', both, 0), { do: 'revoke' })
  const revoked: Outcome = { result: 'revoked' }
  assert.deepEqual(weigh(started, revoked), { is: 'outcome', outcome: revoked })
})

for (const status of ['pending', 'challenge'] as const) {
  test(`an operation that is ${status} is neither never seen nor revoked`, () => {
    const acknowledged = operation({ status })
    assert.deepEqual(decideStep(acknowledged, 'never_seen', both, 0), { do: 'wait' })
    assert.deepEqual(decideStep(acknowledged, { result: 'revoked' }, both, 0), { do: 'wait' })
    const verdict = weigh(acknowledged, { result: 'revoked' })
    assert.deepEqual(verdict, { is: 'outcome', outcome: { result: 'unknown' } })
  })
}

test('a reported outcome is settled', () => {
  assert.deepEqual(decideStep(operation(), approved, both, 0), { do: 'settle', outcome: approved })
})

test('not_sent counts only from the first sender, and only if the operation was not sent again', () => {
  const claim: Outcome = { result: 'not_sent', reason: 'unreachable' }
  assert.deepEqual(weigh(operation(), claim), { is: 'outcome', outcome: claim })
  assert.deepEqual(weigh(operation({ sends: 2 }), claim), {
    is: 'outcome',
    outcome: { result: 'unknown' },
  })
})

for (const status of ['not_sent', 'revoked', 'declined', 'refused'] as const) {
  test(`an approval of an operation that was closed as ${status} is late, never dropped`, () => {
    assert.deepEqual(weigh(operation({ status }), approved), { is: 'late', outcome: approved })
  })
}

test('an approval is settled once', () => {
  assert.deepEqual(weigh(operation({ status: 'approved' }), approved), { is: 'nothing' })
  assert.deepEqual(weigh(operation({ status: 'late' }), approved), { is: 'nothing' })
})
