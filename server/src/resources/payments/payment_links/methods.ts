// Payment methods that a link's page offers: those that the link or its profile allows, in that order, if the
// currency and the capture method permit them.
import type { Method } from '@florin/pages/contract.ts'
import { pageField } from '#resources/methods/payment_methods/method_fields.ts'
import { canPay, methodType } from '#resources/methods/payment_methods/resolve.ts'
import { methodOfType, methods } from '#resources/methods/payment_methods/types.ts'
import type { Profile } from '#resources/accounts/profiles/schema.ts'
import type { PaymentLinkRow } from './store.ts'

/** These need the shopper's device; the page gets a token from them. */
const ON_DEVICE = ['apple_pay', 'google_pay'] as const

type Settings = Pick<
  Profile,
  'allowed_payment_method_types' | 'payment_link_config' | 'wallet_identities'
>

/** Cards appear once, as `credit`. */
export function listMethods(link: PaymentLinkRow, profile: Settings): Method[] {
  const allowed = allowedTypes(link, profile)
  const offered = allowed.filter((type) => isPossible(link, profile, type))
  const shown = offered.map((type) => (type === 'debit' ? 'credit' : type))
  return [...new Set(shown)].flatMap((type) => {
    const method = methodOfType.get(type)
    if (method === undefined) return []
    const { flow = methods[method].flow, required = [], optional = [] } = methodType(method, type)
    const fields = [
      ...required.map((name) => pageField(name, true)),
      ...optional.map((name) => pageField(name, false)),
    ].filter((field) => field !== undefined)
    return { method, type, flow, fields }
  })
}

function allowedTypes(link: PaymentLinkRow, profile: Settings): readonly string[] {
  const ofLink =
    link.payment_link_config?.allowed_payment_method_types ??
    profile.payment_link_config?.allowed_payment_method_types ??
    []
  const ofProfile = profile.allowed_payment_method_types
  const all = ofProfile.length > 0 ? ofProfile : [...methodOfType.keys()]
  return ofLink.length === 0 ? all : ofLink.filter((type) => all.includes(type))
}

function isPossible(link: PaymentLinkRow, { wallet_identities }: Settings, type: string): boolean {
  const wallet = ON_DEVICE.find((each) => each === type)
  if (wallet !== undefined && !wallet_identities[wallet]) return false
  return canPay(link, type)
}

/** The type that is sent for a method on the page: a card may be allowed as `debit` only. */
export function sentType(
  link: PaymentLinkRow,
  profile: Settings,
  type: string,
): string | undefined {
  const allowed = allowedTypes(link, profile).filter((each) => isPossible(link, profile, each))
  if (allowed.includes(type)) return type
  const other = { credit: 'debit', debit: 'credit' }[type]
  return other !== undefined && allowed.includes(other) ? other : undefined
}
