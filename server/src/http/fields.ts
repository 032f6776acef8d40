// Fields that many objects share, as JSON Schema and TypeScript types. A nullable type is `type: [T, 'null']`, not a
// union of schemas, so that an invalid value has one error.
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { countries } from '#kernel/countries.ts'
import { currencies } from '#kernel/currencies.ts'
import { Failure } from '#errors.ts'

/** The currencies that payments can use. */
export const payable: readonly string[] = Object.entries(currencies).flatMap(([code, row]) =>
  'payable' in row ? [] : code,
)

export function nullable<T extends TSchema>(schema: T) {
  const { type, ...rest } = schema as unknown as { type: string; enum?: readonly unknown[] }
  // `enum` must contain null, or it would refuse null whatever `type` says.
  const values = rest.enum ? { enum: [...rest.enum, null] } : {}
  return Type.Unsafe<Static<T> | null>({ ...rest, ...values, type: [type, 'null'] })
}

/** An object that refuses fields it does not know. */
export function strict<T extends TProperties>(properties: T, options: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/** An object that must name exactly one of its fields. */
export function oneOf<T extends TProperties>(properties: T) {
  const wanted = `an object with exactly one of: ${Object.keys(properties).join(', ')}`
  return strict(properties, { minProperties: 1, maxProperties: 1, 'x-wanted': wanted })
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

export function text(maxLength: number, options: object = {}) {
  return Type.String({ maxLength, ...options })
}

export const Email = Type.String({ format: 'email', maxLength: 255 })
/** Text with a pattern; `wanted` describes it in error messages. */
export function shaped(pattern: string, wanted: string, options: object = {}) {
  return Type.String({ pattern, 'x-wanted': wanted, ...options })
}

/** One of these words, in upper or lower case. */
export function anyCase(words: readonly string[], options: object = {}) {
  return shaped(`^(?i:${words.join('|')})$`, `one of: ${words.join(', ')}`, options)
}

export const Phone = shaped(
  '^[0-9 ().-]{1,32}$',
  'a phone number without its country code: 1 to 32 digits, spaces, dots, dashes or brackets',
)
export const PhoneCountryCode = shaped('^\\+[0-9]{1,4}$', 'a country code such as +1')
export const WebUrl = shaped('^https?://', 'a URL that begins with https:// or http://', {
  format: 'uri',
  maxLength: 2048,
})
const NullableCountry = nullable(Type.Unsafe<string>({ type: 'string', enum: [...countries] }))

/** Up to 50 pairs; numbers and booleans are stored as text. */
export const Metadata = Type.Unsafe<Record<string, string | number | boolean>>({
  type: 'object',
  maxProperties: 50,
  propertyNames: { maxLength: 40, minLength: 1 },
  additionalProperties: { type: ['string', 'number', 'boolean'], maxLength: 500 },
})

/** In an update null removes a key; other keys are merged into the existing metadata. */
export const MetadataPatch = Type.Unsafe<Record<string, string | number | boolean | null>>({
  type: ['object', 'null'],
  maxProperties: 50,
  propertyNames: { maxLength: 40, minLength: 1 },
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'], maxLength: 500 },
})

export const StoredMetadata = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
})

export const Address = strict({
  line1: Type.Optional(nullable(text(255))),
  line2: Type.Optional(nullable(text(255))),
  line3: Type.Optional(nullable(text(255))),
  city: Type.Optional(nullable(text(255))),
  state: Type.Optional(nullable(text(255))),
  zip: Type.Optional(nullable(text(32))),
  country: Type.Optional(NullableCountry),
  first_name: Type.Optional(nullable(text(255))),
  last_name: Type.Optional(nullable(text(255))),
})
export type Address = Static<typeof Address>

// Metadata belongs to the merchant. It is stored as text and merged key by key.
const MAX_KEYS = 50

type Given = Readonly<Record<string, string | number | boolean | null>>

/** Merges the patch into the current metadata; null removes a key, and a null patch removes all. */
export function mergeMetadata(
  current: Readonly<Record<string, string>>,
  patch: Given | null | undefined,
): Record<string, string> {
  if (patch === null) return {}
  const merged = new Map(Object.entries(current))
  for (const [key, value] of Object.entries(patch ?? {})) {
    if (value === null) merged.delete(key)
    else merged.set(key, String(value))
  }
  if (merged.size > MAX_KEYS) {
    const message = `metadata may hold up to ${MAX_KEYS} keys; this would make ${merged.size}.`
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
