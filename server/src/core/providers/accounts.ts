// Finds the provider account for an operation. A merchant's own accounts are connectors; an operation without one
// belongs to the deployment's own provider.
import type { Services } from '#kernel/context.ts'
import { createNone } from './none.ts'
import type { Provider } from './provider.ts'

declare module '#kernel/context.ts' {
  interface Services {
    /** The deployment's own provider: the sandbox bank, or none. */
    readonly provider: Provider
    readonly accounts: Accounts
  }
}

export interface AccountKey {
  readonly merchant_id: string
  readonly connector_id: string | null
}

export interface Connected {
  readonly connector_id: string
  readonly provider: Provider
}

export interface Accounts {
  /** Undefined for an account that does not exist any more. The process connects once and uses it until it changes. */
  find(merchant_id: string, connector_id: string): Promise<Provider | undefined>
  /** Reads the account again; the same provider if nothing has changed. */
  refresh(merchant_id: string, connector_id: string): Promise<Provider | undefined>
  /** The accounts that this process is connected to now. */
  connected(): Promise<Connected[]>
  close(): void
}

const missing = createNone()

export async function findProvider(
  { provider, accounts }: Pick<Services, 'provider' | 'accounts'>,
  { merchant_id, connector_id }: AccountKey,
): Promise<Provider> {
  if (connector_id === null) return provider
  return (await accounts.find(merchant_id, connector_id)) ?? missing
}

/** Undefined if the account has not changed. */
export async function findChangedProvider(
  { accounts }: Pick<Services, 'accounts'>,
  { merchant_id, connector_id }: AccountKey,
  known: Provider,
): Promise<Provider | undefined> {
  if (connector_id === null) return undefined
  const current = await accounts.refresh(merchant_id, connector_id)
  return current === known ? undefined : current
}
