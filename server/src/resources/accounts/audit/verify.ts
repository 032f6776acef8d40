// Compares a merchant's chain with the rows that it seals, page by page.
import type { Services } from '#kernel/context.ts'
import { sameBytes } from '#kernel/crypto.ts'
import { type Head, sealHash, isSigned, LEAF_BYTES, type SealRow, START } from './chain.ts'
import { covers, isSignedRecord, pickProof, type Proof, type RecordRow } from './records.ts'
import { findRecords, sealsAfter } from './seals_store.ts'
import { wrongEntries, wrongUnsealed } from './verify_entries.ts'

type Parts = Pick<Services, 'db' | 'clock' | 'keyring'>

const SEALS = 200

/** The newest seal, to compare it with a copy elsewhere: seals that were cut off at the end leave no gap. */
export interface ChainHead extends Head {
  readonly merchant_id: string
  readonly entries: number
  /** The seals before this one could not be verified, and the operator has accepted them. */
  readonly verified_from: number
  /** The operator has accepted entries without a MAC up to this seal; 0: none. */
  readonly accepted_to: number
  /** Only the operator can accept these. */
  readonly open: Unverified
}

export interface Unverified {
  /** The newest seal without a valid signature that no record covers; 0: none. */
  readonly seal_no: number
  /** Sealed entries without a MAC that no record covers. */
  readonly entries: number
  /** Entries that the sealer refuses. */
  readonly refused: readonly string[]
}

/** Yields what is wrong, and returns the newest seal. */
export async function* verifyChain(
  parts: Parts,
  merchant_id: string,
): AsyncGenerator<string, ChainHead> {
  // First, so that an entry that is sealed meanwhile is not reported.
  const refused = yield* wrongUnsealed(parts, merchant_id)
  const records = await findRecords(parts.db, merchant_id)
  const proof = pickProof(parts.keyring, records)
  yield* wrongRecords(parts, records)
  let head: Head = START
  let entries = 0
  let without_mac = 0
  const foreign: SealSecret[] = []
  let unsigned = 0
  let isHeadSigned = true
  let page = await sealsAfter(parts.db, merchant_id, 0, SEALS)
  while (page.length > 0) {
    for (const seal of page) {
      const signed = isSigned(parts.keyring, seal)
      const { seal_no, secret_id } = seal
      yield* wrongSeal(head, seal, signed, proof)
      const isForeign = signed === undefined && !covers(proof, seal_no)
      if (isForeign) foreign.push({ seal_no, secret_id })
      if (isForeign || isForged(signed, seal_no, proof)) unsigned = seal_no
      isHeadSigned = signed === true
      head = seal
      entries += seal.entry_ids.length
    }
    without_mac += yield* wrongEntries(parts, merchant_id, page, proof.accepted_to)
    page = await sealsAfter(parts.db, merchant_id, head.seal_no, SEALS)
  }
  yield* unprovenSeals(foreign)
  // A record may cover it, but the sealer does not extend it.
  if (!isHeadSigned && unsigned < head.seal_no) {
    unsigned = head.seal_no
    yield `the newest seal ${head.seal_no} is not signed with a configured secret, so nothing is sealed after it`
  }
  if (without_mac > 0) {
    yield `${without_mac} sealed entries have no MAC, and no signed record accepts them; after an upgrade: florin-server audit accept`
  }
  const { pinned, verified_from, accepted_to } = proof
  if (pinned !== undefined && head.seal_no < pinned.seal_no) {
    yield `seals ${head.seal_no + 1} to ${pinned.seal_no} are missing: a signed record names the last of them`
  }
  const open = { seal_no: unsigned, entries: without_mac, refused }
  const { seal_no, hash } = head
  return { merchant_id, seal_no, hash, entries, verified_from, accepted_to, open }
}

/** The secret that it names is configured, and has not signed it. */
function isForged(signed: boolean | undefined, seal_no: number, { accepted_to }: Proof): boolean {
  return signed === false && seal_no > accepted_to
}

function* wrongSeal(
  head: Head,
  seal: SealRow,
  signed: boolean | undefined,
  proof: Proof,
): Iterable<string> {
  const { pinned } = proof
  const { seal_no, previous_hash, hash, entry_ids, leaves } = seal
  if (seal_no > head.seal_no + 1) yield `seals ${head.seal_no + 1} to ${seal_no - 1} are missing`
  else if (!sameBytes(previous_hash, head.hash))
    yield `seal ${seal_no} does not follow the seal before it`
  const isWhole = leaves.length === entry_ids.length * LEAF_BYTES
  if (!isWhole || !sameBytes(hash, sealHash(seal))) yield `seal ${seal_no} was changed`
  else if (isForged(signed, seal_no, proof))
    yield `seal ${seal_no} was not signed by this deployment`
  if (pinned?.seal_no === seal_no && !sameBytes(pinned.hash, hash))
    yield `seal ${seal_no} is not the one that a signed record names`
}

function* wrongRecords({ keyring }: Parts, records: readonly RecordRow[]): Iterable<string> {
  for (const record of records) {
    if (isSignedRecord(keyring, record) === false)
      yield `the ${record.kind} record at seal ${record.seal_no} was not signed by this deployment`
  }
}

type SealSecret = Pick<SealRow, 'seal_no' | 'secret_id'>

/** One message for all seals under a secret. */
function* unprovenSeals(seals: readonly SealSecret[]): Iterable<string> {
  for (const [secret_id, under] of Map.groupBy(seals, (seal) => seal.secret_id)) {
    const [first, last] = [under[0], under.at(-1)].map((seal) => seal?.seal_no)
    const which = first === last ? `seal ${first} is` : `seals ${first} to ${last} are`
    yield `${which} signed with the secret ${secret_id}, which is not configured, and no signed record covers them`
  }
}
