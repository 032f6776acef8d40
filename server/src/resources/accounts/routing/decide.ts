// Decides which accounts a payment is offered to, in order. A pure function: the same payment, rules and accounts give
// the same answer in a simulation and in a payment.
import { methodOfType } from '#core/method_types.ts'
import { obstacle, type Wanted } from '#core/providers/capabilities.ts'
import type { CardEntry } from '#core/providers/provider_type.ts'
import { providerType } from '#core/providers/types.ts'
import type { ConnectorRow } from '#resources/accounts/connectors/read.ts'

export interface RoutedPayment extends Wanted {
  readonly payment_id: string
  readonly profile_id: string
  readonly card_network: string | null
  readonly card_country: string | null
  readonly billing_country: string | null
  readonly metadata: Readonly<Record<string, string>>
  /** The way in which the card is entered; null without a card. */
  readonly card_entry: CardEntry | null
  /** A saved method that works at one account only. */
  readonly pinned_to: string | null
}

export interface Rule {
  readonly name?: string | undefined
  readonly when: When
  readonly use: readonly Use[]
}

export interface When {
  readonly payment_method?: readonly string[] | undefined
  readonly payment_method_type?: readonly string[] | undefined
  readonly currency?: readonly string[] | undefined
  readonly amount?:
    | { readonly min?: number | undefined; readonly max?: number | undefined }
    | undefined
  readonly card_network?: readonly string[] | undefined
  readonly card_country?: readonly string[] | undefined
  readonly billing_country?: readonly string[] | undefined
  readonly metadata?: Readonly<Record<string, string>> | undefined
}

export interface Use {
  readonly connector_id: string
  /** Share of the payments that are offered to it first. */
  readonly weight?: number | undefined
}

export interface Routing {
  readonly rules: readonly Rule[]
  /** For payments that match no rule; empty: every account, by priority. */
  readonly fallback: readonly Use[]
  readonly max_fallbacks: number
}

export interface Decision {
  /** The position of the rule that matched; null: the default. */
  readonly rule: number | null
  /** The accounts to try, in order. */
  readonly accounts: readonly ConnectorRow[]
}

export function decideRoute(
  { rules, fallback }: Routing,
  accounts: readonly ConnectorRow[],
  payment: RoutedPayment,
): Decision {
  if (payment.pinned_to !== null) {
    const pinned = accounts.filter(({ connector_id }) => connector_id === payment.pinned_to)
    return { rule: null, accounts: pinned.filter((each) => !refusal(each, payment)) }
  }
  const rule = rules.findIndex(({ when }) => mismatch(when, payment) === undefined)
  const use = rule === -1 ? fallback : (rules[rule]?.use ?? [])
  const named = use.length > 0 ? orderNamed(use, accounts, payment.payment_id) : accounts
  const able = named.filter((account) => refusal(account, payment) === undefined)
  return { rule: rule === -1 ? null : rule, accounts: able }
}

/** The accounts that a rule names, in the payment's own order. */
function orderNamed(
  use: readonly Use[],
  accounts: readonly ConnectorRow[],
  payment_id: string,
): ConnectorRow[] {
  const known = new Map(accounts.map((account) => [account.connector_id, account]))
  const ordered = use.length === 1 ? use : byWeight(use, payment_id)
  return ordered.flatMap(({ connector_id }) => known.get(connector_id) ?? [])
}

/**
 * Weighted rendezvous hashing: each account draws a number from the payment's id, and the account with the smallest
 * number per weight comes first. So the first places follow the weights, and a retry gets the same order.
 */
function byWeight(use: readonly Use[], payment_id: string): Use[] {
  return use
    .map((each) => ({ each, rank: rank(each, payment_id) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ each }) => each)
}

function rank({ connector_id, weight = 1 }: Use, payment_id: string): number {
  if (weight === 0) return Number.POSITIVE_INFINITY
  return -Math.log(draw(`${payment_id}/${connector_id}`)) / weight
}

/** FNV-1a, then a finalizer: ids that differ in one character draw independent numbers between 0 and 1. */
function draw(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (((hash ^ (hash >>> 16)) >>> 0) + 1) / 4_294_967_297
}

/** The first condition that the payment does not meet, in words; undefined if it meets all. */
export function mismatch(when: When, payment: RoutedPayment): string | undefined {
  const { amount, metadata, ...lists } = when
  if (amount?.min !== undefined && payment.amount < amount.min) return `amount is ${payment.amount}`
  if (amount?.max !== undefined && payment.amount > amount.max) return `amount is ${payment.amount}`
  for (const name in lists) {
    const wanted = lists[name as keyof typeof lists]
    if (wanted === undefined) continue
    const is = property(payment, name as keyof typeof lists)
    if (is === null || is === undefined) return `${name} is not known`
    if (!wanted.includes(is)) return `${name} is ${is}`
  }
  for (const key in metadata) {
    if (payment.metadata[key] !== metadata[key]) return `metadata.${key} differs`
  }
  return undefined
}

function property(payment: RoutedPayment, name: Exclude<keyof When, 'amount' | 'metadata'>) {
  return name === 'payment_method' ? methodOfType.get(payment.payment_method_type) : payment[name]
}

const ENTRIES: Readonly<Record<CardEntry, string>> = {
  raw: 'It takes card numbers, and this payment has none.',
  provider_page: 'Customers enter their card on the page of the acquirer: use a payment link.',
}

/** Why an account cannot take the payment; undefined if it can. */
export function refusal(account: ConnectorRow, payment: RoutedPayment): string | undefined {
  const { status, profile_id, payment_methods_enabled, connector_name, settings } = account
  if (status !== 'active') return 'It is disabled.'
  if (profile_id !== null && profile_id !== payment.profile_id) {
    return 'It belongs to another profile.'
  }
  const { payment_method_type: type } = payment
  if (payment_methods_enabled.length > 0 && !payment_methods_enabled.includes(type)) {
    return `It is not enabled for ${type}.`
  }
  if (payment.card_entry !== null && payment.card_entry !== account.card_entry) {
    return ENTRIES[account.card_entry]
  }
  const provider = providerType(connector_name)
  if (provider === undefined) return 'This release does not have the provider.'
  return obstacle(provider, settings, payment)
}
