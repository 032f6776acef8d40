// What follows from how a dispute stands at the provider, as data. It touches nothing: the same decision
// serves an answer, a callback, the news and a question.
import type { Insert } from '../kernel/change.ts'
import { addMs } from '../kernel/clock.ts'
import { event } from '../events/event.ts'
import type { Dispute as Told } from '../providers/dispute.ts'
import { booked, positionOf } from './books.ts'
import { shown } from './shown.ts'
import { isOpen, type Standing, wayTo } from './state.ts'
import type { DisputeRow } from './store.ts'

export interface At {
  /** By the merchant's clock. */
  now: Date
  /** How far that clock is ahead of the provider's. */
  ahead_ms: number
  /** What a dispute costs this merchant. */
  fee: number
}

export interface Adopted {
  row: DisputeRow
  /** What is told and what is booked. */
  writes: Insert[]
}

export function standingOf({ status, stage }: Told): Standing {
  return { status: `dispute_${status}`, dispute_stage: stage }
}

/** Undefined when what is told is known already, or cannot have happened. */
export function adopt(current: DisputeRow, told: Told, at: At): Adopted | undefined {
  if (told.revision <= current.revision) return undefined
  const way = wayOf(current, standingOf(told))
  return way && arrive(current, told, way, at)
}

/** Evidence that replaces other evidence is a move from a standing to itself; nothing else is. */
function wayOf(from: Standing, to: Standing): Standing[] | undefined {
  const isSame = from.status === to.status && from.dispute_stage === to.dispute_stage
  return isSame && to.status !== 'dispute_challenged' ? [] : wayTo(from, to)
}

/** Each step on the way is told, and the difference is booked. */
export function arrive(current: DisputeRow, told: Told, way: Standing[], at: At): Adopted {
  const standing = standingOf(told)
  const isNewStage = current.dispute_stage !== told.stage
  const deadline = isNewStage ? deadlineOf(told, at) : current.challenge_required_by
  const row: DisputeRow = {
    ...current,
    ...standing,
    ...positionOf(standing.status, told.debited, current.fee === 0 ? at.fee : current.fee),
    ...answered(current, way),
    challenge_required_by: deadline,
    expire_at: standing.status === 'dispute_opened' ? deadline : null,
    revision: told.revision,
    modified_at: at.now,
    transitions: current.transitions + way.length,
  }
  const tellings = way.map((step, n) => telling({ ...row, ...step }, current.transitions + n + 1))
  return { row, writes: [...tellings, ...booked(current, row, at.now)] }
}

export function deadlineOf({ challenge_required_by }: Told, { ahead_ms }: At): Date {
  return addMs(new Date(challenge_required_by), ahead_ms)
}

/** An answer that has led somewhere, or to a dispute that is over, is no longer on its way. */
function answered({ answer }: DisputeRow, way: Standing[]): Partial<DisputeRow> {
  if (answer === null) return {}
  const isTaken = way.some(({ status }) => status === 'dispute_challenged')
  if (answer.verb === 'evidence' && isTaken) return taken(answer)
  const last = way.at(-1)
  return last && !isOpen(last.status) ? UNANSWERED : {}
}

export const UNANSWERED = { answer: null, answer_at: null }

export function taken(answer: DisputeRow['answer']): Partial<DisputeRow> {
  if (answer?.verb !== 'evidence') return UNANSWERED
  const { evidence, submitted_at } = answer
  return { ...UNANSWERED, evidence, evidence_submitted_at: new Date(submitted_at) }
}

function telling(row: DisputeRow, sequence: number): Insert {
  return event({
    merchant_id: row.merchant_id,
    profile_id: row.profile_id,
    event_type: row.status,
    object_type: 'dispute_details',
    object_id: row.dispute_id,
    sequence,
    object: shown(row),
    now: row.modified_at,
  })
}
