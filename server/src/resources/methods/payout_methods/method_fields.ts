// Every payout method field: its schema, its stored form, its check, and its mask in responses.
import type { TSchema } from 'typebox'
import { anyCase, Country, described, Email, named, shaped, text } from '#http/fields.ts'
import { methodTypeNames } from '#core/method_types.ts'
import { METHOD_TYPE } from '#resources/methods/payment_methods/types.ts'
import { stripSeparators } from '#resources/methods/payment_methods/parse.ts'
import {
  isBic,
  isIban,
  isRoutingNumber,
  isSortCode,
  passesLuhn,
} from '@florin/pages/account_numbers.ts'

interface Field {
  readonly schema: TSchema
  readonly tidy?: (text: string) => string
  readonly isRight?: (text: string) => boolean
  /** The error text for an invalid value. */
  readonly advice?: string
  readonly mask?: (text: string) => string
}

const cardNetworks = [
  'Visa',
  'Mastercard',
  'AmericanExpress',
  'JCB',
  'DinersClub',
  'Discover',
  'CartesBancaires',
  'UnionPay',
  'Interac',
  'RuPay',
  'Maestro',
  'Star',
  'Pulse',
  'Accel',
  'Nyce',
] as const

const compact = (text: string) => text.replaceAll(/[ -]/g, '')
const capitals = (text: string) => compact(text).toUpperCase()

/** The last four characters, and at most half of a short number. */
export function lastFour(text: string): string {
  const characters = Array.from(text)
  const masked = Math.max(characters.length - 4, Math.min(characters.length, 4))
  return '*'.repeat(masked) + characters.slice(masked).join('')
}

/** Shows enough for the owner to recognize the e-mail address. */
function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 1)}***@${domain}`
}

const pan: Field = {
  schema: shaped('^[0-9 -]{12,23}$', 'a card number of 12 to 19 digits', {
    description:
      'The number of the card or of the token for it. Answers show its last four digits.',
  }),
  tidy: stripSeparators,
  isRight: (digits) => digits.length >= 12 && digits.length <= 19 && passesLuhn(digits),
  advice: 'is not a card number; check its digits',
  mask: lastFour,
}

const name = (description: string): Field => ({
  schema: text(255, { description }),
})

const account = (schema: TSchema): Field => ({ schema, tidy: compact, mask: lastFour })

function table<Name extends string>(rows: Readonly<Record<Name, Field>>) {
  return rows
}

export const fields = table({
  card_number: pan,
  dpan: pan,
  application_primary_account_number: pan,
  expiry_month: {
    schema: shaped('^(0?[1-9]|1[0-2])$', 'a month, 01 to 12', {
      description: 'The month in which the card expires.',
    }),
    tidy: (month) => month.padStart(2, '0'),
  },
  expiry_year: {
    schema: shaped('^([0-9]{2}|2[0-9]{3})$', 'a year of two or four digits', {
      description: 'The year in which the card expires.',
    }),
    tidy: (year) => year.padStart(4, '20'),
  },
  card_holder_name: name('The name on the card.'),
  card_network: {
    schema: anyCase(cardNetworks, { description: 'The network of the card, in any case.' }),
    tidy: (sent) => cardNetworks.find((each) => each.toLowerCase() === sent.toLowerCase()) ?? sent,
  },
  bank_account_number: account(
    shaped('^[A-Za-z0-9 -]{4,34}$', 'an account number of 4 to 34 letters or digits', {
      description: 'The number of the account. Answers show its last four characters.',
    }),
  ),
  bank_routing_number: {
    schema: text(32, { description: 'The ABA routing number of the bank: nine digits.' }),
    tidy: compact,
    isRight: isRoutingNumber,
    advice: 'is not an ABA routing number: nine digits, of which the last checks the others',
  },
  bank_sort_code: {
    schema: text(32, { description: 'The sort code of the bank: six digits.' }),
    tidy: compact,
    isRight: isSortCode,
    advice: 'is not a sort code: six digits, such as 20-00-00',
  },
  iban: {
    schema: text(64, {
      description: 'The IBAN of the account. Answers show its last four characters.',
    }),
    tidy: capitals,
    isRight: isIban,
    advice: 'is not an IBAN; check its country, length and check digits',
    mask: lastFour,
  },
  bic: {
    schema: text(32, { description: 'The BIC of the bank: eight or eleven characters.' }),
    tidy: capitals,
    isRight: isBic,
    advice: 'is not a BIC: eight or eleven characters, such as COBADEFFXXX',
  },
  bank_name: name('The name of the bank.'),
  bank_city: name('The city of the bank.'),
  bank_branch: { schema: text(32, { description: 'The number of the branch.' }) },
  bank_number: {
    schema: text(34, { description: 'The number of the bank in its country.' }),
  },
  bank_country_code: {
    schema: described(Country, 'The two-letter ISO 3166-1 code of the country of the bank.'),
  },
  account_holder_name: name('The name of the person or company that owns the account.'),
  ispb: {
    schema: shaped('^[0-9]{8}$', 'eight digits', {
      description: 'The ISPB of the bank, its number in the Brazilian payment system.',
    }),
  },
  tax_id: account(
    shaped('^[0-9./-]{11,18}$', 'a CPF or CNPJ of 11 or 14 digits', {
      description: 'The tax number of the recipient: a CPF or a CNPJ.',
    }),
  ),
  pix_key: {
    schema: text(77, {
      description: 'The Pix key: a tax number, phone number, e-mail address or random key.',
    }),
    mask: lastFour,
  },
  emv: {
    schema: text(512, { description: 'The text of a Pix QR code.' }),
    mask: lastFour,
  },
  email: {
    schema: described(Email, 'The e-mail address that the recipient has there.'),
    mask: maskEmail,
  },
  telephone_number: account(
    shaped('^\\+?[0-9 ().-]{4,32}$', 'a phone number', {
      description: 'The phone number that the recipient has there.',
    }),
  ),
  paypal_id: {
    schema: text(255, { description: 'The id of the recipient at PayPal.' }),
    mask: lastFour,
  },
  psp_token: {
    schema: text(512, {
      description: 'The token of the payout method at another payment service.',
    }),
    mask: lastFour,
  },
  psp_customer_id: {
    schema: text(255, { description: 'The id of the recipient at that service.' }),
  },
  token_type: {
    schema: named(
      [...new Set([...methodTypeNames, 'pix_key', 'pix_emv', 'open_banking'])].toSorted(),
      METHOD_TYPE,
      { description: 'The type of the method behind the token.' },
    ),
  },
})

export type FieldName = keyof typeof fields
