// The payment methods that a page shows first, because shoppers usually pay with them. The method table's country column
// decides; nothing is counted and nothing is random, so the same shopper always sees the same page.
import { countries } from '#kernel/countries.ts'
import { methodOfType } from '#core/method_types.ts'
import { methodType } from './resolve.ts'
import { EURO_COUNTRIES } from './types.ts'

/** Next to cards and to wallets that open a sheet. */
export const USUAL_COUNT = 3

/** Methods that one country alone uses come first, but leave room for one that everyone knows. */
const MAX_LOCAL = 2

export interface Market {
  currency: string
  /** ISO 3166; undefined if nothing says where the shopper is. */
  country: string | undefined
}

/** Those used in the shopper's country, then those used in most of the currency's countries; at most three. */
export function pickUsual(types: readonly string[], { currency, country }: Market): string[] {
  const here = types.filter((type) => country !== undefined && isUsedIn(type, country))
  const local = here.filter(isLocal).slice(0, MAX_LOCAL)
  const usual = [...local, ...here.filter((type) => !isLocal(type))].slice(0, USUAL_COUNT)
  const spread = currencyCountries(currency)
  const reach = (type: string) => spread.filter((each) => isUsedIn(type, each)).length
  const others = types
    .filter((type) => !here.includes(type) && reach(type) > 0)
    .toSorted((a, b) => reach(b) - reach(a))
    .slice(0, USUAL_COUNT - usual.length)
  return [...usual, ...types.filter((type) => others.includes(type))]
}

export function isUsedIn(type: string, country: string): boolean {
  return row(type).countries?.includes(country) ?? true
}

export function isDiscontinued(type: string): boolean {
  return row(type).discontinued ?? false
}

/** One country's own way to pay. Instalment plans are never what a shopper looks for first. */
function isLocal(type: string): boolean {
  return row(type).countries?.length === 1 && methodOfType.get(type) !== 'pay_later'
}

/** A currency code begins with the code of its country; the euro has many. */
function currencyCountries(currency: string): readonly string[] {
  if (currency === 'EUR') return EURO_COUNTRIES.split(' ')
  const country = currency.slice(0, 2)
  return countries.includes(country) ? [country] : []
}

function row(type: string) {
  const method = methodOfType.get(type)
  return method === undefined ? {} : methodType(method, type)
}
