// In the sandbox a merchant has its own clock, which can be moved forward. The merchant's objects use it; calls to
// providers, API keys and rate limits use the wall clock. In production both are the same and nothing is read.
import { addMs, type Clock } from './clock.ts'
import { table } from './change.ts'
import type { Database } from './db.ts'
import { Leased } from './lease.ts'
import { columns, sql } from './sql.ts'

export interface MerchantClockRow {
  merchant_id: string
  ahead_ms: number
  modified_at: Date
  version: number
}

export const merchantClocks = table<MerchantClockRow>('merchant_clocks', 'merchant_id')

const clockColumns = columns<MerchantClockRow>()(`
  merchant_id ahead_ms modified_at version
`)

export function findMerchantClock(db: Database, merchant_id: string) {
  return db.first<MerchantClockRow>(
    sql`select ${clockColumns} from merchant_clocks where merchant_id = ${merchant_id}`,
  )
}

/** Short, because every request that moves a clock waits for it. Only the sandbox reads clocks. */
export const CLOCK_LEASE_MS = 200

export class MerchantClocks {
  private readonly ahead_ms = new Leased<number>(CLOCK_LEASE_MS)
  private readonly db: Database
  private readonly wall: Clock
  private readonly can_move: boolean

  constructor(db: Database, wall: Clock, can_move: boolean) {
    this.db = db
    this.wall = wall
    this.can_move = can_move
  }

  async now(merchant_id: string): Promise<Date> {
    return addMs(this.wall.now(), await this.ahead(merchant_id))
  }

  /** A request that moves a clock is answered after a full lease: then every process uses the new time. */
  async ahead(merchant_id: string): Promise<number> {
    if (!this.can_move || merchant_id === '') return 0
    const read = async () => (await findMerchantClock(this.db, merchant_id))?.ahead_ms ?? 0
    return (await this.ahead_ms.get(merchant_id, read)) ?? 0
  }
}
