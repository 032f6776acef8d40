// Dispute facts. Every change is one group of lines: first the new state, then one line for each money movement,
// because Florin's ledger is checked against this log.
import { randomBytes } from 'node:crypto'
import type { Terms } from './config.ts'
import type { Dispute, Stage, Status } from './dispute.ts'
import type { DisputeEffect, DisputeFact } from './ledger.ts'
import { owedAt } from './events.ts'
import type { Operation } from './operation.ts'
import { Refusal } from './refusal.ts'
const DAY_MS = 24 * 60 * 60 * 1000
const CHALLENGE_MS = 14 * DAY_MS

type Money = 'stays' | 'taken' | 'given_back'

/** All moves, with the effect on the money. */
const moves = {
  challenge: { from: ['opened', 'challenged'], to: 'challenged', money: 'stays' },
  accept: { from: ['opened', 'challenged'], to: 'accepted', money: 'taken' },
  expire: { from: ['opened'], to: 'expired', money: 'taken' },
  withdraw: { from: ['opened', 'challenged'], to: 'cancelled', money: 'given_back' },
  win: { from: ['challenged'], to: 'won', money: 'given_back' },
  lose: { from: ['challenged'], to: 'lost', money: 'taken' },
  escalate: { from: ['opened', 'challenged', 'won'], to: 'opened', money: 'taken' },
} as const satisfies Record<string, { from: readonly Status[]; to: Status; money: Money }>

export type Move = keyof typeof moves

/** A move's target status, to detect a repeated request. */
export function targetOf(move: Move): Status {
  return moves[move].to
}

export type Opening = Pick<Dispute, 'stage' | 'reason' | 'amount'>

export function openFacts(
  authorization: Operation,
  opening: Opening,
  terms: Terms,
  now: number,
): DisputeFact[] {
  const debited = opening.stage === 'pre_dispute' ? 0 : opening.amount
  const fees = feeFor(opening.stage, terms)
  const dispute: Dispute = {
    ...opening,
    dispute_id: `bdp_${randomBytes(12).toString('hex')}`,
    operation_id: authorization.operation_id,
    merchant_id: authorization.merchant_id,
    reference: authorization.reference,
    transaction_id: authorization.transaction_id,
    currency: authorization.currency,
    revision: 1,
    status: 'opened',
    debited,
    fees,
    opened_at: now,
    challenge_by: now + CHALLENGE_MS,
    submissions: {},
    verdict: null,
    due_at: null,
    callback_url: authorization.callback_url,
    callback_twice: authorization.callback_twice,
    callback_late_ms: authorization.callback_late_ms,
    owed: owedAt(authorization, now),
  }
  return lines(dispute, dispute, debited, fees)
}

/** Throws if the move is not possible in the current state. */
export function moveFacts(
  dispute: Dispute,
  move: Move,
  terms: Terms,
  now: number,
  more: Partial<Dispute> = {},
): DisputeFact[] {
  const { from, to, money } = moves[move]
  const stage = move === 'escalate' ? nextStage(dispute) : dispute.stage
  const isThere = (from as readonly Status[]).includes(dispute.status)
  if (!isThere || stage === undefined) throw wrongState(dispute, move)
  const debited = { stays: dispute.debited, taken: dispute.amount, given_back: 0 }[money]
  const fee = stage === dispute.stage ? 0 : feeFor(stage, terms)
  const set: Partial<Dispute> = {
    status: to,
    stage,
    revision: dispute.revision + 1,
    debited,
    fees: dispute.fees + fee,
    verdict: null,
    due_at: null,
    ...(move === 'escalate' ? { challenge_by: now + CHALLENGE_MS } : {}),
    ...more,
  }
  const owed = owedAt({ ...dispute, ...set }, now)
  return lines({ ...dispute, ...set }, { ...set, owed }, debited - dispute.debited, fee)
}

/** An inquiry can become a dispute at any time; a dispute is escalated only after the merchant has won it. */
function nextStage({ stage, status }: Dispute): Stage | undefined {
  if (stage === 'pre_dispute') return 'dispute'
  return stage === 'dispute' && status === 'won' ? 'pre_arbitration' : undefined
}

/** The fee is charged once, at the stage `dispute`. */
function feeFor(stage: Stage, { dispute_fee }: Terms): number {
  return stage === 'dispute' ? dispute_fee : 0
}

function wrongState({ stage, status }: Dispute, move: Move): Refusal {
  return new Refusal(
    'wrong_state',
    `The move ${move} is not possible: the dispute is ${status} at the stage ${stage}. Query it for its state.`,
  )
}

function lines(dispute: Dispute, set: Partial<Dispute>, debit: number, fee: number): DisputeFact[] {
  const { dispute_id, operation_id: parent_id, currency, reference, transaction_id } = dispute
  const line = (
    effect: DisputeEffect,
    amount: number,
    set: Partial<Dispute> = {},
  ): DisputeFact => ({
    operation_id: dispute_id,
    kind: 'dispute',
    effect,
    amount,
    currency,
    parent_id,
    reference,
    transaction_id,
    set,
  })
  return [
    line(`dispute_${dispute.status}`, dispute.amount, set),
    ...(debit > 0 ? [line('charged_back', debit)] : []),
    ...(debit < 0 ? [line('restored', -debit)] : []),
    ...(fee > 0 ? [line('fee_charged', fee)] : []),
  ]
}
