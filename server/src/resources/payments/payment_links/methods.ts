// Payment methods that a link's page offers: those that the link or its profile allows, if the currency and the capture
// method permit them. The page shows few of them; the others are behind a button.
import type { Method } from '@florin/pages/contract.ts'
import { pageField } from '#resources/methods/payment_methods/method_fields.ts'
import { canPay, methodType } from '#resources/methods/payment_methods/resolve.ts'
import { methodOfType } from '#core/method_types.ts'
import {
  isDiscontinued,
  isUsedIn,
  type Market,
  pickUsual,
  USUAL_COUNT,
} from '#resources/methods/payment_methods/pick_usual.ts'
import { methods } from '#resources/methods/payment_methods/types.ts'
import type { Profile } from '#resources/accounts/profiles/schema.ts'
import type { CardEntry } from '#core/providers/provider_type.ts'
import type { PaymentLinkRow } from './store.ts'

/** These need the shopper's device; the page gets a token from them. */
const ON_DEVICE = ['apple_pay', 'google_pay'] as const

type Settings = Pick<
  Profile,
  'allowed_payment_method_types' | 'payment_link_config' | 'wallet_identities'
>

/**
 * Cards appear once, as `credit`. A business that names its methods has them in its order; otherwise those that the
 * shopper's country and currency usually pay with come first. All but the first three are behind a button.
 */
export function listMethods(
  link: PaymentLinkRow,
  profile: Settings,
  { card_entry, country }: Shopper,
): Method[] {
  const { types, isNamed } = allowedTypes(link, profile)
  const offered = types.filter((type) => isPossible(link, profile, type))
  const all = [...new Set(offered.map((type) => (type === 'debit' ? 'credit' : type)))]
  const { currency } = link
  const ordered = isNamed ? all : rank(all, { currency, country })
  const folded = foldedTypes(ordered)
  return ordered.flatMap((type) => {
    const method = describeMethod(type, card_entry)
    if (method === undefined) return []
    return folded.has(type) ? [{ ...method, is_folded: true }] : [method]
  })
}

export interface Shopper {
  card_entry: CardEntry
  /** The probable one, in ISO 3166. */
  country: string | undefined
}

function describeMethod(type: string, card_entry: CardEntry): Method | undefined {
  const method = methodOfType.get(type)
  if (method === undefined) return undefined
  const { flow: own, required = [], optional = [] } = methodType(method, type)
  const isElsewhere = method === 'card' && card_entry === 'provider_page'
  const flow = isElsewhere ? 'redirect' : (own ?? methods[method].flow)
  const fields = [
    ...required.map((name) => pageField(name, true)),
    ...optional.map((name) => pageField(name, false)),
  ].filter((field) => field !== undefined)
  return { method, type, flow, fields }
}

/** Card, wallets on the device, what is usual, what is used in the country, and the rest. */
function rank(types: readonly string[], market: Market): string[] {
  const others = types.filter(takesRoom)
  const usual = pickUsual(others, market)
  const { country } = market
  const here = others.filter((type) => country !== undefined && isUsedIn(type, country))
  return [...new Set([...types.filter((type) => !takesRoom(type)), ...usual, ...here, ...others])]
}

/** A button that hides a single method would be no shorter than the method. */
function foldedTypes(types: readonly string[]): ReadonlySet<string> {
  const rest = types.filter(takesRoom).slice(USUAL_COUNT)
  return new Set(rest.length > 1 ? rest : [])
}

/** Cards are always in sight, and a wallet on the device is a button of its own. */
function takesRoom(type: string): boolean {
  return type !== 'credit' && !ON_DEVICE.some((each) => each === type)
}

interface Allowed {
  types: readonly string[]
  /** The link or its profile names them; such a list may have a discontinued method. */
  isNamed: boolean
}

function allowedTypes(link: PaymentLinkRow, profile: Settings): Allowed {
  const ofLink =
    link.payment_link_config?.allowed_payment_method_types ??
    profile.payment_link_config?.allowed_payment_method_types ??
    []
  const ofProfile = profile.allowed_payment_method_types
  if (ofLink.length > 0) {
    const isAllowed = (type: string) => ofProfile.length === 0 || ofProfile.includes(type)
    return { types: ofLink.filter(isAllowed), isNamed: true }
  }
  if (ofProfile.length > 0) return { types: ofProfile, isNamed: true }
  return {
    types: [...methodOfType.keys()].filter((type) => !isDiscontinued(type)),
    isNamed: false,
  }
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
  const { types } = allowedTypes(link, profile)
  const allowed = types.filter((each) => isPossible(link, profile, each))
  if (allowed.includes(type)) return type
  const other = { credit: 'debit', debit: 'credit' }[type]
  return other !== undefined && allowed.includes(other) ? other : undefined
}
