// In the sandbox a merchant has its own clock, which can be moved forward. The merchant's objects use it; calls to
// providers, API keys and rate limits use the wall clock. In production both are the same and nothing is read.
//
// A clock that is moved stops at every moment at which something is due, and stands still there until that is done.
import { addMs, type Clock } from './clock.ts'
import { table } from './change.ts'
import type { Database } from './db.ts'
import { Leased } from './lease.ts'
import { columns, sql } from './sql.ts'

export interface MerchantClockRow {
  merchant_id: string
  ahead_ms: number
  /** The moment at which a moved clock stands. */
  stopped_at: Date | null
  /** By the wall clock: then it goes on from `ahead_ms`, because the process that moved it has died. */
  stopped_until: Date | null
  /** `ahead_ms` at the end of an unfinished movement. */
  target_ms: number | null
  modified_at: Date
  version: number
}

export const merchantClocks = table<MerchantClockRow>('merchant_clocks', 'merchant_id')

const clockColumns = columns<MerchantClockRow>()(`
  merchant_id ahead_ms stopped_at stopped_until target_ms modified_at version
`)

export function findMerchantClock(db: Database, merchant_id: string) {
  return db.first<MerchantClockRow>(
    sql`select ${clockColumns} from merchant_clocks where merchant_id = ${merchant_id}`,
  )
}

type Reading = Pick<MerchantClockRow, 'ahead_ms' | 'stopped_at' | 'stopped_until'>

const NEVER_MOVED: Reading = { ahead_ms: 0, stopped_at: null, stopped_until: null }

/** Undefined unless the clock stands still. */
export function stopTime({ stopped_at, stopped_until }: Reading, wall: Date): Date | undefined {
  return stopped_at !== null && stopped_until !== null && stopped_until > wall
    ? stopped_at
    : undefined
}

/** Short, because every request that moves a clock waits for it. Only the sandbox reads clocks. */
export const CLOCK_LEASE_MS = 200

export class MerchantClocks {
  private readonly going = new Leased<Reading>(CLOCK_LEASE_MS)
  /** The clocks that this process moves. */
  private readonly own = new Map<string, Reading>()
  private readonly db: Database
  private readonly wall: Clock
  private readonly can_move: boolean

  constructor(db: Database, wall: Clock, can_move: boolean) {
    this.db = db
    this.wall = wall
    this.can_move = can_move
  }

  now(merchant_id: string): Promise<Date> {
    return this.at(merchant_id, this.wall.now())
  }

  /** Converts wall-clock time to the merchant's time. */
  async at(merchant_id: string, wall: Date): Promise<Date> {
    const clock = await this.read(merchant_id)
    return stopTime(clock, this.wall.now()) ?? addMs(wall, clock.ahead_ms)
  }

  async ahead(merchant_id: string): Promise<number> {
    return (await this.read(merchant_id)).ahead_ms
  }

  /** For the process that moves a clock, which need not read what it has written; undefined when it goes on. */
  hold(merchant_id: string, clock: Reading | undefined): void {
    if (clock === undefined) this.own.delete(merchant_id)
    else this.own.set(merchant_id, clock)
  }

  /**
   * A clock that stands still is read each time. So one lease after it was stopped every process follows it from stop
   * to stop, and uses the final time as soon as it goes on.
   */
  private async read(merchant_id: string): Promise<Reading> {
    if (!this.can_move || merchant_id === '') return NEVER_MOVED
    const own = this.own.get(merchant_id)
    if (own !== undefined) return own
    const going = await this.going.get(merchant_id, async () => {
      const found = await this.find(merchant_id)
      return stopTime(found, this.wall.now()) === undefined ? found : undefined
    })
    return going ?? this.find(merchant_id)
  }

  private async find(merchant_id: string): Promise<Reading> {
    return (await findMerchantClock(this.db, merchant_id)) ?? NEVER_MOVED
  }
}
