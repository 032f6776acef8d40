// What a request says, laid over a payout: absent leaves a field as it is, null clears it, metadata is
// merged. Creating is the same, over a payout that has nothing yet.
import type { Write } from '#kernel/change.ts'
import { addMs } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { Failure, required } from '#errors.ts'
import { mergeMetadata } from '#http/metadata.ts'
import { profileInForce } from '#resources/profiles/in_force.ts'
import type { PayoutAccount, PayoutInstrument } from '#core/providers/payout.ts'
import { type PayoutType, readBank } from '#resources/payout_methods/method.ts'
import {
  type ResolvedMethod,
  resolvePayoutMethod,
  type Sealed,
} from '#resources/payout_methods/resolve_method.ts'
import { recipientOf } from './recipient.ts'
import type { EditPayout } from './schema.ts'
import type { PayoutRow } from './store.ts'

export interface Edited {
  row: PayoutRow
  /** What belongs to the commit that writes the row. */
  writes: Write[]
  /** Whether the money is to go somewhere else now. */
  isRedirected: boolean
  /** The method that was sent, which is not in the vault yet. */
  instrument: PayoutInstrument | undefined
}

export async function edit(
  context: Context,
  current: PayoutRow,
  input: EditPayout,
): Promise<Edited> {
  const paid = await resolvePayoutMethod(context, input)
  if (input.profile_id !== undefined) await profileInForce(context, input.profile_id)
  const recipient = await recipientOf(context, current, input, paid?.owner)
  const laid: PayoutRow = { ...current, ...plain(current, input), ...recipient?.set }
  const row = paid ? { ...laid, ...redirected(laid, input, paid) } : laid
  checkType(row)
  checkOwner(row, paid)
  const sealing = await seal(context, row, input, paid)
  return {
    row: { ...row, vault_id: sealing.vault_id },
    writes: [...(recipient?.writes ?? []), ...(paid?.writes ?? []), ...sealing.writes],
    isRedirected: paid !== undefined,
    instrument: paid?.instrument,
  }
}

/** The fields that stand for themselves. */
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

function plain(current: PayoutRow, input: EditPayout): Partial<PayoutRow> {
  const sent = {
    ...Object.fromEntries(PLAIN.map((name) => [name, input[name]])),
    payout_type: input.payout_type?.toLowerCase() as PayoutType | undefined,
    priority: input.priority?.toLowerCase(),
    browser_info: input.browser_info && { ...current.browser_info, ...input.browser_info },
    metadata: input.metadata && mergeMetadata(current.metadata ?? {}, input.metadata),
    ...sessionOf(current, input),
  }
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
}

/** The session of a link is its life. */
function sessionOf(
  { created, payout_link }: PayoutRow,
  { session_expiry }: EditPayout,
): Partial<PayoutRow> {
  if (session_expiry === undefined) return {}
  const session_before = addMs(created, session_expiry * 1000)
  return payout_link === null ? { session_before } : { session_before, expires_at: session_before }
}

function redirected(
  row: PayoutRow,
  input: EditPayout,
  { shown, payout_type, payout_method_id }: ResolvedMethod,
): Partial<PayoutRow> {
  const type = input.payout_type === undefined && payout_type ? payout_type : row.payout_type
  return { payout_method_data: shown, payout_method_id, payout_type: type }
}

/** The key under which a method is shown is its type; a token of another service has none. */
function checkType({ payout_type, payout_method_data }: PayoutRow): void {
  const [key = 'passthrough'] = Object.keys(payout_method_data ?? {})
  if (payout_type === null || key === 'passthrough' || key === payout_type) return
  const message = `\`payout_type\` is ${payout_type}, but the method is a ${key}.`
  throw new Failure('IR_04', message, { field: 'payout_type' })
}

function checkOwner({ customer_id }: PayoutRow, paid: ResolvedMethod | undefined): void {
  if (paid?.owner === undefined || paid.owner === customer_id) return
  throw new Failure('IR_04', 'This payout method belongs to another customer.', {
    field: 'payout_method_id',
  })
}

/** Numbers, and what a tax office or a passport knows a person by, are readable nowhere. */
async function seal(
  context: Context,
  { merchant_id, vault_id }: PayoutRow,
  input: EditPayout,
  paid: ResolvedMethod | undefined,
): Promise<{ vault_id: string | null; writes: Write[] }> {
  const { tax_registration_id, document_details } = input.customer ?? {}
  const source =
    input.source_bank_data && readBank(input.source_bank_data, 'source_bank_data').instrument
  const sent: Sealed = {
    ...(paid?.instrument ? { instrument: paid.instrument } : {}),
    ...(source ? { source: source as PayoutAccount } : {}),
    ...(tax_registration_id ? { tax_registration_id } : {}),
    ...(document_details ? { document_details } : {}),
  }
  if (Object.keys(sent).length === 0) return { vault_id, writes: [] }
  const before = vault_id === null ? {} : await context.vault.get<Sealed>(merchant_id, vault_id)
  const removal = vault_id === null ? undefined : await context.vault.removal(merchant_id, vault_id)
  const vaulted = await context.vault.put(merchant_id, { ...before, ...sent }, null)
  return { vault_id: vaulted.vault_id, writes: [vaulted.write, ...(removal ? [removal] : [])] }
}

/** What must be known before money can go. */
export function checkComplete({ payout_type, payout_method_data }: PayoutRow): void {
  if (payout_type === null) throw required('payout_type')
  if (payout_method_data === null) throw required('payout_method_data')
}
