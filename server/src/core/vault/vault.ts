// Stores card numbers and other secrets, encrypted with AES-256-GCM under a data key per merchant. The data key is
// wrapped by a key outside the database. Security codes are never stored.
import { makeSecret, open, seal } from '#kernel/crypto.ts'
import { type Evict, evict, insert, type Insert, remove, type Remove } from '#kernel/change.ts'
import { Conflict } from '#kernel/commit.ts'
import type { Services } from '#kernel/context.ts'
import { newId } from '#kernel/ids.ts'
import { Leased } from '#kernel/lease.ts'
import {
  type DataKeyRow,
  dataKeys,
  findCurrentDataKey,
  findDataKey,
  findVaultRow,
  vault,
  type VaultRow,
} from './store.ts'
import type { WrappingKeys } from './wrapping_keys.ts'

declare module '#kernel/context.ts' {
  interface Services {
    readonly vault: Vault
  }
}

interface DataKey {
  readonly data_key_id: string
  readonly key: Buffer
}

export class Vault {
  private readonly services: Pick<Services, 'db' | 'commit' | 'tryCommit' | 'clocks'>
  private readonly wrapping: WrappingKeys
  /** Opened data keys, by merchant for the current one and by id for all. A retired one is not used after a lease. */
  private readonly opened = new Leased<DataKey>()

  constructor(
    services: Pick<Services, 'db' | 'commit' | 'tryCommit' | 'clocks'>,
    wrapping: WrappingKeys,
  ) {
    this.services = services
    this.wrapping = wrapping
  }

  /** Encrypts a secret; the write belongs into the commit that refers to it. */
  async put(
    merchant_id: string,
    secret: object,
    expires_at: Date | null,
    prefix: 'vlt' | 'tok' = 'vlt',
  ): Promise<{ vault_id: string; write: Insert }> {
    const { data_key_id, key } = await this.current(merchant_id)
    const vault_id = newId(prefix)
    const box = seal(key, JSON.stringify(secret), `${merchant_id}/${vault_id}`)
    const created = await this.services.clocks.now(merchant_id)
    const row = { merchant_id, vault_id, data_key_id, box, created, expires_at, version: 1 }
    return { vault_id, write: insert(vault, row) }
  }

  async get<T>(merchant_id: string, vault_id: string): Promise<T | undefined> {
    const row = await findVaultRow(this.services.db, merchant_id, vault_id)
    if (row === undefined) return undefined
    const now = await this.services.clocks.now(merchant_id)
    if (row.expires_at !== null && row.expires_at <= now) return undefined
    const { key } = await this.dataKey(merchant_id, row.data_key_id)
    return JSON.parse(open(key, row.box, `${merchant_id}/${vault_id}`)) as T
  }

  async removal(merchant_id: string, vault_id: string): Promise<Remove | undefined> {
    const row = await findVaultRow(this.services.db, merchant_id, vault_id)
    return row && remove(vault, row)
  }

  /** The secret's box under the current data key; undefined if it is already under it. */
  async sealAgain(row: VaultRow): Promise<Pick<VaultRow, 'data_key_id' | 'box'> | undefined> {
    const { merchant_id, vault_id } = row
    const { data_key_id, key: newest } = await this.current(merchant_id)
    if (data_key_id === row.data_key_id) return undefined
    const context = `${merchant_id}/${vault_id}`
    const { key } = await this.dataKey(merchant_id, row.data_key_id)
    return { data_key_id, box: seal(newest, open(key, row.box, context), context) }
  }

  private current(merchant_id: string): Promise<DataKey> {
    return this.leased(merchant_id, async () => {
      const row = await findCurrentDataKey(this.services.db, merchant_id)
      return row ?? this.make(merchant_id)
    })
  }

  private dataKey(merchant_id: string, data_key_id: string): Promise<DataKey> {
    return this.leased(`${merchant_id}/${data_key_id}`, async () => {
      const row = await findDataKey(this.services.db, merchant_id, data_key_id)
      if (row === undefined) throw new Error(`vault: the data key ${data_key_id} is missing`)
      return row
    })
  }

  private async leased(name: string, find: () => Promise<DataKeyRow>): Promise<DataKey> {
    const found = await this.opened.get(name, async () => this.unwrap(await find()))
    if (found === undefined) throw new Error(`vault: no data key for ${name}`)
    return found
  }

  private async unwrap(row: DataKeyRow): Promise<DataKey> {
    const plain = await this.wrapping.unwrap(row.wrapping_key_id, row.wrapped, keyContext(row))
    return { data_key_id: row.data_key_id, key: Buffer.from(plain, 'hex') }
  }

  /** A merchant's first secret creates its data key; concurrent requests use the one that was written. */
  private async make(merchant_id: string): Promise<DataKeyRow> {
    const name = { merchant_id, data_key_id: newId('dky') }
    const wrapped = await this.wrapping.wrap(makeSecret(), keyContext(name))
    const created = await this.services.clocks.now(merchant_id)
    const row: DataKeyRow = { ...name, ...wrapped, created, retired_at: null, version: 1 }
    if (await this.services.tryCommit(insert(dataKeys, row))) return row
    const winner = await findCurrentDataKey(this.services.db, merchant_id)
    if (winner === undefined) throw new Conflict()
    return winner
  }
}

/** A wrapped key can be unwrapped only for its merchant and under its own id. */
export function keyContext(row: Pick<DataKeyRow, 'merchant_id' | 'data_key_id'>): string {
  return `${row.merchant_id}/${row.data_key_id}`
}

/** Deletes a secret if it still exists: it may have expired, or its customer may have been deleted. */
export function evictSecret(merchant_id: string, vault_id: string): Evict {
  return evict(vault, { merchant_id, vault_id })
}
