// Every payout method with its required and optional fields, as tables. The request schemas and the masked form in
// answers follow from them.
import { type TSchema, Type } from 'typebox'
import { anyCase, nullable, oneOf, strict } from '#http/fields.ts'
import { type FieldName, fields } from './method_fields.ts'

export interface Variant {
  readonly required: readonly FieldName[]
  readonly optional: readonly FieldName[]
  /** Account numbers have another shape on each rail. */
  readonly account?: RegExp
}

function variant(
  required: readonly FieldName[],
  optional: readonly FieldName[] = [],
  account?: RegExp,
): Variant {
  return { required, optional, ...(account ? { account } : {}) }
}

const bank = ['bank_name', 'bank_country_code', 'bank_city', 'account_holder_name'] as const
const holder = ['expiry_month', 'expiry_year', 'card_holder_name'] as const

export const card = variant(['card_number', ...holder], ['card_network'])

/** By `payout_method_type`. */
export const bankTransfers = {
  ach: variant(['bank_account_number', 'bank_routing_number'], bank, /^\d{4,17}$/),
  bacs: variant(['bank_account_number', 'bank_sort_code'], bank, /^\d{6,10}$/),
  sepa: variant(['iban', 'bic'], bank),
  pix: variant(['bank_account_number'], ['bank_name', 'bank_branch', 'tax_id', 'ispb']),
  pix_key: variant(['pix_key']),
  pix_emv: variant(['emv']),
  trustly: variant(['iban', 'bank_country_code', 'bank_account_number', 'bank_number']),
  open_banking: variant(['account_holder_name', 'iban']),
} as const

export const wallets = {
  apple_pay_decrypt: variant(['dpan', ...holder], ['card_network']),
  google_pay_decrypt: variant(['application_primary_account_number', ...holder], ['card_network']),
  paypal: variant(['email', 'telephone_number', 'paypal_id']),
  venmo: variant(['telephone_number']),
} as const

export const bankRedirects = {
  interac: variant(['email']),
  open_banking_uk: variant(['account_holder_name', 'iban']),
} as const

export const passthrough = variant(['psp_token', 'psp_customer_id', 'token_type'])

export type Details = Readonly<Partial<Record<FieldName, string | null>>>

function properties({ required, optional }: Variant): Record<string, TSchema> {
  return Object.fromEntries([
    ...required.map((name) => [name, fields[name].schema]),
    ...optional.map((name) => [name, Type.Optional(nullable(fields[name].schema))]),
  ]) as Record<string, TSchema>
}

const detailsOf = (row: Variant) => Type.Unsafe<Details>(strict(properties(row)))

function oneKindOf<Kind extends string>(kinds: Readonly<Record<Kind, Variant>>) {
  const rows = Object.entries<Variant>(kinds)
  const schemas = rows.map(([kind, row]) => [kind, Type.Optional(detailsOf(row))])
  return Type.Unsafe<Partial<Record<Kind, Details>>>(
    oneOf(Object.fromEntries(schemas) as Record<string, TSchema>),
  )
}

/** Which fields it has depends on one of them. */
export const BankTransfer = Type.Unsafe<{ payout_method_type: string } & Details>({
  type: 'object',
  required: ['payout_method_type'],
  properties: { payout_method_type: anyCase(Object.keys(bankTransfers)) },
  allOf: Object.entries<Variant>(bankTransfers).map(([kind, row]) => ({
    if: { properties: { payout_method_type: anyCase([kind]) }, required: ['payout_method_type'] },
    // oxlint-disable-next-line unicorn/no-thenable -- the word of JSON Schema, and nobody awaits it
    then: strict({ payout_method_type: Type.String(), ...properties(row) }),
  })),
})

export const PayoutMethodData = oneOf({
  card: Type.Optional(detailsOf(card)),
  bank_transfer: Type.Optional(BankTransfer),
  wallet: Type.Optional(oneKindOf(wallets)),
  bank_redirect: Type.Optional(oneKindOf(bankRedirects)),
  passthrough: Type.Optional(detailsOf(passthrough)),
})
