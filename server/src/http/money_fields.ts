// Fields of every request about money: the amount, the payer or recipient, and the browser.
import { type Static, Type } from 'typebox'
import { countries } from '#kernel/countries.ts'
import { Email, nullable, payable, Phone, PhoneCountryCode, strict, text } from './fields.ts'

export const MAX_AMOUNT = 999_999_999_999

export const Currency = Type.Unsafe<string>({ type: 'string', enum: payable })
export const Amount = Type.Integer({
  minimum: 1,
  maximum: MAX_AMOUNT,
  description: 'In the lowest unit of the currency.',
})

const BillingAddress = strict({
  line1: text(255),
  line2: Type.Optional(nullable(text(255))),
  line3: Type.Optional(nullable(text(255))),
  city: text(255),
  state: text(255),
  zip: text(32),
  country: Type.Unsafe<string>({ type: 'string', enum: [...countries] }),
  first_name: text(255),
  last_name: text(255),
})

const BillingPhone = strict({ number: Phone, country_code: PhoneCountryCode })

/** All fields are optional here: the verb checks which ones the request requires. */
export const Billing = strict({
  address: Type.Optional(Type.Partial(BillingAddress, { additionalProperties: false })),
  phone: Type.Optional(Type.Partial(BillingPhone, { additionalProperties: false })),
  email: Type.Optional(nullable(Email)),
})
export type Billing = Static<typeof Billing>

export const BrowserInfo = strict({
  ip_address: Type.Optional(text(64)),
  user_agent: Type.Optional(text(1024)),
  accept_header: Type.Optional(text(1024)),
  accept_language: Type.Optional(text(255)),
  language: Type.Optional(text(64)),
  color_depth: Type.Optional(Type.Integer()),
  screen_height: Type.Optional(Type.Integer()),
  screen_width: Type.Optional(Type.Integer()),
  time_zone: Type.Optional(Type.Integer()),
  java_enabled: Type.Optional(Type.Boolean()),
  java_script_enabled: Type.Optional(Type.Boolean()),
  os_type: Type.Optional(text(64)),
  os_version: Type.Optional(text(64)),
  device_model: Type.Optional(text(255)),
  referer: Type.Optional(text(2048)),
})
export type BrowserInfo = Static<typeof BrowserInfo>
