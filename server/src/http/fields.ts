// Fields that many objects share, as JSON Schema and TypeScript types. A nullable type is `type: [T, 'null']`, not a
// union of schemas, so that an invalid value has one error.
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { countries } from '#kernel/countries.ts'
import { currencies } from '#kernel/currencies.ts'
import { ID_PATTERN, LISTED_ID_PATTERN } from '#kernel/ids.ts'
import { Failure } from '#errors.ts'

/** The currencies that payments can use. */
export const payable: readonly string[] = Object.entries(currencies).flatMap(([code, row]) =>
  'payable' in row ? [] : code,
)

export const CURRENCY = 'an ISO 4217 code in capitals, such as EUR'

/** The start of a text. A surrogate pair is never cut in half: PostgreSQL refuses half a pair. */
export function clip(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

export function nullable<T extends TSchema>(schema: T) {
  const { type, ...rest } = schema as unknown as { type: string; enum?: readonly unknown[] }
  // `enum` must contain null, or it would refuse null whatever `type` says.
  const values = rest.enum ? { enum: [...rest.enum, null] } : {}
  return Type.Unsafe<Static<T> | null>({ ...rest, ...values, type: [type, 'null'] })
}

/** The same schema with another description. */
export function described<T extends TSchema>(schema: T, description: string): T {
  return { ...schema, description }
}

/** A key in the table; the description lists every key's meaning. */
export function keyIn<T extends Readonly<Record<string, string>>>(table: T, lead: string) {
  const meanings = Object.entries(table).map(([key, meaning]) => `- \`${key}\`: ${meaning}`)
  const description = [lead, '', ...meanings].join('\n')
  return Type.Unsafe<keyof T & string>({ type: 'string', enum: Object.keys(table), description })
}

/** An object that refuses fields it does not know. */
export function strict<T extends TProperties>(properties: T, options: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/** Longer value lists are described instead: they would be unreadable in a message. */
export const MAX_LISTED = 10

/** An object that must name exactly one of its fields. */
export function oneOf<T extends TProperties>(properties: T, options: object = {}) {
  const names = Object.keys(properties)
  const isLong = names.length > MAX_LISTED
  const which = isLong ? `field, such as ${names[0]}` : `of: ${names.join(', ')}`
  const wanted = `an object with exactly one ${which}`
  const rules = { minProperties: 1, maxProperties: 1, 'x-wanted': wanted }
  return strict(properties, { ...rules, ...options })
}

/** An object in an answer. */
export function answer<T extends TProperties>(title: string, properties: T) {
  return Type.Object(properties, { $id: title, title, additionalProperties: false })
}

/** The fields that the schema requires, and no others: a new column is not exposed until the schema names it. */
export function project<S extends TSchema & { required?: string[] }>(schema: S, row: object) {
  return pick(schema.required ?? [], row) as Static<S>
}

/** An object with exactly these fields; null where the row has none. */
export function pick(names: readonly string[], row: object): Record<string, unknown> {
  const from = row as Readonly<Record<string, unknown>>
  const object: Record<string, unknown> = {}
  for (const name of names) object[name] = from[name] ?? null
  return object
}

/** A Date in the program, an ISO 8601 string in UTC in the API. */
export const Timestamp = Type.Unsafe<Date>({ type: 'string', format: 'date-time' })
export const NullableTimestamp = Type.Unsafe<Date | null>({
  type: ['string', 'null'],
  format: 'date-time',
})
/** A timestamp as a caller sends it. */
export const MomentText = Type.String({ format: 'moment', maxLength: 40 })

/** An id, a code or a name: an empty one would be taken for none at all. */
export function text(maxLength: number, options: object = {}) {
  return Type.String({ minLength: 1, maxLength, ...options })
}

/** Text that may be empty, such as a description, an address line or a browser header. */
export function freeText(maxLength: number, options: object = {}) {
  return Type.String({ maxLength, ...options })
}

export const Email = Type.String({ format: 'email', maxLength: 255 })
/** Text with a pattern; `wanted` describes it in error messages. */
export function shaped(pattern: string, wanted: string, options: object = {}) {
  return Type.String({ pattern, 'x-wanted': wanted, ...options })
}

const OWN_ID = '1 to 64 letters, digits, `_` or `-`'

/** An id that the caller chooses; `card_numbers.ts` recognizes it by its pattern. */
export function ownId(about: string) {
  return shaped(ID_PATTERN, OWN_ID, { description: `${about} A card number is refused.` })
}

/** The same, where `list` is a route. */
export function listedId(about: string) {
  const wanted = `${OWN_ID}, and not \`list\``
  return { ...ownId(about), pattern: LISTED_ID_PATTERN, 'x-wanted': wanted }
}

/** One of more values than an error can list: `wanted` describes them. */
export function named<T extends string>(
  values: readonly T[],
  wanted: string,
  options: object = {},
) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], 'x-wanted': wanted, ...options })
}

/** One of these words, in upper or lower case. */
export function anyCase(words: readonly string[], options: object = {}) {
  return shaped(`^(?i:${words.join('|')})$`, `one of: ${words.join(', ')}`, options)
}

export const Phone = shaped(
  '^[0-9 ().-]{1,32}$',
  'a phone number without its country code: 1 to 32 digits, spaces, dots, dashes or brackets',
  { description: 'The phone number without its country code.' },
)
export const PhoneCountryCode = shaped('^\\+[0-9]{1,4}$', 'a country code such as +1', {
  description: 'The country code of the phone number, such as `+1`.',
})

const personTexts = {
  email: 'The e-mail address of the customer.',
  name: 'The full name of the customer.',
  phone: 'The phone number of the customer, without the country code.',
  phone_country_code: 'The country code of the phone number, such as `+1`.',
}

/** The customer in requests about money and in those about the customer. */
export const sentPerson = {
  email: Type.Optional(nullable(described(Email, personTexts.email))),
  name: Type.Optional(nullable(text(255, { description: personTexts.name }))),
  phone: Type.Optional(nullable(described(Phone, personTexts.phone))),
  phone_country_code: Type.Optional(nullable(PhoneCountryCode)),
}

const shownText = (description: string) => nullable(Type.String({ description }))

/** The same in answers. */
export const shownPerson = {
  email: shownText(personTexts.email),
  name: shownText(personTexts.name),
  phone: shownText(personTexts.phone),
  phone_country_code: shownText(personTexts.phone_country_code),
}

export const WebUrl = shaped('^https?://', 'a URL that begins with https:// or http://', {
  format: 'uri',
  maxLength: 2048,
})
export const Country = named(countries, 'an ISO 3166-1 code of two capital letters, such as DE')
const NullableCountry = nullable(Country)

/** Up to 50 pairs; numbers and booleans are stored as text. */
export const Metadata = Type.Unsafe<Record<string, string | number | boolean>>({
  title: 'Metadata',
  type: 'object',
  maxProperties: 50,
  propertyNames: { maxLength: 40, minLength: 1 },
  additionalProperties: { type: ['string', 'number', 'boolean'], maxLength: 500 },
  description:
    'Your own pairs, returned with the object: up to 50, with keys of up to 40 characters and values of up to 500. Numbers and booleans are stored as text. No personal or card data.',
})

/** In an update null removes a key; other keys are merged into the existing metadata. */
export const MetadataPatch = Type.Unsafe<Record<string, string | number | boolean | null>>({
  title: 'MetadataPatch',
  type: ['object', 'null'],
  maxProperties: 50,
  propertyNames: { maxLength: 40, minLength: 1 },
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'], maxLength: 500 },
  description:
    'Pairs to merge into the stored ones, key by key: a value of null removes its key, and null instead of the object removes all. Afterwards up to 50 pairs.',
})

export const StoredMetadata = Type.Unsafe<Record<string, string>>({
  title: 'StoredMetadata',
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'The pairs that you sent; all values are text.',
})

const COUNTRY = 'The two-letter ISO 3166-1 code of the country, in upper case.'

/** Descriptions for the parts of a postal address. */
export const addressTexts = {
  line1: 'The first line of the address: street and number.',
  line2: 'The second line, such as an apartment.',
  line3: 'The third line.',
  city: 'The city or town.',
  state: 'The state, province or region.',
  zip: 'The postal code.',
  country: COUNTRY,
  first_name: 'The first name of the person at this address.',
  last_name: 'The last name of the person at this address.',
} as const

/** Some countries have no states or postal codes, so only the names must have a character. */
export function addressPart(name: keyof typeof addressTexts, maxLength = 255) {
  const schema = name === 'first_name' || name === 'last_name' ? text : freeText
  return schema(maxLength, { description: addressTexts[name] })
}

const part = (name: keyof typeof addressTexts, maxLength?: number) =>
  Type.Optional(nullable(addressPart(name, maxLength)))

export const Address = strict(
  {
    line1: part('line1'),
    line2: part('line2'),
    line3: part('line3'),
    city: part('city'),
    state: part('state'),
    zip: part('zip', 32),
    country: Type.Optional(described(NullableCountry, COUNTRY)),
    first_name: part('first_name'),
    last_name: part('last_name'),
  },
  { title: 'Address' },
)
export type Address = Static<typeof Address>

// Metadata belongs to the merchant. It is stored as text and merged key by key.
const MAX_KEYS = 50

type Given = Readonly<Record<string, string | number | boolean | null>>

/**
 * Merges the patch into the current metadata; null removes a key, and a null patch removes all. Only the merchant's own
 * pairs count, not those that the system has `added`.
 */
export function mergeMetadata(
  current: Readonly<Record<string, string>>,
  patch: Given | null | undefined,
  added: readonly string[] = [],
): Record<string, string> {
  if (patch === null) return {}
  const merged = new Map(Object.entries(current))
  for (const [key, value] of Object.entries(patch ?? {})) {
    if (value === null) merged.delete(key)
    else merged.set(key, String(value))
  }
  const count = merged.size - added.filter((key) => merged.has(key)).length
  if (count > MAX_KEYS) {
    const message = `metadata may hold up to ${MAX_KEYS} keys; this would make ${count}.`
    throw new Failure('IR_04', message, { field: 'metadata' })
  }
  return Object.fromEntries(merged)
}

export function choice<const T extends string>(...values: T[]) {
  return Type.Unsafe<T>({ type: 'string', enum: values })
}

export const Anything = Type.Unsafe<Record<string, unknown> | null>({
  type: ['object', 'null'],
  additionalProperties: true,
})
