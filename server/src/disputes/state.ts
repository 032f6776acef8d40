// The life of a dispute. The cardholder's bank opens it and decides it; what the merchant answers goes to
// that bank. An inquiry that becomes a dispute, won or not, and a dispute that goes on after it was won,
// open again.
import { machine } from '../kernel/machine.ts'
import type { DisputeStage } from '../providers/dispute.ts'

export const dispute = machine({
  name: 'Dispute',
  start: ['dispute_opened'],
  states: {
    dispute_opened:
      'The cardholder wants the money back. Submit evidence or accept it before `challenge_required_by`.',
    dispute_challenged:
      'Your evidence is with the issuer. You may submit more before `challenge_required_by`.',
    dispute_accepted: 'You gave in. The money is gone.',
    dispute_expired: 'Nobody answered in time. The money is gone.',
    dispute_cancelled: 'The cardholder withdrew. The money is yours again.',
    dispute_won: 'The issuer decided for you. The money is yours again, unless they go on.',
    dispute_lost: 'The issuer decided against you. The money is gone.',
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

/** The money is gone for good. */
export function isLost(status: DisputeStatus): boolean {
  return LOST.has(status)
}

/** Where a dispute stands. */
export interface Standing {
  status: DisputeStatus
  dispute_stage: DisputeStage
}

/** What escalating leads to, and from where. */
function escalated({ status, dispute_stage }: Standing): DisputeStage | undefined {
  if (dispute_stage === 'pre_dispute') return 'dispute'
  return dispute_stage === 'dispute' && status === 'dispute_won' ? 'pre_arbitration' : undefined
}

/** Every move that is possible from here, with where it leads. */
export function movesFrom(from: Standing): Standing[] {
  return Object.entries(dispute.transitions).flatMap(([name, move]) => {
    if (!(move.from as readonly string[]).includes(from.status)) return []
    const dispute_stage = name === 'escalate' ? escalated(from) : from.dispute_stage
    return dispute_stage === undefined ? [] : { status: move.to, dispute_stage }
  })
}

/**
 * The shortest way from one standing to another; undefined when there is none. Who has not heard for a while
 * hears only where a dispute stands now, and what lies between has happened all the same.
 */
export function wayTo(from: Standing, to: Standing): Standing[] | undefined {
  const seen = new Set<string>()
  let front: Standing[][] = movesFrom(from).map((step) => [step])
  while (front.length > 0) {
    const arrived = front.find((way) => isSame(way.at(-1), to))
    if (arrived) return arrived
    front = front.flatMap((way) => {
      const last = way.at(-1)
      const name = `${last?.status} ${last?.dispute_stage}`
      if (last === undefined || seen.has(name)) return []
      seen.add(name)
      return movesFrom(last).map((step) => [...way, step])
    })
  }
  return undefined
}

function isSame(one: Standing | undefined, other: Standing): boolean {
  return one?.status === other.status && one.dispute_stage === other.dispute_stage
}
