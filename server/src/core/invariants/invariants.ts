// The invariants, by number. Resources declare how each is checked for their objects; the doctor reads the
// records in pages, runs the checks and prints the violations.
import type { Moment } from '#core/operations/operation.ts'
import type { ObjectRecord, PaymentRecord, PayoutRecord, SubscriptionRecord } from './record.ts'

/** Number 5 is not used. */
export const invariantNames = {
  '1': 'balances equal the sum of their transfers, each between the accounts of its cause',
  '2': '0 ≤ captured ≤ authorized, refunded and charged back ≤ captured',
  '3': 'amounts follow from the ledger',
  '4': "each charge, refund and payout in the bank's log has one operation, and the other way round",
  '6': 'each transition has one event, and each event its end',
  '7': 'states follow the state tables, as their events show',
  '8': 'no operation is left without a poll, no timer is overdue, nothing waits without an end',
  '9': 'one payment, one charge; one payout, paid once',
  '10': "no row refers to another merchant's",
  '11': 'no card number or security code is readable',
  '12': 'nothing is in the vault past its expiry',
  '13': 'a paid invoice has received its amount by one payment, and each payment of an invoice pays it once',
  '14': 'invoices are numbered without gaps, by merchant and year',
  '15': 'credit balances equal the sum of their entries',
  '16': 'a subscription collects at most one invoice',
  '17': 'the audit trail is signed and sealed, and no entry is missing, changed or invented',
  '18': 'credit is granted from money that was received, and no more of it is left than was not given back',
  '19': 'an unpaid or pending subscription waits for an open invoice, and each open invoice is waited for',
  '20': 'no subscription bills more periods than its price has',
  '21': 'an invoice that will not be paid has returned its credit',
  '22': 'the account customer_credit equals the credit balances',
} as const

export type InvariantNumber = keyof typeof invariantNames

export type Check<Of> = (record: Of, at: Moment) => string[]

type Checks<Of> = Partial<Record<InvariantNumber, Check<Of>>>

export interface Invariants {
  /** For a payment with its refunds and disputes. */
  readonly payment?: Checks<PaymentRecord>
  readonly payout?: Checks<PayoutRecord>
  readonly subscription?: Checks<SubscriptionRecord>
}

export function all<Of>(...checks: Check<Of>[]): Check<Of> {
  return (record, at) => checks.flatMap((check) => check(record, at))
}

/** For the payment and each of its refunds and disputes. */
export function each(
  check: (record: ObjectRecord, currency: string) => string[],
): Check<PaymentRecord> {
  return (record) =>
    [record, ...record.refunds, ...record.disputes].flatMap((one) =>
      check(one, record.payment.currency),
    )
}
