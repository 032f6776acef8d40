// Decides what follows from a dispute as the provider reports it, as data, without side effects: the same for an
// answer, a callback, a polled event and a query.
import type { Write } from '#kernel/change.ts'
import { addMs } from '#kernel/clock.ts'
import { disputeShare } from '#resources/payments/payments/refundable.ts'
import type { ProviderDispute } from '#core/providers/dispute.ts'
import { bookDifference, computePosition } from './book.ts'
import { emitOpened, followPath } from './lifecycle.ts'
import { type DisputeState, isOpen, isSame, pathTo, type Step } from './state.ts'
import type { DisputeRow } from './store.ts'

export interface At {
  /** By the merchant's clock. */
  now: Date
  /** Lead over the provider's clock. */
  ahead_ms: number
  /** The merchant's dispute fee. */
  fee: number
}

export interface Reconciled {
  row: DisputeRow
  /** Events, transfers and the dispute's share in the payment; not the row itself. */
  writes: Write[]
  /** The table has no path to the reported state: the money is booked, the status stays, an operator must review it. */
  is_unexpected: boolean
}

function toState({ status, stage }: ProviderDispute): DisputeState {
  return { status: `dispute_${status}`, dispute_stage: stage }
}

/** Undefined when this revision, or a later one, is known already. */
export function reconcile(
  current: DisputeRow,
  reported: ProviderDispute,
  at: At,
): Reconciled | undefined {
  if (reported.revision <= current.revision) return undefined
  return applyUpdate(current, reported, at)
}

/** A dispute that the provider reports for the first time, in whatever state. */
export function open(created: DisputeRow, reported: ProviderDispute, at: At): Reconciled {
  const opened = { ...created, transitions: 1 }
  const { row, writes, is_unexpected } = applyUpdate(opened, reported, at)
  return { row, writes: [emitOpened(opened), ...writes], is_unexpected }
}

/** Only new evidence leads from a state to itself. */
function planPath(from: DisputeState, to: DisputeState): Step[] | undefined {
  return isSame(from, to) && to.status !== 'dispute_challenged' ? [] : pathTo(from, to)
}

/** Each transition on the path emits its event, and the difference is booked. */
function applyUpdate(current: DisputeRow, reported: ProviderDispute, at: At): Reconciled {
  const found = planPath(current, toState(reported))
  const path = found ?? []
  const { status, dispute_stage } = path.at(-1) ?? current
  const isNewStage = current.dispute_stage !== dispute_stage
  const deadline = isNewStage ? challengeDeadline(reported, at) : current.challenge_required_by
  const { row, events } = followPath(current, path, {
    ...computePosition(status, reported, current.fee === 0 ? at.fee : current.fee),
    ...responseAfter(current, path),
    challenge_required_by: deadline,
    expire_at: status === 'dispute_opened' ? deadline : null,
    revision: reported.revision,
    modified_at: at.now,
  })
  const claimed = row.amount_claimed - current.amount_claimed
  const share = claimed === 0 ? [] : [disputeShare(row, claimed)]
  return {
    row,
    writes: [...events, ...bookDifference(current, row, at.now), ...share],
    is_unexpected: found === undefined,
  }
}

export function challengeDeadline(
  { challenge_required_by }: ProviderDispute,
  { ahead_ms }: At,
): Date {
  return addMs(new Date(challenge_required_by), ahead_ms)
}

/** A response is no longer pending when it was accepted or the dispute has ended. */
function responseAfter({ answer }: DisputeRow, path: readonly Step[]): Partial<DisputeRow> {
  if (answer === null) return {}
  const isAccepted = path.some(({ status }) => status === 'dispute_challenged')
  if (answer.verb === 'evidence' && isAccepted) return submitted(answer)
  const last = path.at(-1)
  return last && !isOpen(last.status) ? NOT_PENDING : {}
}

export const NOT_PENDING = { answer: null } as const

/** Accepted evidence becomes the submitted evidence. */
export function submitted(answer: DisputeRow['answer']): Partial<DisputeRow> {
  if (answer?.verb !== 'evidence') return NOT_PENDING
  const { evidence, submitted_at } = answer
  return { ...NOT_PENDING, evidence, evidence_submitted_at: new Date(submitted_at) }
}
