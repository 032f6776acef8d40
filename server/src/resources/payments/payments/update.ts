import { save } from '#kernel/change.ts'
import { addMs } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { readCustomer } from '#resources/payments/customers/read.ts'
import { transition } from '#core/outbox/transition.ts'
import { mergeMetadata } from '#http/fields.ts'
import { profileOfExisting } from '#resources/accounts/profiles/read.ts'
import type { Profile } from '#resources/accounts/profiles/schema.ts'
import { INSTRUMENT_TTL_MS } from './intent.ts'
import { mergeBrowserInfo, checkSession } from '#http/client_access.ts'
import { assertNotConfirming, checkNotOfInvoice, confirm } from './confirm.ts'
import { addedPairs, buildDescriptor } from './place.ts'
import { readPayment, toApi } from './read.ts'
import { withoutCode } from '#resources/methods/payment_methods/parse.ts'
import { editing } from './lifecycle.ts'
import {
  checkTerms,
  resolveMethod,
  type Resolved,
} from '#resources/methods/payment_methods/resolve.ts'
import { checkBilling, checkShipping, type UpdateOrder } from './order.ts'
import type { Payment } from './schema.ts'
import { type PaymentRow, payments } from './store.ts'

const ALWAYS: ReadonlySet<string> = new Set(['description', 'metadata', 'client_secret'])
const EDITABLE: ReadonlySet<string> = new Set(['requires_payment_method', 'requires_confirmation'])

/** Fields that a payment method may not fit any more once they change. */
const TERMS = [
  'currency',
  'capture_method',
  'payment_method',
  'payment_method_type',
  'payment_method_data',
] as const

const NO_PAYER = { customer_id: null }

/** Before it is confirmed nearly everything can change; later only description and metadata. */
export async function updatePayment(
  context: Context,
  payment_id: string,
  order: UpdateOrder,
): Promise<Payment> {
  const { method } = order
  // A token that is used up is refused before the payment is read.
  const sent = method?.way === 'token' && (await resolveMethod(context, method, NO_PAYER))
  const current = await readPayment(context, payment_id)
  checkSession(context, 'payment', current)
  const payer = updatedPayer(current, order)
  const resolved = sent || (method && (await resolveMethod(context, method, payer)))
  if (order.confirm === true) await assertNotConfirming(context, current)
  checkUpdate(current, order)
  checkCustomer(current, order, resolved)
  if (typeof order.customer_id === 'string') await readCustomer(context, order.customer_id)
  const profile = await profileOfExisting(context, current.profile_id)
  const edited = decideUpdate(context, current, profile, order, resolved)
  if (resolved && !resolved.isSaved) checkBilling(edited.billing)
  if (order.shipping) checkShipping(edited.shipping)
  if (TERMS.some((name) => order.fields.includes(name))) checkTerms(edited)
  if (order.confirm === true) {
    return toApi(context, await confirm(context, { current, edited }, profile, { method }))
  }
  return toApi(
    context,
    await retryOnConflict(() => commitUpdate(context, payment_id, profile, order, resolved)),
  )
}

function checkUpdate(current: PaymentRow, order: UpdateOrder): void {
  const field = order.fields.find((name) => !ALWAYS.has(name))
  if (field === undefined) return
  checkNotOfInvoice(current)
  if (EDITABLE.has(current.status)) return
  throw new Failure(
    'IR_14',
    `\`${field}\` cannot be changed while the payment is ${current.status}.`,
    {
      field,
    },
  )
}

/** The payment's customer after the update, and whether that customer is present. */
function updatedPayer(current: PaymentRow, { customer_id, off_session }: UpdateOrder) {
  return {
    customer_id: customer_id === undefined ? current.customer_id : customer_id,
    off_session: off_session ?? current.off_session,
  }
}

/** A payment with a saved method stays with the customer who owns the method. */
function checkCustomer(
  current: PaymentRow,
  order: UpdateOrder,
  resolved: Resolved | undefined,
): void {
  const { customer_id } = updatedPayer(current, order)
  const isSame = customer_id === current.customer_id
  if (isSame || resolved !== undefined || current.payment_method_id === null) return
  const message =
    'The payment method of this payment belongs to its customer. Send another one with another customer.'
  throw new Failure('IR_04', message, { field: 'customer_id' })
}

function decideUpdate(
  context: Context,
  current: PaymentRow,
  profile: Profile,
  order: UpdateOrder,
  resolved: Resolved | undefined,
): PaymentRow {
  const { confirm: _, method: __, fields: ___, client_secret: ____, browser_info, ...set } = order
  const next: PaymentRow = {
    ...current,
    ...(set as Partial<PaymentRow>),
    ...(resolved && described(resolved, order)),
    browser_info: mergeBrowserInfo(context, current.browser_info, browser_info),
    metadata: mergeMetadata(current.metadata, order.metadata, addedPairs(current)),
    modified_at: context.now,
  }
  next.customer_id ??= resolved?.owner ?? null
  const { statement_descriptor_name: name, statement_descriptor_suffix: suffix } = next
  return { ...next, statement_descriptor: buildDescriptor(name, suffix, profile.profile_name) }
}

async function commitUpdate(
  context: Context,
  payment_id: string,
  profile: Profile,
  order: UpdateOrder,
  resolved: Resolved | undefined,
): Promise<PaymentRow> {
  const current = await readPayment(context, payment_id)
  checkUpdate(current, order)
  checkCustomer(current, order, resolved)
  const next = decideUpdate(context, current, profile, order, resolved)
  if (resolved) {
    return commitInstrument(context, current, next, await resolveAgain(context, next, order))
  }
  await context.commit(save(payments, current, next))
  return { ...next, version: current.version + 1 }
}

/** Resolved again for each try: meanwhile the token may be used, or the customer changed. */
async function resolveAgain(
  context: Context,
  next: PaymentRow,
  order: UpdateOrder,
): Promise<Resolved> {
  if (order.method === undefined) throw new Error('payments: an update without a method')
  return resolveMethod(context, order.method, next)
}

function described(resolved: Resolved, { payment_method_id = null }: UpdateOrder) {
  return {
    payment_method: resolved.method,
    payment_method_type: resolved.method_type,
    payment_method_data: resolved.masked,
    payment_method_id,
  }
}

/** The new instrument goes into the vault; the previous one is deleted. */
async function commitInstrument(
  context: Context,
  current: PaymentRow,
  next: PaymentRow,
  resolved: Resolved,
): Promise<PaymentRow> {
  const { merchant_id } = current
  const until = addMs(context.now, INSTRUMENT_TTL_MS)
  const vaulted = await context.vault.put(merchant_id, withoutCode(resolved.instrument), until)
  const removal = current.vault_id && (await context.vault.removal(merchant_id, current.vault_id))
  const set = { ...next, vault_id: vaulted.vault_id }
  const { row, writes } = transition(editing, current, 'add_instrument', set, context.now)
  await context.commit(...writes, ...resolved.writes, vaulted.write, ...(removal ? [removal] : []))
  return row
}
