// Accepts seals and entries that cannot be verified: those from a release without MACs and records, or the remains
// after an incident. Only an operator with the deployment secret does this, never the sealer: deleting the records
// from an earlier acceptance could trick it into accepting a forged chain.
import type { Services } from '#kernel/context.ts'
import { type Leaf, leafOfEvent, leafOfRow, makeSeal } from './chain.ts'
import { insertSeals } from './queue_store.ts'
import { type RecordRow, signRecord } from './records.ts'
import { findEventsById, findRowsById } from './seals_store.ts'
import type { ChainHead } from './verify.ts'

type Parts = Pick<Services, 'db' | 'clock' | 'keyring'>

/** True if there is anything to accept. */
export function needsAcceptance({ open: { seal_no, entries, refused } }: ChainHead): boolean {
  return seal_no > 0 || entries > 0 || refused.length > 0
}

/**
 * Seals the refused entries, and signs a record up to that seal. Returns it; undefined if the chain has grown since it was
 * verified.
 */
export async function acceptChain(parts: Parts, chain: ChainHead): Promise<RecordRow | undefined> {
  const { keyring, db } = parts
  const { merchant_id, open } = chain
  const now = parts.clock.now()
  const seal = makeSeal(keyring, merchant_id, chain, await readRefused(parts, chain), now)
  const { seal_no, hash } = seal
  const verified_from = Math.max(chain.verified_from, open.seal_no + 1)
  const accepted = { verified_from, accepted_to: seal_no, created: now }
  const record = signRecord(keyring, {
    merchant_id,
    seal_no,
    kind: 'acceptance',
    hash,
    ...accepted,
  })
  const writes = { seals: [seal], records: [record], groups: [], refused: [], now }
  const written = await insertSeals(db, writes)
  return written.has(merchant_id) ? record : undefined
}

async function readRefused({ db }: Parts, { merchant_id, open }: ChainHead): Promise<Leaf[]> {
  const ids = open.refused
  const [rows, events] = await Promise.all([
    findRowsById(db, merchant_id, ids),
    findEventsById(db, merchant_id, ids),
  ])
  return [...rows.map(leafOfRow), ...events.map(leafOfEvent)]
}
