// Seals entries in batches, after their commits, so that no commit waits for a row that another one writes. Entries
// wait in a queue, and a seal is written about once a second: a seal for each relayed batch took a fifth of the CPU time
// of payments. Sealing an entry twice is harmless.
import type { Services } from '#kernel/context.ts'
import type { RelayedEvent } from '#core/outbox/reaction.ts'
import { leafOfEvent, leafOfRow, sealOf, type SealRow, START } from './chain.ts'
import {
  enqueue,
  findQueued,
  findSealableEvents,
  findSealableRows,
  insertSeals,
  nextSealedMerchant,
  type Queued,
} from './seals_store.ts'

type Parts = Pick<Services, 'db' | 'clock' | 'keyring' | 'log'>

const BATCH = 1_000

/** A reaction to every event. */
export async function queueEvents(
  { db }: Pick<Services, 'db'>,
  events: readonly RelayedEvent[],
): Promise<void> {
  const sealable = events.filter(({ has_actor }) => has_actor)
  if (sealable.length > 0) await enqueue(db, sealable)
}

/** A round of the sweep; returns the number of entries. Of two workers with the same entries, one writes their seal. */
export async function sealQueue(parts: Parts): Promise<number> {
  const { db, clock, keyring } = parts
  const groups = await findQueued(db, BATCH)
  if (groups.length === 0) return 0
  const entries = groups.flatMap(({ merchant_id, entry_ids }) =>
    entry_ids.map((entry_id) => ({ merchant_id, entry_id })),
  )
  const [events, rows] = await Promise.all([
    findSealableEvents(db, entries),
    findSealableRows(db, entries),
  ])
  const leaves = Map.groupBy(
    [...rows.map(leafOfRow), ...events.map(leafOfEvent)],
    ({ merchant_id }) => merchant_id,
  )
  const heads = new Map(groups.map(({ merchant_id, head }) => [merchant_id, head ?? START]))
  const now = clock.now()
  const seals = [...heads].flatMap(([merchant_id, head]) => {
    const batch = leaves.get(merchant_id)
    return batch ? [sealOf(keyring, merchant_id, head, batch, now)] : []
  })
  await write(parts, seals, groups)
  return entries.length
}

/** A seal without entries under the newest secret, which signs all seals before it too; returns their number. */
export async function sealAgain(parts: Parts): Promise<number> {
  let count = 0
  let done: string | undefined
  for (;;) {
    const head = await nextSealedMerchant(parts.db, done)
    if (head === undefined) return count
    const { merchant_id, secret_id } = head
    if (secret_id !== parts.keyring.id) {
      const seal = sealOf(parts.keyring, merchant_id, head, [], parts.clock.now())
      if (!(await write(parts, [seal], [])).has(merchant_id)) continue
      count += 1
    }
    done = merchant_id
  }
}

async function write({ db, log }: Parts, seals: readonly SealRow[], groups: readonly Queued[]) {
  const written = await insertSeals(db, seals, groups)
  for (const { merchant_id, seal_no, hash, entry_ids } of seals) {
    if (!written.has(merchant_id)) continue
    const about = { merchant_id, seal_no, hash: hash.toString('hex'), entries: entry_ids.length }
    log.info(about, 'audit: entries are sealed')
  }
  return written
}
