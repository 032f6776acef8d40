// The rules of evidence as the explorer uses them: the program's own functions, or one of them weakened, which must
// then lead to a double charge, a loss, a stuck object or a false claim.
import * as evidence from '#core/operations/evidence.ts'
import { isOpen, type OperationRow } from '#core/operations/operation.ts'
import type { Outcome } from '#core/providers/provider.ts'

export interface Rules {
  readonly isTooLateToSend: typeof evidence.isTooLateToSend
  readonly decideStep: typeof evidence.decideStep
  readonly weigh: typeof evidence.weigh
  /** The amount that an approval is taken to have moved. */
  readonly received: (operation: OperationRow, outcome: Outcome) => Outcome
  /** Age and due times are judged by the clock that recorded the operation. */
  readonly is_clock_right: boolean
  /** Once the first commit stands, no answer says that nothing was changed. */
  readonly is_failure_in_flight: boolean
}

export const allRules: Rules = {
  isTooLateToSend: evidence.isTooLateToSend,
  decideStep: evidence.decideStep,
  weigh: evidence.weigh,
  received: (_, outcome) => outcome,
  is_clock_right: true,
  is_failure_in_flight: true,
}

export const ruleNames = [
  'send_deadline',
  'database_clock',
  'never_seen_is_no_proof',
  'acknowledged_is_known',
  'not_sent_by_first_sender',
  'late_outcomes_count',
  'amounts_are_heard',
  'in_flight_after_record',
] as const
export type RuleName = (typeof ruleNames)[number]

/** As if the provider had never said that it has the operation. */
function unacknowledged(operation: OperationRow): OperationRow {
  return isOpen(operation) ? { ...operation, status: 'sent', transaction_id: null } : operation
}

const weakened: Readonly<Record<RuleName, Partial<Rules>>> = {
  send_deadline: { isTooLateToSend: () => false },
  database_clock: { is_clock_right: false },
  never_seen_is_no_proof: {
    decideStep: (operation, reported, certainty, age_ms) =>
      reported === 'never_seen'
        ? { do: 'settle', outcome: { result: 'revoked' } }
        : evidence.decideStep(operation, reported, certainty, age_ms),
  },
  acknowledged_is_known: {
    decideStep: (operation, reported, certainty, age_ms) =>
      evidence.decideStep(unacknowledged(operation), reported, certainty, age_ms),
    weigh: (operation, outcome) => evidence.weigh(unacknowledged(operation), outcome),
  },
  not_sent_by_first_sender: {
    weigh: (operation, outcome) => evidence.weigh({ ...operation, sends: 1 }, outcome),
  },
  late_outcomes_count: {
    weigh: (operation, outcome) => {
      const verdict = evidence.weigh(operation, outcome)
      return verdict.is === 'late' ? { is: 'nothing' } : verdict
    },
  },
  amounts_are_heard: {
    received: ({ kind, amount }, outcome) =>
      outcome.result === 'approved' && kind !== 'void' ? { ...outcome, amount } : outcome,
  },
  in_flight_after_record: { is_failure_in_flight: false },
}

export function without(rule: RuleName): Rules {
  return { ...allRules, ...weakened[rule] }
}
