import { change, type Write } from '../kernel/change.ts'
import { addMs } from '../kernel/clock.ts'
import { deciding } from '../kernel/commit.ts'
import type { Context } from '../kernel/context.ts'
import { Failure } from '../errors.ts'
import { getCustomer } from '../customers/get.ts'
import { transition } from '../events/transition.ts'
import { mergeMetadata } from '../http/metadata.ts'
import { profileInForce } from '../profiles/in_force.ts'
import type { Profile } from '../profiles/schema.ts'
import { INSTRUMENT_TTL_MS, withoutCode } from './authorize.ts'
import { checkClient, checkClientUpdate } from './client_access.ts'
import { confirm, instrumentOf } from './confirm.ts'
import { descriptorOf } from './create.ts'
import { readPayment } from './read.ts'
import { checkPairSent, type Paying } from './instrument.ts'
import { editChange, editing } from './lifecycle.ts'
import { findPaying } from './paying.ts'
import { checkBilling, checkShipping } from './requirements.ts'
import type { Payment, UpdatePayment } from './schema.ts'
import { shown } from './shown.ts'
import type { PaymentRow } from './store.ts'

const ALWAYS: ReadonlySet<string> = new Set(['description', 'metadata', 'client_secret'])
const EDITABLE: ReadonlySet<string> = new Set(['requires_payment_method', 'requires_confirmation'])

/** Before it is confirmed nearly everything can change; later only description and metadata. */
export async function updatePayment(
  context: Context,
  payment_id: string,
  input: UpdatePayment,
): Promise<Payment> {
  checkClientUpdate(context, input)
  await checkClient(context, payment_id, input.client_secret)
  const paying = (await findPaying(context, input))?.paying
  checkPairSent(input)
  const current = await readPayment(context, payment_id)
  checkUpdate(current, input)
  if (typeof input.customer_id === 'string') await getCustomer(context, input.customer_id)
  const profile = await profileInForce(context, current.profile_id)
  const edited = decideUpdate(context, current, profile, input, paying)
  if (paying) checkBilling(edited.billing)
  if (input.shipping) checkShipping(edited.shipping)
  if (input.confirm === true) {
    return shown(
      context.keyring,
      await confirm(context, { current, edited }, profile, instrumentOf(input)),
    )
  }
  return shown(
    context.keyring,
    await deciding(() => commitUpdate(context, payment_id, profile, input, paying)),
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

function decideUpdate(
  context: Context,
  current: PaymentRow,
  profile: Profile,
  input: UpdatePayment,
  paying: Paying | undefined,
): PaymentRow {
  const { confirm: _, payment_method_data: __, client_secret: ___, browser_info, ...fields } = input
  const next: PaymentRow = {
    ...current,
    ...(fields as Partial<PaymentRow>),
    ...(paying && described(paying)),
    browser_info: { ...current.browser_info, ...browser_info },
    metadata: mergeMetadata(current.metadata, input.metadata),
    modified_at: context.now,
  }
  const name = next.statement_descriptor_name ?? profile.profile_name
  return { ...next, statement_descriptor: descriptorOf(name, next.statement_descriptor_suffix) }
}

/** Decided on the payment as it is now, again if somebody else was faster. */
async function commitUpdate(
  context: Context,
  payment_id: string,
  profile: Profile,
  input: UpdatePayment,
  paying: Paying | undefined,
): Promise<PaymentRow> {
  const current = await readPayment(context, payment_id)
  checkUpdate(current, input)
  const next = decideUpdate(context, current, profile, input, paying)
  if (paying) return commitInstrument(context, current, next, paying)
  await context.committer.commit(change(editChange(current, next)))
  return { ...next, version: current.version + 1 }
}

function described(paying: Paying): Partial<PaymentRow> {
  const { method, method_type, shown } = paying
  return { payment_method: method, payment_method_type: method_type, payment_method_data: shown }
}

/** The new instrument waits in the vault; the one before it is destroyed. */
async function commitInstrument(
  context: Context,
  current: PaymentRow,
  next: PaymentRow,
  paying: Paying,
): Promise<PaymentRow> {
  const { merchant_id } = current
  const until = addMs(context.now, INSTRUMENT_TTL_MS)
  const kept = await context.vault.put(merchant_id, withoutCode(paying.instrument), until)
  const old = current.vault_id && (await context.vault.removal(merchant_id, current.vault_id))
  const also: Write[] = [kept.write, ...(old ? [old] : [])]
  const set = { ...next, vault_id: kept.vault_id }
  const { row, writes } = transition(editing, current, 'add_instrument', set, context.now)
  await context.committer.commit(change(...writes, ...also))
  return row
}
