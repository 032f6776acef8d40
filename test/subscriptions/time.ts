// Time in a scenario passes from one due time to the next.
import { addMs, HOUR_MS } from '#kernel/clock.ts'
import { relayEvents } from '#core/outbox/relay.ts'
import { registry } from '#resources/resources.ts'
import type { Shop } from '#testing/harness.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { readRows } from './ledger.ts'

const timers = registry.sweeps.flatMap(({ timer }) => (timer ? [timer] : []))

interface DueTimes {
  readonly oldest: Date | null
  /** From now. */
  readonly next: Date | null
  /** Changes when something that is due was done. */
  readonly waiting: string
}

/** The moments at which workers have something to do for the merchant. */
async function dueTimes(shop: Shop): Promise<DueTimes> {
  const each = timers.map(
    ({ table, column }) => `select ${column} as due from ${table} where merchant_id = $1`,
  )
  const [row] = await readRows<DueTimes>(
    shop,
    `select min(due) as oldest, min(due) filter (where due > $2) as next,
        coalesce(string_agg(due::text, ' ' order by due) filter (where due <= $2), '') as waiting
      from (${each.join(' union all ')}) as timers`,
    shop.clock.now(),
  )
  return row ?? { oldest: null, next: null, waiting: '' }
}

const MAX_ROUNDS = 30
const BATCH = 500
const MAX_PAUSE_MS = 256 * HOUR_MS

/** Runs the workers' tasks at this moment, until none is left. */
async function work(shop: Shop): Promise<void> {
  const { services } = shop
  const { reactions } = registry
  const relay = { services, lazyDb: services.db, worker_id: 'scenario', reactions }
  let before = ''
  for (let n = 0; n < MAX_ROUNDS; n++) {
    await runSweeps(shop)
    while ((await relayEvents(relay, BATCH)).length > 0);
    const { waiting } = await dueTimes(shop)
    if (waiting === '' || waiting === before) return
    before = waiting
  }
}

/** Times at which nothing is due are skipped. What is due and has to wait is looked at again after an hour, then less often. */
export async function pass(shop: Shop, until: Date): Promise<void> {
  await work(shop)
  let waiting: number | undefined
  let pause_ms = HOUR_MS
  while (shop.clock.now() < until) {
    const now = shop.clock.now()
    const { oldest, next } = await dueTimes(shop)
    const isWaiting = oldest !== null && oldest <= now
    pause_ms =
      isWaiting && oldest.getTime() === waiting ? Math.min(2 * pause_ms, MAX_PAUSE_MS) : HOUR_MS
    waiting = oldest?.getTime()
    const again = isWaiting ? addMs(now, pause_ms) : until
    const times = [until, next ?? until, again].map((moment) => moment.getTime())
    shop.clock.stopAt(new Date(Math.min(...times)))
    await work(shop)
  }
}

/** Later scenarios share the database and must not continue this one. */
export async function stopTimers(shop: Shop): Promise<void> {
  for (const { table, column } of timers) {
    const later = `${column} + interval '1000 years'`
    await readRows(shop, `update ${table} set ${column} = ${later} where merchant_id = $1`)
  }
}
