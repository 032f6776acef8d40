// A filter's parameters in the URL, and its value in words.
import type { Search } from '../lib/url.ts'
import { money } from '../lib/money.ts'
import type { Filter } from './config.ts'
import { PERIOD_NAMES, periodName } from './period.ts'

const AMOUNT_NAMES = ['amount_gte', 'amount_lte'] as const

/** A filter can have several parameters. */
function parametersIn({ kind, name }: Filter): readonly string[] {
  if (kind === 'period') return PERIOD_NAMES
  return kind === 'amount' ? AMOUNT_NAMES : [name]
}

export function isSet(filter: Filter, values: Search): boolean {
  return parametersIn(filter).some((name) => values[name] !== undefined)
}

/** Without the filter's parameters. */
export function without(filter: Filter, values: Search): Search {
  const names = parametersIn(filter)
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
}

/** The rest, such as the order, is no filter. */
export function withoutAll(filters: readonly Filter[], values: Search): Search {
  return filters.reduce((rest, filter) => without(filter, rest), values)
}

export function splitValues(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(',').filter((value) => value !== '')
}

/** More names than this are counted. */
const MOST_NAMED = 3

interface Reader {
  readonly locale: string
  readonly time_zone: string
}

/** Undefined for a filter that is not set. */
export function valueName(filter: Filter, values: Search, reader: Reader): string | undefined {
  if (!isSet(filter, values)) return undefined
  if (filter.kind === 'period') return periodName(values, reader)
  if (filter.kind === 'amount') return amountName(values)
  const value = values[filter.name]
  if (filter.kind !== 'choice') return value?.slice(0, 40)
  const names = splitValues(value).map(
    (each) => filter.choices.find((choice) => choice.value === each)?.name ?? each,
  )
  const [first = ''] = names
  return names.length <= MOST_NAMED ? names.join(', ') : `${first} and ${names.length - 1} more`
}

/** `€10.00`, `€10.00 – €20.00`, `from €10.00`. */
function amountName({ amount_gte, amount_lte, currency = '' }: Search): string {
  const [least, most] = [amount_gte, amount_lte].map((text) => amountText(text, currency))
  if (least !== undefined && most !== undefined) {
    return least === most ? least : `${least} – ${most}`
  }
  return least === undefined ? `up to ${most}` : `from ${least}`
}

const CODE = /^[A-Za-z]{3}$/

/** A link can have an amount without a currency, or with several. */
function amountText(text: string | undefined, currency: string): string | undefined {
  if (text === undefined) return undefined
  const amount = Number(text)
  if (!Number.isSafeInteger(amount)) return text.slice(0, 20)
  return CODE.test(currency)
    ? money(amount, currency.toUpperCase())
    : `${amount} in the lowest unit`
}
