/**
 * Money is an integer in a currency's minor units (cents, yen, fils) with its currency code. Amounts are never
 * floats: a fraction is computed with BigInt and an explicit rounding, and the result is an integer. This is the only
 * file that divides money, so no other code can gain or lose a minor unit.
 *
 * Amounts in the API and in the database are never negative (`assertAmount`). Differences, such as a proration
 * credit, may be negative and are rounded like the positive amount, so a charge and its reversal cancel out.
 */
import { currencies } from './currencies.ts'

export type CurrencyCode = {
  [Code in keyof typeof currencies]: (typeof currencies)[Code] extends { payable: false }
    ? never
    : Code
}[keyof typeof currencies]

/** Rounding for a fractional minor unit: halves away from zero, or always towards zero. */
export type Rounding = 'half_up' | 'down'

/** True for a currency that payments can use. Codes are upper case, as in ISO 4217. */
export function isCurrency(code: string): code is CurrencyCode {
  // An own key only, or 'constructor' would be a currency.
  if (!Object.hasOwn(currencies, code)) return false
  return !('payable' in currencies[code as keyof typeof currencies])
}

/** Decimal digits: 2 for EUR, 0 for JPY, 3 for KWD. */
export function currencyExponent(code: CurrencyCode): number {
  return currencies[code].exponent
}

/** Throws unless the value is a valid amount: a safe integer >= 0. */
export function assertAmount(n: unknown): asserts n is number {
  assertInteger('amount', n)
  if (n < 0) throw new RangeError(`amount must not be negative: ${n}`)
}

/** The amount in major units with all its digits, as in '10.00', '1000' (JPY) or '0.005'. */
export function formatMinor(amount: number, code: CurrencyCode): string {
  assertInteger('amount', amount)
  const exponent = currencyExponent(code)
  const sign = amount < 0 ? '-' : ''
  // Padded so that at least one digit remains before the point.
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0')
  if (exponent === 0) return sign + digits
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/**
 * Parses a decimal amount in major units. Fewer digits than the currency has are accepted ('10.5' is 10.50); more
 * are refused, even zeros, because the sender assumes another exponent.
 */
export function parseMajor(text: string, code: CurrencyCode): number {
  const match = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text)
  if (match === null) throw new RangeError(`not a decimal amount: ${JSON.stringify(text)}`)
  const [, sign = '', whole = '', fraction = ''] = match
  const exponent = currencyExponent(code)
  if (fraction.length > exponent) {
    throw new RangeError(`${code} takes at most ${exponent} decimal digits: ${text}`)
  }
  return toSafeNumber(BigInt(sign + whole + fraction.padEnd(exponent, '0')))
}

/** amount * numerator / denominator, exact until the one rounding at the end. */
export function share(
  amount: number,
  numerator: number,
  denominator: number,
  rounding: Rounding,
): number {
  assertInteger('amount', amount)
  assertInteger('numerator', numerator)
  assertInteger('denominator', denominator)
  if (numerator < 0) throw new RangeError(`numerator must not be negative: ${numerator}`)
  if (denominator <= 0) throw new RangeError(`denominator must be positive: ${denominator}`)
  const divisor = BigInt(denominator)
  const product = BigInt(Math.abs(amount)) * BigInt(numerator)
  // Doubling both sides keeps the half an integer, also for odd denominators.
  const magnitude =
    rounding === 'half_up' ? (2n * product + divisor) / (2n * divisor) : product / divisor
  return toSafeNumber(amount < 0 ? -magnitude : magnitude)
}

/** A fraction of an amount: amount * numerator / denominator. */
export interface Share {
  readonly amount: number
  readonly numerator: number
  readonly denominator: number
}

/** The sum of non-negative fractions, exact until the one rounding at the end, half up. */
export function sumShares(shares: readonly Share[]): number {
  let [top, bottom] = [0n, 1n]
  for (const { amount, numerator, denominator } of shares) {
    const [product, divisor] = [BigInt(amount) * BigInt(numerator), BigInt(denominator)]
    if (bottom % divisor === 0n) top += product * (bottom / divisor)
    else [top, bottom] = [top * divisor + product * bottom, bottom * divisor]
  }
  return toSafeNumber((2n * top + bottom) / (2n * bottom))
}

/** The mean of non-negative amounts, half rounded up; 0 if there are none. Sums have no bound. */
export function average(sum: bigint, count: bigint): bigint {
  return count === 0n ? 0n : (2n * sum + count) / (2n * count)
}

/** The parts add up to exactly the amount and differ by at most one minor unit. The larger ones come first. */
export function split(amount: number, parts: number): number[] {
  assertInteger('parts', parts)
  if (parts < 1) throw new RangeError(`parts must be at least 1: ${parts}`)
  const base = share(amount, 1, parts, 'down')
  const remainder = amount - base * parts
  const larger = base + Math.sign(remainder)
  return Array.from({ length: parts }, (_, index) => (index < Math.abs(remainder) ? larger : base))
}

function assertInteger(what: string, n: unknown): asserts n is number {
  if (!Number.isSafeInteger(n)) throw new RangeError(`${what} must be a safe integer: ${String(n)}`)
}

function toSafeNumber(value: bigint): number {
  const n = Number(value)
  if (!Number.isSafeInteger(n)) throw new RangeError(`amount is out of range: ${value}`)
  return n
}
