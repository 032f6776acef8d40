import { save } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { allows } from '#kernel/machine.ts'
import { transition } from '#core/outbox/transition.ts'
import { Failure, required } from '#errors.ts'
import type { methodTypes } from '#resources/payment_methods/types.ts'
import { nextOperation, refuse } from '#core/operations/perform.ts'
import { profileOfExisting } from '#resources/profiles/in_force.ts'
import type { Profile } from '#resources/profiles/schema.ts'
import type { Instrument } from '#core/providers/provider.ts'
import { evictSecret } from '#core/vault/vault.ts'
import { authorize } from './authorize.ts'
import { checkClient } from '#http/client_access.ts'
import { readPayment } from './read.ts'
import { resolveInstrument, type Resolved } from '#resources/payment_methods/resolve_instrument.ts'
import { editing } from './lifecycle.ts'
import { performModification, startModification } from './modify.ts'
import { checkBilling, checkMethod } from './requirements.ts'
import type { ConfirmPayment, CreatePayment, Payment, UpdatePayment } from './schema.ts'
import { toApi } from './to_api.ts'
import { isTerminal, payment } from './state.ts'
import { type PaymentRow, payments } from './store.ts'
import { syncPayment } from './sync.ts'

/** Charges a payment that waits, with the instrument it has or the one that is sent. */
export async function confirmPayment(
  context: Context,
  payment_id: string,
  input: ConfirmPayment,
): Promise<Payment> {
  const read = () => readPayment(context, payment_id)
  const { client_secret } = input
  await checkClient(context, 'payment', payment_id, { client_secret }, read)
  const current = await read()
  const profile = await profileOfExisting(context, current.profile_id)
  return toApi(
    context.keyring,
    await confirm(context, { current, edited: current }, profile, input),
  )
}

/** The payment as it is stored, and as it is to be confirmed. */
export interface Confirming {
  current: PaymentRow
  edited: PaymentRow
}

export async function confirm(
  context: Context,
  { current, edited }: Confirming,
  profile: Profile,
  input: ConfirmPayment,
): Promise<PaymentRow> {
  const { operation_id, started } = await nextOperation(context)
  if (started) return current
  checkConfirm(current, profile)
  const {
    paying,
    writes: also,
    isSaved,
    owner,
  } = await payingOf(context, { current, edited }, input)
  const set = {
    customer_id: edited.customer_id ?? owner ?? null,
    billing: input.billing ?? edited.billing,
    return_url: input.return_url ?? edited.return_url,
    authentication_type: input.authentication_type ?? edited.authentication_type,
    browser_info: { ...edited.browser_info, ...input.browser_info },
    payment_method: paying.method,
    payment_method_type: paying.method_type,
    payment_method_data: paying.shown,
    payment_method_id: isSaved ? (input.payment_method_id ?? current.payment_method_id) : null,
    off_session: input.off_session ?? edited.off_session,
    ...FRESH,
    attempt_count: current.attempt_count + 1,
    operation_id,
  }
  const wanted: PaymentRow = { ...edited, ...set }
  if (!isSaved) checkBilling(wanted.billing)
  checkMethod(wanted, paying, profile)
  const free = await voidPrevious(context, current)
  if (!allows(payment, free.status, 'confirm')) return free
  const { status, transitions, version } = free
  const next = { ...edited, status, transitions, version }
  const { row } = transition(editing, next, 'confirm', set, context.now)
  return authorize(context, {
    row,
    write: (final) => save(payments, free, final),
    instrument: paying.instrument,
    from: status,
    profile,
    has_voided: free !== current,
    also: current.vault_id ? [...also, evictSecret(row.merchant_id, current.vault_id)] : also,
  })
}

/** Nothing of an earlier attempt is left on the payment. */
const FRESH = {
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
 * A page the customer was sent to is closed first: else it could still charge, beside the new attempt. The payment
 * as it then stands: if the page could not be closed yet, or the customer was faster, it cannot be confirmed.
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

function checkConfirm(current: PaymentRow, profile: Profile): void {
  const retried = current.status === 'failed' && profile.is_manual_retry_enabled
  if (isTerminal(current.status) && !retried) {
    throw new Failure('IR_16', `The payment is ${current.status} and cannot be confirmed again.`)
  }
  if (!allows(payment, current.status, 'confirm') && current.status !== 'requires_action') {
    throw new Failure('IR_14', `A payment that is ${current.status} cannot be confirmed.`)
  }
}

/** What of a request belongs to its confirmation; the rest is on the payment already. */
export function instrumentOf(input: CreatePayment | UpdatePayment): ConfirmPayment {
  const { payment_method_data, payment_method, payment_method_type, payment_method_id } = input
  return {
    ...(payment_method_data ? { payment_method_data } : {}),
    ...(payment_method ? { payment_method } : {}),
    ...(payment_method_type ? { payment_method_type } : {}),
    ...(payment_method_id ? { payment_method_id } : {}),
  }
}

/** What is sent comes first; else the instrument that waits in the vault since the payment was made. */
async function payingOf(
  context: Context,
  { current, edited }: Confirming,
  input: ConfirmPayment,
): Promise<Resolved> {
  const sent = await resolveInstrument(context, input, edited)
  if (sent) return sent
  if (current.status === 'requires_action') throw required('payment_method_data')
  const { vault_id, payment_method_data: shownData, payment_method_type } = current
  const instrument =
    vault_id === null
      ? undefined
      : await context.vault.get<Instrument>(current.merchant_id, vault_id)
  if (!instrument || !shownData || !payment_method_type) throw required('payment_method_data')
  const method = current.payment_method as keyof typeof methodTypes
  const paying = { method, method_type: payment_method_type, instrument, shown: shownData }
  return { paying, writes: [], isSaved: current.payment_method_id !== null }
}
