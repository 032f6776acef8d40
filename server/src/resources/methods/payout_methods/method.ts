// Parses a request's payout method: the instrument for the rail, and the masked form for responses.
import type { Static } from 'typebox'
import { type Fault, invalid } from '#errors.ts'
import type { Parsed, Sent } from '#http/route.ts'
import { hasExpired } from '#resources/methods/payment_methods/parse.ts'
import type { CardInstrument } from '#core/providers/request.ts'
import type { PayoutAccount, PayoutInstrument } from '#core/providers/payout.ts'
import { isSepaIban } from '@florin/pages/account_numbers.ts'
import { type FieldName, fields } from './method_fields.ts'
import {
  bankRedirects,
  type BankTransfer,
  bankTransfers,
  card,
  type Details,
  passthrough,
  type PayoutMethodData,
  type Variant,
  wallets,
} from './methods.ts'

export type PayoutType = 'card' | 'bank' | 'wallet' | 'bank_redirect'

export interface Method {
  /** Null for another service's token, which can have any type. */
  payout_type: PayoutType | null
  instrument: PayoutInstrument
  /** For answers: under a key named after the method, with its numbers masked. */
  masked: Record<string, unknown>
}

type Tidy = Partial<Record<FieldName, string>>

/** The method may be incomplete: its schema may have refused part of it. */
export function parsePayoutMethod(
  sent: Sent<Static<typeof PayoutMethodData>>,
  now: Date,
): Parsed<Method> {
  const at = 'payout_method_data'
  if (sent.card) return parseCard(sent.card, `${at}.card`, now)
  if (sent.bank_transfer) return parseBank(sent.bank_transfer, `${at}.bank_transfer`)
  if (sent.wallet) return parseKind('wallet', sent.wallet, wallets, now)
  if (sent.bank_redirect) return parseKind('bank_redirect', sent.bank_redirect, bankRedirects, now)
  const { details, faults } = tidied(
    (sent.passthrough ?? {}) as Details,
    passthrough,
    `${at}.passthrough`,
  )
  const order = (): Method => {
    const { token_type: method_type = '' } = details
    const instrument: PayoutAccount = { type: 'passthrough', method_type, data: details }
    return { payout_type: null, instrument, masked: { passthrough: mask(details) } }
  }
  return { faults, order }
}

const NOTHING: Parsed<Method> = {
  faults: [],
  order: () => {
    throw new Error('payout methods: the schema accepts no method without a type')
  },
}

export function parseBank(sent: Sent<Static<typeof BankTransfer>>, at: string): Parsed<Method> {
  const { payout_method_type, ...rest } = sent
  if (payout_method_type === undefined) return NOTHING
  const method_type = payout_method_type.toLowerCase() as keyof typeof bankTransfers
  const { details, faults } = tidied(rest as Details, bankTransfers[method_type], at)
  const isOutside = method_type === 'sepa' && !isSepaIban(details.iban ?? '')
  if (isOutside) faults.push(invalid(`${at}.iban`, 'is of a country that SEPA does not reach'))
  const order = (): Method => {
    const instrument: PayoutAccount = { type: 'bank_transfer', method_type, data: details }
    const bank = { payout_method_type: method_type, ...mask(details) }
    return { payout_type: 'bank', instrument, masked: { bank } }
  }
  return { faults, order }
}

function parseCard(sent: Sent<Details>, at: string, now: Date): Parsed<Method> {
  const { details, faults } = tidied(sent as Details, card, at)
  const order = (): Method => {
    const { card_number: number = '', card_holder_name: holder_name } = details
    const instrument: CardInstrument = {
      type: 'card',
      number,
      exp_month: Number(details.expiry_month),
      exp_year: Number(details.expiry_year),
      holder_name,
    }
    const masked = { card: { ...mask(details), last4: number.slice(-4) } }
    return { payout_type: 'card', instrument, masked }
  }
  return { faults: [...faults, ...expiryFaults(details, at, now)], order }
}

function parseKind<Kind extends string>(
  type: 'wallet' | 'bank_redirect',
  sent: Sent<Partial<Record<string, Details>>>,
  kinds: Readonly<Record<Kind, Variant>>,
  now: Date,
): Parsed<Method> {
  const [kind] = Object.keys(sent) as Kind[]
  if (kind === undefined) return NOTHING
  const at = `payout_method_data.${type}.${kind}`
  const { details, faults } = tidied((sent[kind] ?? {}) as Details, kinds[kind], at)
  const order = (): Method => {
    const instrument: PayoutAccount = { type, method_type: kind, data: details }
    return { payout_type: type, instrument, masked: { [type]: { [kind]: mask(details) } } }
  }
  return { faults: [...faults, ...expiryFaults(details, at, now)], order }
}

/** Each field in its stored spelling. */
function tidied(sent: Details, { required, optional, account }: Variant, at: string) {
  const details: Tidy = {}
  const faults: Fault[] = []
  for (const name of [...required, ...optional]) {
    const given = sent[name]
    if (given === undefined || given === null) continue
    const { tidy, isRight, advice } = fields[name]
    const value = tidy ? tidy(given) : given
    if (isRight && !isRight(value)) {
      faults.push(invalid(`${at}.${name}`, advice ?? 'is not valid'))
    }
    details[name] = value
  }
  if (account && !account.test(details.bank_account_number ?? '')) {
    const rule = 'does not have the digits of an account of this kind'
    faults.push(invalid(`${at}.bank_account_number`, rule))
  }
  return { details, faults }
}

function expiryFaults({ expiry_month, expiry_year }: Tidy, at: string, now: Date): Fault[] {
  if (expiry_year === undefined) return []
  if (!hasExpired(Number(expiry_month), Number(expiry_year), now)) return []
  return [invalid(`${at}.expiry_year`, 'is over: the card has expired')]
}

function mask(details: Tidy): Record<string, string> {
  const rows = Object.entries(details) as [FieldName, string][]
  return Object.fromEntries(
    rows.map(([name, value]) => [name, fields[name].mask?.(value) ?? value]),
  )
}
