// The schema keywords that a value can break, each with the sentence that an error says about it. A schema with a
// keyword that is not in these tables is refused when the server starts, so no validator words an error for us.
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { parseMoment } from '#kernel/clock.ts'
import { clip, MAX_LISTED } from './fields.ts'
import { nearest } from './nearest.ts'

export type Schema = Readonly<Record<string, unknown>>

interface Rule {
  /** True for values of types that the keyword does not apply to. */
  isMet(wanted: unknown, value: unknown): boolean
  /** The requirement; follows the field name. */
  says(wanted: unknown, value: unknown, schema: Schema): string
}

/** In the order in which they are checked: one field has one error. */
export const rules: Readonly<Record<string, Rule>> = {
  type: {
    isMet: (wanted, value) => typesIn(wanted).some((type) => isOfType(type, value)),
    says: (wanted, value) => `must be ${kinds(typesIn(wanted))}${instead(typesIn(wanted), value)}`,
  },
  enum: {
    isMet: (wanted, value) => (wanted as unknown[]).includes(value),
    says: (wanted, value, schema) => oneOfSentence(wanted as unknown[], value, schema),
  },
  minimum: number(
    (wanted, value) => value >= wanted,
    (limit) => `must be at least ${limit}`,
  ),
  maximum: number(
    (wanted, value) => value <= wanted,
    (limit) => `must be at most ${limit}`,
  ),
  maxLength: text(
    (limit, value) => value.length <= limit || characters(value) <= limit,
    (limit) => `must have at most ${some(limit, 'character')}`,
  ),
  minLength: text(
    (limit, value) => value.length >= 2 * limit || characters(value) >= limit,
    (limit) => `must have at least ${some(limit, 'character')}`,
  ),
  pattern: {
    isMet: (wanted, value) =>
      typeof value !== 'string' || compilePattern(String(wanted)).test(value),
    says: (wanted, _, schema) =>
      `must be ${wantedIn(schema) ?? `text that matches ${String(wanted)}`}`,
  },
  format: {
    isMet: (wanted, value) =>
      typeof value !== 'string' || formats[String(wanted)]?.isMet(value) === true,
    says: (wanted) => `must be ${formats[String(wanted)]?.is}`,
  },
  maxItems: list(
    (limit, value) => value.length <= limit,
    (limit) => `must have at most ${some(limit, 'entry', 'entries')}`,
  ),
  minItems: list(
    (limit, value) => value.length >= limit,
    (limit) => `must have at least ${some(limit, 'entry', 'entries')}`,
  ),
  uniqueItems: list(
    (_, value) => new Set(value.map(comparable)).size === value.length,
    () => 'must not contain duplicates',
  ),
  maxProperties: object(
    (limit, value) => Object.keys(value).length <= limit,
    (limit) => `must have at most ${some(limit, 'key')}`,
  ),
  minProperties: object(
    (limit, value) => Object.keys(value).length >= limit,
    (limit) => `must have at least ${some(limit, 'field')}`,
  ),
}

interface Format {
  isMet(text: string): boolean
  readonly is: string
}

const EXAMPLE = 'an ISO 8601 timestamp such as 2026-01-31T09:30:00Z'

const formats: Readonly<Record<string, Format>> = {
  moment: { isMet: isMoment, is: EXAMPLE },
  expiration: {
    isMet: (value) => value === 'never' || isMoment(value),
    is: `\`never\` or ${EXAMPLE}`,
  },
  email: { isMet: (value) => (fullFormats.email as RegExp).test(value), is: 'an e-mail address' },
  uri: { isMet: (value) => (fullFormats.uri as (text: string) => boolean)(value), is: 'a URL' },
}

export const formatNames = Object.keys(formats)

export function isOfFormat(name: string, value: string): boolean {
  return formats[name]?.isMet(value) === true
}

function isMoment(value: string): boolean {
  return parseMoment(value) !== undefined
}

/** Keywords that lead to other schemas, and those that only describe. */
const STRUCTURE: ReadonlySet<string> = new Set([
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
  'items',
  'allOf',
  'if',
  'then',
])
const DESCRIPTION: ReadonlySet<string> = new Set([
  '$id',
  '$comment',
  'title',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
])

/** Refuses a schema whose faults could not be worded. */
export function checkKeywords(schema: Schema): void {
  for (const [name, value] of Object.entries(schema)) {
    const isKnown = name in rules || STRUCTURE.has(name) || DESCRIPTION.has(name)
    if (!isKnown && !/^(x-|~)/.test(name)) throw new Error(`no error says what ${name} wants`)
    if (name === 'format' && !formatNames.includes(String(value))) {
      throw new Error(`no error says what the format ${String(value)} is`)
    }
  }
  for (const inner of innerSchemas(schema)) checkKeywords(inner)
}

export function innerSchemas(schema: Schema): Schema[] {
  const { properties = {}, additionalProperties, propertyNames, items, allOf = [] } = schema
  const { if: condition, then } = schema
  const all = [additionalProperties, propertyNames, items, condition, then]
  return [...Object.values(properties as Schema), ...(allOf as unknown[]), ...all].filter(
    (each): each is Schema => typeof each === 'object' && each !== null,
  )
}

type Says = (limit: number) => string

function number(isMet: (limit: number, value: number) => boolean, says: Says): Rule {
  return limitRule((value) => typeof value === 'number', isMet, says)
}

function text(isMet: (limit: number, value: string) => boolean, says: Says): Rule {
  return limitRule((value) => typeof value === 'string', isMet, says)
}

function list(isMet: (limit: number, value: unknown[]) => boolean, says: Says): Rule {
  return limitRule(Array.isArray, isMet, says)
}

function object(isMet: (limit: number, value: object) => boolean, says: Says): Rule {
  return limitRule(isObject, isMet, says)
}

function limitRule(
  isAbout: (value: unknown) => boolean,
  isMet: (limit: number, value: never) => boolean,
  says: Says,
): Rule {
  return {
    isMet: (wanted, value) => !isAbout(value) || isMet(wanted as number, value as never),
    says: (wanted, _, schema) => {
      const isShaped = 'minProperties' in schema || 'maxProperties' in schema
      const inWords = isShaped ? wantedIn(schema) : undefined
      return inWords === undefined ? says(wanted as number) : `must be ${inWords}`
    },
  }
}

/** `x-wanted` describes the valid values in words. */
function wantedIn(schema: Schema): string | undefined {
  const { 'x-wanted': wanted } = schema
  return typeof wanted === 'string' ? wanted : undefined
}

const patterns = new Map<string, RegExp>()

function compilePattern(source: string): RegExp {
  const found = patterns.get(source) ?? new RegExp(source, 'u')
  patterns.set(source, found)
  return found
}

/** Code points, as JSON Schema counts them. */
function characters(value: string): number {
  return Array.from(value).length
}

function comparable(value: unknown): unknown {
  return typeof value === 'object' ? JSON.stringify(value) : value
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function typesIn(type: unknown): readonly string[] {
  return [type].flat() as string[]
}

const tests: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
}

export function isOfType(type: string, value: unknown): boolean {
  return tests[type]?.(value) === true
}

function kinds(types: readonly string[]): string {
  return types.map(withArticle).join(' or ')
}

function withArticle(kind: string): string {
  return kind === 'null' ? kind : `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`
}

/** The type that was sent, never the value. */
function instead(types: readonly string[], value: unknown): string {
  if (value === Infinity || value === -Infinity) return ', not a number of this size'
  if (typeof value === 'number' && types.includes('integer')) return ', without a fraction'
  const sent = Object.keys(tests).find((type) => isOfType(type, value))
  return sent === undefined ? '' : `, not ${withArticle(sent)}`
}

function some(limit: number, one: string, many = `${one}s`): string {
  return `${limit} ${limit === 1 ? one : many}`
}

function oneOfSentence(values: readonly unknown[], sent: unknown, schema: Schema): string {
  const names = values.filter((value) => value !== null).map(String)
  return `must be ${describeChoice(names, wantedIn(schema))}${suggestion(String(sent), names)}`
}

/** `a, b` as a whole, or what they are. */
export function describeChoice(names: readonly string[], wanted?: string): string {
  if (wanted !== undefined) return wanted
  if (names.length <= MAX_LISTED) return `one of: ${names.join(', ')}`
  return `one of the ${names.length} values that the reference lists at /docs`
}

const MAX_NAME = 64

/** Names that callers choose can be long. */
export function cut(name: string): string {
  return name.length > MAX_NAME ? `${clip(name, MAX_NAME)}…` : name
}

/** A separate sentence, after the one that names the fault. */
export function suggestion(sent: string, names: readonly string[]): string {
  const near = nearest(sent, names)
  return near === undefined ? '' : `. Did you mean ${near}?`
}
