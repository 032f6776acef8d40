// Seals entries in batches after their commits, so that no commit waits for a row that another one writes. Entries
// wait in a queue and a seal is written about once a second: one seal per relayed batch took a fifth of the CPU time
// for payments. Sealing an entry twice is harmless.
//
// The sealer signs only what it has verified: the signature on the seal that it extends, and each entry's MAC. Anything
// else stays in the queue, is reported, and is checked again after a minute.
import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { UsageError } from '#errors.ts'
import { checkMac, eventText, rowText } from '#http/audit.ts'
import type { RelayedEvent } from '#core/outbox/reaction.ts'
import {
  isSigned,
  type Leaf,
  leafOfEvent,
  leafOfRow,
  makeSeal,
  type SealRow,
  START,
} from './chain.ts'
import {
  enqueue,
  findQueued,
  insertSeals,
  type Queued,
  type RefusedEntries,
  refuseGroups,
  type SealWrites,
} from './queue_store.ts'
import { pickProof, type RecordRow, signRecord } from './records.ts'
import {
  findRecords,
  findSealableEvents,
  findSealableRows,
  findSealed,
  headsAfter,
  lastForeignSeal,
  type MerchantHead,
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

/** One sweep round; returns the number of entries. If two workers have the same entries, one writes their seal. */
export async function sealQueue(parts: Parts): Promise<number> {
  const now = parts.clock.now()
  const queued = await findQueued(parts.db, BATCH, addMs(now, -MINUTE_MS))
  if (queued.length === 0) return 0
  const groups = await refuseStopped(parts, queued, now)
  const { leaves, refused } = await readLeaves(parts, groups)
  const seals: SealRow[] = []
  const records: RecordRow[] = []
  for (const [merchant_id, { head }] of byMerchant(groups)) {
    const batch = leaves.get(merchant_id)
    if (batch === undefined) continue
    seals.push(makeSeal(parts.keyring, merchant_id, head ?? START, batch, now))
    if (head !== null) records.push(...(await rotationAt(parts, { ...head, merchant_id }, now)))
  }
  await write(parts, { seals, records, groups, refused, now })
  return queued.reduce((n, { entry_ids }) => n + entry_ids.length, 0)
}

function byMerchant(groups: readonly Queued[]): Map<string, Queued> {
  return new Map(groups.map((group) => [group.merchant_id, group]))
}

/** Returns groups whose merchant's newest seal is signed by this deployment. */
async function refuseStopped(
  { db, keyring, log }: Parts,
  groups: readonly Queued[],
  now: Date,
): Promise<Queued[]> {
  const isStopped = ({ head }: Queued) => head !== null && isSigned(keyring, head) !== true
  const stopped = groups.filter(isStopped)
  if (stopped.length === 0) return [...groups]
  for (const [merchant_id, { head }] of byMerchant(stopped)) logStopped(log, merchant_id, head)
  await refuseGroups(db, stopped, 'unsigned_seal', now)
  return groups.filter((group) => !isStopped(group))
}

function logStopped(log: Parts['log'], merchant_id: string, head: Queued['head']): void {
  const about = { merchant_id, seal_no: head?.seal_no, secret_id: head?.secret_id }
  log.error(
    about,
    'audit: the newest seal is not signed with a configured secret, so nothing is sealed after it: run florin-server audit verify',
  )
}

interface Read {
  readonly leaves: Map<string, Leaf[]>
  readonly refused: RefusedEntries[]
}

/** Leaves for entries that a process in this deployment has written, and the names of the others. */
async function readLeaves({ db, keyring, log }: Parts, groups: readonly Queued[]): Promise<Read> {
  const entries = groups.flatMap(({ merchant_id, entry_ids }) =>
    entry_ids.map((entry_id) => ({ merchant_id, entry_id })),
  )
  const [events, rows] = await Promise.all([
    findSealableEvents(db, entries),
    findSealableRows(db, entries),
  ])
  const checked = [
    ...rows.map((row) => ({ ...leafOfRow(row), is: checkMac(keyring, rowText(row), row.mac) })),
    ...events.map((row) => ({
      ...leafOfEvent(row),
      is: checkMac(keyring, eventText(row), row.mac),
    })),
  ]
  const of = (which: boolean) =>
    Map.groupBy(
      checked.filter(({ is }) => (is === 'valid') === which),
      ({ merchant_id }) => merchant_id,
    )
  const refused: RefusedEntries[] = []
  for (const [merchant_id, found] of of(false)) {
    const ids = found.map(({ entry_id }) => entry_id)
    // The operator has accepted these.
    const sealed = await findSealed(db, merchant_id, ids)
    const entry_ids = ids.filter((id) => !sealed.has(id))
    if (entry_ids.length === 0) continue
    refused.push({ merchant_id, entry_ids })
    log.error(
      { merchant_id, entry_ids: entry_ids.slice(0, LISTED), entries: entry_ids.length },
      'audit: entries without a valid MAC are not sealed, this deployment has not written them: run florin-server audit verify',
    )
  }
  return { leaves: of(true), refused }
}

const LISTED = 20

/** At the first seal under a newer secret: the head, which was verified, is the last one under the older secret. */
async function rotationAt(
  { db, keyring }: Parts,
  { merchant_id, seal_no, hash, secret_id }: MerchantHead,
  created: Date,
): Promise<RecordRow[]> {
  if (secret_id === keyring.id) return []
  const { pinned, verified_from, accepted_to } = pickProof(
    keyring,
    await findRecords(db, merchant_id),
  )
  const known = keyring.all.map(({ id }) => id)
  const foreign = await lastForeignSeal(db, merchant_id, pinned?.seal_no ?? 0, known)
  const verified = { verified_from: Math.max(verified_from, foreign + 1), accepted_to }
  const record = { merchant_id, seal_no, kind: 'rotation', hash, ...verified, created } as const
  return [signRecord(keyring, record)]
}

/**
 * A seal without entries under the newest secret, which signs all seals before it too; returns their number. A chain that
 * does not end in a valid signature is left alone, and reported at the end.
 */
export async function sealAgain(parts: Parts): Promise<number> {
  const stopped: string[] = []
  let count = 0
  let done: string | undefined
  for (;;) {
    const [head] = await headsAfter(parts.db, done, 1)
    if (head === undefined) break
    if (isSigned(parts.keyring, head) !== true) {
      logStopped(parts.log, head.merchant_id, head)
      stopped.push(head.merchant_id || 'the deployment')
    } else if (head.secret_id !== parts.keyring.id) {
      // A worker may have written the next seal meanwhile.
      if (!(await extend(parts, head))) continue
      count += 1
    }
    done = head.merchant_id
  }
  if (stopped.length === 0) return count
  throw new UsageError(
    `The audit trail of ${stopped.slice(0, LISTED).join(', ')} ends in a seal that no configured secret has signed, so it was not sealed again: run florin-server audit verify.`,
  )
}

async function extend(parts: Parts, head: MerchantHead): Promise<boolean> {
  const now = parts.clock.now()
  const seals = [makeSeal(parts.keyring, head.merchant_id, head, [], now)]
  const records = await rotationAt(parts, head, now)
  const written = await write(parts, { seals, records, groups: [], refused: [], now })
  return written.has(head.merchant_id)
}

async function write({ db, log }: Parts, writes: SealWrites): Promise<Set<string>> {
  const written = await insertSeals(db, writes)
  for (const { merchant_id, seal_no, hash, entry_ids } of writes.seals) {
    if (!written.has(merchant_id)) continue
    const about = { merchant_id, seal_no, hash: hash.toString('hex'), entries: entry_ids.length }
    log.info(about, 'audit: entries are sealed')
  }
  return written
}
