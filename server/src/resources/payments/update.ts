import { save, type Write } from '#kernel/change.ts'
import { addMs } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { getCustomer } from '#resources/customers/get.ts'
import { transition } from '#core/outbox/transition.ts'
import { mergeMetadata } from '#http/metadata.ts'
import { profileOfExisting } from '#resources/profiles/in_force.ts'
import type { Profile } from '#resources/profiles/schema.ts'
import { INSTRUMENT_TTL_MS } from './authorize.ts'
import { checkClient } from '#http/client_access.ts'
import { confirm, instrumentOf } from './confirm.ts'
import { descriptorOf } from './create.ts'
import { readPayment } from './read.ts'
import { checkPairSent, withoutCode } from '#resources/payment_methods/instrument.ts'
import { editing } from './lifecycle.ts'
import { resolveInstrument, type Resolved } from '#resources/payment_methods/resolve_instrument.ts'
import { checkBilling, checkShipping } from './requirements.ts'
import type { Payment, UpdatePayment } from './schema.ts'
import { toApi } from './to_api.ts'
import { type PaymentRow, payments } from './store.ts'

const ALWAYS: ReadonlySet<string> = new Set(['description', 'metadata', 'client_secret'])
const EDITABLE: ReadonlySet<string> = new Set(['requires_payment_method', 'requires_confirmation'])

const NOBODY = { customer_id: null }

/** Before it is confirmed nearly everything can change; later only description and metadata. */
export async function updatePayment(
  context: Context,
  payment_id: string,
  input: UpdatePayment,
): Promise<Payment> {
  const read = () => readPayment(context, payment_id)
  await checkClient(context, 'payment', payment_id, input, read)
  checkPairSent(input)
  // Mistakes in the details are answered before the payment is looked for.
  const sent = input.payment_method_data && (await resolveInstrument(context, input, NOBODY))
  const current = await read()
  const found = sent ?? (await resolveInstrument(context, input, payerOf(current, input)))
  checkUpdate(current, input)
  checkCustomer(current, input, found)
  if (typeof input.customer_id === 'string') await getCustomer(context, input.customer_id)
  const profile = await profileOfExisting(context, current.profile_id)
  const edited = decideUpdate(context, current, profile, input, found)
  if (found && !found.isSaved) checkBilling(edited.billing)
  if (input.shipping) checkShipping(edited.shipping)
  if (input.confirm === true) {
    return toApi(
      context.keyring,
      await confirm(context, { current, edited }, profile, instrumentOf(input)),
    )
  }
  return toApi(
    context.keyring,
    await retryOnConflict(() => commitUpdate(context, payment_id, profile, input, found)),
  )
}

function checkUpdate(current: PaymentRow, input: UpdatePayment): void {
  const field = Object.keys(input).find((name) => !ALWAYS.has(name))
  if (field === undefined || EDITABLE.has(current.status)) return
  throw new Failure(
    'IR_14',
    `\`${field}\` cannot be changed while the payment is ${current.status}.`,
    {
      field,
    },
  )
}

/** The payment's customer once the update is made, and whether that customer is present. */
function payerOf(current: PaymentRow, { customer_id, off_session }: UpdatePayment) {
  return {
    customer_id: customer_id === undefined ? current.customer_id : customer_id,
    off_session: off_session ?? current.off_session,
  }
}

/** A payment that waits with a saved method stays with the customer who owns the method. */
function checkCustomer(
  current: PaymentRow,
  input: UpdatePayment,
  found: Resolved | undefined,
): void {
  const { customer_id } = payerOf(current, input)
  const isSame = customer_id === current.customer_id
  if (isSame || found !== undefined || current.payment_method_id === null) return
  const message =
    'The payment method of this payment belongs to its customer. Send another one with another customer.'
  throw new Failure('IR_04', message, { field: 'customer_id' })
}

function decideUpdate(
  context: Context,
  current: PaymentRow,
  profile: Profile,
  input: UpdatePayment,
  found: Resolved | undefined,
): PaymentRow {
  const { confirm: _, payment_method_data: __, client_secret: ___, browser_info, ...fields } = input
  const next: PaymentRow = {
    ...current,
    ...(fields as Partial<PaymentRow>),
    ...(found && described(found, input)),
    browser_info: { ...current.browser_info, ...browser_info },
    metadata: mergeMetadata(current.metadata, input.metadata),
    modified_at: context.now,
  }
  next.customer_id ??= found?.owner ?? null
  const name = next.statement_descriptor_name ?? profile.profile_name
  return { ...next, statement_descriptor: descriptorOf(name, next.statement_descriptor_suffix) }
}

/** Decided on the payment as it is now, again if somebody else was faster. */
async function commitUpdate(
  context: Context,
  payment_id: string,
  profile: Profile,
  input: UpdatePayment,
  found: Resolved | undefined,
): Promise<PaymentRow> {
  const current = await readPayment(context, payment_id)
  checkUpdate(current, input)
  checkCustomer(current, input, found)
  const next = decideUpdate(context, current, profile, input, found)
  if (found) return commitInstrument(context, current, next, await findAgain(context, next, input))
  await context.commit(save(payments, current, next))
  return { ...next, version: current.version + 1 }
}

/** Looked up again for each try: by then the token may be used, or the payment another customer's. */
async function findAgain(
  context: Context,
  next: PaymentRow,
  input: UpdatePayment,
): Promise<Resolved> {
  const found = await resolveInstrument(context, input, next)
  if (found === undefined) throw new Error('an update lost its instrument between two tries')
  return found
}

function described({ paying }: Resolved, { payment_method_id = null }: UpdatePayment) {
  const { method, method_type, shown } = paying
  return {
    payment_method: method,
    payment_method_type: method_type,
    payment_method_data: shown,
    payment_method_id,
  }
}

/** The new instrument waits in the vault; the one before it is destroyed. */
async function commitInstrument(
  context: Context,
  current: PaymentRow,
  next: PaymentRow,
  found: Resolved,
): Promise<PaymentRow> {
  const { merchant_id } = current
  const until = addMs(context.now, INSTRUMENT_TTL_MS)
  const vaulted = await context.vault.put(merchant_id, withoutCode(found.paying.instrument), until)
  const old = current.vault_id && (await context.vault.removal(merchant_id, current.vault_id))
  const also: Write[] = [...found.writes, vaulted.write, ...(old ? [old] : [])]
  const set = { ...next, vault_id: vaulted.vault_id }
  const { row, writes } = transition(editing, current, 'add_instrument', set, context.now)
  await context.commit(...writes, ...also)
  return row
}
