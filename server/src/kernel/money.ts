/**
 * Money is an integer count of a currency's minor units (cents, yen, fils), kept beside its
 * currency code; a number alone is never money. No amount passes through a float: a fraction of
 * an amount is taken with BigInt, names its rounding, and yields an integer again. This is the
 * only file that divides money, so every place where a minor unit can be gained or lost stands
 * here.
 *
 * Amounts on the wire and in the database are never negative (`assertAmount`). Differences, such
 * as a proration credit, may be; the functions below treat them as the mirror image of the
 * positive amount, so that a charge and its reversal always cancel out.
 */
import { currencies } from './currencies.ts'

export type CurrencyCode = {
  [Code in keyof typeof currencies]: (typeof currencies)[Code] extends { payable: false }
    ? never
    : Code
}[keyof typeof currencies]

/** What happens to the fraction of a minor unit: halves leave zero, or all of it is dropped. */
export type Rounding = 'half_up' | 'down'

/** Whether the code names money one can pay with. Codes are upper case, as in the standard. */
export function isCurrency(code: string): code is CurrencyCode {
  // An own key only, or 'constructor' would be a currency.
  if (!Object.hasOwn(currencies, code)) return false
  return !('payable' in currencies[code as keyof typeof currencies])
}

/** How many decimal digits the minor unit takes: 2 for EUR, 0 for JPY, 3 for KWD. */
export function exponentOf(code: CurrencyCode): number {
  return currencies[code].exponent
}

/** Throws unless the value may stand as an amount: a whole, exactly representable number >= 0. */
export function assertAmount(n: unknown): asserts n is number {
  assertInteger('amount', n)
  if (n < 0) throw new RangeError(`amount must not be negative: ${n}`)
}

/** The amount in major units with all of its digits, as in '10.00', '1000' (JPY) or '0.005'. */
export function formatMinor(amount: number, code: CurrencyCode): string {
  assertInteger('amount', amount)
  const exponent = exponentOf(code)
  const sign = amount < 0 ? '-' : ''
  // Padded so that at least one digit remains before the point.
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0')
  if (exponent === 0) return sign + digits
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/**
 * The minor units that a plain decimal in major units stands for. Fewer digits than the currency
 * has are fine ('10.5' is 10.50); more are refused, zeros too, because they show that the writer
 * has another exponent in mind.
 */
export function parseMajor(text: string, code: CurrencyCode): number {
  const match = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text)
  if (match === null) throw new RangeError(`not a decimal amount: ${JSON.stringify(text)}`)
  const [, sign = '', whole = '', fraction = ''] = match
  const exponent = exponentOf(code)
  if (fraction.length > exponent) {
    throw new RangeError(`${code} takes at most ${exponent} decimal digits: ${text}`)
  }
  return toSafeNumber(BigInt(sign + whole + fraction.padEnd(exponent, '0')))
}

/**
 * amount * numerator / denominator, exact until the one rounding at the end. Both roundings work
 * on the magnitude: 'half_up' takes a half away from zero, 'down' drops the rest towards zero.
 */
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
  // Doubling both sides keeps the half a whole number for odd denominators too.
  const magnitude =
    rounding === 'half_up' ? (2n * product + divisor) / (2n * divisor) : product / divisor
  return toSafeNumber(amount < 0 ? -magnitude : magnitude)
}

/**
 * The amount in `parts` pieces that sum to exactly the amount and differ by at most one minor
 * unit. The larger pieces come first.
 */
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
