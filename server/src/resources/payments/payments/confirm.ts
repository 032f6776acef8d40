import { save } from '#kernel/change.ts'
import { Conflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { allows } from '#kernel/machine.ts'
import { transition } from '#core/outbox/transition.ts'
import { Failure, required } from '#errors.ts'
import type { MethodName } from '#core/method_types.ts'
import { busy, nextOperation, refuse } from '#core/operations/perform.ts'
import { findOperation } from '#core/operations/read.ts'
import { profileOfExisting } from '#resources/accounts/profiles/read.ts'
import type { Profile } from '#resources/accounts/profiles/schema.ts'
import type { Instrument } from '#core/providers/request.ts'
import { evictSecret } from '#core/vault/vault.ts'
import { authorize } from './authorize.ts'
import { checkBilling, checkMethod, type ConfirmOrder } from './order.ts'
import type { PaymentClaim } from './place.ts'
import { mergeBrowserInfo, checkSession } from '#http/client_access.ts'
import { readPayment, toApi } from './read.ts'
import { routePayment } from './route.ts'
import { resolveMethod, type Resolved } from '#resources/methods/payment_methods/resolve.ts'
import { readPaymentMethod } from '#resources/methods/payment_methods/saved.ts'
import { editing } from './lifecycle.ts'
import { performModification, startModification } from './modify.ts'
import type { Payment } from './schema.ts'
import { isTerminal, payment } from './state.ts'
import { type PaymentRow, payments } from './store.ts'
import { syncPayment } from './sync.ts'

/** Charges a payment with the instrument that is sent, or with the one it has. */
export async function confirmPayment(
  context: Context,
  payment_id: string,
  order: ConfirmOrder,
): Promise<Payment> {
  const current = await readPayment(context, payment_id)
  checkSession(context, 'payment', current)
  checkNotOfInvoice(current)
  const profile = await profileOfExisting(context, current.profile_id)
  return toApi(context, await confirm(context, { current, edited: current }, profile, order))
}

/** Confirms an invoice payment, with the invoice rows in the commit that records the attempt. */
export async function confirmForInvoice(
  context: Context,
  payment_id: string,
  order: ConfirmOrder,
  claim: ConfirmedClaim,
): Promise<PaymentRow> {
  const current = await readPayment(context, payment_id)
  const profile = await profileOfExisting(context, current.profile_id)
  // The customer chooses the card for renewals; a renewal's payment was not made to save one.
  const edited: PaymentRow = { ...current, setup_future_usage: 'off_session' }
  return confirm(context, { current, edited }, profile, order, claim)
}

/** The subscription decides when and with which method its invoices are paid. */
export function checkNotOfInvoice({ invoice_id, payment_id }: PaymentRow): void {
  if (!invoice_id) return
  const message = `The payment ${payment_id} belongs to the invoice ${invoice_id}. Confirm its subscription, or pay on the page of the invoice.`
  throw new Failure('IR_14', message)
}

/** The payment's claim already exists. */
type ConfirmedClaim = Pick<PaymentClaim, 'writes' | 'isStale'>

/** The payment as it is stored, and as it is to be confirmed. */
export interface Confirming {
  current: PaymentRow
  edited: PaymentRow
}

/** One concurrent confirmation wins; the state that it sets refuses the others. */
export async function confirm(
  context: Context,
  confirming: Confirming,
  profile: Profile,
  order: ConfirmOrder,
  claim?: ConfirmedClaim,
): Promise<PaymentRow> {
  try {
    return await attemptConfirm(context, confirming, profile, order, claim)
  } catch (error) {
    if (!(error instanceof Conflict) || claim) throw error
    const { payment_id } = confirming.current
    await checkConfirm(context, await readPayment(context, payment_id), profile)
    throw error
  }
}

async function attemptConfirm(
  context: Context,
  { current, edited }: Confirming,
  profile: Profile,
  order: ConfirmOrder,
  claim?: ConfirmedClaim,
): Promise<PaymentRow> {
  const { operation_id, started } = await nextOperation(context)
  if (started) return current
  await checkConfirm(context, current, profile)
  const resolved = await resolve(context, { current, edited }, order)
  const { writes, isSaved, owner } = resolved
  const set = {
    customer_id: edited.customer_id ?? owner ?? null,
    billing: order.billing ?? edited.billing,
    return_url: order.return_url ?? edited.return_url,
    authentication_type: order.authentication_type ?? edited.authentication_type,
    browser_info: mergeBrowserInfo(context, edited.browser_info, order.browser_info),
    payment_method: resolved.method,
    payment_method_type: resolved.method_type,
    payment_method_data: resolved.masked,
    payment_method_id: isSaved ? (savedIn(order) ?? current.payment_method_id) : null,
    off_session: order.off_session ?? edited.off_session,
    ...NO_ATTEMPT,
    attempt_count: current.attempt_count + 1,
    operation_id,
  }
  const wanted: PaymentRow = { ...edited, ...set }
  if (!isSaved && !current.payment_link_id && !current.invoice_id) checkBilling(wanted.billing)
  checkMethod(wanted, resolved, profile)
  const route = await routePayment(context, wanted, resolved.instrument, resolved.stored)
  const free = await voidPrevious(context, current)
  if (!allows(payment, free.status, 'confirm')) return free
  const { status, transitions, version } = free
  const next = { ...edited, status, transitions, version }
  const { row } = transition(editing, next, 'confirm', set, context.now)
  return authorize(context, {
    row,
    write: (final) => save(payments, free, final),
    version: free.version,
    instrument: resolved.instrument,
    from: status,
    profile,
    route,
    stored: resolved.stored,
    has_voided: free !== current,
    writes: [
      ...writes,
      ...(current.vault_id ? [evictSecret(row.merchant_id, current.vault_id)] : []),
      ...(claim?.writes ?? []),
    ],
    ...(claim ? { isStale: claim.isStale } : {}),
  })
}

function savedIn({ method }: ConfirmOrder): string | undefined {
  return method?.way === 'saved' ? method.payment_method_id : undefined
}

/** Clears what an earlier attempt left on the payment. */
export const NO_ATTEMPT = {
  vault_id: null,
  next_action: null,
  action_before: null,
  unified_code: null,
  unified_message: null,
  error_code: null,
  error_message: null,
  error_details: null,
  authorization_id: null,
}

/**
 * Voids the previous attempt's page, which could otherwise still charge. If that fails, or the customer has already
 * paid, the returned payment cannot be confirmed.
 */
async function voidPrevious(context: Context, current: PaymentRow): Promise<PaymentRow> {
  if (current.status !== 'requires_action') return current
  const set = { authorization_id: null }
  const { operation_id } = await nextOperation(context, 'void')
  const started = await startModification(context, current, operation_id, {
    kind: 'void',
    intent: { transition: 'void_previous', set },
  })
  const { row, outcome } = await performModification(context, started)
  if (outcome.result === 'not_sent') refuse(outcome)
  return outcome.result === 'refused' ? syncPayment(context, row) : row
}

/** A browser that tries card after card is guessing. */
const MAX_BROWSER_ATTEMPTS = 10

async function checkConfirm(
  context: Context,
  current: PaymentRow,
  profile: Profile,
): Promise<void> {
  const { caller } = context
  if (caller.is_publishable && current.attempt_count >= MAX_BROWSER_ATTEMPTS) {
    const message = `A browser can try ${MAX_BROWSER_ATTEMPTS} times to pay; create another payment.`
    throw new Failure('IR_16', message)
  }
  // A failed payment has freed its link or invoice, which may be paid by another payment since.
  const isBound = Boolean(current.payment_link_id ?? current.invoice_id)
  const isRetryable = profile.is_manual_retry_enabled && !isBound
  const isRetried = current.status === 'failed' && isRetryable
  if (isTerminal(current.status) && !isRetried) {
    throw new Failure('IR_16', `The payment is ${current.status} and cannot be confirmed again.`)
  }
  await assertNotConfirming(context, current)
  if (!allows(payment, current.status, 'confirm') && current.status !== 'requires_action') {
    throw new Failure('IR_14', `A payment that is ${current.status} cannot be confirmed.`)
  }
}

const CONFIRMING: ReadonlySet<string> = new Set(['processing', 'requires_action'])

/** Until its call's first outcome is recorded, the operation belongs to a request that is still in progress. */
export async function assertNotConfirming(
  context: Context,
  { merchant_id, status, operation_id }: PaymentRow,
): Promise<void> {
  if (operation_id === null || !CONFIRMING.has(status)) return
  const operation = await findOperation(context.db, merchant_id, operation_id)
  if (operation === undefined || operation.checks > 0) return
  const own = await Promise.all([nextOperation(context), nextOperation(context, 'void')])
  if (own.some((each) => each.operation_id === operation_id)) {
    throw busy('An earlier attempt of this request is still in progress.')
  }
  const message = 'Another request is confirming this payment. Retrieve it to see the outcome.'
  throw new Failure('IR_16', message)
}

/** The instrument that is sent, else the one in the vault since the payment was created. */
async function resolve(
  context: Context,
  { current, edited }: Confirming,
  { method: ordered, off_session }: ConfirmOrder,
): Promise<Resolved> {
  const payer = { ...edited, off_session: off_session ?? edited.off_session }
  if (ordered) return resolveMethod(context, ordered, payer)
  if (current.status === 'requires_action') throw required('payment_method_data')
  const { vault_id, payment_method_data: masked, payment_method_type: method_type } = current
  const instrument =
    vault_id === null
      ? undefined
      : await context.vault.get<Instrument>(current.merchant_id, vault_id)
  if (!instrument || !masked || !method_type) throw required('payment_method_data')
  const method = current.payment_method as MethodName
  const isSaved = current.payment_method_id !== null
  // A deleted saved method is not charged, although the payment has a copy for a day.
  const stored =
    current.payment_method_id === null
      ? undefined
      : await readPaymentMethod(context, current.payment_method_id)
  return { method, method_type, instrument, masked, writes: [], isSaved, ...(stored && { stored }) }
}
