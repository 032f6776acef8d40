// Rows that are due at one clock stop. A row that its verb leaves due waits for something else, so it is retried when
// anything has changed. A row that fails, or is due again at the same moment, is retried a few times.
import { type Context, systemContext } from '#kernel/context.ts'
import type { TimerRow } from '#kernel/merchant_timers.ts'
import { BATCH } from '#kernel/sweeps.ts'
import { type TimedSweep, timedSweeps } from './store.ts'

/** A row that throws may have met another worker. */
const MAX_FAILURES = 3
const MAX_ACTS = 20

interface Tried {
  acts: number
  failures: number
  /** Its verb left it due at this time; undefined if it may be tried again. */
  left_at: number | undefined
}

export class DueRows {
  private readonly context: Context
  private readonly sweeps: readonly TimedSweep[]
  private readonly tried = new Map<string, Tried>()
  /** Due times for the rows found last. */
  private due = new Map<string, number>()

  constructor(context: Context) {
    this.context = context
    this.sweeps = timedSweeps(context)
  }

  /** Runs each row once, unless that is known to be in vain; returns how many there were. */
  async run(found: readonly TimerRow[]): Promise<number> {
    this.due = new Map(found.map((row) => [timerName(row), row.due.getTime()]))
    if ([...this.tried].some((each) => this.hasChanged(each))) this.tryAgain()
    const ready = found.filter((row) => this.isReady(row))
    for (const [nth, sweep] of this.sweeps.entries()) {
      const rows = ready.filter((row) => row.nth === nth)
      for (let from = 0; from < rows.length; from += BATCH) {
        await this.runBatch(sweep, rows.slice(from, from + BATCH))
      }
    }
    return ready.length
  }

  /** Something has changed for which rows may have waited. */
  tryAgain(): void {
    for (const tried of this.tried.values()) tried.left_at = undefined
  }

  /** Rows that are due and were given up, but for those that were due before. */
  failedSince(moment: Date): number {
    const isNew = (name: string) => (this.due.get(name) ?? 0) > moment.getTime()
    return [...this.tried].filter(([name, tried]) => isNew(name) && isGivenUp(tried)).length
  }

  private hasChanged([name, { left_at }]: [string, Tried]): boolean {
    return left_at !== undefined && this.due.get(name) !== left_at
  }

  private isReady(row: TimerRow): boolean {
    const tried = this.tried.get(timerName(row))
    return tried === undefined || (!isGivenUp(tried) && tried.left_at === undefined)
  }

  private async runBatch(
    { name, act, round }: TimedSweep,
    rows: readonly TimerRow[],
  ): Promise<void> {
    const { context } = this
    if (act === undefined) await round(context)
    await Promise.all(
      rows.map(async (row) => {
        const tried = this.tried.get(timerName(row)) ?? { acts: 0, failures: 0, left_at: undefined }
        this.tried.set(timerName(row), tried)
        tried.acts++
        try {
          await act?.(await systemContext(context, context.merchant_id), row.id)
          tried.left_at = row.due.getTime()
        } catch (err) {
          tried.failures++
          context.log.warn({ err, sweep: name, id: row.id }, 'clock: row failed, trying again')
        }
      }),
    )
  }
}

function timerName({ nth, id }: TimerRow): string {
  return `${nth}/${id}`
}

function isGivenUp({ acts, failures }: Tried): boolean {
  return acts >= MAX_ACTS || failures >= MAX_FAILURES
}
