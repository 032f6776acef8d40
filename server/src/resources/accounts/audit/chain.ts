// A merchant's chain of seals. A leaf is an entry's hash; a seal holds a batch of leaves and the previous seal's
// hash. A row that is changed or removed later no longer fits its seal, and a seal no longer fits the next. Each
// seal's hash is signed with a key that is not in the database, and a seal is added only to one with a valid
// signature. So the database owner alone cannot forge a chain, and the newest seal's signature vouches for all
// earlier seals.
import { keyedHash, type Keyring, plainHash, sameBytes } from '#kernel/crypto.ts'
import { eventText, rowText } from '#http/audit.ts'
import type { SealableEvent, SealableRow } from './seals_store.ts'

export interface SealRow {
  merchant_id: string
  seal_no: number
  previous_hash: Buffer
  hash: Buffer
  secret_id: string
  mac: Buffer
  entry_ids: string[]
  leaves: Buffer
  created: Date
}

export type Head = Pick<SealRow, 'seal_no' | 'hash'>

/** A head with what proves that this deployment has signed it. */
export type SignedHead = Head & Pick<SealRow, 'secret_id' | 'mac'>

export const LEAF_BYTES = 32

/** Before the first seal. */
export const START: Head = { seal_no: 0, hash: Buffer.alloc(LEAF_BYTES) }

export interface Leaf {
  readonly merchant_id: string
  readonly entry_id: string
  readonly leaf: Buffer
}

export function leafOfEvent(row: SealableEvent): Leaf {
  const { merchant_id, event_id: entry_id } = row
  return { merchant_id, entry_id, leaf: plainHash(eventText(row)) }
}

export function leafOfRow(row: SealableRow): Leaf {
  const { merchant_id, audit_id: entry_id } = row
  return { merchant_id, entry_id, leaf: plainHash(rowText(row)) }
}

/** The merchant's next seal. */
export function makeSeal(
  keyring: Keyring,
  merchant_id: string,
  head: Head,
  batch: readonly Leaf[],
  created: Date,
): SealRow {
  const entry_ids = batch.map(({ entry_id }) => entry_id)
  const leaves = Buffer.concat(batch.map(({ leaf }) => leaf))
  const seal_no = head.seal_no + 1
  const linked = { merchant_id, seal_no, previous_hash: head.hash, entry_ids, leaves }
  const hash = sealHash(linked)
  return { ...linked, hash, secret_id: keyring.id, mac: sealMac(keyring, hash), created }
}

export function sealHash(seal: Omit<SealRow, 'hash' | 'secret_id' | 'mac' | 'created'>): Buffer {
  const { merchant_id, seal_no, previous_hash, entry_ids, leaves } = seal
  return plainHash(previous_hash, merchant_id, String(seal_no), JSON.stringify(entry_ids), leaves)
}

function sealMac(keyring: Keyring, hash: Buffer): Buffer {
  return keyedHash(keyring.key('audit seals'), hash.toString('hex'))
}

/** Undefined if the secret that signed it is not configured. */
export function isSigned(
  { all }: Keyring,
  { secret_id, hash, mac }: SignedHead,
): boolean | undefined {
  const signer = all.find(({ id }) => id === secret_id)
  return signer && sameBytes(sealMac(signer, hash), mac)
}
