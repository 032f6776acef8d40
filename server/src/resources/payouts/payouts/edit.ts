// Merges a request into a payout: absent leaves a field as it is, null clears it, metadata is merged. A new payout is
// an edited blank one.
import type { Write } from '#kernel/change.ts'
import { addMs } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { Failure, missingAmong, refuseFaults } from '#errors.ts'
import { mergeMetadata } from '#http/fields.ts'
import { profileInForce } from '#resources/accounts/profiles/read.ts'
import type { PayoutInstrument } from '#core/providers/payout.ts'
import type { PayoutType } from '#resources/methods/payout_methods/method.ts'
import {
  type ResolvedMethod,
  resolvePayoutMethod,
  type Sealed,
} from '#resources/methods/payout_methods/resolve_method.ts'
import { checkAutomatic, reviewAfter } from './approvals.ts'
import type { EditOrder } from './order.ts'
import type { PayoutRow } from './store.ts'
import { attachCustomer } from '#resources/payments/customers/create.ts'

export interface Edited {
  row: PayoutRow
  /** Rows for the payout's commit. */
  writes: Write[]
  /** True if the payout has another method now. */
  isRedirected: boolean
  /** The method that was sent; it is not in the vault yet. */
  instrument: PayoutInstrument | undefined
}

export async function edit(
  context: Context,
  current: PayoutRow,
  order: EditOrder,
): Promise<Edited> {
  const resolved = order.method && (await resolvePayoutMethod(context, order.method))
  if (order.profile_id !== undefined) await profileInForce(context, order.profile_id)
  const recipient = await editRecipient(context, current, order, resolved?.owner)
  const merged: PayoutRow = { ...current, ...plain(current, order), ...recipient?.set }
  const row = resolved ? { ...merged, ...redirected(merged, order, resolved) } : merged
  checkType(row)
  checkOwner(row, resolved)
  await checkAutomatic(context, row, order)
  const sealing = await seal(context, row, order, resolved)
  const sealed = { ...row, vault_id: sealing.vault_id }
  return {
    row: { ...sealed, ...reviewAfter(context.caller, current, sealed) },
    writes: [...(recipient?.writes ?? []), ...(resolved?.writes ?? []), ...sealing.writes],
    isRedirected: resolved !== undefined,
    instrument: resolved?.instrument,
  }
}

/** Fields that are stored as they are sent. */
const PLAIN = [
  'amount',
  'currency',
  'merchant_order_reference_id',
  'description',
  'return_url',
  'auto_fulfill',
  'recurring',
  'entity_type',
  'business_country',
  'profile_id',
  'billing',
] as const

function plain(current: PayoutRow, order: EditOrder): Partial<PayoutRow> {
  const sent = {
    ...Object.fromEntries(PLAIN.map((name) => [name, order[name]])),
    payout_type: order.payout_type?.toLowerCase() as PayoutType | undefined,
    priority: order.priority?.toLowerCase(),
    browser_info: order.browser_info && { ...current.browser_info, ...order.browser_info },
    metadata: order.metadata && mergeMetadata(current.metadata ?? {}, order.metadata),
    ...editSession(current, order),
  }
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
}

/** A payout link expires with its session. */
function editSession(
  { created, payout_link }: PayoutRow,
  { session_expiry }: EditOrder,
): Partial<PayoutRow> {
  if (session_expiry === undefined) return {}
  const session_before = addMs(created, session_expiry * 1000)
  return payout_link === null ? { session_before } : { session_before, expires_at: session_before }
}

function redirected(
  row: PayoutRow,
  order: EditOrder,
  { masked, payout_type, payout_method_id }: ResolvedMethod,
): Partial<PayoutRow> {
  const type = order.payout_type === undefined && payout_type ? payout_type : row.payout_type
  return { payout_method_data: masked, payout_method_id, payout_type: type }
}

/** The masked method's key is its type; another service's token has none. */
function checkType({ payout_type, payout_method_data }: PayoutRow): void {
  const [key = 'passthrough'] = Object.keys(payout_method_data ?? {})
  if (payout_type === null || key === 'passthrough' || key === payout_type) return
  const message = `\`payout_type\` is ${payout_type}, but the method is a ${key}.`
  throw new Failure('IR_04', message, { field: 'payout_type' })
}

function checkOwner({ customer_id }: PayoutRow, resolved: ResolvedMethod | undefined): void {
  if (resolved?.owner === undefined || resolved.owner === customer_id) return
  throw new Failure('IR_04', 'This payout method belongs to another customer.', {
    field: 'payout_method_id',
  })
}

/** Account numbers, tax ids and document numbers are stored in the vault only. */
async function seal(
  context: Context,
  { merchant_id, vault_id }: PayoutRow,
  order: EditOrder,
  resolved: ResolvedMethod | undefined,
): Promise<{ vault_id: string | null; writes: Write[] }> {
  const { customer, source } = order
  const { tax_registration_id, document_details } = customer ?? {}
  const sent: Sealed = {
    ...(resolved?.instrument ? { instrument: resolved.instrument } : {}),
    ...(source ? { source } : {}),
    ...(tax_registration_id ? { tax_registration_id } : {}),
    ...(document_details ? { document_details } : {}),
  }
  if (Object.keys(sent).length === 0) return { vault_id, writes: [] }
  const before = vault_id === null ? {} : await context.vault.get<Sealed>(merchant_id, vault_id)
  const removal = vault_id === null ? undefined : await context.vault.removal(merchant_id, vault_id)
  const vaulted = await context.vault.put(merchant_id, { ...before, ...sent }, null)
  return { vault_id: vaulted.vault_id, writes: [vaulted.write, ...(removal ? [removal] : [])] }
}

/** A payout needs these before it can be sent. */
export function checkComplete({ payout_type, payout_method_data }: PayoutRow): void {
  refuseFaults(missingAmong({ payout_type, payout_method_data }))
}

const NAMES = ['email', 'name', 'phone', 'phone_country_code'] as const

/**
 * The named customer, or a new one. Undefined when the recipient does not change. `owner` is the saved method's
 * customer.
 */
async function editRecipient(
  context: Context,
  current: PayoutRow,
  order: EditOrder,
  owner: string | undefined,
): Promise<{ set: Partial<PayoutRow>; writes: Write[] } | undefined> {
  const named = order.customer?.id ?? order.customer_id ?? undefined
  const details = NAMES.flatMap((name) => {
    const value = order.customer?.[name] ?? order[name]
    return value === undefined || value === null ? [] : [[name, value] as const]
  })
  const isNew = current.customer_id === ''
  if (!isNew && named === undefined && details.length === 0) return undefined
  const sent = Object.fromEntries(details)
  const customer_id = named ?? (isNew ? owner : current.customer_id)
  const person = { ...sent, ...(customer_id === undefined ? {} : { customer_id }) }
  const { customer, writes } = await attachCustomer(context, person)
  const { email, name, phone, phone_country_code } = { ...customer, ...sent }
  const set = { customer_id: customer.customer_id, email, name, phone, phone_country_code }
  return { set, writes }
}
