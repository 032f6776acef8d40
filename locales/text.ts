// Words, amounts and dates in the language of the reader. Runs in the browser and on the server.
import type { en } from './en.ts'

export type MessageKey = keyof typeof en
export type Messages = Readonly<Record<MessageKey, string>>

export interface Text {
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  readonly t: (key: MessageKey, values?: Readonly<Record<string, string>>) => string
  readonly has: (key: string) => key is MessageKey
  /** An amount in minor units. */
  readonly money: (amount: number) => string
  readonly date: (iso: string) => string
  /** Without the time, by UTC: the same for every reader, as on paper. */
  readonly day: (iso: string) => string
  readonly period: (from: string, to: string) => string
}

export interface Unit {
  currency: string
  exponent: number
}

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'he'])

/** The same digits as on cards and in bank accounts, in every language. */
const DIGITS = { numberingSystem: 'latn' } as const

export function directionOf(locale: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(locale) ? 'rtl' : 'ltr'
}

export function makeText(messages: Messages, locale: string, { currency, exponent }: Unit): Text {
  const money = new Intl.NumberFormat(locale, {
    ...DIGITS,
    style: 'currency',
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  })
  const date = new Intl.DateTimeFormat(locale, {
    ...DIGITS,
    dateStyle: 'long',
    timeStyle: 'short',
  })
  const day = new Intl.DateTimeFormat(locale, { ...DIGITS, dateStyle: 'long', timeZone: 'UTC' })
  return {
    locale,
    direction: directionOf(locale),
    t: (key, values = {}) =>
      messages[key].replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole),
    has: (key): key is MessageKey => Object.hasOwn(messages, key),
    money: (amount) => money.format(amount / 10 ** exponent),
    date: (iso) => date.format(new Date(iso)),
    day: (iso) => day.format(new Date(iso)),
    period: (from, to) => day.formatRange(new Date(from), new Date(to)),
  }
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
