// Invariants for a subscription with its invoices, and for invoice payments.
import { MINUTE_MS } from '#kernel/clock.ts'
import { nextEvents, type Transition } from '#kernel/machine.ts'
import { missingEvents, type Stateful, type Step, wrongEvents } from '#core/invariants/events.ts'
import { all, type Invariants } from '#core/invariants/invariants.ts'
import type { InvoiceFacts, PaymentRecord, SubscriptionRecord } from '#core/invariants/record.ts'
import type { Moment } from '#core/operations/operation.ts'
import { type InvoiceStatus, isSettled } from '#resources/billing/invoices/state.ts'
import type { PaymentStatus } from '#resources/payments/payments/state.ts'
import { billedTooOften, unawaited, unreturned } from './open_invariants.ts'
import { hasEnded, subscription as machine, type SubscriptionStatus } from './state.ts'

export const invariants: Invariants = {
  payment: { '13': unsettled },
  subscription: {
    '6': (record, at) => missingEvents(record, toStateful(record), at),
    '7': wrongSubscriptionEvents,
    '8': all(overdue, withoutEnd),
    '13': wrongInvoices,
    '16': collectedTwice,
    '19': unawaited,
    '20': billedTooOften,
    '21': unreturned,
  },
}

/** A timer that is later than this, or a payment that is settled later, is a violation. */
const TIMER_MS = 5 * MINUTE_MS

const PAID: ReadonlySet<string> = new Set<InvoiceStatus>(['invoice_paid', 'payment_succeeded'])

const CAPTURED: ReadonlySet<string> = new Set<PaymentStatus>(['succeeded', 'partially_captured'])

/** A payment that succeeded has paid its invoice, which names it: so an invoice is paid once. */
function unsettled({ payment }: PaymentRecord, { now }: Moment): string[] {
  const { invoice, payment_id, status, modified_at, amount_received } = payment
  const isFresh = now.getTime() - modified_at.getTime() < TIMER_MS
  if (invoice === null || !CAPTURED.has(status) || (isFresh && invoice.use === 'open')) return []
  const { invoice_id } = invoice
  const isPart = amount_received < (invoice.accepted_amount ?? invoice.amount)
  // The merchant decides about a partial amount, and may leave it to the customer as credit.
  if (isPart && invoice.status === 'manual_review' && invoice.use === 'open') return []
  const isRight = isPart ? invoice.status === 'voided' : PAID.has(invoice.status)
  const violations: string[] = []
  if (!isRight)
    violations.push(`paid ${amount_received} of ${invoice_id}, which is ${invoice.status}`)
  if (invoice.use !== 'paid') violations.push(`is ${invoice.use ?? 'not listed'} for ${invoice_id}`)
  if (invoice.payment_id !== payment_id) {
    violations.push(`paid ${invoice_id}, which names ${invoice.payment_id}`)
  }
  return violations
}

function wrongInvoices({ invoices }: SubscriptionRecord): string[] {
  return invoices.flatMap((invoice) => [...wrongAmounts(invoice), ...wrongPayment(invoice)])
}

function wrongAmounts({ invoice_id, total, lines, ...invoice }: InvoiceFacts): string[] {
  const { amount, credit_applied } = invoice
  const violations: string[] = []
  if (lines !== total) violations.push(`${invoice_id}: total ${total}, its lines sum to ${lines}`)
  if (amount !== Math.max(total, 0) - credit_applied) {
    violations.push(`${invoice_id}: ${amount} to pay of ${total}, credit ${credit_applied}`)
  }
  return violations
}

/** An amount of 0 needs no payment. */
function wrongPayment({ invoice_id, status, amount, payment, ...invoice }: InvoiceFacts): string[] {
  if (!PAID.has(status) || amount === 0) return []
  if (payment === null) return [`${invoice_id} is ${status} without a payment`]
  const { payment_id } = payment
  const violations: string[] = []
  const asked = invoice.accepted_amount ?? amount
  if ((payment.amount_received ?? 0) < asked) {
    const received = `${payment_id} is ${payment.status} and received ${payment.amount_received}`
    // An earlier release took a part for the whole amount.
    const isPart = status === 'invoice_paid' && CAPTURED.has(payment.status ?? '')
    const way = isPart ? `: POST /invoices/${invoice_id}/resolve {"action": "accept"}` : ''
    violations.push(`${invoice_id} is ${status} and asks for ${asked}, ${received}${way}`)
  }
  if (payment.use !== 'paid') {
    violations.push(`${invoice_id} is ${status}, ${payment_id} is ${payment.use ?? 'not listed'}`)
  }
  return violations
}

/** An invoice is collected while another payment for it is to be made, or one is in progress. */
function isCollected({ next_attempt_ms, payment }: InvoiceFacts): boolean {
  return next_attempt_ms !== null || payment?.use === 'open'
}

/** A customer may pay an earlier invoice on its page; that is no scheduled payment. */
function collectedTwice({ subscription, invoices }: SubscriptionRecord): string[] {
  const { open_invoice_id } = subscription
  return invoices
    .filter((row) => row.next_attempt_ms !== null && row.invoice_id !== open_invoice_id)
    .map(
      ({ invoice_id }) =>
        `${invoice_id} is collected, the subscription waits for ${open_invoice_id}`,
    )
}

function overdue({ subscription, invoices }: SubscriptionRecord, { now }: Moment): string[] {
  const lateBy = (moment: number | undefined) => now.getTime() - (moment ?? Infinity)
  const violations: string[] = []
  const late = lateBy(subscription.due_at?.getTime())
  if (late > TIMER_MS) violations.push(`due_at passed ${Math.round(late / 1000)} s ago`)
  // A paused subscription collects nothing.
  const isPaused = subscription.status === 'paused'
  for (const { invoice_id, next_attempt_ms } of isPaused ? [] : invoices) {
    const overdue_ms = lateBy(next_attempt_ms ?? undefined)
    if (overdue_ms > TIMER_MS) {
      violations.push(`${invoice_id} is due for ${Math.round(overdue_ms / 1000)} s`)
    }
  }
  return violations
}

/** In these states only the merchant or the customer continues. */
const WAITS_FOR_PEOPLE: ReadonlySet<string> = new Set<SubscriptionStatus>(['unpaid', 'paused'])

/** An invoice that the subscription waits for is collected; every other state has a timer. */
function withoutEnd({ subscription, invoices }: SubscriptionRecord): string[] {
  const { status, open_invoice_id, due_at } = subscription
  if (open_invoice_id === null) {
    const isTimed = due_at !== null || WAITS_FOR_PEOPLE.has(status)
    return isTimed || hasEnded(status as SubscriptionStatus)
      ? []
      : [`is ${status} without an invoice and without a timer`]
  }
  const open = invoices.find(({ invoice_id }) => invoice_id === open_invoice_id)
  if (open === undefined) return [`waits for ${open_invoice_id}, which does not exist`]
  if (isSettled(open.status as InvoiceStatus)) {
    return [`waits for ${open_invoice_id}, which is ${open.status}`]
  }
  if (isCollected(open) || WAITS_FOR_PEOPLE.has(status)) return []
  return [`waits for ${open_invoice_id}, which nobody collects`]
}

/** A change without an event may follow the last event. */
function toStateful({ subscription, events }: SubscriptionRecord): Stateful {
  const { subscription_id: id, status, ...row } = subscription
  const last = events.at(-1)
  const shown = last && (JSON.parse(last.body).content.object.status as SubscriptionStatus)
  const isReached = shown !== undefined && silentlyFrom(shown).has(status)
  return { id, ...row, status: isReached ? shown : status }
}

/** The states that are reached from this one without an event. */
function silentlyFrom(from: SubscriptionStatus | undefined): ReadonlySet<string> {
  const passed = new Set<SubscriptionStatus>([from ?? 'created'])
  const silent = Object.values<Transition<SubscriptionStatus>>(machine.transitions).filter(
    ({ emits }) => emits === undefined,
  )
  for (const state of passed) {
    for (const row of silent) if (row.from.includes(state)) passed.add(row.to)
  }
  return passed
}

/** Events about a subscription that stays in its state. */
const NOTICES: ReadonlySet<string> = new Set(['invoice_paid', 'invoice_payment_failed'])

function wrongSubscriptionEvents(record: SubscriptionRecord, at: Moment): string[] {
  return wrongEvents(record, toStateful(record), at, isTransition)
}

function isTransition(from: Step | undefined, { event_type, object }: Step): boolean {
  const before = from?.object.status as SubscriptionStatus | undefined
  if (nextEvents(machine, before).has(`${event_type} ${object.status}`)) return true
  return NOTICES.has(event_type) && silentlyFrom(before).has(object.status)
}
