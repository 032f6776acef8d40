// What happens when its time has come. A folder lists its sweeps in `jobs.ts`; every worker runs them
// all, every so often. A sweep runs the same verb a person would.
import { actingFor, type Context, type Services } from './context.ts'
import { type Due, findDue, type Timer } from './due.ts'

export interface Sweep {
  readonly name: string
  readonly period_ms: number
  /** One bounded batch; tells how much there was. */
  readonly round: (services: Services) => Promise<number>
}

export interface DueSweep {
  readonly name: string
  readonly period_ms: number
  readonly timer: Timer
  /** Run as the merchant, at the moment of the merchant's clock. */
  readonly act: (context: Context, id: string) => Promise<unknown>
}

const BATCH = 100
const FIRST_REST_MS = 30_000
const LONGEST_REST_MS = 3_600_000
const MOST_RESTING = 10_000

interface Rest {
  until: number
  ms: number
}

/** A row that cannot be worked is left alone for a while, longer each time, and never holds up the others. */
export function dueSweep({ timer, act, ...rest }: DueSweep): Sweep {
  const resting = new Map<string, Rest>()
  const isResting = (due: Due, now: Date) => (resting.get(nameOf(due))?.until ?? 0) > now.getTime()
  return {
    ...rest,
    async round(services) {
      const now = services.clock.now()
      const found = await findDue(services.db, timer, now, BATCH + resting.size)
      const ready = found.filter((due) => !isResting(due, now)).slice(0, BATCH)
      await Promise.all(
        ready.map(async (due) => {
          try {
            await act(await actingFor(services, due.merchant_id), due.id)
            resting.delete(nameOf(due))
          } catch (err) {
            rested(resting, due, now)
            services.log.warn({ err, sweep: rest.name, id: due.id }, 'left for later')
          }
        }),
      )
      return ready.length
    },
  }
}

function nameOf({ merchant_id, id }: Due): string {
  return `${merchant_id}/${id}`
}

function rested(resting: Map<string, Rest>, due: Due, now: Date): void {
  if (resting.size >= MOST_RESTING) resting.clear()
  const before = resting.get(nameOf(due))?.ms ?? 0
  const ms = Math.min(LONGEST_REST_MS, before === 0 ? FIRST_REST_MS : 2 * before)
  resting.set(nameOf(due), { until: now.getTime() + ms, ms })
}
