// Formats amounts for people, exactly: the decimal point is inserted as text, nothing is divided.

/** Currencies whose lowest unit is not a hundredth. */
const exponents: Readonly<Record<string, number>> = {
  ...of(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...of(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...of(4, 'CLF UYW'),
}

function of(exponent: number, currencies: string): Record<string, number> {
  return Object.fromEntries(currencies.split(' ').map((currency) => [currency, exponent]))
}

export function formatMoney(amount: number, currency: string): string {
  const exponent = exponents[currency] ?? 2
  const digits = String(amount).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `${currency} ${whole}${exponent === 0 ? '' : `.${digits.slice(-exponent)}`}`
}
