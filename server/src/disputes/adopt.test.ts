import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMs } from '../kernel/clock.ts'
import type { Dispute as Told } from '../providers/dispute.ts'
import { adopt } from './adopt.ts'
import { dispute, movesFrom, type Standing, wayTo } from './state.ts'
import type { DisputeRow } from './store.ts'

const AMOUNT = 1000
const FEE = 150
const MOMENT = new Date('2026-05-01T00:00:00Z')
const AT = { now: MOMENT, ahead_ms: 0, fee: FEE }

function told(more: Partial<Told>): Told {
  return {
    dispute_id: 'bdp_1',
    operation_id: 'op_1',
    reference: 'pay_1',
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
    answer_at: null,
    expire_at: MOMENT,
    revision: 1,
    amount_reserved: AMOUNT,
    amount_lost: 0,
    fee: FEE,
    created: MOMENT,
    modified_at: MOMENT,
    transitions: 1,
    version: 1,
    ...more,
  }
}

const toldOfWay = (one: DisputeRow, news: Told) =>
  adopt(one, news, AT)?.writes.flatMap((write) => write.row['event_type'] ?? [])

test('news that comes late or twice changes nothing', () => {
  assert.equal(adopt(row({ revision: 3 }), told({ revision: 3, status: 'won' }), AT), undefined)
  assert.equal(adopt(row({ revision: 3 }), told({ revision: 2 }), AT), undefined)
})

test('what was missed has happened all the same: every step on the way is told', () => {
  assert.deepEqual(toldOfWay(row(), told({ status: 'won', debited: 0 })), [
    'dispute_challenged',
    'dispute_won',
  ])
  const onwards = told({ revision: 9, stage: 'pre_arbitration', status: 'lost' })
  assert.deepEqual(toldOfWay(row(), onwards), [
    'dispute_challenged',
    'dispute_won',
    'dispute_opened',
    'dispute_challenged',
    'dispute_lost',
  ])
})

test('what cannot have happened is not believed', () => {
  const lost = row({ status: 'dispute_lost' })

  assert.equal(adopt(lost, told({ status: 'won', debited: 0 }), AT), undefined)
})

test('news that our evidence was taken records it, whoever brings it', () => {
  const submitted_at = MOMENT.toISOString()
  const answer = {
    answer_id: 'a',
    verb: 'evidence',
    evidence: { customer_name: 'Ada' },
    submitted_at,
  } as const

  const adopted = adopt(row({ answer, answer_at: MOMENT }), told({ status: 'challenged' }), AT)

  assert.deepEqual(adopted?.row.evidence, { customer_name: 'Ada' })
  assert.deepEqual(adopted?.row.evidence_submitted_at, MOMENT)
  assert.equal(adopted?.row.answer, null)
})

test('every standing has a way there from the opening, and a dispute that is over has none out but after a victory', () => {
  const start: Standing = { status: 'dispute_opened', dispute_stage: 'pre_dispute' }
  const statuses = Object.keys(dispute.states) as Standing['status'][]
  for (const dispute_stage of ['pre_dispute', 'dispute', 'pre_arbitration'] as const) {
    for (const status of statuses) {
      const isStart = status === start.status && dispute_stage === start.dispute_stage
      assert.ok(isStart || wayTo(start, { status, dispute_stage }), `${status} ${dispute_stage}`)
      const isOver = !['dispute_opened', 'dispute_challenged', 'dispute_won'].includes(status)
      if (isOver) assert.deepEqual(movesFrom({ status, dispute_stage }), [])
    }
  }
})
