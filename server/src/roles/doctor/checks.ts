// The invariants of every payment with its refunds and disputes, by number. Tests, simulations and
// `florin doctor --books` check the same list.
import type { Moment } from '#core/operations/operation.ts'
import {
  overdueDisputes,
  missingDisputeEvents,
  unexplainedDisputes,
  wrongClaims,
  wrongDisputeEvents,
} from './disputes.ts'
import {
  chargedTwice,
  overdue,
  missingPaymentEvents,
  overdrawn,
  unexplained,
  wrongPaymentEvents,
} from './payments.ts'
import type { ObjectRecord, PaymentRecord } from './record.ts'
import {
  missingRefundEvents,
  overRefunded,
  refundedAndDisputed,
  unexplainedRefunds,
  unsentRefunds,
  wrongRefundEvents,
} from './refunds.ts'
import { refusedReversals, wrongLateOutcomes, wrongReversals } from './reversals.ts'

export interface Check {
  readonly name: string
  violations(record: PaymentRecord, at: Moment): string[]
}

/** The invariants that need more than the record of one payment are in books.ts. */
export const checks: Readonly<Record<string, Check>> = {
  '1': {
    name: 'balances equal the sum of their transfers, each between the accounts of its cause',
    violations: each(wrongCurrency),
  },
  '2': {
    name: '0 ≤ captured ≤ authorized, refunded and charged back ≤ captured',
    violations: all(overdrawn, overRefunded, refundedAndDisputed, wrongClaims),
  },
  '3': {
    name: 'amounts follow from the ledger',
    violations: all(
      unexplained,
      wrongLateOutcomes,
      wrongReversals,
      unexplainedRefunds,
      unexplainedDisputes,
    ),
  },
  '6': {
    name: 'each transition has one event, and each event its end',
    violations: all(missingPaymentEvents, missingRefundEvents, missingDisputeEvents),
  },
  '7': {
    name: 'states follow the state tables, as their events show',
    violations: all(wrongPaymentEvents, wrongRefundEvents, wrongDisputeEvents),
  },
  '8': {
    name: 'no operation is left without a poll, no timer is overdue, nothing waits without an end',
    violations: all(overdue, unsentRefunds, overdueDisputes),
  },
  '9': {
    name: 'one payment, one charge; one payout, paid once',
    violations: all(chargedTwice, refusedReversals),
  },
}

type Violations = Check['violations']

function all(...looks: Violations[]): Violations {
  return (record, at) => looks.flatMap((look) => look(record, at))
}

/** Of the payment, and of each of its refunds and disputes. */
function each(look: (record: ObjectRecord, currency: string) => string[]): Violations {
  return (record) =>
    [record, ...record.refunds, ...record.disputes].flatMap((one) =>
      look(one, record.payment.currency),
    )
}

export function wrongCurrency({ transfers }: ObjectRecord, expected: string): string[] {
  return transfers
    .filter(({ currency }) => currency !== expected)
    .map(({ transfer_id, currency }) => `${transfer_id} is in ${currency}, not in ${expected}`)
}
