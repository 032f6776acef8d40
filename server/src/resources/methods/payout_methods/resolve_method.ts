// Resolves a request's payout method: sent inline, behind a token, or already saved.
import type { Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { Failure, type Fault, fault } from '#errors.ts'
import type { Parsed, Sent } from '#http/route.ts'
import { readPayoutMethod } from './saved.ts'
import type { Instrument } from '#core/providers/request.ts'
import type { PayoutAccount, PayoutInstrument } from '#core/providers/payout.ts'
import { lastFour } from './method_fields.ts'
import { type Method, parsePayoutMethod, type PayoutType } from './method.ts'
import type { Static } from 'typebox'
import type { PayoutMethodData } from './methods.ts'

/** The ways in which a request can name its payout method. */
export type OrderedMethod =
  | { readonly way: 'sent'; readonly method: Method }
  | { readonly way: 'token'; readonly token: string }
  | { readonly way: 'saved'; readonly payout_method_id: string }

export interface SentMethod {
  payout_method_data?: Static<typeof PayoutMethodData>
  payout_token?: string
  payout_method_id?: string
}

/** Payout columns that describe the method. */
interface Stored {
  payout_method_data: object | null
  payout_method_id: string | null
  vault_id: string | null
}

/** Payout data that the vault holds. */
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

export function parseOrderedMethod(
  sent: Sent<SentMethod>,
  now: Date,
): Parsed<OrderedMethod | undefined> {
  const { payout_method_data: data, payout_token, payout_method_id } = sent
  const parsed = data && parsePayoutMethod(data, now)
  const id = payout_token ?? payout_method_id
  const order = (): OrderedMethod | undefined => {
    if (parsed) return { way: 'sent', method: parsed.order() }
    if (id === undefined) return undefined
    const isToken = payout_token !== undefined && id.startsWith('tok_')
    return isToken ? { way: 'token', token: id } : { way: 'saved', payout_method_id: id }
  }
  return { faults: [...contradictions(sent), ...(parsed?.faults ?? [])], order }
}

function contradictions(sent: Sent<SentMethod>): Fault[] {
  const ways = WAYS.filter((name) => sent[name] !== undefined)
  const [, second] = ways
  if (second === undefined) return []
  const message = `Send \`${ways.join('` or `')}\`, not both.`
  return [fault(second, message)]
}

export async function resolvePayoutMethod(
  context: Context,
  ordered: OrderedMethod,
): Promise<ResolvedMethod> {
  if (ordered.way === 'token') return fromToken(context, ordered.token)
  if (ordered.way === 'saved') return fromSaved(context, ordered.payout_method_id)
  const { instrument, masked } = ordered.method
  return { ...NOT_SAVED, instrument, masked }
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

/** A payout's instrument, from the vault; undefined when it has none. */
export async function readInstrument(
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
