// Signed statements about a chain. A `rotation` names the last seal under an older secret and is signed with the next
// one, whose sealer has verified that seal: so the older secret can be removed from the configuration. An
// `acceptance` is made by the operator, for seals and entries that cannot be verified. A seal under an unknown secret
// is valid only if such a record covers it.
import { keyedHash, type Keyring, sameBytes } from '#kernel/crypto.ts'
import type { Head } from './chain.ts'

export interface RecordRow {
  merchant_id: string
  seal_no: number
  kind: 'rotation' | 'acceptance'
  /** Hash for the seal `seal_no`. */
  hash: Buffer
  /** The seals from this one to `seal_no` were verified when they were the newest. */
  verified_from: number
  /** The seals up to this one, and entries without a MAC in them, were accepted unverified; 0: none. */
  accepted_to: number
  secret_id: string
  mac: Buffer
  created: Date
}

type Unsigned = Omit<RecordRow, 'secret_id' | 'mac'>

export function signRecord(keyring: Keyring, record: Unsigned): RecordRow {
  return { ...record, secret_id: keyring.id, mac: recordMac(keyring, record) }
}

function recordMac(keyring: Keyring, record: Unsigned): Buffer {
  const { merchant_id, seal_no, kind, hash, verified_from, accepted_to, created } = record
  const what = [merchant_id, seal_no, kind, hash.toString('hex'), verified_from, accepted_to]
  return keyedHash(keyring.key('audit records'), JSON.stringify([...what, created]))
}

/** Undefined if the secret that signed it is not configured. */
export function isSignedRecord({ all }: Keyring, record: RecordRow): boolean | undefined {
  const signer = all.find(({ id }) => id === record.secret_id)
  return signer && sameBytes(recordMac(signer, record), record.mac)
}

/** Facts that a chain's records prove. */
export interface Proof {
  /** The seal that the newest record names; without one, the chain's start. */
  readonly pinned: Head | undefined
  readonly verified_from: number
  readonly accepted_to: number
}

/** A newer record repeats what the older ones proved, so the newest with a valid signature is enough. */
export function pickProof(keyring: Keyring, records: readonly RecordRow[]): Proof {
  const [newest] = records
    .filter((record) => isSignedRecord(keyring, record) === true)
    .toSorted((a, b) => b.seal_no - a.seal_no || b.accepted_to - a.accepted_to)
  if (newest === undefined) return { pinned: undefined, verified_from: 1, accepted_to: 0 }
  const { seal_no, hash, verified_from, accepted_to } = newest
  return { pinned: { seal_no, hash }, verified_from, accepted_to }
}

/** True if a seal under an unknown secret is still valid. */
export function covers({ pinned, verified_from, accepted_to }: Proof, seal_no: number): boolean {
  if (seal_no <= accepted_to) return true
  return pinned !== undefined && seal_no >= verified_from && seal_no <= pinned.seal_no
}
