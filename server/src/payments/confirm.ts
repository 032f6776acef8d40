import type { Context } from '../kernel/context.ts'
import { allows } from '../kernel/machine.ts'
import { Failure } from '../errors.ts'
import type { methodTypes } from '../payment_methods/types.ts'
import { profileOfExisting } from '../profiles/in_force.ts'
import type { Profile } from '../profiles/schema.ts'
import type { Instrument } from '../providers/provider.ts'
import { authorize } from './authorize.ts'
import { beginFollowUp, finishFollowUp } from './follow_up.ts'
import { checkClient } from './client_access.ts'
import { readPayment } from './read.ts'
import { findPaying, type Found } from './paying.ts'
import { editChange } from './move.ts'
import { checkBilling, checkMethod, required } from './requirements.ts'
import type { ConfirmPayment, Payment } from './schema.ts'
import { shown } from './shown.ts'
import { isOver, payment } from './state.ts'
import type { PaymentRow } from './store.ts'

/** Charges a payment that waits, with the instrument it has or the one that is sent. */
export async function confirmPayment(
  context: Context,
  payment_id: string,
  input: ConfirmPayment,
): Promise<Payment> {
  await checkClient(context, payment_id, input.client_secret)
  const current = await readPayment(context, payment_id)
  const profile = await profileOfExisting(context, current.profile_id)
  return shown(
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
  checkConfirm(current, profile)
  const { paying, also, isSaved, owner } = await payingOf(context, { current, edited }, input)
  const row: PaymentRow = {
    ...edited,
    status: 'processing',
    customer_id: edited.customer_id ?? owner ?? null,
    billing: input.billing ?? edited.billing,
    return_url: input.return_url ?? edited.return_url,
    authentication_type: input.authentication_type ?? edited.authentication_type,
    browser_info: { ...edited.browser_info, ...input.browser_info },
    payment_method: paying.method,
    payment_method_type: paying.method_type,
    payment_method_data: paying.shown,
    payment_method_id: input.payment_method_id ?? current.payment_method_id,
    off_session: input.off_session ?? edited.off_session,
    vault_id: null,
    next_action: null,
    action_before: null,
    unified_code: null,
    unified_message: null,
    error_code: null,
    error_message: null,
    error_details: null,
    attempt_count: current.attempt_count + 1,
    operation_id: context.id('op', `authorize ${current.attempt_count + 1}`),
    authorization_id: null,
    modified_at: context.now,
  }
  if (!isSaved) checkBilling(row.billing)
  checkMethod(row, paying, profile)
  const removal =
    current.vault_id && (await context.vault.removal(row.merchant_id, current.vault_id))
  const free = await makeRoom(context, current)
  return authorize(context, {
    row: { ...row, version: free.version + 1 },
    write: (final) => editChange(free, final),
    instrument: paying.instrument,
    from: current.status,
    profile,
    also: removal ? [...also, removal] : also,
  })
}

/** A page the customer was sent to is closed first: else it could still charge, beside the new try. */
async function makeRoom(context: Context, current: PaymentRow): Promise<PaymentRow> {
  if (current.status !== 'requires_action' || current.authorization_id === null) return current
  const begun = await beginFollowUp(context, current, context.id('op'), {
    kind: 'void',
    amount: 0,
    intent: { supersede: true },
  })
  const row = await finishFollowUp(context, begun)
  if (row.authorization_id === null) return row
  throw new Failure(
    'HE_00',
    'The page the customer was sent to could not be closed yet. Try again.',
    {
      status: 409,
      headers: { 'Retry-After': '5' },
    },
  )
}

function checkConfirm(current: PaymentRow, profile: Profile): void {
  const retried = current.status === 'failed' && profile.is_manual_retry_enabled
  if (isOver(current.status) && !retried) {
    throw new Failure('IR_16', `The payment is ${current.status} and cannot be confirmed again.`)
  }
  if (!allows(payment, current.status, 'confirm')) {
    throw new Failure('IR_14', `A payment that is ${current.status} cannot be confirmed.`)
  }
}

/** What is sent comes first; else the instrument that waits in the vault since the payment was made. */
async function payingOf(
  context: Context,
  { current, edited }: Confirming,
  input: ConfirmPayment,
): Promise<Found> {
  const sent = await findPaying(context, input, edited)
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
  return { paying, also: [], isSaved: current.payment_method_id !== null }
}
