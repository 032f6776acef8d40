// The only way anything is written. A change is committed in one atomic round trip, or nothing of it
// is. Changes of the same shape that wait at the same moment travel together: one statement, one
// flush to disk. A change that is refused does not disturb its companions; whatever else goes wrong
// in company is tried again alone.
//
// A connection that is lost leaves open whether its statement was executed. To send it again does no
// harm: a change that was written is refused by its version or its key.
import type { Change } from './change.ts'
import { type Database, StatementNotSent, StatementUnknown } from './db.ts'
import { compose, headKey, shapeOf } from './statement.ts'

/** Another writer was faster, or the key is taken. Nothing was written: read again and decide again. */
export class Conflict extends Error {
  constructor() {
    super('the rows this change was decided upon have moved')
  }
}

/**
 * The statement was sent and not answered: the change was written, or was not, or may yet be. Every other
 * error of a commit means that nothing was written.
 */
export class CommitUnknown extends Error {
  constructor(cause: StatementUnknown) {
    super(`it is unknown whether the change was written: ${cause.message}`, { cause })
  }
}

interface Waiting {
  readonly change: Change
  readonly key: string
  /** How an earlier attempt ended that may have written the change. */
  unknown?: StatementUnknown
  resolve(): void
  reject(error: unknown): void
}

interface Lane {
  readonly text: string
  waiting: Waiting[]
  isFlying: boolean
}

export interface CommitFigures {
  changes: number
  statements: number
  conflicts: number
}

const LARGEST_BATCH = 64

// What PostgreSQL says when another writer was faster: a refused commit, a deadlock, a unique index.
const CONFLICTS: ReadonlySet<unknown> = new Set(['40001', '40P01', '23505'])

export class Committer {
  readonly figures: CommitFigures = { changes: 0, statements: 0, conflicts: 0 }
  private readonly lanes = new Map<string, Lane>()
  private readonly db: Database

  constructor(db: Database) {
    this.db = db
  }

  commit(change: Change): Promise<void> {
    const lane = this.laneOf(change)
    return new Promise((resolve, reject) => {
      lane.waiting.push({ change, key: headKey(change), resolve, reject })
      this.fly(lane)
    })
  }

  private laneOf(change: Change): Lane {
    const shape = shapeOf(change)
    let lane = this.lanes.get(shape)
    if (lane === undefined) {
      lane = { text: compose(change), waiting: [], isFlying: false }
      this.lanes.set(shape, lane)
    }
    return lane
  }

  /** One statement of a shape at a time: while it is on its way the next changes gather. */
  private fly(lane: Lane): void {
    if (lane.isFlying || lane.waiting.length === 0) return
    lane.isFlying = true
    void this.send(lane, this.nextBatch(lane)).finally(() => {
      lane.isFlying = false
      this.fly(lane)
    })
  }

  private nextBatch(lane: Lane): Waiting[] {
    if (lane.waiting.length === 1) return lane.waiting.splice(0)
    const batch = new Map<string, Waiting>()
    const later: Waiting[] = []
    for (const entry of lane.waiting) {
      if (batch.size < LARGEST_BATCH && !batch.has(entry.key)) batch.set(entry.key, entry)
      else later.push(entry)
    }
    lane.waiting = later
    // One order for everybody, so that two statements that lock the same rows do not lock each other out.
    return [...batch.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1))
  }

  /** Returns the error when the database could not be reached; any other error is its change's alone. */
  private async send(lane: Lane, batch: Waiting[]): Promise<Unreachable | undefined> {
    try {
      const kept = await this.write(lane, batch)
      batch.forEach((entry, n) => this.settle(entry, kept.has(n + 1)))
      return undefined
    } catch (error) {
      if (error instanceof StatementUnknown) for (const entry of batch) entry.unknown = error
      if (batch.length > 1 && !(error instanceof StatementNotSent))
        return this.sendAlone(lane, batch)
      for (const entry of batch) this.fail(entry, error)
      return isUnreachable(error) ? error : undefined
    }
  }

  /** Stops at the first that cannot reach the database: the others would wait for it one after another. */
  private async sendAlone(lane: Lane, batch: Waiting[]): Promise<Unreachable | undefined> {
    for (const [n, entry] of batch.entries()) {
      const unreachable = await this.send(lane, [entry])
      if (unreachable === undefined) continue
      for (const rest of batch.slice(n + 1)) this.fail(rest, new StatementNotSent(unreachable))
      return unreachable
    }
    return undefined
  }

  private async write(lane: Lane, batch: Waiting[]): Promise<Set<number>> {
    const [first] = batch
    const inputs = first?.change.writes.map((_, w) =>
      JSON.stringify(batch.map((entry) => entry.change.writes[w]?.row)),
    )
    this.figures.statements++
    const rows = await this.db.run<{ nth: number }>(lane.text, inputs ?? [])
    return new Set(rows.map((row) => row.nth))
  }

  private settle(entry: Waiting, written: boolean): void {
    if (written) {
      this.figures.changes++
      entry.resolve()
    } else {
      this.figures.conflicts++
      // Perhaps it was this change itself that was faster.
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

function isConflict(error: unknown): boolean {
  return CONFLICTS.has((error as { code?: unknown } | null)?.code)
}

const TRIES = 20

/** Runs read, decide and commit from the start again when another writer was faster. */
export async function deciding<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Conflict) || tries === TRIES) throw error
    }
  }
}
