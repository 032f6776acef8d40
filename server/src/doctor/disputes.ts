// What must hold for the disputes of a payment.
import { type DisputeState, isLost, transitionsFrom } from '../disputes/state.ts'
import type { Moment } from '../operations/operation.ts'
import { booked } from './booked.ts'
import type { DisputeFile, Dossier } from './dossier.ts'
import { mistold, type Step, uncounted } from './told.ts'

/** What should have happened by itself has, by then. */
const TIMER_MS = 5 * 60_000

/** What stands on the accounts because of a dispute follows from its transfers. */
export function unexplainedDisputes({ disputes }: Dossier): string[] {
  return disputes.flatMap(({ dispute, transfers }) => {
    const of = (cause: string) => booked(transfers, cause)
    const expected = {
      amount_reserved: of('dispute') - of('dispute_return') - of('dispute_loss'),
      amount_lost: of('dispute_loss'),
      fee: of('dispute_fee') - of('dispute_fee_return'),
    }
    const wrongs = (Object.keys(expected) as (keyof typeof expected)[])
      .filter((name) => dispute[name] !== expected[name])
      .map((name) => `${dispute.dispute_id}: ${name} is ${dispute[name]}, booked ${expected[name]}`)
    const kept = isLost(dispute.status) ? dispute.amount_reserved : dispute.amount_lost
    if (kept !== 0) wrongs.push(`${dispute.dispute_id} is ${dispute.status} with ${kept} beside`)
    return wrongs
  })
}

const tellingOf = ({ dispute }: DisputeFile) => ({ id: dispute.dispute_id, ...dispute })

export function untoldOfDisputes({ disputes }: Dossier, at: Moment): string[] {
  return disputes.flatMap((file) => uncounted(file, tellingOf(file), at))
}

export function misledOfDisputes({ disputes }: Dossier, at: Moment): string[] {
  return disputes.flatMap((file) => mistold(file, tellingOf(file), at, isMove))
}

function isMove(from: Step | undefined, { object: to, event_type }: Step): boolean {
  if (to.status !== event_type) return false
  if (from === undefined) return event_type === 'dispute_opened'
  const { status, dispute_stage } = to as DisputeState
  return transitionsFrom(from.object as DisputeState).some(
    (step) => step.status === status && step.dispute_stage === dispute_stage,
  )
}

export function forgottenDisputes({ disputes }: Dossier, { now }: Moment): string[] {
  return disputes.flatMap(({ dispute }: DisputeFile) => {
    const { dispute_id, status, expire_at, answer_at } = dispute
    const wrongs: string[] = []
    if ((status === 'dispute_opened') !== (expire_at !== null)) {
      wrongs.push(`${dispute_id} is ${status}, and its end is ${expire_at ? 'waited for' : 'not'}`)
    }
    for (const [name, due] of Object.entries({ expire_at, answer_at })) {
      const late = now.getTime() - (due?.getTime() ?? Infinity)
      if (late > TIMER_MS)
        wrongs.push(`${dispute_id}: ${name} passed ${Math.round(late / 1000)} s ago`)
    }
    return wrongs
  })
}
