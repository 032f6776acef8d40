// Amounts in a provider's units. Providers differ from ISO 4217 for a few currencies: Stripe counts Icelandic króna in
// hundredths, and ariary in whole ones. An amount that the provider cannot express is refused, never rounded.
import { currencyExponent, isCurrency } from '#kernel/money.ts'

type ByCurrency = Readonly<Record<string, number>>

/**
 * `exponents`: decimal digits where they differ from ISO 4217. `steps`: amounts must be multiples of this, in the
 * provider's units. Undefined if the provider cannot express the amount.
 */
export function toProviderAmount(
  exponents: ByCurrency,
  amount: number,
  currency: string,
  steps: ByCurrency = {},
): number | undefined {
  const shift = shiftFor(exponents, currency)
  const given = shift === undefined ? undefined : shifted(amount, shift)
  return given === undefined || given % (steps[currency] ?? 1) !== 0 ? undefined : given
}

/** Undefined unless it is a whole number of our minor units. */
export function fromProviderAmount(
  exponents: ByCurrency,
  amount: number,
  currency: string,
): number | undefined {
  const shift = shiftFor(exponents, currency)
  return shift === undefined ? undefined : shifted(amount, -shift)
}

/** By how many digits the provider's amount is longer than ours. */
function shiftFor(exponents: ByCurrency, currency: string): number | undefined {
  if (!isCurrency(currency)) return undefined
  const iso = currencyExponent(currency)
  return (Object.hasOwn(exponents, currency) ? (exponents[currency] ?? iso) : iso) - iso
}

function shifted(amount: number, digits: number): number | undefined {
  const factor = 10 ** Math.abs(digits)
  const value = digits < 0 ? amount / factor : amount * factor
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined
}
