// Every payout method with its required and optional fields, as tables. The request schemas and the masked form in
// answers follow from them.
import { type TSchema, Type } from 'typebox'
import { anyCase, described, nullable, oneOf, strict } from '#http/fields.ts'
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

const detailsSchema = (row: Variant, description: string) =>
  Type.Unsafe<Details>(strict(properties(row), { description }))

function kindSchema<Kind extends string>(
  kinds: Readonly<Record<Kind, Variant>>,
  texts: Readonly<Record<Kind, string>>,
  description: string,
) {
  const rows = Object.entries(kinds) as [Kind, Variant][]
  const schemas = rows.map(([kind, row]) => [kind, Type.Optional(detailsSchema(row, texts[kind]))])
  const one = oneOf(Object.fromEntries(schemas) as Record<string, TSchema>)
  return Type.Unsafe<Partial<Record<Kind, Details>>>(described(one, description))
}

const walletTexts = {
  apple_pay_decrypt: 'The decrypted token of Apple Pay.',
  google_pay_decrypt: 'The decrypted token of Google Pay.',
  paypal: 'The PayPal account of the recipient.',
  venmo: 'The Venmo account of the recipient.',
}
const bankRedirectTexts = {
  interac: 'An Interac e-Transfer to an e-mail address.',
  open_banking_uk: 'An account in the United Kingdom, paid by open banking.',
}

const TRANSFER_TYPE = 'The rail, in any case. It decides which other fields there are.'

/** One field determines which others it has. */
export const BankTransfer = Type.Unsafe<{ payout_method_type: string } & Details>({
  type: 'object',
  required: ['payout_method_type'],
  properties: {
    payout_method_type: anyCase(Object.keys(bankTransfers), { description: TRANSFER_TYPE }),
  },
  allOf: Object.entries<Variant>(bankTransfers).map(([kind, row]) => ({
    if: {
      properties: { payout_method_type: anyCase([kind], { description: TRANSFER_TYPE }) },
      required: ['payout_method_type'],
    },
    // oxlint-disable-next-line unicorn/no-thenable -- a JSON Schema keyword; the object is never awaited
    then: strict({
      payout_method_type: Type.String({ description: TRANSFER_TYPE }),
      ...properties(row),
    }),
  })),
})

export const PayoutMethodData = oneOf({
  card: Type.Optional(detailsSchema(card, 'The card that receives the money.')),
  bank_transfer: Type.Optional(
    described(BankTransfer, 'The bank account that receives the money.'),
  ),
  wallet: Type.Optional(
    kindSchema(wallets, walletTexts, 'The wallet that receives the money: exactly one.'),
  ),
  bank_redirect: Type.Optional(
    kindSchema(
      bankRedirects,
      bankRedirectTexts,
      'A transfer by e-mail or open banking: exactly one.',
    ),
  ),
  passthrough: Type.Optional(detailsSchema(passthrough, 'A token of another payment service.')),
})

const masked = (description: string) => ({
  type: 'object',
  additionalProperties: true,
  description,
})

/** In answers: one key, named after the type, with numbers and addresses masked. */
export const MaskedPayoutMethod = Type.Unsafe<Record<string, unknown> | null>({
  title: 'MaskedPayoutMethod',
  type: ['object', 'null'],
  properties: {
    card: masked('The card: its last four digits (`last4`), its expiry and the name on it.'),
    bank: masked('The bank account, with its `payout_method_type`.'),
    wallet: masked('The wallet, under its name.'),
    bank_redirect: masked('The e-mail or open-banking account, under its name.'),
    passthrough: masked('The token of another payment service.'),
  },
  additionalProperties: true,
  description:
    'Where the money goes, under one key named after the type. Numbers show their last four characters. Null until there is a method.',
})
