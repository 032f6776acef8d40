// A provider type: an acquirer that merchants can have accounts with. It declares what it can do as a table. Routing,
// refusals, the reference page and the dashboard's forms follow from the table.
import type { Environment } from '#kernel/context.ts'
import type { Log } from '#kernel/log.ts'
import type { DeclineCode } from '#core/declines.ts'
import type { MethodTypeName } from '#core/method_types.ts'
import type { CertaintyTable } from './certainty.ts'
import type { Provider } from './provider.ts'

export interface ProviderType {
  /** In URLs and in `connector`. */
  readonly name: string
  /** For people. */
  readonly title: string
  /** The environments that accounts of this type can be in. */
  readonly environments: readonly Environment[]
  /** Every method type: how the provider is asked for it, or why it is not offered. */
  readonly methods: Readonly<Record<MethodTypeName, MethodSupport>>
  /** The only currencies it takes. Without it: every currency. */
  readonly currencies?: ReadonlySet<string>
  /** Decimal digits where they differ from ISO 4217. */
  readonly exponents: Readonly<Record<string, number>>
  /** Amounts must be multiples of this, in the provider's units. */
  readonly amount_steps?: Readonly<Record<string, number>>
  readonly capture_methods: Readonly<Record<CaptureMethod, Support>>
  readonly refunds: Readonly<Record<'full' | 'partial', Support>>
  readonly disputes: Readonly<Record<'evidence' | 'accept', Support>>
  readonly payouts: Support
  /** Events can be listed, so a lost webhook is found. */
  readonly event_feed: Support
  /** The money is only held at first, and a capture of its own takes it; with `holds: false` it is taken at once. */
  readonly captures_separately?: true
  readonly card_entry: readonly CardEntry[]
  readonly certainty: CertaintyTable
  /** The provider's decline codes. Codes that are not listed are UE_9000. */
  readonly declines: DeclineTable
  readonly credentials: readonly CredentialField[]
  /** The webhook's key, as the provider shows it. Without it: any text. */
  readonly webhook_secret?: Pick<CredentialField, 'label' | 'about' | 'pattern'>
  /** Settings of one account that are not secret. */
  readonly settings: readonly AccountSetting[]
  /** Steps for a merchant who connects an account, shown as a checklist. */
  readonly steps: readonly string[]
  /** Event names to choose where the webhook is registered; empty: it sends all. */
  readonly webhook_events: readonly string[]
  connect(account: AccountOptions): Provider
}

export type CaptureMethod = 'automatic' | 'manual' | 'manual_multiple'

/** `raw`: card numbers are sent to the provider. `provider_page`: the customer enters them on the provider's page. */
export type CardEntry = 'raw' | 'provider_page'

/** True, the name of an account setting that must be on, or the reason why it is not offered. */
export type Support = true | { readonly needs: string } | { readonly not: string }

export type MethodSupport = Offered | { readonly not: string }

interface Offered {
  /** The provider's own name for it. */
  readonly as: string
  /** The only currencies. Without it: the method's. */
  readonly currencies?: readonly string[]
  /** False if it cannot hold money for a later capture. */
  readonly holds?: false
  /** False if it cannot be refunded. */
  readonly refunds?: false
  /** True if a saved one works only at the account that saved it. */
  readonly pinned?: true
}

/** By the provider's code. */
export type DeclineTable = Readonly<Record<string, DeclineRow>>

export interface DeclineRow {
  readonly code: DeclineCode
  /** Another acquirer may approve it: fallback is worth a try. */
  readonly elsewhere?: true
}

export interface CredentialField {
  readonly name: string
  readonly label: string
  readonly about: string
  /** Anchored regular expression. */
  readonly pattern: string
  /** The same for a live and for a test account, if they differ. */
  readonly live_pattern?: string
  readonly test_pattern?: string
  /** Shown in answers. Credentials that are not public are write-only. */
  readonly public?: true
  readonly optional?: true
}

export interface AccountSetting {
  readonly name: string
  readonly label: string
  readonly about: string
}

export interface AccountOptions {
  readonly merchant_id: string
  /** Null for the deployment's own bank. */
  readonly connector_id: string | null
  readonly credentials: Readonly<Record<string, string>>
  /** All that are in force, newest first: a rotation has two. */
  readonly webhook_secrets: readonly string[]
  readonly settings: Readonly<Record<string, boolean>>
  readonly card_entry: CardEntry
  readonly test_mode: boolean
  /** The operator's base URLs; without one, the provider's own. */
  readonly urls: Readonly<Record<string, string>>
  readonly timeout_ms?: number
  readonly log: Log
}
