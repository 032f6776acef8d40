// Measures how long the dashboard takes to open the payment list, for a merchant with many and for one with few, in
// turn in the same browser: from the address to the first rows.
//
// npm run scale:dashboard -- --rows 1000000 --rounds 25
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Browser, Response } from 'playwright-core'
import { testDatabase } from '#testing/database.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { median } from '../../bench/load.ts'
import { launchBrowser } from '../browser/launch.ts'
import { type Visit, visitAs } from '../dashboard/dashboard.ts'
import { seedLists } from './list_rows.ts'

const FEW = 100

/** The addresses, by what they show. `rows` is how many payments there are. */
const lists: Readonly<Record<string, (rows: number) => string>> = {
  'all payments': () => '/payments',
  'paid ones': () => '/payments?status=succeeded',
  'those of a customer': () => '/payments?customer_id=cus_0000000007',
  'second page': (rows) => `/payments?starting_after=pay_${String(rows - 24).padStart(10, '0')}`,
}
export const names = Object.keys(lists)

export interface Opened {
  /** Per list. */
  readonly ms: readonly number[]
  /** API calls, and their answers' length. */
  readonly calls: number
  readonly bytes: number
}

export interface Measured {
  readonly many: readonly Opened[]
  readonly few: readonly Opened[]
}

export async function measureDashboard(rows: number, rounds: number): Promise<Measured> {
  const browser = await launchBrowser()
  try {
    await using large = await harness({ env: ENV })
    await using small = await harness({ env: ENV })
    const [many, few] = [
      await visitShop(browser, large, rows),
      await visitShop(browser, small, FEW),
    ]
    // Each one's first visit fills the browser's and the server's caches.
    await openLists(many)
    await openLists(few)
    const measured = { many: [] as Opened[], few: [] as Opened[] }
    for (let round = 0; round < rounds; round++) {
      if (round % 2 === 0) measured.many.push(await openLists(many))
      measured.few.push(await openLists(few))
      if (round % 2 === 1) measured.many.push(await openLists(many))
    }
    return measured
  } finally {
    await browser.close()
  }
}

const ENV = { FLORIN_PROVIDER: 'instant', FLORIN_RATE_LIMIT: '10000000' }

interface Visitor {
  readonly visit: Visit
  readonly rows: number
}

async function visitShop(browser: Browser, shop: Shop, rows: number): Promise<Visitor> {
  await seedLists(await testDatabase(), shop.merchant.merchant_id, rows, ['payments'])
  return { visit: await visitAs(browser, shop, 'merchant_view_only'), rows }
}

async function openLists({ visit, rows }: Visitor): Promise<Opened> {
  const answers: Promise<Buffer>[] = []
  const keep = (response: Response) => {
    // The counters in the navigation ask the same route for more rows.
    if (/\/payments\/list\?.*\blimit=25\b/.test(response.url())) answers.push(response.body())
  }
  visit.page.on('response', keep)
  const ms: number[] = []
  for (const pathOf of Object.values(lists)) {
    const started = performance.now()
    await visit.open(pathOf(rows))
    await visit.page.locator('main tbody tr a').first().waitFor()
    ms.push(performance.now() - started)
  }
  visit.page.off('response', keep)
  const bodies = await Promise.all(answers)
  return { ms, calls: bodies.length, bytes: Buffer.concat(bodies).length }
}

if (import.meta.main) await main()

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '25' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(
      'Opens the list of payments of a merchant with many and of one with 100.\n\n  npm run scale:dashboard -- [--rows 1000000] [--rounds 25]\n',
    )
    return
  }
  const { many, few } = await measureDashboard(Number(values.rows), Number(values.rounds))
  const lines = names.map((name, n) => {
    const [a, b] = [many, few].map((side) => median(side.map(({ ms }) => ms[n] ?? 0))) as [
      number,
      number,
    ]
    return `${name}: ${a.toFixed(0)} ms and ${b.toFixed(0)} ms, ratio ${(a / b).toFixed(2)}`
  })
  process.stdout.write(
    `${values.rows} payments and ${FEW}, median of ${values.rounds} rounds, ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}\n${lines.join('\n')}\n`,
  )
}
