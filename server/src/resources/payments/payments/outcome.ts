// Decides what follows from the outcome of a payment operation, as data, without side effects: the same for an
// immediate outcome, a callback, a poll, or recovery after a crash.
import type { Write } from '#kernel/change.ts'
import { addMs } from '#kernel/clock.ts'
import { type CustomerRow, whileNotDeleted } from '#resources/payments/customers/read.ts'
import { transition } from '#core/outbox/transition.ts'
import { UNKNOWN } from '#core/operations/evidence.ts'
import { intend, isOpen, type Moment } from '#core/operations/operation.ts'
import type { Decided } from '#core/operations/settler.ts'
import { savePaymentMethod } from '#resources/methods/payment_methods/saved.ts'
import type { Approved, Declined, Outcome, Pending } from '#core/providers/provider.ts'
import { evictSecret } from '#core/vault/vault.ts'
import { book } from '#core/ledger/transfer.ts'
import { uncounted } from './risk.ts'
import type {
  AuthorizeIntent,
  AuthorizeOperation,
  CaptureIntent,
  NotSentVaulted,
  PaymentOperation,
} from './intent.ts'
import { decideReversal, decideTakenBack, reverse } from './late.ts'
import { amountDiffers, lifecycle, UNLOCKED, waiting } from './lifecycle.ts'
import { decideModification } from './decide_modification.ts'
import { toNextAction, type NextAction, redirectTo, waitScreen } from './next_action.ts'
import type { PaymentRow } from './store.ts'
import { declineMessage } from '#core/declines.ts'

/** Facts that a decision needs besides the payment and its operation. */
export interface Facts {
  /** The customer whose instrument is to be saved, unless deleted meanwhile. */
  customer?: CustomerRow | undefined
  /** The body for the capture that follows, where it must be stored. */
  capture_request?: string | undefined
  /** A void was refused because the provider holds nothing any more. */
  is_hold_gone?: boolean
}

export function decide(
  payment: PaymentRow,
  operation: PaymentOperation,
  outcome: Outcome,
  at: Moment,
  facts: Facts = {},
): Decided<PaymentRow> | undefined {
  if (operation.kind === 'reversal') {
    return decideReversal(payment, operation, outcome, at, facts.is_hold_gone)
  }
  const isAwaited = awaitedOperation(payment) === operation.operation_id
  if (operation.kind !== 'authorize') {
    const isTakenBack = outcome.result === 'refused' && outcome.returned === true
    if (operation.kind === 'capture' && isTakenBack && !isOpen(operation)) {
      return decideTakenBack(payment, operation, outcome, at)
    }
    if (!isAwaited) return { row: payment, writes: [] }
    return decideModification(payment, operation, outcome, at.now, facts.is_hold_gone === true)
  }
  return isAwaited
    ? decideAuthorization(payment, operation, outcome, at, facts)
    : decideStale(payment, operation, outcome, at)
}

/** The call in flight, or the authorization whose customer has not acted yet. */
function awaitedOperation(payment: PaymentRow): string | null {
  const isOpen = payment.status === 'requires_action' || payment.status === 'processing'
  return payment.operation_id ?? (isOpen ? payment.authorization_id : null)
}

/**
 * The outcome of an authorization that the payment no longer waits for. A voided hold is booked together with its
 * release; a charge is reversed.
 */
function decideStale(
  payment: PaymentRow,
  operation: AuthorizeOperation,
  outcome: Outcome,
  at: Moment,
): Decided<PaymentRow> {
  if (outcome.result === 'revoked' && operation.status === 'approved') {
    return decideWithdrawn(payment, operation, at)
  }
  // A call that may void it is in flight: it is polled again afterwards.
  const isBusy =
    payment.operation_id !== null && payment.authorization_id === operation.operation_id
  if (isBusy) return { row: payment, writes: [], closes_with: UNKNOWN }
  const evicted = evictUnsaved(operation, outcome)
  if (outcome.result !== 'approved') return { row: payment, writes: evicted }
  if (operation.intent.capture && !outcome.review) {
    const reversed = reverse(payment, operation, outcome, at)
    const alarm = 'a payment was charged although it was no longer wanted'
    return { ...reversed, writes: [...reversed.writes, ...evicted], alarm }
  }
  const { amount } = outcome
  const booked = book(operation, { hold: amount, release: amount }, at.now)
  return { row: payment, writes: [...booked, ...evicted] }
}

/** The provider has released a hold by a revocation that it reports after the approval. */
function decideWithdrawn(
  payment: PaymentRow,
  operation: AuthorizeOperation,
  { now }: Moment,
): Decided<PaymentRow> {
  const isHeld =
    payment.authorization_id === operation.operation_id && payment.amount_capturable > 0
  if (!isHeld) return { row: payment, writes: [] }
  const alarm = 'the provider revoked a hold that is being captured'
  if (payment.operation_id !== null) return { row: payment, writes: [], alarm }
  const { amount_capturable } = payment
  const set = {
    amount_capturable: 0,
    capture_before: null,
    cancellation_reason: 'authorization_revoked',
  }
  const { row, writes } = transition(lifecycle, payment, 'expire', set, now)
  return { row, writes: [...writes, ...book(operation, { release: amount_capturable }, now)] }
}

function decideAuthorization(
  payment: PaymentRow,
  operation: AuthorizeOperation,
  outcome: Outcome,
  at: Moment,
  facts: Facts,
): Decided<PaymentRow> | undefined {
  const { now } = at
  switch (outcome.result) {
    case 'approved':
      return decideAuthorized(payment, operation, outcome, at, facts)
    case 'declined':
      return decideDeclined(payment, operation, outcome, now)
    case 'challenge': {
      const before = addMs(now, operation.intent.action_window_ms)
      const action = redirectTo(outcome.page_url)
      return decideChallenged(payment, { action, before }, outcome.transaction_id, now)
    }
    case 'pending':
      return pending(payment, operation, outcome, at)
    case 'unknown':
      // While the customer is asked to act, a poll without an answer changes nothing.
      return operation.status === 'sent' ? waiting(payment, operation, now) : undefined
    case 'refused':
    case 'not_sent':
    case 'revoked':
      return decideUnauthorized(payment, operation, outcome, now)
  }
}

function decideAuthorized(
  payment: PaymentRow,
  operation: AuthorizeOperation,
  outcome: Approved,
  at: Moment,
  { customer, capture_request }: Facts,
): Decided<PaymentRow> {
  const { now } = at
  const { intent } = operation
  const { amount, transaction_id } = outcome
  const saved = savedMethod(payment, operation, outcome, customer, now)
  const common = {
    ...UNLOCKED,
    ...saved.set,
    ...(amount === operation.amount ? {} : amountDiffers(operation, amount)),
    amount_authorized: amount,
    authorization_id: operation.operation_id,
    connector_transaction_id: transaction_id,
    next_action: null,
    action_before: null,
  }
  const review = intent.review || outcome.review
  const isCaptured = intent.capture && !review
  if (isCaptured && intent.captures_separately !== true) {
    const name = amount < operation.amount ? 'charge_part' : 'charge'
    const set = { ...common, amount_received: amount, captured_at: now }
    const { row, writes } = transition(lifecycle, payment, name, set, now)
    const booked = book(operation, { capture: amount }, now)
    return { row, writes: [...writes, ...booked, ...saved.writes, ...uncounted(operation)] }
  }
  const capture_before = captureDeadline(intent, outcome, at)
  const set = { ...common, amount_capturable: amount, capture_before }
  const name = review ? 'review' : 'authorize'
  const capture = isCaptured
    ? intendCapture(operation, outcome, at.wall, capture_request)
    : undefined
  const locked = { ...set, operation_id: capture?.operation.operation_id ?? null }
  const { row, writes } = transition(lifecycle, payment, name, locked, now)
  const booked = book(operation, { hold: amount }, now)
  const own = capture ? [capture.write] : []
  return { row, writes: [...writes, ...own, ...booked, ...saved.writes, ...uncounted(operation)] }
}

/** The profile's window, or the acquirer's if it ends first. */
function captureDeadline(
  { capture_window_ms }: AuthorizeIntent,
  { capture_before }: Approved,
  { now, wall }: Moment,
): Date {
  const own = addMs(now, capture_window_ms)
  // The provider uses the wall clock; the merchant's may differ.
  const left_ms = Date.parse(capture_before ?? '') - wall.getTime()
  return Number.isNaN(left_ms) || addMs(now, left_ms) > own ? own : addMs(now, left_ms)
}

/** The provider has only held the money. The capture is recorded with the hold, so a crash does not lose it. */
function intendCapture(
  operation: AuthorizeOperation,
  { amount, transaction_id }: Approved,
  now: Date,
  request: string | undefined,
) {
  const { merchant_id, object_id, operation_id, currency, provider, connector_id } = operation
  const intent: CaptureIntent = { from: 'requires_capture', final: true }
  return intend({
    merchant_id,
    operation_id: captureId(operation_id),
    object_id,
    kind: 'capture',
    amount,
    currency,
    provider,
    connector_id,
    parent_id: operation_id,
    parent_transaction_id: transaction_id,
    request: request ?? null,
    intent,
    now,
  })
}

/** The operation that captures an automatic payment at a provider that only holds the money first. */
export function captureId(operation_id: string): string {
  return `${operation_id}_capture`
}

/** Saved unless the customer was deleted; then the instrument is deleted too. */
function savedMethod(
  payment: PaymentRow,
  { connector_id, intent: { save } }: AuthorizeOperation,
  outcome: Approved,
  customer: CustomerRow | undefined,
  now: Date,
): { set: Partial<Pick<PaymentRow, 'payment_method_id'>>; writes: Write[] } {
  if (!save) return { set: {}, writes: [] }
  const { merchant_id, customer_id, payment_method, payment_method_type } = payment
  const { payment_method_data } = payment
  const { is_pinned, ...saved } = save
  // Only the acquirer knows a card that was entered on its page: without its token there is nothing to charge.
  const isLost = is_pinned === true && outcome.saved_method === undefined
  if (!customer || !payment_method || !payment_method_type || !payment_method_data || isLost) {
    return { set: {}, writes: [evictSecret(merchant_id, save.vault_id)] }
  }
  const write = savePaymentMethod({
    merchant_id,
    customer_id: customer_id ?? customer.customer_id,
    ...saved,
    payment_method,
    payment_method_type,
    payment_method_data,
    connector_id: outcome.saved_method === undefined ? null : connector_id,
    provider_token: outcome.saved_method ?? null,
    network_transaction_id: outcome.network_transaction_id ?? null,
    pinned_to: is_pinned === true ? connector_id : null,
    created: now,
  })
  const { payment_method_id } = save
  return { set: { payment_method_id }, writes: [write, whileNotDeleted(customer)] }
}

/** Deletes the instrument that was to be saved after a success. */
function evictUnsaved({ merchant_id, intent }: AuthorizeOperation, { result }: Outcome): Write[] {
  const isFinal = result !== 'unknown' && result !== 'pending' && result !== 'challenge'
  return intent.save && isFinal ? [evictSecret(merchant_id, intent.save.vault_id)] : []
}

function decideDeclined(
  payment: PaymentRow,
  operation: AuthorizeOperation,
  outcome: Declined,
  now: Date,
): Decided<PaymentRow> {
  const set = { ...UNLOCKED, ...declineFields(outcome) }
  const { row, writes } = transition(lifecycle, payment, 'decline', set, now)
  return { row, writes: [...writes, ...evictUnsaved(operation, outcome)] }
}

/** The action that the customer has to take, and its deadline. */
interface Request {
  action: NextAction
  before: Date
}

/** The customer must act: the call has ended, the authorization stays open. */
function decideChallenged(
  payment: PaymentRow,
  { action, before }: Request,
  transaction_id: string,
  now: Date,
): Decided<PaymentRow> | undefined {
  // A poll before the customer has acted does not extend the deadline.
  if (payment.status === 'requires_action') return undefined
  const set = {
    ...UNLOCKED,
    next_action: action,
    action_before: before,
    connector_transaction_id: transaction_id,
    authorization_id: payment.operation_id,
  }
  return transition(lifecycle, payment, 'challenge', set, now)
}

/** The customer pays elsewhere, or the provider has no outcome yet. */
function pending(
  payment: PaymentRow,
  operation: AuthorizeOperation,
  outcome: Pending,
  at: Moment,
): Decided<PaymentRow> | undefined {
  const { transaction_id } = outcome
  const request = customerRequest(payment, operation, outcome, at)
  if (request === undefined) return waiting(payment, operation, at.now)
  return decideChallenged(payment, request, transaction_id, at.now)
}

/** Instructions work until the time that they show; a device is waited for like a page. */
function customerRequest(
  payment: PaymentRow,
  { intent }: AuthorizeOperation,
  { instructions, on_device }: Pending,
  { now, wall }: Moment,
): Request | undefined {
  const window_ends = addMs(now, intent.action_window_ms)
  if (instructions) {
    // The provider uses the wall clock; the customer reads the merchant's.
    const left_ms = Date.parse(instructions.expires_at) - wall.getTime()
    const before = Number.isNaN(left_ms) ? window_ends : addMs(now, left_ms)
    return { action: toNextAction({ ...instructions, expires_at: before.toISOString() }), before }
  }
  if (on_device !== true && payment.payment_method !== 'upi') return undefined
  return { action: waitScreen(now, window_ends), before: window_ends }
}

const NEVER_RECEIVED = {
  error_code: 'not_sent',
  error_message:
    'The acquirer did not receive this payment; nothing was charged. Confirm it again.',
}

/** Nothing was done: the payment returns to its previous state. */
function decideUnauthorized(
  payment: PaymentRow,
  operation: AuthorizeOperation,
  outcome: NotSentVaulted | Outcome,
  now: Date,
): Decided<PaymentRow> {
  const { from } = operation.intent
  const vaulted = 'vaulted' in outcome ? outcome.vaulted : undefined
  const evicted = [...evictUnsaved(operation, outcome), ...uncounted(operation)]
  if (vaulted && from === 'requires_confirmation') {
    const set = { ...UNLOCKED, vault_id: vaulted.vault_id }
    const { row, writes } = transition(lifecycle, payment, 'not_sent_vaulted', set, now)
    return { row, writes: [...writes, vaulted.write, ...evicted] }
  }
  const name = from === 'failed' ? 'not_sent_retry' : 'not_sent'
  const set = { ...UNLOCKED, ...NEVER_RECEIVED }
  const { row, writes } = transition(lifecycle, payment, name, set, now)
  return { row, writes: [...writes, ...evicted] }
}

/** Columns for a declined payment. */
function declineFields(outcome: Declined): Partial<PaymentRow> {
  const message = declineMessage(outcome.code, outcome.provider_message)
  const { network } = outcome
  return {
    unified_code: outcome.code,
    unified_message: message,
    error_code: outcome.provider_code,
    error_message: outcome.provider_message,
    error_details: {
      unified_details: { category: outcome.code, message },
      issuer_details: network && {
        code: network.code,
        message: network.message,
        network_details: { name: network.name },
      },
      connector_details: {
        code: outcome.provider_code,
        message: outcome.provider_message,
        reason: outcome.reason,
      },
    },
    connector_transaction_id: outcome.transaction_id,
    next_action: null,
    action_before: null,
  }
}
