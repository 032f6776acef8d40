/** A provider type as forms need it, from the server's table: `providerTypes` in the generated files. */
export interface ProviderForm {
  readonly name: string
  readonly title: string
  readonly environments: readonly string[]
  readonly credentials: readonly CredentialField[]
  readonly settings: readonly Setting[]
  /** Instructions for the person who connects an account. */
  readonly steps: readonly string[]
  /** Event names to choose where the webhook is registered; empty: it sends all. */
  readonly webhook_events: readonly string[]
  readonly card_entry: readonly string[]
  /** The method types that it offers. */
  readonly methods: readonly string[]
}

interface CredentialField {
  readonly name: string
  readonly label: string
  readonly about: string
  readonly pattern: string
  readonly live_pattern?: string
  readonly test_pattern?: string
  /** Returned by the API; others are write-only. */
  readonly public?: boolean
  readonly optional?: boolean
}

interface Setting {
  readonly name: string
  readonly label: string
  readonly about: string
}
