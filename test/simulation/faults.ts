// A run's faults. Each kind happens in every deck, the decks are shuffled by dice, and a fault happens at a fixed
// operation count: a seed gives the same faults at the same places.
import { dice } from '../../bank/src/faults.ts'
import { sleep } from '#kernel/clock.ts'
import { takeSnapshot } from '#core/ledger/snapshot.ts'
import { addColumn } from '#testing/commit_faults.ts'
import type { Frozen } from '#testing/database_proxy.ts'
import type { ApiProcess, RoleProcess } from '#testing/deployment.ts'
import { bankMoods, countDrawn, setMood } from './bank_moods.ts'
import { clientOf } from './clients.ts'
import { scheduleStripeFaults } from './stripe.ts'
import { between, count, pick, type Roll, type Run } from './run.ts'

interface Injection {
  readonly run: Run
  readonly roll: Roll
  /** The longest pause. */
  readonly pause_ms: number
  /** Faults that last while others go on; ended with the run. */
  readonly lasting: Set<Promise<unknown>>
}

type Fault = (injection: Injection) => Promise<string>

async function killApi({ run, roll }: Injection): Promise<string> {
  const { apis, deployment } = run.simulated
  await killOne(apis, roll, () => deployment.startApi())
  return 'api killed with SIGKILL'
}

async function killWorker({ run, roll }: Injection): Promise<string> {
  const { workers, deployment } = run.simulated
  await killOne(workers, roll, () => deployment.startWorker())
  return 'worker killed with SIGKILL'
}

/** The balancer sends nothing more to it, unless there is no other. */
async function killOne<T extends RoleProcess>(
  list: T[],
  roll: Roll,
  start: () => Promise<T>,
): Promise<void> {
  const [victim] = list.length > 0 ? [pick(roll, list)] : []
  const isLast = list.length === 1
  const remove = () => list.includes(victim as T) && list.splice(list.indexOf(victim as T), 1)
  if (!isLast) remove()
  await victim?.kill9()
  list.push(await start())
  if (isLast) remove()
}

/** Taken out of the list, unless it is the last. */
function replaceable(list: RoleProcess[], roll: Roll): RoleProcess | undefined {
  if (list.length < 2) return undefined
  return list.splice(Math.floor(roll() * list.length), 1)[0]
}

async function killBank({ run, roll }: Injection): Promise<string> {
  const { bank } = run.simulated.deployment
  await countDrawn(run)
  await bank.kill9()
  await sleep(between(roll, 100, 1_500))
  await bank.restart()
  await setMood(run, 'usual')
  return 'bank killed with SIGKILL'
}

async function pauseApi(injection: Injection): Promise<string> {
  const { apis } = injection.run.simulated
  return pauseOne(injection, 'api', apis)
}

async function pauseWorker(injection: Injection): Promise<string> {
  const { workers } = injection.run.simulated
  return pauseOne(injection, 'worker', workers)
}

/** The balancer sends nothing more to it; what it was doing waits. */
async function pauseOne(injection: Injection, role: string, list: RoleProcess[]): Promise<string> {
  const { roll, pause_ms } = injection
  const chosen = replaceable(list, roll)
  if (chosen === undefined) return `pause ${role}: skipped`
  await chosen.pause()
  const ms = between(roll, 1_000, pause_ms)
  const resume = async () => {
    await sleep(ms)
    chosen.resume()
    list.push(chosen)
  }
  lasting(injection, resume())
  return `${role} paused with SIGSTOP`
}

function lasting({ lasting: all }: Injection, work: Promise<unknown>): void {
  const stored = work.finally(() => all.delete(stored))
  all.add(stored)
}

/** Maximum clock error of a process. */
export const MAX_SHIFT_MS = 600_000
const SHIFTS_MS = [90_000, -90_000, MAX_SHIFT_MS, -MAX_SHIFT_MS]

async function shiftApi(injection: Injection): Promise<string> {
  const { run, roll } = injection
  const { apis, deployment } = run.simulated
  const clock_shift_ms = pick(roll, SHIFTS_MS)
  const shifted = await deployment.startApi({ clock_shift_ms })
  run.shifted.add(shifted.client.base_url)
  serveFor(injection, apis, shifted)
  return `api with its clock ${describe(clock_shift_ms)}`
}

async function shiftWorker(injection: Injection): Promise<string> {
  const { run, roll } = injection
  const { workers, deployment } = run.simulated
  const clock_shift_ms = pick(roll, SHIFTS_MS)
  const shifted = await deployment.startWorker({ clock_shift_ms })
  serveFor(injection, workers, shifted)
  return `worker with its clock ${describe(clock_shift_ms)}`
}

function describe(ms: number): string {
  return `${Math.abs(ms) / 1_000} s ${ms > 0 ? 'ahead' : 'behind'}`
}

/** Takes part for a while and is stopped; another fault may kill it before. */
function serveFor<T extends ApiProcess | RoleProcess>(
  injection: Injection,
  list: T[],
  shifted: T,
): void {
  list.push(shifted)
  const ms = between(injection.roll, 5_000, 20_000)
  const stop = async () => {
    await sleep(ms)
    const at = list.indexOf(shifted)
    if (at >= 0) list.splice(at, 1)
    await shifted.stop()
  }
  lasting(injection, stop())
}

async function cutDatabase({ run }: Injection): Promise<string> {
  run.simulated.database.cutAll()
  return 'database connections cut'
}

const FROZEN: readonly Frozen[] = ['both', 'statements', 'answers']

/** Some stay frozen for longer than any timeout. */
async function freezeDatabase(injection: Injection): Promise<string> {
  const { run, roll, pause_ms } = injection
  const { database } = run.simulated
  const how = pick(roll, FROZEN)
  const isAll = roll() < 0.5
  if (isAll) database.freezeAll(how)
  else if (database.connections > 0) database.freezeOne(how)
  const ms = roll() < 0.3 ? Math.min(pause_ms, 25_000) : between(roll, 300, 4_000)
  lasting(
    injection,
    sleep(ms).then(() => database.thaw()),
  )
  return isAll ? 'all database connections frozen' : 'one database connection frozen'
}

async function killPostgres({ run, roll }: Injection): Promise<string> {
  const { postgres } = run.simulated
  await postgres.kill9()
  await sleep(between(roll, 100, 1_500))
  await postgres.restart()
  return 'PostgreSQL killed with SIGKILL'
}

const TABLES = ['payments', 'operations', 'refunds', 'payouts', 'disputes', 'customers']

/** A table gets a column once. */
async function changeSchema({ run, roll }: Injection): Promise<string> {
  const changed = [...run.faults.keys()].filter((name) => name.startsWith('column added'))
  const left = TABLES.filter((table) => !changed.includes(`column added to ${table}`))
  if (left.length === 0) return 'column added: skipped'
  const table = pick(roll, left)
  await addColumn(run.simulated.deployment, table)
  return `column added to ${table}`
}

/** Past the end of holds, batches, deadlines, links, payouts and periods. */
const MOVES = ['20m', '1d', '8d', '15d', '31d'] as const

/** A step of any length. */
function anyStep(roll: Roll): string {
  return roll() < 0.5 ? pick(roll, MOVES) : `${Math.ceil(10 ** (1 + 6 * roll()))}s`
}

async function moveClock({ run, roll }: Injection): Promise<string> {
  const moving = run.simulated.merchants.filter(({ has_moved_clock }) => has_moved_clock)
  const advance = anyStep(roll)
  const client = clientOf(run, roll, pick(roll, moving))
  const answer = await client.post('/sandbox/clock', { advance }).catch(() => undefined)
  return answer?.status === 200 ? "a merchant's clock moved" : "a merchant's clock: not moved"
}

async function snapshot({ run, roll }: Injection): Promise<string> {
  const { services, merchants } = run.simulated
  await takeSnapshot(services, pick(roll, merchants).merchant_id)
  return 'balance snapshot'
}

function mood(name: keyof typeof bankMoods): Fault {
  return async ({ run, roll }) => {
    await setMood(run, name)
    await sleep(between(roll, 800, 3_000))
    await setMood(run, 'usual')
    return `bank: ${bankMoods[name].about}`
  }
}

const kinds: readonly Fault[] = [
  killApi,
  killWorker,
  killBank,
  pauseApi,
  pauseWorker,
  shiftApi,
  shiftWorker,
  cutDatabase,
  freezeDatabase,
  killPostgres,
  changeSchema,
  moveClock,
  moveClock,
  snapshot,
  snapshot,
  mood('late'),
  mood('lagging'),
  mood('unreachable'),
  mood('contrary'),
]

/** For a run that checks the accounts in a few seconds. */
const briefKinds: readonly Fault[] = [killApi, killWorker, cutDatabase, mood('unreachable')]

export interface FaultSchedule {
  /** Called with the number of started operations. */
  reached(operations: number): void
  /** True if faults are waiting for the current one: then clients need not hurry. */
  isBehind(): boolean
  /** Resolves when all faults are over, including the bank's. */
  end(): Promise<void>
}

const BRIEF_RUN = 150
const SMALL_RUN = 2_000
/** A deck takes about a minute. */
const OPERATIONS_PER_DECK = { small: 1_000, large: 2_000 }
const LONGEST_PAUSE_MS = { small: 12_000, large: 45_000 }

export function scheduleFaults(run: Run, operations: number): FaultSchedule {
  const roll = dice(run.seed * 7_919 + 13)
  const size = operations <= SMALL_RUN ? 'small' : 'large'
  const decks = Math.max(1, Math.round(operations / OPERATIONS_PER_DECK[size]))
  const isBrief = run.simulated.stripe !== undefined && operations <= BRIEF_RUN
  const deck = isBrief ? briefKinds : kinds
  const faults = Array.from({ length: decks }, () => shuffled(roll, deck)).flat()
  // The first operations have nothing to lose yet.
  const step = operations / (faults.length + 2)
  const pause_ms = LONGEST_PAUSE_MS[size]
  const injection: Injection = { run, roll, pause_ms, lasting: new Set() }
  const stripe = scheduleStripeFaults(run)
  let next = 0
  let done = 0
  let chain = Promise.resolve()
  return {
    reached(started) {
      stripe.reached(started)
      while (next < faults.length && started >= (next + 1) * step) {
        const fault = faults[next++] as Fault
        chain = chain.then(() => inject(injection, fault)).then(() => void (done += 1))
      }
    },
    isBehind: () => next > done,
    async end() {
      await chain
      await Promise.all(injection.lasting)
      run.simulated.database.thaw()
      await countDrawn(run)
      await run.simulated.deployment.bank.desk('DELETE', '/faults')
      await stripe.end()
    },
  }
}

async function inject(injection: Injection, fault: Fault): Promise<void> {
  const { run } = injection
  const name = await fault(injection).catch(
    (error: Error) => `${fault.name} failed: ${error.message}`,
  )
  count(run.faults, name)
}

function shuffled<T>(roll: Roll, list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, place: roll() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value)
}
