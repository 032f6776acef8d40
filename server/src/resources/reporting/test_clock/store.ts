import type { Context } from '#kernel/context.ts'
import { type Limits, type Range, type TimerRow, timerRows } from '#kernel/merchant_timers.ts'
import { sql } from '#kernel/sql.ts'
import type { Sweep, Timer } from '#kernel/sweeps.ts'
import { type Calls, selectCalls } from '#core/operations/read.ts'
import { type Outstanding, selectOutstanding } from '#core/outbox/read.ts'

export type TimedSweep = Sweep & { readonly timer: Timer }

export function timedSweeps({ registry }: Pick<Context, 'registry'>): TimedSweep[] {
  return registry.sweeps.flatMap((sweep) =>
    sweep.timer === undefined ? [] : [{ ...sweep, timer: sweep.timer }],
  )
}

/** A merchant's work at a moment, and next. */
export interface Agenda extends Calls, Outstanding {
  readonly rows: readonly TimerRow[]
}

/** One statement, so that it sees a reaction that has ended together with what the reaction has made due. */
export async function readAgenda(context: Context, range: Range, limits: Limits): Promise<Agenda> {
  const { db, merchant_id } = context
  const timers = timedSweeps(context).map(({ timer }) => timer)
  const found = await db.rows<TimerRow & Calls & Outstanding>(sql`
    select calls.merchant_id, nth, id, due, in_flight, unanswered, waiting, batches
    from (${selectCalls(merchant_id)}) as calls cross join (${selectOutstanding(merchant_id)}) as events
      left join (${timerRows(timers, merchant_id, range, limits)}) as timers on true
    order by due`)
  const [{ in_flight, unanswered, waiting, batches } = NOTHING] = found
  // Without a timer row there is one row, with the numbers.
  const rows = found.filter(({ id }) => id !== null)
  return { rows, in_flight, unanswered, waiting, batches }
}

const NOTHING: Calls & Outstanding = { in_flight: 0, unanswered: 0, waiting: 0, batches: 0 }
