// Subscriptions against their own course: a state promises what is billed next, and whether it is.
import { addUnits, earlier, isSameMoment, text } from './calendar.ts'
import type { Chain, Course } from './chain.ts'
import { hasEnded, isInFlight, momentOf, outcomeOf } from './outcomes.ts'
import type { Invoice, Journal, Subscription } from './records.ts'

interface Judged {
  readonly subscription: Subscription
  readonly course: Course | undefined
  readonly invoices: readonly Invoice[]
  readonly open: readonly Invoice[]
  readonly journal: Journal
  readonly now: Date
}

type Rule = (judged: Judged) => string | false | 0 | null | undefined

export function wrongStates(
  subscription: Subscription,
  { steps, course }: Chain,
  journal: Journal,
  now: Date,
): string[] {
  const invoices = steps.map(({ invoice }) => invoice)
  const open = invoices.filter((invoice) => outcomeOf(invoice, subscription) === 'open')
  const judged = { subscription, course, invoices, open, journal, now }
  return rules.flatMap((rule) => {
    const why = rule(judged)
    return why ? [`${subscription.id} is ${subscription.status}: ${why}`] : []
  })
}

const WAITING: ReadonlySet<string> = new Set(['unpaid', 'pending'])
const RUNNING: ReadonlySet<string> = new Set(['active', 'trial', 'onetime'])
const NEVER_PAID: ReadonlySet<string> = new Set(['failed', 'in_active'])
const RENEWED: ReadonlySet<string> = new Set(['active', 'trial'])

const rules: readonly Rule[] = [
  waitsForSomething,
  hasNothingOpen,
  isUpToDate,
  hasItsPeriod,
  hasItsPrice,
  countsItsCycles,
  showsItsChange,
  wasBilledToItsEnd,
  endedWithoutMoney,
  leftNothingBehind,
  keptItsAppointments,
]

function waitsForSomething({ subscription, open }: Judged) {
  return WAITING.has(subscription.status) && open.length === 0 && 'no invoice is open'
}

/** A payment that did not reach the acquirer is made again soon. */
function hasNothingOpen({ subscription, open }: Judged) {
  const left = open.find(
    ({ status, next_attempt_at }) => status !== 'invoice_created' || next_attempt_at === null,
  )
  return RUNNING.has(subscription.status) && left && `${left.id} is ${left.status} and not awaited`
}

function isUpToDate({ subscription, now }: Judged) {
  const { status, period_end, created, resume_at, cancel_at, pause_at } = subscription
  if (RUNNING.has(status) && (period_end === null || period_end <= now)) {
    return `its period ended at ${text(period_end)}, now it is ${text(now)}`
  }
  if (status === 'created' && addUnits(created, 'day', 1) <= now) return 'it should have expired'
  if (status === 'paused' && resume_at && resume_at <= now) return 'it should have been resumed'
  if (hasEnded(subscription)) return undefined
  if (cancel_at && cancel_at <= now) return 'it should have been cancelled'
  return pause_at && pause_at <= now && RENEWED.has(status) && 'it should have been paused'
}

/** One that was resumed after its period shows the resumption as its end, while the old invoice is collected. */
function hasItsPeriod({ subscription, course, journal }: Judged) {
  const { status, period_start, period_end, next_billing_at, id } = subscription
  if (course === undefined || hasEnded(subscription)) return undefined
  const { span } = course.period
  const resumptions = journal.resumptions?.get(id) ?? []
  const ends = [span.end, ...resumptions.filter((moment) => moment >= span.end)]
  const isOwn = ends.some((end) => isSameMoment(end, period_end))
  if (!isSameMoment(period_start, span.start) || !isOwn) {
    const own = `${text(span.start)} to ${text(span.end)}`
    return `its period is ${text(period_start)} to ${text(period_end)} instead of ${own}`
  }
  const next = RENEWED.has(status) ? span.end : null
  return !isSameMoment(next_billing_at, next) && `it is billed next at ${text(next_billing_at)}`
}

/** In a trial the price can change without an invoice. */
function hasItsPrice({ subscription, course }: Judged) {
  if (course === undefined || course.period.is_trial) return undefined
  const { item_price_id } = course.price
  const isOwn = subscription.item_price_id === item_price_id
  return !isOwn && `its price is ${subscription.item_price_id}, it paid for ${item_price_id}`
}

function countsItsCycles({ subscription: { status, cycles_billed }, course }: Judged) {
  if (course === undefined) return undefined
  const { cycles, price, period } = course
  if (cycles_billed !== cycles) return `${cycles_billed} cycles are counted instead of ${cycles}`
  const isLast = price.cycles && cycles >= price.cycles && !period.is_trial
  return isLast && status === 'active' && `it has no more than ${price.cycles} cycles`
}

/** Until its invoice is paid, a change is shown and has no effect. */
function showsItsChange({ subscription, open, course }: Judged) {
  const { pending_update: shown } = subscription
  if (shown === undefined || course === undefined || hasEnded(subscription)) return undefined
  const change = open.find(({ reason }) => reason === 'plan_change')
  if (shown?.invoice_id !== change?.id) {
    return `it shows the change ${shown?.invoice_id}, the open one is ${change?.id}`
  }
  if (!shown || !change) return undefined
  const until = earlier(addUnits(change.period_start, 'day', 1), course.period.span.end)
  return !isSameMoment(shown.expires_at, until) && `its change expires at ${text(shown.expires_at)}`
}

/** Nothing is billed while it is paused or waits for its money. */
function wasBilledToItsEnd({ subscription, course, invoices }: Judged) {
  const { status, paused_at, cancelled_at } = subscription
  const end = status === 'paused' ? paused_at : paused_at === null ? cancelled_at : null
  if (course === undefined || end === null || course.period.span.end >= end) return undefined
  const last = invoices.findLast(({ reason }) => reason === 'renewal')
  const paid = last && outcomeOf(last, subscription) === 'paid' ? last.paid_at : null
  if (last && (paid === null || paid >= end)) return undefined
  const change = invoices.findLast(({ reason }) => reason === 'plan_change')
  if (change && isUndecided(change, end)) return undefined
  return `it was billed until ${text(course.period.span.end)}, and went on until ${text(end)}`
}

/** A change's payment can be in flight at the period's end: nothing is billed until the bank has decided. */
function isUndecided({ status, paid_at, modified_at }: Invoice, at: Date): boolean {
  if (status === 'invoice_paid') return false
  return isInFlight(status) || (paid_at ?? modified_at) >= at
}

/** A confirmation in progress does not expire. */
function endedWithoutMoney({ subscription, course, invoices }: Judged) {
  if (subscription.status !== 'in_active' || course !== undefined) return undefined
  const paid = invoices.find(({ status }) => status === 'payment_succeeded')
  return paid && `it expired, but ${paid.id} was paid`
}

/** A resumption without the open invoice voids it, and nothing that happens to it later concerns the subscription. */
function leftNothingBehind({ subscription, open, invoices, journal, now }: Judged) {
  const moments = journal.resumed_without?.get(subscription.id) ?? []
  const isLeft = (invoice: Invoice, until: Date) =>
    moments.some((moment) => momentOf(invoice) < moment && moment <= until)
  const left = open.find((invoice) => isLeft(invoice, now))
  if (left) return `it was resumed without ${left.id}, which is ${left.status}`
  const last = invoices.findLast(({ reason }) => reason === 'renewal')
  const { cancel_reason, cancelled_at } = subscription
  const isDunned = cancel_reason === 'payment_failed' && last && isLeft(last, cancelled_at ?? now)
  return isDunned && `it was resumed without ${last.id}, and cancelled for it`
}

/** An invoice that is not paid can end or pause a subscription apart from that. */
function keptItsAppointments({ subscription, journal, invoices, now }: Judged) {
  const { id, cancelled_at, cancel_reason, ended_at, paused_at, status } = subscription
  const cancel = journal.cancel_at?.get(id)
  const isUnpaid = NEVER_PAID.has(status) || cancel_reason === 'payment_failed'
  const hasEndedBefore = isUnpaid && cancel && ended_at !== null && ended_at < cancel
  if (cancel && cancel <= now && !hasEndedBefore && !isSameMoment(cancelled_at, cancel)) {
    return `it was to be cancelled at ${text(cancel)}, and was at ${text(cancelled_at)}`
  }
  const pause = journal.pause_at?.get(id)
  const isDunned = invoices.some((invoice) => paused_at && isUnpaidAt(invoice, paused_at))
  const isPaused = status === 'paused' && pause && pause <= now && !isDunned
  return isPaused && !isSameMoment(paused_at, pause) && `it was paused at ${text(paused_at)}`
}

function isUnpaidAt(invoice: Invoice, at: Date): boolean {
  const { reason, paid_at } = invoice
  return reason === 'renewal' && momentOf(invoice) <= at && (paid_at === null || paid_at > at)
}
