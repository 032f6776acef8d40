// Connects to provider accounts. Every payment needs its merchant's accounts and they seldom change, so they are
// leased; the connection to an account lasts until the account changes.
import type { Services } from '#kernel/context.ts'
import { Leased } from '#kernel/lease.ts'
import type { Accounts } from '#core/providers/accounts.ts'
import type { Provider } from '#core/providers/provider.ts'
import { providerType } from '#core/providers/types.ts'
import { type ConnectorRow, findConnectors } from './store.ts'

declare module '#kernel/context.ts' {
  interface Services {
    /** A merchant's accounts, in the order in which they are tried without rules. */
    readonly connectors: Leased<readonly ConnectorRow[]>
    readonly provider_settings: ProviderSettings
  }
}

/** The operator's part in an account. */
export interface ProviderSettings {
  /** Base URLs by provider type and purpose; without one, the provider's own. */
  readonly urls: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The sandbox bank signs for all accounts with one secret. */
  readonly bank_callback_secret: string | undefined
}

/** In the vault. */
export interface Secrets {
  readonly credentials: Readonly<Record<string, string>>
  readonly webhook_secrets: readonly { readonly secret: string; readonly until: string | null }[]
}

type Connected = Pick<
  ConnectorRow,
  'merchant_id' | 'connector_id' | 'connector_name' | 'settings' | 'card_entry' | 'test_mode'
>

/** Undefined for a type that this release does not have. */
export function connect(
  { provider_settings, log, clock }: Pick<Services, 'provider_settings' | 'log' | 'clock'>,
  row: Connected,
  { credentials, webhook_secrets }: Secrets,
): Provider | undefined {
  const { urls, bank_callback_secret } = provider_settings
  const now = clock.now()
  const own = webhook_secrets
    .filter(({ until }) => until === null || new Date(until) > now)
    .map(({ secret }) => secret)
  const isBank = row.connector_name === 'bank'
  return providerType(row.connector_name)?.connect({
    merchant_id: row.merchant_id,
    connector_id: row.connector_id,
    credentials,
    webhook_secrets: isBank && bank_callback_secret ? [bank_callback_secret] : own,
    settings: row.settings,
    card_entry: row.card_entry,
    test_mode: row.test_mode,
    urls: urls[row.connector_name] ?? {},
    log,
  })
}

export function leasedConnectors(
  { db, connectors }: Pick<Services, 'db' | 'connectors'>,
  merchant_id: string,
): Promise<readonly ConnectorRow[]> {
  return connectors
    .get(merchant_id, () => findConnectors(db, merchant_id))
    .then((rows) => rows ?? [])
}

/** Connections that a process holds at most. */
const MAX_OPEN = 1_000

type Needed = Pick<Services, 'db' | 'vault' | 'connectors' | 'provider_settings' | 'log' | 'clock'>

interface Open {
  readonly version: number
  readonly provider: Promise<Provider | undefined>
}

export function openAccounts(services: Needed): Accounts {
  const open = new Map<string, Open>()
  const close = ({ provider }: Open) => {
    void provider.then((known) => known?.close()).catch(() => undefined)
  }
  const start = async (row: ConnectorRow) => {
    const secrets = await services.vault.get<Secrets>(row.merchant_id, row.vault_id)
    return secrets && connect(services, row, secrets)
  }
  const find = async (merchant_id: string, connector_id: string) => {
    const rows = await leasedConnectors(services, merchant_id)
    const row = rows.find((each) => each.connector_id === connector_id)
    if (row === undefined) return undefined
    const known = open.get(connector_id)
    if (known?.version === row.version) return known.provider
    if (known) close(known)
    if (open.size >= MAX_OPEN) closeOldest()
    const opened = { version: row.version, provider: start(row) }
    open.set(connector_id, opened)
    opened.provider.catch(() => open.delete(connector_id))
    return opened.provider
  }
  const closeOldest = () => {
    const [oldest] = open
    if (oldest === undefined) return
    open.delete(oldest[0])
    close(oldest[1])
  }
  return {
    find,
    refresh: (merchant_id, connector_id) => {
      services.connectors.evict(merchant_id)
      return find(merchant_id, connector_id)
    },
    connected: async () => {
      const all = [...open].map(async ([connector_id, { provider }]) => {
        const known = await provider.catch(() => undefined)
        return known === undefined ? [] : [{ connector_id, provider: known }]
      })
      return (await Promise.all(all)).flat()
    },
    close: () => {
      for (const each of open.values()) close(each)
      open.clear()
    },
  }
}

/** Takes new payments and payouts for the profile. */
export function serves(account: ConnectorRow, profile_id: string): boolean {
  const { status, profile_id: only } = account
  return status === 'active' && (only === null || only === profile_id)
}

/** Until its first account is active, a merchant uses the deployment's own provider, if there is one. */
export function usesOwnProvider(
  { provider }: Pick<Services, 'provider'>,
  accounts: readonly ConnectorRow[],
): boolean {
  const isActive = accounts.some(({ status }) => status === 'active')
  return !isActive && (accounts.length === 0 || provider.name !== 'none')
}
