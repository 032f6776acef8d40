// Fields in payment method objects, each with its schema, its visibility in responses, and its input on the hosted
// page.
import { type TSchema, Type } from 'typebox'
import type { MethodField } from '@florin/pages/contract.ts'
import { Country, described, shaped, strict, text } from '#http/fields.ts'

interface Field {
  readonly schema: TSchema
  /** Answers may show it. Tokens, tax numbers and addresses stay hidden. */
  readonly visible?: true
  /** Input on the hosted page; a field without it is not requested there. */
  readonly page?: Omit<MethodField, 'name' | 'required'>
}

/** An object from the wallet's SDK, passed on unchanged. */
function opaque(description: string): TSchema {
  return Type.Unsafe<object>({ type: 'object', minProperties: 1, maxProperties: 50, description })
}

function word(maxLength: number, description: string): TSchema {
  return text(maxLength, { description })
}

const payment_data = 'The encrypted payment data, as the SDK of the wallet returned it.'

export const fields = {
  payment_data: { schema: opaque(payment_data) },
  token: { schema: opaque(`${payment_data} Another name for \`payment_data\`: send one of them.`) },
  payment_method: {
    schema: strict(
      {
        display_name: word(
          255,
          'The card, as the wallet shows it to the customer: `Visa 4242` for example.',
        ),
        network: word(64, 'The card network, as the SDK names it.'),
        type: word(64, '`credit`, `debit` or `prepaid`, as the SDK names it.'),
      },
      { description: 'The card behind the wallet, without its number.' },
    ),
    visible: true,
  },
  transaction_identifier: {
    schema: word(255, 'The id that the SDK gave to this use of the wallet.'),
  },
  telephone_number: {
    schema: shaped('^\\+?[0-9 ().-]{5,32}$', 'a phone number of 5 to 32 characters', {
      description: 'The number that the customer has registered with the wallet.',
    }),
    page: { kind: 'tel', max: 32 },
  },
  bank_name: {
    schema: word(64, 'The bank of the customer. Without it the customer chooses on the page.'),
    visible: true,
    page: { kind: 'text', max: 64 },
  },
  issuer: {
    schema: word(64, 'The bank that the customer pays from.'),
    visible: true,
    page: { kind: 'text', max: 64 },
  },
  country: {
    schema: described(Country, 'The country of the bank, as a two-letter ISO 3166 code.'),
    visible: true,
    page: { kind: 'country' },
  },
  blik_code: {
    schema: shaped('^[0-9]{6}$', '6 digits', {
      description: 'The code in the banking app. Without it the customer enters it on the page.',
    }),
    page: { kind: 'text', pattern: '[0-9]{6}', max: 6 },
  },
  social_security_number: {
    schema: shaped(
      '^[0-9]{3}\\.?[0-9]{3}\\.?[0-9]{3}-?[0-9]{2}$',
      'a CPF of 11 digits, such as 123.456.789-09',
      { description: 'The tax number (CPF) of the customer, which the voucher must name.' },
    ),
    page: {
      kind: 'text',
      pattern: '[0-9]{3}\\.?[0-9]{3}\\.?[0-9]{3}-?[0-9]{2}',
      max: 14,
    },
  },
  vpa_id: {
    schema: shaped(
      '^[A-Za-z0-9._-]{2,256}@[A-Za-z0-9]{2,64}$',
      'a virtual payment address such as name@bank',
      { description: 'The virtual payment address of the customer, who approves in the UPI app.' },
    ),
    page: { kind: 'text', pattern: '[A-Za-z0-9._-]{2,256}@[A-Za-z0-9]{2,64}', max: 320 },
  },
  pay_currency: {
    schema: word(32, 'The asset that the customer receives: `BTC` for example.'),
    visible: true,
    page: { kind: 'choice', choices: ['BTC', 'ETH', 'USDC', 'USDT'] },
  },
  wallet_address: {
    schema: word(255, 'The destination address.'),
    page: { kind: 'text', max: 255 },
  },
  network: { schema: word(64, 'The network, if the asset exists on several.'), visible: true },
  wallet_address_tag: { schema: word(255, 'The memo or tag, if the network needs one.') },
  payment_method_id: { schema: word(255, 'The id of the option in the quote of the upstream.') },
  external_customer_id: { schema: word(255, 'Your customer reference for the upstream checkout.') },
} as const satisfies Readonly<Record<string, Field>>

export type FieldName = keyof typeof fields

/** The fields that answers may show. */
export const visibleFields: ReadonlySet<string> = new Set(
  Object.entries<Field>(fields).flatMap(([name, { visible }]) => (visible ? name : [])),
)

/** A field's input on the hosted page; undefined if it is not requested there. */
export function pageField(name: FieldName, required: boolean): MethodField | undefined {
  const { page }: Field = fields[name]
  return page && { name, required, ...page }
}
