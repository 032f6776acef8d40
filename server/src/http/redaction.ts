// Redacts bodies for the request log. A schema says which values may be stored: numbers, booleans, values from a
// list, times and ids. All other text is redacted, so a new field is secret until the table below names it. Of fields
// that the schema does not know, not even the name is stored. Compiled once per schema, when it is first used.
import { isId } from '#kernel/ids.ts'
import { isRedacted, REDACTED } from '#kernel/log.ts'
import { holdsCardNumber } from './card_numbers.ts'
import { isObject } from './rules.ts'

/** Text that may be stored: words from our own tables, and providers' words for outcomes. */
const WORDS: ReadonlySet<string> = new Set([
  'action',
  'brand',
  'cause',
  'code',
  'connector',
  'connector_name',
  'currency',
  'dispute_stage',
  'entity_type',
  'error_code',
  'event_type',
  'kind',
  'last4',
  'link_type',
  'network',
  'object_type',
  'payment_method',
  'payment_method_type',
  'payout_method_type',
  'payout_type',
  'reason_code',
  'refund_status',
  'refund_type',
  'status',
  'type',
  'unified_code',
])

/** Only field names are stored for these objects, and for those with names that logs redact. */
const PRIVATE: ReadonlySet<string> = new Set([
  'address',
  'billing',
  'billing_address',
  'browser_info',
  'card',
  'shipping',
  'shipping_address',
])

/** Ids with their own column, or useless in a search for requests. */
const NO_OBJECTS: ReadonlySet<string> = new Set(['merchant_id', 'organization_id', 'request_id'])

/** Identifiers that a person has elsewhere. */
const PERSONAL: ReadonlySet<string> = new Set([
  'external_customer_id',
  'paypal_id',
  'psp_customer_id',
  'tax_id',
  'tax_registration_id',
  'vpa_id',
])

export type Side = 'request' | 'answer'

/** The ids that a request's bodies name. Every stored id is here, so that erasure finds it. */
export interface FoundIds {
  readonly objects: Set<string>
  readonly profiles: Set<string>
}

type Redact = (value: unknown, found: FoundIds) => unknown

interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly then?: Schema
  readonly else?: Schema
}

const MAX_OBJECTS = 20
const MAX_ITEMS = 20
const OTHERS = '[other fields]'
const compiled = {
  request: new WeakMap<object, Redact>(),
  answer: new WeakMap<object, Redact>(),
}

export function redaction(schema: object, side: Side): Redact {
  const known = compiled[side].get(schema)
  if (known !== undefined) return known
  const made = compile([schema], '', side)
  compiled[side].set(schema, made)
  return made
}

/** The schema and its alternatives: a value is stored if any of them allows it. */
function alternatives(schema: Schema): Schema[] {
  const { anyOf = [], oneOf = [], allOf = [], then, else: other } = schema
  const inner = [
    ...anyOf,
    ...oneOf,
    ...allOf,
    ...[then, other].filter((each) => each !== undefined),
  ]
  return [schema, ...inner.flatMap(alternatives)]
}

function compile(schemas: readonly Schema[], name: string, side: Side): Redact {
  const all = schemas.flatMap(alternatives)
  const isPrivate = isRedacted(name) || PRIVATE.has(name)
  const text = isPrivate ? hidden : textRedaction(all, name, side)
  const types = new Set(isPrivate ? [] : all.flatMap(({ type = [] }) => type))
  const numbers = types.has('number') || types.has('integer')
  const fields = isPrivate ? namesOnly(all) : fieldsRedaction(all, side)
  const items = listRedaction(all, name, side)
  return (value, found) => {
    if (value === null) return null
    if (typeof value === 'string') return text(value, found)
    if (typeof value === 'number') {
      return numbers && Math.abs(value) < CARD_LIKE ? value : REDACTED
    }
    if (typeof value === 'boolean') return types.has('boolean') ? value : REDACTED
    if (typeof value !== 'object') return REDACTED
    if (Array.isArray(value)) return isPrivate ? REDACTED : items(value, found)
    return fields(value as Fields, found)
  }
}

/** Shorter numbers than any card number. */
const CARD_LIKE = 1e12

type Text = (value: string, found: FoundIds) => string
type Fields = Readonly<Record<string, unknown>>

function hidden(value: string): string {
  return value === '' ? value : REDACTED
}

const IDS = /(^|_)ids?$/
const REQUEST_WORD = /^[A-Za-z][A-Za-z_]{0,63}$/
const ANSWER_WORD = /^[A-Za-z0-9][\w. -]{0,63}$/

function textRedaction(all: readonly Schema[], name: string, side: Side): Text {
  const values = new Set(all.flatMap((each) => each.enum ?? ('const' in each ? [each.const] : [])))
  const isTime = all.some(({ format }) => format === 'date-time')
  const isMoment = all.some(({ format }) => format === 'moment')
  const isWord = WORDS.has(name)
  const word = side === 'request' ? REQUEST_WORD : ANSWER_WORD
  const isOurs = IDS.test(name) && name !== 'id' && !PERSONAL.has(name)
  const stored: Text = isOurs ? idText(name) : hidden
  return (value, found) => {
    if (values.has(value)) return value
    if (isTime && side === 'answer') return value
    if (isMoment && MOMENT.test(value)) return value
    if (isWord && word.test(value) && isCardFree(value)) return value
    return stored(value, found)
  }
}

const MOMENT = /^\d{4}-\d\d-\d\d(T[\d:.+Z-]{0,30})?$/

function idText(name: string): Text {
  if (NO_OBJECTS.has(name)) return (value) => (isStorableId(value) ? value : hidden(value))
  const isProfile = /^profile_ids?$/.test(name)
  return (value, { profiles, objects }) => {
    if (!isStorableId(value)) return hidden(value)
    const ids = isProfile ? profiles : objects
    if (ids.size >= MAX_OBJECTS && !ids.has(value)) return REDACTED
    ids.add(value)
    return value
  }
}

export function isStorableId(value: string): boolean {
  return isId(value) && isCardFree(value)
}

const MANY_DIGITS = /\d(?:[ _-]?\d){11}/

/** Separators can be anywhere between a card number's digits. */
function isCardFree(value: string): boolean {
  if (!MANY_DIGITS.test(value)) return true
  return !holdsCardNumber(value) && !holdsCardNumber(value.replaceAll(/[ _-]/g, ''))
}

/** Each field's schemas, in all alternatives. */
function mergeProperties(all: readonly Schema[]): Map<string, Schema[]> {
  const fields = new Map<string, Schema[]>()
  for (const { properties = {} } of all) {
    for (const [name, schema] of Object.entries(properties)) {
      fields.set(name, [...(fields.get(name) ?? []), schema])
    }
  }
  return fields
}

function fieldsRedaction(all: readonly Schema[], side: Side): Redact {
  const fields = new Map(
    [...mergeProperties(all)].map(([name, schemas]) => [name, compile(schemas, name, side)]),
  )
  // Such as metadata, whose names the caller chooses.
  if (fields.size === 0) return (value) => (Object.keys(value as Fields).length > 0 ? REDACTED : {})
  return (value, found) => {
    const stored: Record<string, unknown> = {}
    for (const name in value as Fields) {
      const redact = fields.get(name)
      if (redact === undefined) stored[OTHERS] = REDACTED
      else stored[name] = redact((value as Fields)[name], found)
    }
    return stored
  }
}

/** The caller sees which fields were sent. */
function namesOnly(all: readonly Schema[]): Redact {
  const fields = new Map(
    [...mergeProperties(all)].map(([name, schemas]) => [
      name,
      namesOnly(schemas.flatMap(alternatives)),
    ]),
  )
  if (fields.size === 0) return (value) => (value === null ? null : REDACTED)
  return (value, found) => {
    if (value === null) return null
    if (!isObject(value)) return REDACTED
    const stored: Record<string, unknown> = {}
    for (const name of Object.keys(value)) {
      const redact = fields.get(name)
      if (redact === undefined) stored[OTHERS] = REDACTED
      else stored[name] = redact(value[name], found)
    }
    return stored
  }
}

/** Entries in an answer's list are objects with their own requests. */
function listRedaction(all: readonly Schema[], name: string, side: Side): Redact {
  const schemas = all.flatMap(({ items }) => items ?? [])
  if (schemas.length === 0) return () => REDACTED
  let item: Redact | undefined
  return (value, found) => {
    const entries = value as readonly unknown[]
    const isObjects = isObject(entries[0])
    if (side === 'answer' && isObjects) return `[entries: ${entries.length}]`
    item ??= compile(schemas, name, side)
    const stored = []
    for (const entry of entries.slice(0, MAX_ITEMS)) stored.push(item(entry, found))
    if (entries.length > MAX_ITEMS) stored.push(`[more: ${entries.length - MAX_ITEMS}]`)
    return stored
  }
}
