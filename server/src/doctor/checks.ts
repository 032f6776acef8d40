// What must hold for every payment, as plain functions of its dossier: each tells what is wrong, or
// nothing. The same list is asked in tests, after simulations, and by `florin doctor --books`.
import { nextEvents } from '../kernel/machine.ts'
import { isOpen, type Moment, type OperationRow } from '../operations/operation.ts'
import { payment as machine, type PaymentStatus } from '../payments/state.ts'
import type { Dossier, File } from './dossier.ts'
import { booked, unearned } from './booked.ts'
import {
  forgottenDisputes,
  misledOfDisputes,
  unexplainedDisputes,
  untoldOfDisputes,
} from './disputes.ts'
import {
  misledOfRefunds,
  overRefunded,
  unexplainedRefunds,
  unsentRefunds,
  untoldOfRefunds,
} from './refunds.ts'
import { isOld } from './told.ts'

/** Asking may be late by this much before somebody must be told: no worker, or an unreachable bank. */
const OVERDUE_MS = 2 * 60_000
/** No call stays without an answer for longer. */
const SENT_MS = 60 * 60_000

/** What should have happened by itself has, by then. */
const TIMER_MS = 5 * 60_000

export interface Check {
  readonly name: string
  wrongs(dossier: Dossier, at: Moment): string[]
}

/** By the number under which the invariant is known; the ones that need more than a dossier are elsewhere. */
export const checks: Readonly<Record<string, Check>> = {
  '1': {
    name: 'balances equal the sum of their transfers, each between the accounts of its cause',
    wrongs: each(wrongCurrency),
  },
  '2': {
    name: '0 ≤ captured ≤ authorized, refunded ≤ captured',
    wrongs: all(overdrawn, overRefunded),
  },
  '3': {
    name: 'amounts follow from the ledger',
    wrongs: all(unexplained, unexplainedRefunds, unexplainedDisputes),
  },
  '6': {
    name: 'each transition has one event, and each event its end',
    wrongs: all(untold, untoldOfRefunds, untoldOfDisputes),
  },
  '7': {
    name: 'states move along the table, as they were told',
    wrongs: all(misled, misledOfRefunds, misledOfDisputes),
  },
  '8': {
    name: 'no call is left unanswered, no timer forgotten',
    wrongs: all(forgotten, unsentRefunds, forgottenDisputes),
  },
  '9': { name: 'one payment, one charge; one payout, paid once', wrongs: chargedTwice },
}

type Wrongs = Check['wrongs']

function all(...looks: Wrongs[]): Wrongs {
  return (dossier, at) => looks.flatMap((look) => look(dossier, at))
}

/** Of the payment, and of each of its refunds and disputes. */
function each(look: (file: File, currency: string) => string[]): Wrongs {
  return (dossier) =>
    [dossier, ...dossier.refunds, ...dossier.disputes].flatMap((file) =>
      look(file, dossier.payment.currency),
    )
}

export function wrongCurrency({ transfers }: File, expected: string): string[] {
  return transfers
    .filter(({ currency }) => currency !== expected)
    .map(({ transfer_id, currency }) => `${transfer_id} is in ${currency}, not in ${expected}`)
}

function overdrawn(dossier: Dossier): string[] {
  const { payment, transfers } = dossier
  const authorized = standing(dossier).reduce((n, row) => n + row.amount, 0)
  const captured = booked(transfers, 'capture')
  const wrongs: string[] = []
  if (captured > authorized) wrongs.push(`captured ${captured} of ${authorized} authorized`)
  if (payment.amount_received < 0 || payment.amount_capturable < 0) wrongs.push('a negative amount')
  if (payment.amount_received + payment.amount_capturable > payment.amount_authorized) {
    const { amount_received, amount_capturable, amount_authorized } = payment
    wrongs.push(`${amount_received} + ${amount_capturable} of ${amount_authorized}`)
  }
  if (payment.amount_authorized !== authorized) {
    wrongs.push(`amount_authorized is ${payment.amount_authorized}, approved ${authorized}`)
  }
  return wrongs
}

function unexplained({ payment, operations, transfers }: Dossier): string[] {
  const captured = booked(transfers, 'capture')
  const held = booked(transfers, 'hold') - booked(transfers, 'release')
  const wrongs: string[] = []
  if (payment.amount_received !== captured) {
    wrongs.push(`amount_received is ${payment.amount_received}, booked ${captured}`)
  }
  if (payment.amount_capturable !== held) {
    wrongs.push(`amount_capturable is ${payment.amount_capturable}, booked ${held}`)
  }
  return [...wrongs, ...unearned({ operations, transfers })]
}

/** Authorizations that stood: one that was called off as it was given is booked with its own release. */
function standing({ operations, transfers }: Dossier): OperationRow[] {
  return operations.filter(
    (row) => row.kind === 'authorize' && row.status === 'approved' && !isCalledOff(row, transfers),
  )
}

export function isCalledOff(row: OperationRow, transfers: Dossier['transfers']): boolean {
  return (
    row.kind === 'authorize' &&
    transfers.some((each) => each.operation_id === row.operation_id && each.cause === 'release')
  )
}

/** Transitions of which only the caller learns, from the answer. */
const SILENT: ReadonlySet<string> = new Set([
  'not_sent',
  'not_sent_vaulted',
  'not_sent_retry',
  'void_previous',
])

/** States that an object may enter without an event. */
const UNTOLD: ReadonlySet<PaymentStatus> = new Set([
  'processing',
  'requires_confirmation',
  'requires_payment_method',
])

/** Of a payment older than events are kept, the first events may be gone. */
function untold({ payment, events }: Dossier, at: Moment): string[] {
  const { transitions, created } = payment
  const numbers = events.map((event) => event.sequence)
  const gone = isOld(created, at) ? transitions - numbers.length : 0
  if (gone + numbers.length === transitions && numbers.every((n, i) => n === gone + i + 1))
    return []
  return [`${transitions} transitions, events ${numbers.join(' ')}`]
}

function misled({ payment, events }: Dossier, at: Moment): string[] {
  const wrongs: string[] = []
  if (payment.version < 1) wrongs.push(`version ${payment.version}`)
  let before: PaymentStatus | undefined
  for (const [n, { event_id, event_type, body }] of events.entries()) {
    const { status } = JSON.parse(body).content.object as { status: PaymentStatus }
    const isFirst = n === 0 && (isOld(payment.created, at) || event_type === 'payment_created')
    const isNext = nextEvents(machine, before, SILENT).has(`${event_type} ${status}`)
    if (!isFirst && !isNext && event_type !== 'payment_reversed') {
      wrongs.push(`${event_id}: ${event_type} ${status} after ${before ?? 'the start'}`)
    }
    before = status
  }
  const isUntold = UNTOLD.has(payment.status) || payment.operation_id !== null
  if (!isUntold && before !== undefined && payment.status !== before) {
    wrongs.push(`is ${payment.status}, last told ${before}`)
  }
  return wrongs
}

/** An open call that nobody asks about. */
export function unanswered(row: OperationRow, { wall }: Moment): string[] {
  if (row.check_at === null) return [`${row.operation_id} is ${row.status} and nobody will ask`]
  const late = wall.getTime() - row.check_at.getTime()
  if (late > OVERDUE_MS) return [`${row.operation_id} is due for ${Math.round(late / 1000)} s`]
  const sent = wall.getTime() - row.created.getTime()
  // A refund is asked about for days before a person must look.
  const isStuck = row.status === 'sent' && row.kind !== 'refund' && sent > SENT_MS
  return isStuck ? [`${row.operation_id} is sent for ${Math.round(sent / 1000)} s`] : []
}

function forgotten({ payment, operations, refunds }: Dossier, at: Moment): string[] {
  const all = [...operations, ...refunds.flatMap((file) => file.operations)]
  const wrongs = all.filter(isOpen).flatMap((row) => unanswered(row, at))
  for (const name of ['capture_before', 'action_before'] as const) {
    const late = at.now.getTime() - (payment[name]?.getTime() ?? Infinity)
    if (late > TIMER_MS) wrongs.push(`${name} passed ${Math.round(late / 1000)} s ago`)
  }
  const lock = operations.find((row) => row.operation_id === payment.operation_id)
  if (payment.operation_id !== null && (lock === undefined || !isOpen(lock))) {
    wrongs.push(`is locked by ${payment.operation_id}, which is over`)
  }
  return wrongs
}

function chargedTwice(dossier: Dossier): string[] {
  const charges = standing(dossier)
  if (charges.length < 2) return []
  return [`authorized by ${charges.map((row) => row.operation_id).join(' and ')}`]
}
