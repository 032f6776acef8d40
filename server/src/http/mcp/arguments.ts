// A tool's arguments: the ids in the URL, the query and the body of its route, as one flat object. Card and account
// numbers are never arguments, so a model never has to see one: it names tokens and saved methods.
import type { Route } from '../route.ts'

export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly [keyword: string]: unknown
}

/** Instrument details and secrets, at any depth. */
const NEVER =
  /^(card|number|card_.*|cvc|pan|dpan|iban|bic|emv|pin|pix_key|psp_token|payout_method_data|source_bank_data|credentials|custom_http_headers)$|(^|_)(account_number|routing_number|bank_number|sort_code|account_holder_name|secret|password|api_key|hash_key)$/
/** A card's attributes besides its number, in filters and simulations. */
const ALLOWED = /^card_(network|country|type|brand|issuer|last4|entry)/

function isSensitive(name: string): boolean {
  return NEVER.test(name) && !ALLOWED.test(name)
}

/** An instrument is a token, or the customer gives it on a page. */
const INSTRUMENT = 'payment_method_data'
const REFERENCES: ReadonlySet<string> = new Set(['token', 'billing', 'provider_page'])

/** The business profile, for a route that reads it from a header. */
export const PROFILE_ARGUMENT = 'x_profile_id'
/** Makes a change at most once. */
export const KEY_ARGUMENT = 'idempotency_key'

const profileArgument: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 64,
  description: 'The business profile that the call is about.',
}
const keyArgument: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'Calls with the same key are carried out once. Send the key of the earlier call to repeat it safely; a random one by default.',
}

/** The ids in a URL, without the merchant's own, which is the key's. */
function urlArguments({ url }: Pick<Route, 'url'>): string[] {
  return [...url.matchAll(/:([a-z_]+)/g)].flatMap(([, name = '']) =>
    name === 'merchant_id' ? [] : [name],
  )
}

export function argumentSchema(row: Route, isChange: boolean): JsonSchema {
  const ids = urlArguments(row)
  const query = withoutSensitive((row.query ?? {}) as JsonSchema)
  const body = withoutSensitive((row.body ?? {}) as JsonSchema)
  const inUrl = Object.fromEntries(ids.map((name) => [name, idSchema(name)]))
  const required = [...ids, ...(query.required ?? []), ...(body.required ?? [])]
  return {
    type: 'object',
    properties: {
      ...query.properties,
      ...body.properties,
      ...inUrl,
      ...(row.profile ? { [PROFILE_ARGUMENT]: profileArgument } : {}),
      ...(isChange ? { [KEY_ARGUMENT]: keyArgument } : {}),
    },
    required: [...new Set([...required, ...(row.profile === true ? [PROFILE_ARGUMENT] : [])])],
    additionalProperties: false,
  }
}

function idSchema(name: string): JsonSchema {
  const description = `The ${name.replaceAll('_', ' ')} in the URL.`
  return { type: 'string', minLength: 1, maxLength: 64, description }
}

/** A longer list, such as all countries, is described; the route checks it. */
const MAX_VALUES = 40

function describedValues({ description, 'x-wanted': wanted }: JsonSchema): string {
  return [description, wanted].filter((text) => typeof text === 'string').join(' Send ')
}

/** Keywords for our own errors. */
const OWN_KEYWORDS = /^(x-|\$id$|title$)/

function withoutSensitive(schema: JsonSchema): JsonSchema {
  const copy: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (!OWN_KEYWORDS.test(keyword)) copy[keyword] = inner(keyword, value)
  }
  if (((schema['enum'] as unknown[] | undefined) ?? []).length > MAX_VALUES) {
    copy['enum'] = undefined
    copy['description'] = describedValues(schema)
  }
  const { properties } = copy as JsonSchema
  if (properties === undefined || schema.required === undefined) return copy
  return { ...copy, required: schema.required.filter((name) => name in properties) }
}

function inner(keyword: string, value: unknown): unknown {
  if (keyword === 'properties') return keptProperties(value as JsonSchema['properties'] & object)
  if (keyword === 'items' || keyword === 'additionalProperties' || keyword === 'then') {
    return typeof value === 'object' ? withoutSensitive(value as JsonSchema) : value
  }
  if (keyword === 'anyOf' || keyword === 'allOf' || keyword === 'oneOf') {
    return (value as JsonSchema[]).map(withoutSensitive)
  }
  return value
}

function keptProperties(properties: Readonly<Record<string, JsonSchema>>) {
  const entries = Object.entries(properties).filter(([name]) => !isSensitive(name))
  return Object.fromEntries(
    entries.map(([name, schema]) => [
      name,
      name === INSTRUMENT ? references(schema) : withoutSensitive(schema),
    ]),
  )
}

function references(schema: JsonSchema): JsonSchema {
  const { properties = {}, ...rest } = schema
  const entries = Object.entries(properties).filter(([name]) => REFERENCES.has(name))
  const description =
    'A token, or the page of the acquirer. Numbers of cards and accounts are never arguments.'
  return withoutSensitive({ ...rest, properties: Object.fromEntries(entries), description })
}
