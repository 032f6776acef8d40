// Resolves the payout method of a request: sent with it, behind a token, or saved before.
import type { Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { readPayoutMethod } from './saved.ts'
import type { Instrument } from '#core/providers/provider.ts'
import type { PayoutAccount, PayoutInstrument } from '#core/providers/payout.ts'
import { lastFour } from './method_fields.ts'
import { type PayoutType, readMethod } from './method.ts'
import type { Static } from 'typebox'
import type { PayoutMethodData } from './methods.ts'

interface Sent {
  payout_method_data?: Static<typeof PayoutMethodData> | undefined
  payout_token?: string | undefined
  payout_method_id?: string | undefined
}

/** The columns of a payout that describe its method. */
interface Stored {
  payout_method_data: object | null
  payout_method_id: string | null
  vault_id: string | null
}

/** The part of a payout that the vault holds. */
export interface Sealed {
  instrument?: PayoutInstrument
  /** The source account, where the rail supports a choice. */
  source?: PayoutAccount
  tax_registration_id?: string
  document_details?: Record<string, string>
}

export interface ResolvedMethod {
  masked: Record<string, unknown>
  /** Known for a saved method; for a new one the request must name it. */
  payout_type: PayoutType | undefined
  /** Absent for a saved method: its numbers are in the vault already. */
  instrument: PayoutInstrument | undefined
  payout_method_id: string | null
  /** The customer who owns the saved method. */
  owner: string | undefined
  /** Rows that belong to the commit that uses it. */
  writes: Write[]
}

const WAYS = ['payout_method_data', 'payout_token', 'payout_method_id'] as const

export async function resolvePayoutMethod(
  context: Context,
  input: Sent,
): Promise<ResolvedMethod | undefined> {
  checkOneWay(input)
  if (input.payout_method_data) {
    const { instrument, masked } = readMethod(input.payout_method_data, context.now)
    return { ...NOT_SAVED, instrument, masked }
  }
  const id = input.payout_token ?? input.payout_method_id
  if (id === undefined) return undefined
  return id.startsWith('tok_') && input.payout_token
    ? fromToken(context, id)
    : fromSaved(context, id)
}

export function checkOneWay(input: Partial<Record<(typeof WAYS)[number], unknown>>): void {
  const sent = WAYS.filter((name) => input[name] !== undefined)
  const [, second] = sent
  if (second === undefined) return
  throw new Failure('IR_04', `Send \`${sent.join('` or `')}\`, not both.`, { field: second })
}

const NOT_SAVED = { payout_type: undefined, payout_method_id: null, owner: undefined, writes: [] }

/** A token works once: the commit that uses it deletes it. */
async function fromToken(context: Context, token: string): Promise<ResolvedMethod> {
  const stored = await context.vault.get<{ instrument: Instrument }>(context.merchant_id, token)
  const removal = stored && (await context.vault.removal(context.merchant_id, token))
  if (stored?.instrument.type !== 'card' || !removal) {
    throw new Failure('IR_04', 'This token is unknown, used or expired; make another one.', {
      field: 'payout_token',
    })
  }
  const { cvc: _, ...instrument } = stored.instrument
  const { number, exp_month, exp_year, holder_name } = instrument
  const card = {
    card_number: lastFour(number),
    expiry_month: String(exp_month).padStart(2, '0'),
    expiry_year: String(exp_year),
    ...(holder_name === undefined ? {} : { card_holder_name: holder_name }),
    last4: number.slice(-4),
  }
  return { ...NOT_SAVED, instrument, masked: { card }, writes: [removal] }
}

async function fromSaved(context: Context, payout_method_id: string): Promise<ResolvedMethod> {
  const saved = await readPayoutMethod(context, payout_method_id)
  return {
    masked: saved.payout_method_data,
    payout_type: saved.payout_type as PayoutType,
    instrument: undefined,
    payout_method_id,
    owner: saved.customer_id,
    writes: [],
  }
}

/** The instrument of a payout, from the vault; undefined when it has none. */
export async function instrumentOf(
  context: Context,
  { payout_method_data, payout_method_id, vault_id }: Stored,
): Promise<PayoutInstrument | undefined> {
  if (payout_method_data === null) return undefined
  const at =
    payout_method_id === null
      ? vault_id
      : (await readPayoutMethod(context, payout_method_id)).vault_id
  const sealed = at === null ? undefined : await context.vault.get<Sealed>(context.merchant_id, at)
  return sealed?.instrument
}
