// Every payout method that a person can type in, with its fields as the API has them. Decrypted tokens from Apple Pay and
// Google Pay, and tokens from other payment services, come from programs and are not here.
import {
  type Check,
  checkAccount,
  checkBic,
  checkCardNumber,
  checkCountry,
  checkDigits,
  checkEmail,
  checkIban,
  checkIspb,
  checkMonth,
  checkPhone,
  checkRoutingNumber,
  checkSepaIban,
  checkSortCode,
  checkTaxId,
  checkYear,
} from './advice.ts'

interface FieldRow {
  readonly label: string
  readonly help?: string
  readonly check?: Check
  readonly isShort?: true
  readonly isNumeric?: true
  readonly longest?: number
}

const fields = {
  card_number: { label: 'Card number', check: checkCardNumber, isNumeric: true },
  expiry_month: { label: 'Expiry month', check: checkMonth, isShort: true, isNumeric: true },
  expiry_year: { label: 'Expiry year', check: checkYear, isShort: true, isNumeric: true },
  card_holder_name: { label: 'Name on the card' },
  card_network: { label: 'Card network', help: 'Such as Visa or Mastercard.' },
  account_holder_name: {
    label: 'Account holder',
    help: 'As the bank has it; banks compare the name.',
  },
  iban: { label: 'IBAN', check: checkIban },
  bic: { label: 'BIC', check: checkBic, isShort: true },
  bank_account_number: { label: 'Account number', check: checkAccount },
  bank_routing_number: {
    label: 'Routing number',
    help: 'The ABA number: nine digits.',
    check: checkRoutingNumber,
    isShort: true,
    isNumeric: true,
  },
  bank_sort_code: {
    label: 'Sort code',
    check: checkSortCode,
    isShort: true,
    isNumeric: true,
  },
  bank_name: { label: 'Bank name', isShort: true },
  bank_city: { label: 'Bank city', isShort: true },
  bank_branch: { label: 'Branch', isShort: true, longest: 32 },
  bank_number: { label: 'Bank number', isShort: true, longest: 34 },
  bank_country_code: { label: 'Bank country', check: checkCountry, isShort: true },
  tax_id: { label: 'CPF or CNPJ', check: checkTaxId, isShort: true },
  ispb: { label: 'ISPB', check: checkIspb, isShort: true, isNumeric: true },
  pix_key: {
    label: 'Pix key',
    help: 'A tax number, phone number, e-mail address or random key.',
    longest: 77,
  },
  emv: { label: 'Pix QR code text', longest: 512 },
  email: { label: 'E-mail address', check: checkEmail },
  telephone_number: { label: 'Phone number', check: checkPhone },
  paypal_id: { label: 'PayPal ID' },
} as const satisfies Readonly<Record<string, FieldRow>>

export type FieldName = keyof typeof fields

export interface MethodField extends FieldRow {
  readonly name: FieldName
  readonly isRequired: boolean
}

export type Kind = 'bank_transfer' | 'card' | 'wallet' | 'bank_redirect'

export interface Method {
  readonly kind: Kind
  readonly type: string
  readonly name: string
  readonly about: string
  readonly fields: readonly MethodField[]
}

type Checks = Partial<Record<FieldName, Check>>

interface Row {
  readonly kind: Kind
  readonly name: string
  readonly about: string
  readonly required: readonly FieldName[]
  readonly optional?: readonly FieldName[]
  /** Stricter than the field's check. */
  readonly checks?: Checks
}

const bank: readonly FieldName[] = [
  'account_holder_name',
  'bank_name',
  'bank_city',
  'bank_country_code',
]

const rows: Readonly<Record<string, Row>> = {
  sepa: {
    kind: 'bank_transfer',
    name: 'SEPA transfer',
    about: 'To an account in Europe, in euros.',
    required: ['iban', 'bic'],
    optional: bank,
    checks: { iban: checkSepaIban },
  },
  ach: {
    kind: 'bank_transfer',
    name: 'ACH transfer',
    about: 'To an account in the United States.',
    required: ['bank_account_number', 'bank_routing_number'],
    optional: bank,
    checks: { bank_account_number: checkDigits(4, 17) },
  },
  bacs: {
    kind: 'bank_transfer',
    name: 'Bacs transfer',
    about: 'To an account in the United Kingdom.',
    required: ['bank_account_number', 'bank_sort_code'],
    optional: bank,
    checks: { bank_account_number: checkDigits(6, 10) },
  },
  pix_key: {
    kind: 'bank_transfer',
    name: 'Pix by key',
    about: 'To an account in Brazil, named by its key.',
    required: ['pix_key'],
  },
  pix: {
    kind: 'bank_transfer',
    name: 'Pix by account',
    about: 'To an account in Brazil.',
    required: ['bank_account_number'],
    optional: ['bank_branch', 'bank_name', 'ispb', 'tax_id'],
  },
  pix_emv: {
    kind: 'bank_transfer',
    name: 'Pix by QR code',
    about: 'To an account in Brazil, named by a QR code.',
    required: ['emv'],
  },
  trustly: {
    kind: 'bank_transfer',
    name: 'Trustly',
    about: 'To a bank account by Trustly.',
    required: ['iban', 'bank_account_number', 'bank_number', 'bank_country_code'],
  },
  open_banking: {
    kind: 'bank_transfer',
    name: 'Open banking',
    about: 'To a bank account by open banking.',
    required: ['account_holder_name', 'iban'],
  },
  card: {
    kind: 'card',
    name: 'Card',
    about: 'To a debit or credit card.',
    required: ['card_number', 'expiry_month', 'expiry_year', 'card_holder_name'],
    optional: ['card_network'],
  },
  paypal: {
    kind: 'wallet',
    name: 'PayPal',
    about: 'To a PayPal account.',
    required: ['email', 'telephone_number', 'paypal_id'],
  },
  venmo: {
    kind: 'wallet',
    name: 'Venmo',
    about: 'To a Venmo account.',
    required: ['telephone_number'],
  },
  interac: {
    kind: 'bank_redirect',
    name: 'Interac e-Transfer',
    about: 'To an e-mail address in Canada.',
    required: ['email'],
  },
  open_banking_uk: {
    kind: 'bank_redirect',
    name: 'Open banking UK',
    about: 'To an account in the United Kingdom by open banking.',
    required: ['account_holder_name', 'iban'],
  },
}

export const methods: readonly Method[] = Object.entries(rows).map(([type, row]) => {
  const { kind, name, about, required, optional = [], checks = {} } = row
  const field = (name: FieldName, isRequired: boolean): MethodField => ({
    ...fields[name],
    ...(checks[name] ? { check: checks[name] } : {}),
    name,
    isRequired,
  })
  return {
    kind,
    type,
    name,
    about,
    fields: [
      ...required.map((name) => field(name, true)),
      ...optional.map((name) => field(name, false)),
    ],
  }
})

/** The payout networks that are usual for a currency come first. */
const usual: Readonly<Record<string, readonly string[]>> = {
  EUR: ['sepa', 'card', 'paypal'],
  GBP: ['bacs', 'open_banking_uk', 'card', 'paypal'],
  USD: ['ach', 'card', 'paypal', 'venmo'],
  BRL: ['pix_key', 'pix', 'pix_emv', 'paypal'],
  CAD: ['interac', 'card', 'paypal'],
}
const ELSEWHERE = ['card', 'paypal']

export function methodsFor(currency: string): { usual: Method[]; others: Method[] } {
  const types = usual[currency] ?? ELSEWHERE
  return {
    usual: types.flatMap((type) => methods.find((method) => method.type === type) ?? []),
    others: methods.filter(({ type }) => !types.includes(type)),
  }
}

export const fieldNames = Object.keys(fields) as FieldName[]

export const isShort = (name: FieldName) => 'isShort' in fields[name]

export const fieldLabels: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(fields).map(([name, { label }]) => [name, label]),
)
