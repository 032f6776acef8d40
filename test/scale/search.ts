// A merchant with a million payments and as many customers searches by all that a person may have at hand, while other
// merchants pay and read: frequent and rare words, amounts, last four digits, several words, and words of nothing.
//
//   npm run scale:search -- --rows 1000000 --rounds 45 --seconds 2
import assert from 'node:assert/strict'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { Database } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { sql } from '#kernel/sql.ts'
import { backfill, indexQueued } from '#resources/reporting/search/queue.ts'
import { startApi } from '#testing/api_process.ts'
import { testDatabase } from '#testing/database.ts'
import { ADMIN_KEY } from '#testing/harness.ts'
import { quantile } from '../../bench/load.ts'
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
import { seedLists } from './list_rows.ts'

/** Texts that find rows from `list_rows.ts`: all, some or one. */
const found = [
  'person',
  'example',
  'order',
  'xx',
  'person example',
  'example person',
  'Person 77',
  '77',
  '77 order',
  'person77@example.com',
  'person7',
  'order-777',
  '17.77',
  '€17.77',
  '17.77 EUR',
  '0777',
  'pay_00000007',
  'cus_0000000777',
]
const notFound = ['tove', 'order tove', 'tove person example order', '9999999.99', 'pay_nothing']
const texts = [...found, ...notFound]

export interface Search {
  readonly q: string
  readonly ms: number
}

export interface Searched extends Others {
  readonly searches: readonly Search[]
  readonly indexed: number
  readonly indexing_ms: number
}

export interface Size extends Rounds {
  readonly rows: number
}

export async function searchAmong({ rows, ...rounds }: Size): Promise<Searched> {
  await using api = await startApi({ FLORIN_PROVIDER: 'instant', FLORIN_RATE_LIMIT: '10000000' })
  const operator = api.client(ADMIN_KEY)
  const large = await newMerchant(operator)
  const url = await testDatabase()
  await seedLists(url, large.merchant_id, rows, ['customers', 'payments'])
  const started = performance.now()
  const indexed = await index(url, large)
  const indexing_ms = performance.now() - started
  assert.ok(indexed >= 2 * rows, `${indexed} objects were indexed`)

  const done: Search[] = []
  const others = await alternate(operator, rounds, async (signal) => {
    for (let n = done.length; !signal.aborted; n++) {
      const q = texts[n % texts.length] as string
      const sent_at = performance.now()
      const { status, text, body } = await large.client.get(`/search?q=${encodeURIComponent(q)}`)
      done.push({ q, ms: performance.now() - sent_at })
      assert.equal(status, 200, text)
      assert.equal(body.data.length > 0, found.includes(q), `${q}: ${text}`)
    }
  })
  return { searches: done, indexed, indexing_ms, ...others }
}

/** As after an upgrade: the objects are older than the search. */
async function index(url: string, { merchant_id }: Merchant): Promise<number> {
  const options = { url, connections: 2, log: createLog('error'), statement_timeout_ms: 60_000 }
  const db = new Database({ ...options, answer_ms: 120_000 })
  try {
    await db.rows(sql`insert into search_backfills (merchant_id, kind, after_id, begin_at)
      values (${merchant_id}, 'customer', '', clock_timestamp())`)
    let done = 0
    for (;;) {
      const open = await backfill({ db })
      const indexed = await indexQueued({ db })
      if (open + indexed === 0) break
      done += indexed
    }
    await db.rows(sql`vacuum analyze search_terms, search_objects, search_queue`)
    return done
  } finally {
    await db.close()
  }
}

if (import.meta.main) await main()

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '45' },
      seconds: { type: 'string', default: '2' },
      rate: { type: 'string', default: '40' },
    },
  })
  const size: Size = numbersOf(values)
  const { searches: done, indexed, indexing_ms, ...others } = await searchAmong(size)
  const byText = [...Map.groupBy(done, ({ q }) => q)].map(([q, those]) => {
    const times = those.map(({ ms }) => ms)
    return { q, times, p99: quantile(times, 0.99) }
  })
  const slowest = byText.toSorted((a, b) => b.p99 - a.p99)
  const lines = [
    `${size.rows} payments and customers, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}; p50 / p99 / longest in ms`,
    `objects indexed: ${indexed}, ${(indexed / (indexing_ms / 1_000)).toFixed(0)} a second`,
    `searches: ${done.length}, ${showTimes(done.map(({ ms }) => ms))}`,
    ...describeOthers(others, 'searches'),
    ...slowest.map(({ q, times }) => `${q}: ${times.length}, ${showTimes(times)}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
