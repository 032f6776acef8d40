// Dispute states. The issuer opens and decides a dispute; the merchant's responses go to the issuer. An inquiry that
// becomes a dispute, and a won dispute that the issuer escalates, are open again.
import { allows, machine } from '#kernel/machine.ts'
import type { DisputeStage } from '#core/providers/dispute.ts'

export const dispute = machine({
  name: 'Dispute',
  start: ['dispute_opened'],
  states: {
    dispute_opened:
      'The cardholder wants the money back. Submit evidence or accept it before `challenge_required_by`.',
    dispute_challenged:
      'The issuer has your evidence. You can submit more before `challenge_required_by`.',
    dispute_accepted: 'You accepted the dispute. The cardholder keeps the money.',
    dispute_expired: 'No evidence was submitted in time. The cardholder keeps the money.',
    dispute_cancelled: 'The cardholder withdrew the dispute. The money is returned to you.',
    dispute_won:
      'The issuer decided for you. The money is returned to you. The issuer can escalate once.',
    dispute_lost: 'The issuer decided against you. The cardholder keeps the money.',
  },
  transitions: {
    challenge: {
      from: ['dispute_opened', 'dispute_challenged'],
      to: 'dispute_challenged',
      by: 'merchant',
      emits: 'dispute_challenged',
    },
    accept: {
      from: ['dispute_opened', 'dispute_challenged'],
      to: 'dispute_accepted',
      by: 'merchant',
      emits: 'dispute_accepted',
    },
    expire: {
      from: ['dispute_opened'],
      to: 'dispute_expired',
      by: 'clock',
      emits: 'dispute_expired',
    },
    withdraw: {
      from: ['dispute_opened', 'dispute_challenged'],
      to: 'dispute_cancelled',
      by: 'provider',
      emits: 'dispute_cancelled',
    },
    win: { from: ['dispute_challenged'], to: 'dispute_won', by: 'provider', emits: 'dispute_won' },
    lose: {
      from: ['dispute_challenged'],
      to: 'dispute_lost',
      by: 'provider',
      emits: 'dispute_lost',
    },
    escalate: {
      from: ['dispute_opened', 'dispute_challenged', 'dispute_won'],
      to: 'dispute_opened',
      by: 'provider',
      emits: 'dispute_opened',
    },
  },
})

export type DisputeStatus = keyof typeof dispute.states
export type DisputeTransition = keyof typeof dispute.transitions

const OPEN: ReadonlySet<DisputeStatus> = new Set(['dispute_opened', 'dispute_challenged'])
const LOST: ReadonlySet<DisputeStatus> = new Set([
  'dispute_accepted',
  'dispute_expired',
  'dispute_lost',
])

/** The merchant may still answer. */
export function isOpen(status: DisputeStatus): boolean {
  return OPEN.has(status)
}

/** The cardholder keeps the money. */
export function isLost(status: DisputeStatus): boolean {
  return LOST.has(status)
}

/** Status and stage together: what a provider reports and what decides which transitions are possible. */
export interface DisputeState {
  status: DisputeStatus
  dispute_stage: DisputeStage
}

/** One transition and the state it leads to. */
export interface Step extends DisputeState {
  name: DisputeTransition
}

/** The stage that an escalation leads to; undefined where there is none. */
function escalated({ status, dispute_stage }: DisputeState): DisputeStage | undefined {
  if (dispute_stage === 'pre_dispute') return 'dispute'
  return dispute_stage === 'dispute' && status === 'dispute_won' ? 'pre_arbitration' : undefined
}

/** Every transition that is possible from here. */
export function transitionsFrom(from: DisputeState): Step[] {
  const names = Object.keys(dispute.transitions) as DisputeTransition[]
  return names.flatMap((name) => {
    if (!allows(dispute, from.status, name)) return []
    const dispute_stage = name === 'escalate' ? escalated(from) : from.dispute_stage
    const status = dispute.transitions[name].to
    return dispute_stage === undefined ? [] : { name, status, dispute_stage }
  })
}

/**
 * The shortest path from one state to another; undefined when the table has none. The provider reports only the current
 * state, so missed transitions are inferred.
 */
export function pathTo(from: DisputeState, to: DisputeState): Step[] | undefined {
  const seen = new Set<string>()
  let paths: Step[][] = transitionsFrom(from).map((step) => [step])
  while (paths.length > 0) {
    const found = paths.find((path) => isSame(path.at(-1), to))
    if (found) return found
    paths = paths.flatMap((path) => {
      const last = path.at(-1)
      const key = `${last?.status} ${last?.dispute_stage}`
      if (last === undefined || seen.has(key)) return []
      seen.add(key)
      return transitionsFrom(last).map((step) => [...path, step])
    })
  }
  return undefined
}

export function isSame(one: DisputeState | undefined, other: DisputeState): boolean {
  return one?.status === other.status && one.dispute_stage === other.dispute_stage
}
