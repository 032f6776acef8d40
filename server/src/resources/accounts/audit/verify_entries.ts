// Compares entries with their seals and their MACs.
import { addMs, DAY_MS, MINUTE_MS } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { sameBytes } from '#kernel/crypto.ts'
import { leastId } from '#kernel/ids.ts'
import { RETENTION_DAYS } from '#core/outbox/event.ts'
import { checkMac, eventText, type MacState, rowText } from '#http/audit.ts'
import { LEAF_BYTES, leafOfEvent, leafOfRow, type SealRow } from './chain.ts'
import { findEventsById, findRowsById, findUnsealed } from './seals_store.ts'

type Parts = Pick<Services, 'db' | 'clock' | 'keyring'>

const ENTRIES = 2_000
/** An entry that is older than this has a seal. */
const LATE_MS = 10 * MINUTE_MS
const LISTED = 100

interface Found {
  readonly leaf: Buffer
  readonly mac: MacState
}

async function readEntries(
  { db, keyring }: Parts,
  merchant_id: string,
  ids: readonly string[],
): Promise<Map<string, Found>> {
  const isRow = (id: string) => id.startsWith('aud_')
  const [rows, events] = await Promise.all([
    findRowsById(db, merchant_id, ids.filter(isRow)),
    findEventsById(
      db,
      merchant_id,
      ids.filter((id) => !isRow(id)),
    ),
  ])
  const found = [
    ...rows.map((row) => ({ ...leafOfRow(row), mac: checkMac(keyring, rowText(row), row.mac) })),
    ...events.map((row) => ({
      ...leafOfEvent(row),
      mac: checkMac(keyring, eventText(row), row.mac),
    })),
  ]
  return new Map(found.map(({ entry_id, leaf, mac }) => [entry_id, { leaf, mac }]))
}

const wrongMacs: Readonly<Record<Exclude<MacState, 'valid'>, string>> = {
  missing: 'has no MAC, so no process of this release has written it',
  wrong: 'has a wrong MAC: it was changed, or not written by this deployment',
  unknown: 'has a MAC under a secret that is not configured',
}

/** Entries without a seal: each needs a valid MAC, and soon a seal. Returns those that the sealer refuses. */
export async function* wrongUnsealed(
  parts: Parts,
  merchant_id: string,
): AsyncGenerator<string, string[]> {
  const late = addMs(parts.clock.now(), -LATE_MS)
  const isLate = (id: string) => id < leastId(id.startsWith('aud_') ? 'aud' : 'evt', late)
  const refused: string[] = []
  let reported = 0
  let page = await findUnsealed(parts.db, merchant_id, '', ENTRIES)
  while (page.length > 0) {
    const ids = page.map(({ entry_id }) => entry_id)
    const found = await readEntries(parts, merchant_id, ids)
    for (const { entry_id, is_waiting } of page) {
      const mac = found.get(entry_id)?.mac
      if (mac !== undefined && mac !== 'valid') {
        refused.push(entry_id)
        yield `${entry_id} ${wrongMacs[mac]}; it is not sealed`
      } else if (!is_waiting && isLate(entry_id) && reported < LISTED) {
        reported += 1
        yield `${entry_id} is not sealed after ${LATE_MS / MINUTE_MS} minutes; does a worker run?`
      }
    }
    page = await findUnsealed(parts.db, merchant_id, ids.at(-1) ?? '', ENTRIES)
  }
  return refused
}

interface Sealed {
  readonly entry_id: string
  readonly leaf: Buffer
  readonly seal_no: number
}

/**
 * Returns the number of entries without a MAC in seals after `accepted_to`. A MAC under a secret that is no longer
 * configured is accepted: the sealer has verified it.
 */
export async function* wrongEntries(
  parts: Parts,
  merchant_id: string,
  seals: readonly SealRow[],
  accepted_to: number,
): AsyncGenerator<string, number> {
  let batch: Sealed[] = []
  let without_mac = 0
  for (const { seal_no, entry_ids, leaves } of seals) {
    for (const [n, entry_id] of entry_ids.entries()) {
      const leaf = leaves.subarray(n * LEAF_BYTES, (n + 1) * LEAF_BYTES)
      batch.push({ entry_id, leaf, seal_no })
    }
    if (batch.length < ENTRIES) continue
    without_mac += yield* compare(parts, merchant_id, batch, accepted_to)
    batch = []
  }
  return without_mac + (yield* compare(parts, merchant_id, batch, accepted_to))
}

async function* compare(
  parts: Parts,
  merchant_id: string,
  sealed: readonly Sealed[],
  accepted_to: number,
): AsyncGenerator<string, number> {
  const ids = sealed.map(({ entry_id }) => entry_id)
  const found = await readEntries(parts, merchant_id, ids)
  // Older events are deleted.
  const oldest = leastId('evt', addMs(parts.clock.now(), -RETENTION_DAYS * DAY_MS))
  let without_mac = 0
  for (const { entry_id, leaf, seal_no } of sealed) {
    const current = found.get(entry_id)
    if (current === undefined) {
      if (entry_id.startsWith('aud_') || entry_id >= oldest)
        yield `${entry_id} is missing, and was there at seal ${seal_no}`
    } else if (!sameBytes(current.leaf, leaf)) {
      yield `${entry_id} was changed after seal ${seal_no}`
    } else if (seal_no > accepted_to) {
      if (current.mac === 'wrong') yield `${entry_id} of seal ${seal_no} ${wrongMacs.wrong}`
      else if (current.mac === 'missing') without_mac += 1
    }
  }
  return without_mac
}
