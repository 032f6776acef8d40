import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMs } from '#kernel/clock.ts'
import type { ProviderDispute } from '#core/providers/dispute.ts'
import { reconcile } from './reconcile.ts'
import { dispute, type DisputeState, pathTo, transitionsFrom } from './state.ts'
import type { DisputeRow } from './store.ts'

const AMOUNT = 1000
const FEE = 150
const MOMENT = new Date('2026-05-01T00:00:00Z')
const AT = { now: MOMENT, ahead_ms: 0, fee: FEE }

function reported(more: Partial<ProviderDispute>): ProviderDispute {
  return {
    dispute_id: 'bdp_1',
    operation_id: 'op_1',
    transaction_id: null,
    revision: 2,
    stage: 'dispute',
    status: 'opened',
    reason: 'fraudulent',
    reason_code: '10.4',
    amount: AMOUNT,
    currency: 'EUR',
    debited: AMOUNT,
    fees: 0,
    opened_at: MOMENT.toISOString(),
    challenge_required_by: addMs(MOMENT, 1_000).toISOString(),
    ...more,
  }
}

function row(more: Partial<DisputeRow> = {}): DisputeRow {
  return {
    merchant_id: 'm',
    dispute_id: 'dp_1',
    payment_id: 'pay_1',
    profile_id: 'pro_1',
    connector_dispute_id: 'bdp_1',
    authorization_id: 'op_1',
    amount: AMOUNT,
    currency: 'EUR',
    status: 'dispute_opened',
    dispute_stage: 'dispute',
    reason: 'fraudulent',
    reason_code: '10.4',
    challenge_required_by: MOMENT,
    is_already_refunded: false,
    evidence: {},
    evidence_submitted_at: null,
    answer: null,
    expire_at: MOMENT,
    revision: 1,
    amount_reserved: AMOUNT,
    amount_lost: 0,
    fee: FEE,
    amount_claimed: AMOUNT,
    provider_fees: 0,
    created: MOMENT,
    modified_at: MOMENT,
    transitions: 1,
    version: 1,
    ...more,
  }
}

const emitted = (one: DisputeRow, update: ProviderDispute) =>
  reconcile(one, update, AT)?.writes.flatMap((write) => write.row['event_type'] ?? [])

test('a report that comes late or twice changes nothing', () => {
  assert.equal(
    reconcile(row({ revision: 3 }), reported({ revision: 3, status: 'won' }), AT),
    undefined,
  )
  assert.equal(reconcile(row({ revision: 3 }), reported({ revision: 2 }), AT), undefined)
})

test('every transition between the known state and the reported one emits its event', () => {
  assert.deepEqual(emitted(row(), reported({ status: 'won', debited: 0 })), [
    'dispute_challenged',
    'dispute_won',
  ])
  const onwards = reported({ revision: 9, stage: 'pre_arbitration', status: 'lost' })
  assert.deepEqual(emitted(row(), onwards), [
    'dispute_challenged',
    'dispute_won',
    'dispute_opened',
    'dispute_challenged',
    'dispute_lost',
  ])
})

/** Final states, each with the money as we have booked it, and a report that no transition leads to. */
const impossible: readonly [string, Partial<DisputeRow>, Partial<ProviderDispute>, string[]][] = [
  [
    'lost, then won',
    { status: 'dispute_lost', amount_reserved: 0, amount_lost: AMOUNT },
    { status: 'won', debited: 0 },
    ['dispute_loss_return 1000', 'dispute_return 1000', 'dispute_fee_return 150'],
  ],
  [
    'accepted, then cancelled in part',
    { status: 'dispute_accepted', amount_reserved: 0, amount_lost: AMOUNT },
    { status: 'cancelled', debited: 300 },
    ['dispute_loss_return 700', 'dispute_return 700'],
  ],
  [
    'cancelled, then lost',
    { status: 'dispute_cancelled', amount_reserved: 0, fee: 0, amount_claimed: 0 },
    { status: 'lost' },
    ['dispute 1000', 'dispute_fee 150'],
  ],
]

for (const [what, stands, update, lines] of impossible) {
  test(`${what}: a state that the table does not lead to is booked and stored, but not emitted`, () => {
    const before = row(stands)

    const reconciled = reconcile(before, reported({ revision: 7, ...update }), AT)

    assert.ok(reconciled?.is_unexpected)
    assert.equal(reconciled.row.revision, 7)
    assert.equal(reconciled.row.status, before.status)
    const { amount_reserved, amount_lost } = reconciled.row
    assert.equal(amount_reserved + amount_lost, update.debited ?? AMOUNT)
    const written = reconciled.writes.map((write) => write.row)
    assert.deepEqual(
      written.flatMap(({ cause, amount }) => (cause ? [[cause, amount].join(' ')] : [])),
      lines,
    )
    assert.deepEqual(
      written.flatMap(({ event_type }) => event_type ?? []),
      [],
    )
    assert.equal(reconcile(reconciled.row, reported({ revision: 7, ...update }), AT), undefined)
  })
}

test('money that is debited is claimed of the payment, whatever the status is', () => {
  const cancelled = row({ status: 'dispute_cancelled', amount_reserved: 0, amount_claimed: 0 })

  const reconciled = reconcile(cancelled, reported({ revision: 7, status: 'lost' }), AT)

  const shares = reconciled?.writes.flatMap((write) => write.row['amount_disputed'] ?? [])
  assert.deepEqual(shares, [AMOUNT])
})

test('a dispute claims its amount while it is open or lost, and nothing once it is won or cancelled', () => {
  const claims = (status: ProviderDispute['status'], debited: number) =>
    reconcile(row({ status: 'dispute_challenged' }), reported({ status, debited }), AT)?.row
      .amount_claimed

  assert.equal(claims('challenged', AMOUNT), AMOUNT)
  assert.equal(claims('lost', AMOUNT), AMOUNT)
  assert.equal(claims('won', 0), 0)
  assert.equal(claims('cancelled', 0), 0)
})

test('a report that our evidence was taken records it as submitted', () => {
  const submitted_at = MOMENT.toISOString()
  const answer = {
    answer_id: 'a',
    verb: 'evidence',
    evidence: { customer_name: 'Ada' },
    submitted_at,
  } as const

  const reconciled = reconcile(row({ answer }), reported({ status: 'challenged' }), AT)

  assert.deepEqual(reconciled?.row.evidence, { customer_name: 'Ada' })
  assert.deepEqual(reconciled?.row.evidence_submitted_at, MOMENT)
  assert.equal(reconciled?.row.answer, null)
})

test('every state has a path from the opening, and a final one has none out of it', () => {
  const start: DisputeState = { status: 'dispute_opened', dispute_stage: 'pre_dispute' }
  const statuses = Object.keys(dispute.states) as DisputeState['status'][]
  for (const dispute_stage of ['pre_dispute', 'dispute', 'pre_arbitration'] as const) {
    for (const status of statuses) {
      const isStart = status === start.status && dispute_stage === start.dispute_stage
      assert.ok(isStart || pathTo(start, { status, dispute_stage }), `${status} ${dispute_stage}`)
      const isTerminal = !['dispute_opened', 'dispute_challenged', 'dispute_won'].includes(status)
      if (isTerminal) assert.deepEqual(transitionsFrom({ status, dispute_stage }), [])
    }
  }
})
