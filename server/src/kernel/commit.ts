// Writes decisions: a commit's writes happen in one atomic round trip, or not at all. Waiting commits with the same
// shape are batched into one statement and one flush to disk. A refused commit does not affect the rest of its batch;
// on any other error the batch is retried one commit at a time.
//
// After a lost connection it is unknown whether the statement was executed. A retry is safe: a commit that was
// written is refused by its version or its key.
import type { Write } from './change.ts'
import { sleep } from './clock.ts'
import { jitter } from './crypto.ts'
import { type Database, StatementNotSent, StatementUnknown } from './db.ts'
import { compose, type Writes } from './statement.ts'
import { type Attributes, tracing } from './trace.ts'

/** A row has changed since it was read, or the key is taken. Nothing was written: read again and decide again. */
export class Conflict extends Error {
  constructor() {
    super('conflict: a row has changed since it was read; nothing was written')
  }
}

/** The statement was sent and not answered, so it may have been written. Any other error means that nothing was. */
export class CommitUnknown extends Error {
  readonly is_outage = true

  constructor(cause: StatementUnknown) {
    super(`it is unknown whether the change was written: ${cause.message}`, { cause })
  }
}

interface Waiting {
  readonly writes: Writes
  readonly key: string
  /** Set by an earlier attempt that may have written it. */
  unknown?: StatementUnknown
  /** The attempts that PostgreSQL ended because of a deadlock. */
  deadlocks?: number
  resolve(): void
  reject(error: unknown): void
}

/** Commits that share one shape. */
interface Queue {
  readonly text: string
  waiting: Waiting[]
  in_flight: boolean
}

export interface CommitStats {
  commits: number
  statements: number
  conflicts: number
}

/** The first write is the head; the others are written only if it is. Does nothing without writes. */
export type Commit = (...writes: readonly Write[]) => Promise<void>

export interface Commits {
  readonly commit: Commit
  /** False on a conflict, when nothing was written. */
  readonly tryCommit: (...writes: readonly Write[]) => Promise<boolean>
}

export function toCommits(commit: Commit): Commits {
  const tryCommit = async (...writes: readonly Write[]) => {
    try {
      await commit(...writes)
      return true
    } catch (error) {
      if (error instanceof Conflict) return false
      throw error
    }
  }
  return { commit, tryCommit }
}

const MAX_BATCH = 64

// SQLSTATEs that mean a conflict: a refused commit, a deadlock, a unique index.
const DEADLOCK = '40P01'
const CONFLICTS: ReadonlySet<unknown> = new Set(['40001', DEADLOCK, '23505'])
/** A deadlock with a migration is no conflict: no row has changed. */
const DEADLOCK_TRIES = 3

export class Committer {
  readonly stats: CommitStats = { commits: 0, statements: 0, conflicts: 0 }
  private readonly queues = new Map<string, Queue>()
  private readonly db: Database

  constructor(db: Database) {
    this.db = db
  }

  readonly commit: Commit = (...[head, ...rest]) => {
    if (head === undefined) return Promise.resolve()
    const writes: Writes = [head, ...rest]
    const work = () => this.enqueue(head, writes)
    return tracing?.span('commit', commitAttributes(writes), work) ?? work()
  }

  private enqueue(head: Write, writes: Writes): Promise<void> {
    const queue = this.queueOf(writes)
    return new Promise((resolve, reject) => {
      queue.waiting.push({ writes, key: headKey(head), resolve, reject })
      this.flush(queue)
    })
  }

  private queueOf(writes: Writes): Queue {
    const shape = commitShape(writes)
    let queue = this.queues.get(shape)
    if (queue === undefined) {
      queue = { text: compose(writes), waiting: [], in_flight: false }
      this.queues.set(shape, queue)
    }
    return queue
  }

  /** One statement per shape at a time: while it is in flight, the next commits gather. */
  private flush(queue: Queue): void {
    if (queue.in_flight || queue.waiting.length === 0) return
    queue.in_flight = true
    void this.send(queue, this.nextBatch(queue)).finally(() => {
      queue.in_flight = false
      this.flush(queue)
    })
  }

  private nextBatch(queue: Queue): Waiting[] {
    if (queue.waiting.length === 1) return queue.waiting.splice(0)
    const batch = new Map<string, Waiting>()
    const later: Waiting[] = []
    for (const entry of queue.waiting) {
      if (batch.size < MAX_BATCH && !batch.has(entry.key)) batch.set(entry.key, entry)
      else later.push(entry)
    }
    queue.waiting = later
    // Every statement locks its rows in the same order, which avoids deadlocks.
    return [...batch.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1))
  }

  /** Returns the error if the database is unreachable; any other error belongs to one commit. */
  private async send(queue: Queue, batch: Waiting[]): Promise<Unreachable | undefined> {
    try {
      const written = await this.write(queue, batch)
      batch.forEach((entry, n) => this.settle(entry, written.has(n + 1)))
      return undefined
    } catch (error) {
      if (error instanceof StatementUnknown) for (const entry of batch) entry.unknown = error
      if (batch.length > 1 && !(error instanceof StatementNotSent))
        return this.sendAlone(queue, batch)
      if (batch.some((entry) => canRetry(entry, error))) return this.send(queue, batch)
      for (const entry of batch) this.fail(entry, error)
      return isUnreachable(error) ? error : undefined
    }
  }

  /** Stops at the first commit that cannot reach the database: each later one would wait for its own timeout. */
  private async sendAlone(queue: Queue, batch: Waiting[]): Promise<Unreachable | undefined> {
    for (const [n, entry] of batch.entries()) {
      const unreachable = await this.send(queue, [entry])
      if (unreachable === undefined) continue
      for (const rest of batch.slice(n + 1)) this.fail(rest, new StatementNotSent(unreachable))
      return unreachable
    }
    return undefined
  }

  private async write(queue: Queue, batch: Waiting[]): Promise<Set<number>> {
    const [first] = batch
    const inputs = first?.writes.map((_, w) =>
      JSON.stringify(batch.map((entry) => entry.writes[w]?.row)),
    )
    this.stats.statements++
    const rows = await this.db.run<{ nth: number }>(queue.text, inputs ?? [])
    return new Set(rows.map((row) => row.nth))
  }

  private settle(entry: Waiting, written: boolean): void {
    if (written) {
      this.stats.commits++
      entry.resolve()
    } else {
      this.stats.conflicts++
      // An earlier attempt may have written this commit.
      entry.reject(entry.unknown === undefined ? new Conflict() : new CommitUnknown(entry.unknown))
    }
  }

  private fail(entry: Waiting, error: unknown): void {
    if (isConflict(error)) this.settle(entry, false)
    else entry.reject(entry.unknown === undefined ? error : new CommitUnknown(entry.unknown))
  }
}

type Unreachable = StatementNotSent | StatementUnknown

function isUnreachable(error: unknown): error is Unreachable {
  return error instanceof StatementNotSent || error instanceof StatementUnknown
}

/** Nothing was written, and if an earlier attempt was, the retry is refused. */
function canRetry(entry: Waiting, error: unknown): boolean {
  if ((error as { code?: unknown } | null)?.code !== DEADLOCK) return false
  entry.deadlocks = (entry.deadlocks ?? 0) + 1
  return entry.deadlocks < DEADLOCK_TRIES
}

function isConflict(error: unknown): boolean {
  return CONFLICTS.has((error as { code?: unknown } | null)?.code)
}

const TRIES = 60
const FIRST_PAUSE_MS = 4
const MAX_PAUSE_MS = 250

/** After a conflict the attempt reads, decides and commits again: at once, then with exponential backoff and jitter. */
export async function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Conflict) || tries === TRIES) throw error
    }
    if (tries > 1) await sleep(jitter(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries)))
  }
}

function commitAttributes(writes: Writes): Attributes {
  return { 'florin.table': writes[0].table.name, 'florin.writes': writes.length }
}

/** Two commits with the same shape can share a statement. */
function commitShape(writes: Writes): string {
  let shape = ''
  for (const write of writes) {
    const bound =
      write.kind === 'add' ? ` to ${write.column} of ${write.bound} less ${write.less} in` : ''
    shape += `${write.kind}${bound} ${write.table.name}(${Object.keys(write.row).join()})`
  }
  return shape
}

/** Two commits with the same head key never share a statement. */
function headKey(head: Write): string {
  return JSON.stringify([head.table.name, ...head.table.key.map((column) => head.row[column])])
}
