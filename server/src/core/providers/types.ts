// Every provider type. A new one is a folder, a line here, and a subject for the contract test.
import { adyen } from './adyen/adyen.ts'
import { bank } from './bank/bank_type.ts'
import type { ProviderType } from './provider_type.ts'
import { stripe } from './stripe/stripe.ts'

export const providerTypes: Readonly<Record<string, ProviderType>> = { bank, stripe, adyen }

export function providerType(name: string): ProviderType | undefined {
  return Object.hasOwn(providerTypes, name) ? providerTypes[name] : undefined
}
