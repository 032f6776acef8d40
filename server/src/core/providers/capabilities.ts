// A provider type's limits, by its table. They are checked before anything is committed, so a payment that the
// account cannot take changes nothing.
import type { MethodTypeName } from '#core/method_types.ts'
import { toProviderAmount } from './minor_units.ts'
import type { CaptureMethod, ProviderType, Support } from './provider_type.ts'

export interface Wanted {
  readonly payment_method_type: string
  readonly currency: string
  readonly amount: number
  readonly capture_method: CaptureMethod
}

/** The reason in one sentence; undefined if the provider can do it. */
export function obstacle(
  type: ProviderType,
  settings: Readonly<Record<string, boolean>>,
  { payment_method_type: name, currency, amount, capture_method }: Wanted,
): string | undefined {
  const { title, methods, currencies, capture_methods } = type
  const method = methods[name as MethodTypeName]
  if ('not' in method) return `${title} does not offer ${name}: ${method.not}`
  if (currencies && !currencies.has(currency)) return `${title} does not take ${currency}.`
  if (method.currencies && !method.currencies.includes(currency)) {
    return `${title} takes ${name} in ${method.currencies.join(', ')} only.`
  }
  if (capture_method !== 'automatic' && method.holds === false) {
    return `${title} cannot hold money for a later capture with ${name}.`
  }
  const missing = unsupported(type, settings, capture_methods[capture_method])
  if (missing !== undefined) return `${title} cannot capture ${capture_method}: ${missing}`
  return amountObstacle(type, amount, currency)
}

/** A provider that counts in larger units cannot move every amount. */
export function amountObstacle(
  { title, exponents, amount_steps }: ProviderType,
  amount: number,
  currency: string,
): string | undefined {
  if (toProviderAmount(exponents, amount, currency, amount_steps) !== undefined) return undefined
  return `${title} cannot move ${amount} in the lowest unit of ${currency}: it counts ${currency} in larger units.`
}

/** The same for a refund; `size` is full if it returns all that was captured. */
export function refundObstacle(
  type: ProviderType,
  settings: Readonly<Record<string, boolean>>,
  size: 'full' | 'partial',
  { payment_method_type: name, currency, amount }: Omit<Wanted, 'capture_method'>,
): string | undefined {
  const method = type.methods[name as MethodTypeName]
  if (!('not' in method) && method.refunds === false) {
    return `${type.title} cannot refund ${name}. Pay the customer back another way.`
  }
  const missing = unsupported(type, settings, type.refunds[size])
  if (missing !== undefined) return `${type.title} cannot make a ${size} refund: ${missing}`
  return amountObstacle(type, amount, currency)
}

/** The reason, or undefined if it is supported. */
function unsupported(
  { settings: known }: ProviderType,
  settings: Readonly<Record<string, boolean>>,
  support: Support,
): string | undefined {
  if (support === true) return undefined
  if ('not' in support) return support.not
  if (settings[support.needs] === true) return undefined
  const label = known.find(({ name }) => name === support.needs)?.label ?? support.needs
  return `the account does not have ${label}.`
}
