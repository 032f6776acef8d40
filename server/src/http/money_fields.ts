// Fields in every request about money: the amount, the payer or recipient, and the browser.
import { type Static, Type } from 'typebox'
import { declines } from '#core/declines.ts'
import {
  addressPart,
  addressTexts,
  Country,
  CURRENCY,
  described,
  Email,
  freeText,
  named,
  nullable,
  payable,
  Phone,
  PhoneCountryCode,
  shaped,
  strict,
} from './fields.ts'

export const MAX_AMOUNT = 999_999_999_999

export const Currency = named(payable, CURRENCY, {
  description: 'The three-letter ISO 4217 code of the currency, in upper case.',
})
export const Amount = Type.Integer({
  minimum: 1,
  maximum: MAX_AMOUNT,
  description: 'In the lowest unit of the currency.',
})

/** In answers; null unless a payment, a refund or a payout was declined. */
export const UnifiedCode = nullable(
  Type.Unsafe<string>({
    type: 'string',
    enum: Object.keys(declines),
    description:
      'Why it was declined, in a code that is the same for every acquirer; null otherwise. Branch on this code. The reference page of declines has the next step for each.',
  }),
)
export const UnifiedMessage = nullable(
  Type.String({ description: 'The text of `unified_code`, which you may show to the customer.' }),
)

const BillingAddress = strict({
  line1: addressPart('line1'),
  line2: Type.Optional(nullable(addressPart('line2'))),
  line3: Type.Optional(nullable(addressPart('line3'))),
  city: addressPart('city'),
  state: addressPart('state'),
  zip: addressPart('zip', 32),
  country: described(Country, addressTexts.country),
  first_name: addressPart('first_name'),
  last_name: addressPart('last_name'),
})

const BillingPhone = strict({ number: Phone, country_code: PhoneCountryCode })

const ABOUT_ADDRESS =
  'The postal address and the name of the person. All but `line2` and `line3` are required with new payment details.'
const ABOUT_PHONE = 'The phone of the person. Both parts are required with new payment details.'

/** All fields are optional here: the verb checks which ones the request requires. */
export const Billing = strict(
  {
    address: Type.Optional(
      Type.Partial(BillingAddress, { additionalProperties: false, description: ABOUT_ADDRESS }),
    ),
    phone: Type.Optional(
      Type.Partial(BillingPhone, { additionalProperties: false, description: ABOUT_PHONE }),
    ),
    email: Type.Optional(nullable(described(Email, 'The e-mail address of the person.'))),
  },
  { title: 'Billing', description: 'The address, the phone and the e-mail address of a person.' },
)
export type Billing = Static<typeof Billing>

/** A person as answers show them. Every text reads `Redacted` after the customer was deleted, so there is no enum. */
export function contact(description: string) {
  const shown = (about: string) => nullable(Type.String({ description: about }))
  const address = Object.fromEntries(
    Object.entries(addressTexts).map(([name, about]) => [name, shown(about)]),
  )
  return Type.Unsafe<Record<string, unknown> | null>({
    title: 'Contact',
    type: ['object', 'null'],
    properties: {
      address: {
        type: ['object', 'null'],
        properties: address,
        description: 'The postal address and the name of the person.',
      },
      phone: {
        type: ['object', 'null'],
        properties: {
          number: shown('The phone number without its country code.'),
          country_code: shown('The country code of the phone number, such as `+1`.'),
        },
        description: 'The phone of the person.',
      },
      email: shown('The e-mail address of the person.'),
    },
    description,
  })
}

const PIXELS = 'In pixels, as the browser reports it.'

/** Risk rules and the limits on declined cards go by it. */
const IP_ADDRESS =
  '^(((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(?!$)|$)){4}|(?=.{2,45}$)[0-9A-Fa-f]{0,4}(:[0-9A-Fa-f]{0,4}){2,7}([0-9]{0,2}(\\.[0-9]{1,3}){3})?)$'

export const BrowserInfo = strict(
  {
    ip_address: Type.Optional(
      shaped(IP_ADDRESS, 'an IPv4 or IPv6 address', {
        description:
          'The IP address of the shopper. A publishable key cannot send it: then it is that of the connection.',
      }),
    ),
    user_agent: Type.Optional(
      freeText(1024, { description: 'The header User-Agent of the browser of the shopper.' }),
    ),
    accept_header: Type.Optional(
      freeText(1024, {
        description: 'The header Accept of the browser: the content types it takes.',
      }),
    ),
    accept_language: Type.Optional(
      freeText(255, { description: 'The header Accept-Language of the browser.' }),
    ),
    language: Type.Optional(
      freeText(64, {
        description: 'The language of the browser as a locale tag, such as `en-GB`.',
      }),
    ),
    color_depth: Type.Optional(
      Type.Integer({ description: 'The color depth of the screen, in bits per pixel.' }),
    ),
    screen_height: Type.Optional(
      Type.Integer({ description: `The height of the screen. ${PIXELS}` }),
    ),
    screen_width: Type.Optional(
      Type.Integer({ description: `The width of the screen. ${PIXELS}` }),
    ),
    time_zone: Type.Optional(
      Type.Integer({ description: 'The offset from UTC in minutes, as the browser reports it.' }),
    ),
    java_enabled: Type.Optional(Type.Boolean({ description: 'Whether the browser runs Java.' })),
    java_script_enabled: Type.Optional(
      Type.Boolean({ description: 'Whether the browser runs JavaScript.' }),
    ),
    os_type: Type.Optional(freeText(64, { description: 'The operating system of the device.' })),
    os_version: Type.Optional(
      freeText(64, { description: 'The version of the operating system.' }),
    ),
    device_model: Type.Optional(freeText(255, { description: 'The model of the device.' })),
    referer: Type.Optional(
      freeText(2048, {
        description: 'The page from which the shopper came, as in the header Referer.',
      }),
    ),
  },
  {
    title: 'BrowserInfo',
    description:
      'The browser of the shopper. Send at least `ip_address` and `user_agent` for card payments: risk rules and the guard against card testing use the address.',
  },
)
export type BrowserInfo = Static<typeof BrowserInfo>
