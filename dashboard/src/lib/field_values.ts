// A form is a field table. A row says what a field looks like, and how its text becomes a value in the request.
import type { SelectProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { parseMoney } from './money.ts'

/** The values in a form, or in one row of a list. */
export type Texts = Readonly<Record<string, string>>

export type Kind =
  | 'text'
  | 'password'
  | 'area'
  | 'lines'
  | 'number'
  | 'amount'
  | 'currency'
  | 'select'
  | 'choice'
  | 'moment'
  | 'colour'
  | 'radio'
  | 'multi'
  | 'tick'
  | 'switch'
  | 'logo'
  | 'customer'

export interface Look {
  readonly label: ReactNode
  readonly description?: ReactNode
  readonly placeholder?: string
  readonly maxLength?: number
  readonly type?: string
  readonly name?: string
  readonly inputMode?: 'numeric'
  readonly autoComplete?: string
  readonly autoFocus?: boolean
  readonly clearable?: boolean
  readonly searchable?: boolean
  readonly rightSection?: ReactNode
  readonly nothingFoundMessage?: string
  readonly disabled?: boolean
  readonly data?: NonNullable<SelectProps['data']>
  /** Radio buttons. */
  readonly options?: readonly Option[]
  readonly 'data-autofocus'?: boolean
}

interface Option {
  readonly value: string
  readonly label: string
  readonly description?: string
}

export interface Field extends Look {
  readonly kind: Kind
  /** Its value before it is changed. */
  readonly initial?: string
  /** Shown under the field when it is empty. */
  readonly missing?: string
  /** Shown under the field when its text does not fit its kind. Without it, the API complains. */
  readonly invalid?: string
  check?: (text: string, values: Texts) => string | undefined
  /** Replaces the kind's own way to read the text. */
  parse?: (text: string, values: Texts) => unknown
  /** Otherwise the field is neither shown nor sent. */
  when?: (values: Texts) => boolean
  /** The props that depend on other fields. */
  derive?: (values: Texts) => Partial<Omit<Field, 'kind'>>
  /** Its place in the request if that is not its name, such as `customer.email`. */
  readonly at?: string
  /** Shown as long as nothing is chosen. */
  readonly fallback?: string
  /** Rewrites the text while it is typed, such as in groups. */
  tidy?: (text: string) => string
  /** The text is long enough to be checked while it is typed. */
  isComplete?: (text: string) => boolean
  /** Sent when the field is empty; otherwise it is absent. */
  readonly empty?: unknown
  /** Known from elsewhere, such as from an earlier request. */
  readonly error?: string | undefined
  /** Not sent: it decides about other fields. */
  readonly isLocal?: boolean
  /** An amount's currency, if the form has no field for it. */
  readonly currency?: string
  /** Neighbours with the same name stand side by side. */
  readonly row?: string
  readonly isNarrow?: boolean
  /** Marked in its label. Required fields have no mark. */
  readonly isOptional?: boolean
}

export type Fields = Readonly<Record<string, Field>>

/** On is `yes` in a form, and off is empty. */
export const YES = 'yes'

export const splitList = (text: string) => text.split(',').filter((part) => part !== '')

/** The row with the props that depend on other fields; undefined if the field is neither shown nor sent. */
export function resolveField(field: Field | undefined, values: Texts): Field | undefined {
  const resolved = field && { ...field, ...field.derive?.(values) }
  return resolved?.when?.(values) === false ? undefined : resolved
}

export function findCurrency({ currency }: Field, values: Texts): string {
  return currency ?? values['currency'] ?? ''
}

/** The value in the request; undefined if the field is empty. */
function readField(field: Field, text: string, values: Texts): unknown {
  const { kind } = field
  const trimmed = kind === 'password' ? text : text.trim()
  if (kind === 'tick' || kind === 'switch') return text === YES
  if (trimmed === '') return field.empty
  if (kind === 'multi') return splitList(trimmed)
  if (kind === 'lines') return [...new Set(trimmed.split(/[\s,]+/).filter(Boolean))]
  if (field.parse) return field.parse(trimmed, values)
  if (kind === 'amount') return parseMoney(trimmed, findCurrency(field, values))
  if (kind === 'number' && /^\d+$/.test(trimmed)) return Number(trimmed)
  if (kind === 'moment') return new Date(trimmed).toISOString()
  // A text that is no number is sent as it is: the API says what it expects.
  return trimmed
}

const AMOUNT = 'Enter an amount such as 9.00.'

/** The error that is found before sending. */
export function checkField(field: Field, text: string, values: Texts): string | undefined {
  const { kind, missing, invalid = kind === 'amount' ? AMOUNT : undefined } = field
  if (text.trim() === '') return missing
  const isNumber = kind === 'amount' || (kind === 'number' && invalid !== undefined)
  if (isNumber && typeof readField(field, text, values) !== 'number') return invalid
  return field.check?.(text, values)
}

export function mapValues<In, Out>(
  table: Readonly<Record<string, In>>,
  map: (row: In, name: string) => Out,
) {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [name, map(row, name)]))
}

/** The saved object, which may have more than the form. */
export type Saved<Table extends Fields> = {
  readonly [Name in keyof Table]?: string | number | boolean | null | undefined
}

export function startRow(
  table: Fields,
  saved: Readonly<Record<string, unknown>> = {},
): Record<string, string> {
  const row = mapValues(table, ({ initial = '' }, name) => {
    const value = saved[name] === undefined ? initial : saved[name]
    if (typeof value === 'boolean') return value ? YES : ''
    return typeof value === 'number' ? String(value) : ((value ?? '') as string)
  })
  return { ...row, row_key: crypto.randomUUID() }
}

export function findErrors(table: Fields, values: Texts, place = ''): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [name, row] of Object.entries(table)) {
    const field = resolveField(row, values)
    const error = field && checkField(field, values[name] ?? '', values)
    if (error !== undefined) errors[`${place}${name}`] = error
  }
  return errors
}

export function readRow(table: Fields, values: Texts): Record<string, unknown> {
  const read = {}
  for (const [name, row] of Object.entries(table)) {
    const field = resolveField(row, values)
    if (field === undefined || field.isLocal === true) continue
    const value = readField(field, values[name] ?? '', values)
    if (value !== undefined) setPath(read, (field.at ?? name).split('.'), value)
  }
  return read
}

function setPath(row: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown) {
  if (rest.length === 0) row[name] = value
  else setPath((row[name] ??= {}) as Record<string, unknown>, rest, value)
}

/** Objects are compared and sent whole. */
export function readChanges(table: Fields, before: Texts, values: Texts): Record<string, unknown> {
  const was = readRow(table, before)
  const is = readRow(table, values)
  const names = new Set([...Object.keys(was), ...Object.keys(is)])
  const changed = [...names].filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, is[name] ?? null]))
}
