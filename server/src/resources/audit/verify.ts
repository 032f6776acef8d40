// Compares the chain of a merchant with the rows that it seals, page by page.
import { addMs, DAY_MS, MINUTE_MS } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { sameBytes } from '#kernel/crypto.ts'
import { leastId } from '#kernel/ids.ts'
import { RETENTION_DAYS } from '#core/outbox/event.ts'
import {
  type Head,
  hashOf,
  isSigned,
  LEAF_BYTES,
  leafOfEvent,
  leafOfRow,
  type SealRow,
  START,
} from './chain.ts'
import { findEventsById, findRowsById, findUnsealed, sealsAfter } from './seals_store.ts'

type Parts = Pick<Services, 'db' | 'clock' | 'keyring'>

const SEALS = 200
const ENTRIES = 2_000
/** An entry that is older than this has a seal. */
const LATE_MS = 10 * MINUTE_MS
const LISTED = 100

/** The newest seal, to compare it with a copy elsewhere: seals that were cut off at the end leave no gap. */
export interface ChainHead extends Head {
  readonly merchant_id: string
  readonly entries: number
}

/** Yields what is wrong, and returns the newest seal. */
export async function* verifyChain(
  parts: Parts,
  merchant_id: string,
): AsyncGenerator<string, ChainHead> {
  // First, so that an entry that is sealed meanwhile is not reported.
  const late = addMs(parts.clock.now(), -LATE_MS)
  const before = { row: leastId('aud', late), event: leastId('evt', late) }
  for (const { entry_id } of await findUnsealed(parts.db, merchant_id, before, LISTED)) {
    yield `${entry_id} is not sealed after ${LATE_MS / MINUTE_MS} minutes; does a worker run?`
  }
  let head: Head = START
  let entries = 0
  let newest: SealRow | undefined
  let page = await sealsAfter(parts.db, merchant_id, 0, SEALS)
  while (page.length > 0) {
    for (const seal of page) {
      yield* wrongSeal(parts, head, seal)
      head = seal
      entries += seal.entry_ids.length
    }
    yield* wrongEntries(parts, merchant_id, page)
    newest = page.at(-1)
    page = await sealsAfter(parts.db, merchant_id, head.seal_no, SEALS)
  }
  if (newest && isSigned(parts.keyring, newest) === undefined) {
    yield `the newest seal ${newest.seal_no} is signed with the secret ${newest.secret_id}, which is not configured`
  }
  return { merchant_id, seal_no: head.seal_no, hash: head.hash, entries }
}

function* wrongSeal({ keyring }: Parts, head: Head, seal: SealRow): Iterable<string> {
  const { seal_no, previous_hash, hash, entry_ids, leaves } = seal
  if (seal_no > head.seal_no + 1) yield `seals ${head.seal_no + 1} to ${seal_no - 1} are missing`
  else if (!sameBytes(previous_hash, head.hash))
    yield `seal ${seal_no} does not follow the seal before it`
  const isWhole = leaves.length === entry_ids.length * LEAF_BYTES
  if (!isWhole || !sameBytes(hash, hashOf(seal))) yield `seal ${seal_no} was changed`
  else if (isSigned(keyring, seal) === false)
    yield `seal ${seal_no} was not signed by this deployment`
}

interface Sealed {
  readonly entry_id: string
  readonly leaf: Buffer
  readonly seal_no: number
}

async function* wrongEntries(
  parts: Parts,
  merchant_id: string,
  seals: readonly SealRow[],
): AsyncIterable<string> {
  let batch: Sealed[] = []
  for (const { seal_no, entry_ids, leaves } of seals) {
    for (const [n, entry_id] of entry_ids.entries()) {
      const leaf = leaves.subarray(n * LEAF_BYTES, (n + 1) * LEAF_BYTES)
      batch.push({ entry_id, leaf, seal_no })
    }
    if (batch.length < ENTRIES) continue
    yield* compare(parts, merchant_id, batch)
    batch = []
  }
  yield* compare(parts, merchant_id, batch)
}

async function* compare(
  { db, clock }: Parts,
  merchant_id: string,
  sealed: readonly Sealed[],
): AsyncIterable<string> {
  const isRow = ({ entry_id }: Sealed) => entry_id.startsWith('aud_')
  const idsOf = (of: readonly Sealed[]) => of.map(({ entry_id }) => entry_id)
  const [rows, events] = await Promise.all([
    findRowsById(db, merchant_id, idsOf(sealed.filter(isRow))),
    findEventsById(db, merchant_id, idsOf(sealed.filter((each) => !isRow(each)))),
  ])
  const leaves = [...rows.map(leafOfRow), ...events.map(leafOfEvent)]
  const found = new Map(leaves.map(({ entry_id, leaf }) => [entry_id, leaf]))
  // Older events are deleted.
  const oldest = leastId('evt', addMs(clock.now(), -RETENTION_DAYS * DAY_MS))
  for (const { entry_id, leaf, seal_no } of sealed) {
    const current = found.get(entry_id)
    if (current !== undefined) {
      if (!sameBytes(current, leaf)) yield `${entry_id} was changed after seal ${seal_no}`
    } else if (entry_id.startsWith('aud_') || entry_id >= oldest) {
      yield `${entry_id} is missing, and was there at seal ${seal_no}`
    }
  }
}
