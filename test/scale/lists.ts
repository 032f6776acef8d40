// A merchant with a million rows in every list calls every list with every filter, while other merchants pay and
// read. The answers come in bounded time, and the others notice little: rounds with and without the walk, in turn.
//
//   npm run scale:lists -- --rows 1000000 --rounds 45 --seconds 2
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { routes } from '#app.ts'
import { sleep } from '#kernel/clock.ts'
import { examplePayment } from '#resources/payments/payments/example.ts'
import { startApi } from '#testing/api_process.ts'
import type { Answer, Client } from '#testing/client.ts'
import { testDatabase } from '#testing/database.ts'
import { ADMIN_KEY } from '#testing/harness.ts'
import { quantile } from '../../bench/load.ts'
import { type Call, everyList, pathOf, sendingOf } from './list_filters.ts'
import { seedLists } from './list_rows.ts'

export interface Timed {
  readonly call: string
  readonly status: number
  readonly ms: number
  readonly answer: Answer
}

export interface Walk {
  /** Every list with every filter, by the large merchant. */
  readonly walked: readonly Timed[]
  /** The others' request times in milliseconds, without and with the walk beside them. */
  readonly alone: readonly number[]
  readonly beside: readonly number[]
}

export interface Size {
  readonly rows: number
  readonly rounds: number
  readonly seconds: number
  /** The others' requests per second. */
  readonly rate: number
  /** Lists in flight at once. */
  readonly readers: number
}

export async function walkLists({ rows, rounds, seconds, rate, readers }: Size): Promise<Walk> {
  await using api = await startApi({ FLORIN_PROVIDER: 'instant', FLORIN_RATE_LIMIT: '10000000' })
  const operator = api.client(ADMIN_KEY)
  const large = await newMerchant(operator)
  await seedLists(await testDatabase(), large.merchant_id, rows)
  const others = await Promise.all([1, 2, 3, 4].map(() => newMerchant(operator)))
  const calls = everyList(routes)
  const walk = { walked: [] as Timed[], alone: [] as number[], beside: [] as number[] }
  await work(others, rate, 3)
  for (let round = 0; round < rounds; round++) {
    walk.alone.push(...(await work(others, rate, seconds)))
    const stop = new AbortController()
    const walking = Array.from({ length: readers }, (_, n) =>
      walkOn(large, calls, Math.floor((calls.length * n) / readers), stop.signal),
    )
    walk.beside.push(...(await work(others, rate, seconds)))
    stop.abort()
    walk.walked.push(...(await Promise.all(walking)).flat())
  }
  return walk
}

interface Merchant {
  readonly merchant_id: string
  readonly profile_id: string
  readonly client: Client
}

async function newMerchant(operator: Client): Promise<Merchant> {
  const { body } = await operator.post('/accounts', { merchant_name: 'A merchant' })
  const { merchant_id, profile_id } = body
  return { merchant_id, profile_id, client: operator.with(body.api_key) }
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

/** Requests at a fixed rate, whatever the answers take: a payment, a look at it, a customer, a list. */
async function work(merchants: readonly Merchant[], rate: number, seconds: number) {
  const times: number[] = []
  const sent: Promise<void>[] = []
  const started = performance.now()
  for (let n = 0; n < rate * seconds; n++) {
    const wait = started + (n * 1000) / rate - performance.now()
    if (wait > 0) await sleep(wait)
    const { client } = merchants[n % merchants.length] as Merchant
    sent.push(timed(actions[n % actions.length] as Action, client, times))
  }
  await Promise.all(sent)
  return times
}

type Action = (client: Client) => Promise<Answer>

const last = new Map<Client, string>()
const actions: readonly Action[] = [
  async (client) => {
    const answer = await client.post('/payments', { ...examplePayment, confirm: true })
    last.set(client, answer.body.payment_id)
    return answer
  },
  (client) => client.get(`/payments/${last.get(client) ?? 'none_yet'}`),
  (client) => client.post('/customers', { name: 'Ada' }),
  (client) => client.get('/balances'),
  (client) => client.get('/payments/list?status=succeeded'),
]

async function timed(action: Action, client: Client, times: number[]): Promise<void> {
  const started = performance.now()
  const { status, text } = await action(client)
  times.push(performance.now() - started)
  if (status >= 400 && status !== 404) throw new Error(`${status} ${text}`)
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
  const size = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Number(value)]),
  ) as unknown as Size
  const { walked, alone, beside } = await walkLists(size)
  const show = (times: readonly number[]) =>
    [0.5, 0.99, 1].map((q) => quantile(times, q).toFixed(1)).join(' / ')
  const byStatus = Map.groupBy(walked, ({ status }) => status)
  const slowest = walked.toSorted((a, b) => b.ms - a.ms).slice(0, 10)
  const ratio = quantile(beside, 0.99) / quantile(alone, 0.99)
  const lines = [
    `${size.rows} rows in each list, ${size.readers} at once, ${cpus().length} cores; p50 / p99 / max in ms`,
    ...[...byStatus].map(
      ([status, those]) =>
        `lists answered ${status}: ${those.length}, ${show(those.map(({ ms }) => ms))}`,
    ),
    `others alone: ${alone.length}, ${show(alone)}`,
    `others beside the walk: ${beside.length}, ${show(beside)}`,
    `p99 ÷ p99 alone: ${ratio.toFixed(2)}`,
    ...slowest.map(({ call, status, ms }) => `${ms.toFixed(0)} ms  ${status}  ${call}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
