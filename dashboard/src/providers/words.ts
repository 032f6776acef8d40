import { providerTypes } from '../api/generated/provider_types.ts'
import type { Schemas } from '../api/client.ts'
import type { Words } from '../lib/status.tsx'
import { typeName } from '../payments/words.ts'
import type { ProviderForm } from './provider_form.ts'

export type Connector = Schemas['Connector']

/** Undefined if the server has a type that this build does not know. */
export function findType(name: string): ProviderForm | undefined {
  return Object.hasOwn(providerTypes, name) ? providerTypes[name] : undefined
}

/** `Stripe` for `stripe`. */
export function providerTitle(name: string): string {
  return findType(name)?.title ?? name
}

export const accountWords: Words = {
  disabled: ['mute', 'Off'],
  active: ['ok', 'Active'],
  troubled: ['warn', 'Some payments fail'],
  failing: ['bad', 'Failing'],
}

export const entryNames: Readonly<Record<string, string>> = {
  raw: 'Your server or the hosted page sends card numbers',
  provider_page: "Customers enter their card on the acquirer's page",
}

/** The names of the methods that the account takes; undefined for all that the acquirer offers. */
export function enabledMethods({ payment_methods_enabled }: Connector): string[] | undefined {
  return payment_methods_enabled.length === 0 ? undefined : payment_methods_enabled.map(typeName)
}
