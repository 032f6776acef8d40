// In the sandbox a merchant has a clock of its own, which can be moved forward: what is about the
// merchant's objects goes by it, what is about the world outside (calls to providers, API keys, rate
// limits) by the wall clock. In production both are the same and nothing is looked up.
import { addMs, type Clock, monotonicMs } from './clock.ts'
import { table } from './change.ts'
import type { Database } from './db.ts'
import { sql } from './sql.ts'

/** Whoever moves a clock answers only after this long: then every process goes by it. */
export const CLOCK_LEASE_MS = 1_000
const LARGEST_CACHE = 10_000

export interface MerchantClockRow {
  merchant_id: string
  ahead_ms: number
  modified_at: Date
  version: number
}

export const merchantClocks = table<MerchantClockRow>('merchant_clocks', 'merchant_id')

export function findMerchantClock(db: Database, merchant_id: string) {
  return db.first<MerchantClockRow>(
    sql`select * from merchant_clocks where merchant_id = ${merchant_id}`,
  )
}

export class MerchantClocks {
  private readonly cache = new Map<string, { at: number; ahead_ms: Promise<number> }>()
  private readonly db: Database
  private readonly wall: Clock
  private readonly can_move: boolean

  constructor(db: Database, wall: Clock, can_move: boolean) {
    this.db = db
    this.wall = wall
    this.can_move = can_move
  }

  /** This very moment, for this merchant. */
  async now(merchant_id: string): Promise<Date> {
    const ahead_ms = await this.ahead(merchant_id)
    return ahead_ms === 0 ? this.wall.now() : addMs(this.wall.now(), ahead_ms)
  }

  ahead(merchant_id: string): Promise<number> | number {
    if (!this.can_move || merchant_id === '') return 0
    const cached = this.cache.get(merchant_id)
    if (cached && monotonicMs() - cached.at < CLOCK_LEASE_MS) return cached.ahead_ms
    const found = findMerchantClock(this.db, merchant_id).then((row) => row?.ahead_ms ?? 0)
    if (this.cache.size >= LARGEST_CACHE) this.cache.clear()
    this.cache.set(merchant_id, { at: monotonicMs(), ahead_ms: found })
    found.catch(() => this.cache.delete(merchant_id))
    return found
  }
}
