// Reads the payout method of a request: the instrument for the rail, and the masked form for answers.
import type { Static } from 'typebox'
import { Failure, failureOf, type Fault } from '#errors.ts'
import type { Sent } from '#http/route.ts'
import { hasExpired } from '#resources/payment_methods/card.ts'
import type { CardInstrument } from '#core/providers/provider.ts'
import type { PayoutAccount, PayoutInstrument } from '#core/providers/payout.ts'
import { isSepaIban } from './bank_numbers.ts'
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
  /** Null for a token of another service, which can be of any type. */
  payout_type: PayoutType | null
  instrument: PayoutInstrument
  /** For answers: under a key named after the method, with its numbers masked. */
  masked: Record<string, unknown>
}

type Tidy = Partial<Record<FieldName, string>>

export function readMethod(sent: Static<typeof PayoutMethodData>, now: Date): Method {
  const at = 'payout_method_data'
  if (sent.card) return readCard(sent.card, `${at}.card`, now)
  if (sent.bank_transfer) return readBank(sent.bank_transfer, `${at}.bank_transfer`)
  if (sent.wallet) return readKind('wallet', sent.wallet, wallets, now)
  if (sent.bank_redirect) return readKind('bank_redirect', sent.bank_redirect, bankRedirects, now)
  const details = tidied(sent.passthrough ?? {}, passthrough, `${at}.passthrough`)
  const { token_type: method_type = '' } = details
  const instrument: PayoutAccount = { type: 'passthrough', method_type, data: details }
  return { payout_type: null, instrument, masked: { passthrough: mask(details) } }
}

/** Checks a method that may lack anything, because the schema may have refused a part of it. */
export function checkPayoutMethod(sent: Sent<Static<typeof PayoutMethodData>>, now: Date): void {
  const { bank_transfer, wallet, bank_redirect } = sent
  if (bank_transfer) return checkBank(bank_transfer, 'payout_method_data.bank_transfer')
  const kinds = wallet ?? bank_redirect
  if (kinds && Object.keys(kinds).length === 0) return undefined
  readMethod(sent as Static<typeof PayoutMethodData>, now)
}

export function checkBank(sent: Sent<Static<typeof BankTransfer>>, at: string): void {
  if (sent.payout_method_type === undefined) return
  readBank(sent as Static<typeof BankTransfer>, at)
}

export function readBank(sent: Static<typeof BankTransfer>, at: string): Method {
  const { payout_method_type, ...rest } = sent
  const method_type = payout_method_type.toLowerCase() as keyof typeof bankTransfers
  const details = tidied(rest, bankTransfers[method_type], at)
  if (method_type === 'sepa' && !isSepaIban(details.iban ?? '')) {
    throw wrong(`${at}.iban`, 'is of a country that SEPA does not reach')
  }
  const instrument: PayoutAccount = { type: 'bank_transfer', method_type, data: details }
  const bank = { payout_method_type: method_type, ...mask(details) }
  return { payout_type: 'bank', instrument, masked: { bank } }
}

function readCard(sent: Details, at: string, now: Date): Method {
  const details = tidied(sent, card, at)
  checkExpiry(details, at, now)
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

function readKind<Kind extends string>(
  type: 'wallet' | 'bank_redirect',
  sent: Partial<Record<Kind, Details>>,
  kinds: Readonly<Record<Kind, Variant>>,
  now: Date,
): Method {
  const [kind] = Object.keys(sent) as Kind[]
  if (kind === undefined) throw new Error(`no kind of ${type}`)
  const at = `payout_method_data.${type}.${kind}`
  const details = tidied(sent[kind] ?? {}, kinds[kind], at)
  checkExpiry(details, at, now)
  const instrument: PayoutAccount = { type, method_type: kind, data: details }
  return { payout_type: type, instrument, masked: { [type]: { [kind]: mask(details) } } }
}

/** Each field in its stored spelling, once all are right. */
function tidied(sent: Details, { required, optional, account }: Variant, at: string): Tidy {
  const details: Tidy = {}
  const faults: Fault[] = []
  for (const name of [...required, ...optional]) {
    const given = sent[name]
    if (given === undefined || given === null) continue
    const { tidy, isRight, advice } = fields[name]
    const value = tidy ? tidy(given) : given
    if (isRight && !isRight(value)) {
      faults.push(...wrong(`${at}.${name}`, advice ?? 'is not valid').faults)
    }
    details[name] = value
  }
  if (account && !account.test(details.bank_account_number ?? '')) {
    const what = 'does not have the digits of an account of this kind'
    faults.push(...wrong(`${at}.bank_account_number`, what).faults)
  }
  if (faults.length > 0) throw failureOf(faults)
  return details
}

function checkExpiry({ expiry_month, expiry_year }: Tidy, at: string, now: Date): void {
  if (expiry_year === undefined) return
  if (!hasExpired(Number(expiry_month), Number(expiry_year), now)) return
  throw wrong(`${at}.expiry_year`, 'is over: the card has expired')
}

function mask(details: Tidy): Record<string, string> {
  const rows = Object.entries(details) as [FieldName, string][]
  return Object.fromEntries(
    rows.map(([name, value]) => [name, fields[name].mask?.(value) ?? value]),
  )
}

function wrong(field: string, what: string): Failure {
  return new Failure('IR_04', `\`${field}\` ${what}.`, { field })
}
