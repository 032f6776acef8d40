// Tables in daily partitions: deleting old rows is dropping a table, which costs the same for any number of rows. A
// migration creates the table; `migrate` and a sweep in every worker create its partitions ahead and drop the expired
// ones. A table without a default partition refuses rows whose day has no partition, so only rows that may be lost go
// there. A default partition takes such rows until their day's partition is created.
import { addMs, DAY_MS, HOUR_MS, systemClock } from './clock.ts'
import type { Services } from './context.ts'
import type { Sweep } from './sweeps.ts'

export interface PartitionedTable {
  readonly name: string
  /** The column with the time by which rows are assigned to days, in UTC. */
  readonly column: string
  /** Without a worker for longer, rows go to the default partition or are refused. */
  readonly created_ahead_days: number
  /** Rows live at least this long, and at most a day longer. */
  readonly retention_days: number
  /** Longer rows are compressed, and then stored outside of their page. */
  readonly toast_target: number
}

/** The greatest value that PostgreSQL accepts. */
const INLINE = 8_160
const REQUEST_DAYS = { column: 'created', created_ahead_days: 7, retention_days: 7 } as const

export const partitioned: readonly PartitionedTable[] = [
  { name: 'requests', ...REQUEST_DAYS, toast_target: INLINE },
  { name: 'request_objects', ...REQUEST_DAYS, toast_target: INLINE },
]

/** Runs one statement with its parameters. */
type Run = (text: string, values: readonly unknown[]) => Promise<unknown>

/** Creates missing partitions and drops expired ones. It can be repeated, and run by several processes at once. */
export async function maintainPartitions(
  run: Run,
  tables: readonly PartitionedTable[],
  now: Date,
): Promise<void> {
  for (const table of tables) {
    const { name, column, created_ahead_days, retention_days, toast_target } = table
    const first = toDay(now)
    const last = toDay(addMs(now, created_ahead_days * DAY_MS))
    await run(CREATE, [name, column, first, last, toast_target])
    await run(DROP, [name, toDay(addMs(now, -retention_days * DAY_MS))])
  }
}

/** Days without a partition only: the function locks the table. */
const CREATE = `select create_partition($1, $2, day::date, $5)
  from generate_series($3::date, $4::date, interval '1 day') as day
  where to_regclass(format('public.%I', $1::text || '_' || to_char(day, 'YYYYMMDD'))) is null`
const DROP = 'select drop_partitions($1, $2::date)'

function toDay(moment: Date): string {
  return moment.toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/** By the wall clock. A table that is locked for too long is left to the next round. */
export const partitionSweep: Sweep = {
  name: 'maintain partitions',
  period_ms: HOUR_MS / 6,
  round: async ({ db }: Services) => {
    await maintainPartitions((text, values) => db.run(text, values), partitioned, systemClock.now())
    return 0
  },
}
