// Seals entries in batches, after their commits, so that no commit waits for a row that another one writes. Sealing an
// entry twice is harmless.
import { sleep } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { jitter } from '#kernel/crypto.ts'
import type { RelayedEvent } from '#core/outbox/reaction.ts'
import { type Leaf, leafOfEvent, leafOfRow, sealOf, START } from './chain.ts'
import {
  findHeads,
  findSealableEvents,
  findUnsealedRows,
  insertSeals,
  nextSealedMerchant,
} from './seals_store.ts'

type Parts = Pick<Services, 'db' | 'clock' | 'keyring' | 'log'>

const BATCH = 1_000
const TRIES = 60
const MAX_PAUSE_MS = 50

/** A reaction to every event. */
export async function sealEvents(parts: Parts, events: readonly RelayedEvent[]): Promise<void> {
  const merchant_ids = events.map(({ merchant_id }) => merchant_id)
  const event_ids = events.map(({ event_id }) => event_id)
  const found = await findSealableEvents(parts.db, merchant_ids, event_ids)
  await seal(parts, byMerchant(found, leafOfEvent))
}

/** A round of the sweep; returns the number of rows. */
export async function sealRows(parts: Parts): Promise<number> {
  const found = await findUnsealedRows(parts.db, BATCH)
  await seal(parts, byMerchant(found, leafOfRow))
  return found.length
}

/** A seal without entries under the newest secret, which signs all seals before it too; returns their number. */
export async function sealAgain(parts: Parts): Promise<number> {
  let count = 0
  let head = await nextSealedMerchant(parts.db, undefined)
  while (head !== undefined) {
    const { merchant_id, secret_id } = head
    if (secret_id !== parts.keyring.id) {
      await seal(parts, new Map([[merchant_id, []]]))
      count += 1
    }
    head = await nextSealedMerchant(parts.db, merchant_id)
  }
  return count
}

type Batches = Map<string, Leaf[]>

function byMerchant<Row extends { merchant_id: string }>(
  rows: readonly Row[],
  leafOf: (row: Row) => Leaf,
): Batches {
  const groups = Map.groupBy(rows, ({ merchant_id }) => merchant_id)
  return new Map([...groups].map(([merchant_id, group]) => [merchant_id, group.map(leafOf)]))
}

/** A merchant for which another worker was faster gets its seal in the next attempt. */
async function seal(parts: Parts, batches: Batches): Promise<void> {
  for (let tries = 1; batches.size > 0; tries++) {
    const written = await sealOnce(parts, batches)
    for (const merchant_id of written) batches.delete(merchant_id)
    if (batches.size === 0) return
    if (tries === TRIES) throw new Error(`${batches.size} seals conflict after ${tries} attempts`)
    await sleep(jitter(MAX_PAUSE_MS))
  }
}

async function sealOnce({ db, clock, keyring, log }: Parts, batches: Batches) {
  const heads = await findHeads(db, [...batches.keys()])
  const newest = new Map(heads.map((head) => [head.merchant_id, head]))
  const now = clock.now()
  const seals = [...batches].map(([merchant_id, leaves]) =>
    sealOf(keyring, merchant_id, newest.get(merchant_id) ?? START, leaves, now),
  )
  const written = await insertSeals(db, seals)
  for (const { merchant_id, seal_no, hash, entry_ids } of seals) {
    if (!written.has(merchant_id)) continue
    const about = { merchant_id, seal_no, hash: hash.toString('hex'), entries: entry_ids.length }
    log.info(about, 'audit: entries are sealed')
  }
  return written
}
