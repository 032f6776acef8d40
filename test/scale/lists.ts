// A merchant with a million rows in every list calls every list with every filter, while other merchants pay and
// read. The answers come in bounded time, and the others notice little: rounds with and without the walk, in turn.
//
//   npm run scale:lists -- --rows 1000000 --rounds 45 --seconds 2
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { routes } from '#app.ts'
import { startApi } from '#testing/api_process.ts'
import type { Answer } from '#testing/client.ts'
import { testDatabase } from '#testing/database.ts'
import { ADMIN_KEY } from '#testing/harness.ts'
import {
  alternate,
  describeOthers,
  type Merchant,
  newMerchant,
  numbersOf,
  type Others,
  type Rounds,
  showTimes,
} from './beside.ts'
import { type Call, everyList, pathOf, sendingOf } from './list_filters.ts'
import { seedLists } from './list_rows.ts'

export interface Timed {
  readonly call: string
  readonly status: number
  readonly ms: number
  readonly answer: Answer
}

export interface Walk extends Others {
  /** Every list with every filter, by the large merchant. */
  readonly walked: readonly Timed[]
}

export interface Size extends Rounds {
  readonly rows: number
  /** Lists in flight at once. */
  readonly readers: number
}

export async function walkLists({ rows, readers, ...rounds }: Size): Promise<Walk> {
  await using api = await startApi({ FLORIN_PROVIDER: 'instant', FLORIN_RATE_LIMIT: '10000000' })
  const operator = api.client(ADMIN_KEY)
  const large = await newMerchant(operator)
  await seedLists(await testDatabase(), large.merchant_id, rows)
  const calls = everyList(routes)
  const walked: Timed[] = []
  const others = await alternate(operator, rounds, async (signal) => {
    const walking = Array.from({ length: readers }, (_, n) =>
      walkOn(large, calls, Math.floor((calls.length * n) / readers), signal),
    )
    walked.push(...(await Promise.all(walking)).flat())
  })
  return { walked, ...others }
}

/** Goes through the calls from `first` on, again and again, until it is stopped. */
async function walkOn(large: Merchant, calls: readonly Call[], first: number, signal: AbortSignal) {
  const done: Timed[] = []
  for (let n = first; !signal.aborted; n++) {
    const call = calls[n % calls.length] as Call
    const started = performance.now()
    const answer = await large.client.get(pathOf(call, large.merchant_id), sendingOf(large))
    const ms = performance.now() - started
    done.push({ call: `${call.url}?${call.query}`, status: answer.status, ms, answer })
  }
  return done
}

if (import.meta.main) await main()

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '45' },
      seconds: { type: 'string', default: '2' },
      rate: { type: 'string', default: '40' },
      readers: { type: 'string', default: '1' },
    },
  })
  const size: Size = numbersOf(values)
  const { walked, ...others } = await walkLists(size)
  const byStatus = Map.groupBy(walked, ({ status }) => status)
  const slowest = walked.toSorted((a, b) => b.ms - a.ms).slice(0, 10)
  const lines = [
    `${size.rows} rows in each list, ${size.readers} at once, ${cpus().length} cores; p50 / p99 / max in ms`,
    ...[...byStatus].map(
      ([status, those]) =>
        `lists answered ${status}: ${those.length}, ${showTimes(those.map(({ ms }) => ms))}`,
    ),
    ...describeOthers(others, 'walk'),
    ...slowest.map(({ call, status, ms }) => `${ms.toFixed(0)} ms  ${status}  ${call}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
