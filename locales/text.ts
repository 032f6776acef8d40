// Words, amounts and dates in the reader's language. Runs in the browser and on the server.
import type en from './en.json'

/** Every language has the same keys as English. */
export type Locale = typeof en
export type Section = keyof Locale
export type Key<S extends Section> = (keyof Locale['page'] | keyof Locale[S]) & string
export type MessageKey = Key<'page'>

/** A sentence with names in braces, or one for each plural form of the value called `by`. */
export type Message = string | Plural

export interface Plural {
  readonly by: string
  readonly forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>
}

export type Messages<K extends string = MessageKey> = Readonly<Record<K, Message>>

export type Values = Readonly<Record<string, string | number>>

export interface Text<K extends string = MessageKey> {
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  readonly t: (key: K, values?: Values) => string
  readonly has: (key: string) => boolean
  /** An amount in minor units. */
  readonly money: (amount: number) => string
  readonly date: (iso: string) => string
  /** Without the time, by UTC: the same for every reader, as on paper. */
  readonly day: (moment: string | Date) => string
  readonly period: (from: string, to: string) => string
}

export interface Unit {
  currency: string
  exponent: number
  /** The reader's language with a region, such as `en-GB`, for the order of dates. */
  regional?: string | null
}

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'he'])

/** For texts without amounts. */
const UNUSED: Unit = { currency: 'EUR', exponent: 2 }

/** The same digits as on cards and in bank accounts, in every language. */
const DIGITS = { numberingSystem: 'latn' } as const

/** Used on receipts and bank statements, even if a region has another one. */
const CALENDAR = { ...DIGITS, calendar: 'gregory' } as const

export function directionOf(locale: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(locale) ? 'rtl' : 'ltr'
}

export function makeText<K extends string>(
  messages: Messages<K>,
  locale: string,
  { currency, exponent, regional }: Unit = UNUSED,
): Text<K> {
  // The tag is the browser's, and the reader may have switched to another language since.
  const format_locale = regional?.startsWith(`${locale}-`) ? regional : locale
  const money = new Intl.NumberFormat(format_locale, {
    ...DIGITS,
    style: 'currency',
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  })
  const date = new Intl.DateTimeFormat(format_locale, {
    ...CALENDAR,
    dateStyle: 'long',
    timeStyle: 'short',
  })
  const day = new Intl.DateTimeFormat(format_locale, {
    ...CALENDAR,
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  return {
    locale,
    direction: directionOf(locale),
    t: (key, values = {}) => format(messages[key], locale, values),
    has: (key) => Object.hasOwn(messages, key),
    money: (amount) => money.format(amount / 10 ** exponent),
    date: (iso) => date.format(new Date(iso)),
    day: (moment) => day.format(new Date(moment)),
    period: (from, to) => day.formatRange(new Date(from), new Date(to)),
  }
}

function format(message: Message, locale: string, values: Values): string {
  const sentence = typeof message === 'string' ? message : pickForm(message, locale, values)
  return sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

function pickForm({ by, forms }: Plural, locale: string, values: Values): string {
  return forms[new Intl.PluralRules(locale).select(Number(values[by]))] ?? forms.other
}

/** The digits in what a person typed, also Arabic, Persian and full-width ones. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g, (digit) =>
    String((digit.codePointAt(0) ?? 0) & 0xf),
  )
}

/** A typed amount in minor units; undefined if it is not one. */
export function parseAmount(typed: string, exponent: number): number | undefined {
  const text = asciiDigits(typed).replaceAll(/[^\d.,]/g, '')
  const shape = /^(\d[\d.,]*?)(?:[.,](\d{0,4}))?$/.exec(text)
  if (shape === null) return undefined
  const [, whole = '', fraction = ''] = shape
  // In 1,000 the mark groups thousands, unless the currency has three digits itself.
  const isGrouped = fraction.length > exponent && fraction.length === 3
  if (fraction.length > exponent && !isGrouped) return undefined
  const units = whole.replaceAll(/[.,]/g, '') + (isGrouped ? fraction : '')
  const minor = isGrouped ? '' : fraction
  const amount = Number(units + minor.padEnd(exponent, '0'))
  return Number.isSafeInteger(amount) ? amount : undefined
}
