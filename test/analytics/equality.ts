// For random histories, the sums equal the objects' own figures and an independent computation in this test: for
// every metric, group, filter and granularity, even after all events were relayed again in another order, and after a
// rebuild; and the same for an organization with two merchants.
//
// npm run prove:analytics -- --operations 20000 --queries 400 --seed 7
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { dice } from '../../bank/src/faults.ts'
import { sleep } from '#kernel/clock.ts'
import { randomIds } from '#kernel/ids.ts'
import { countQueued } from '#resources/reporting/analytics/count.ts'
import { queueChanged } from '#resources/reporting/analytics/queue.ts'
import { finishRebuild, startRebuild } from '#resources/reporting/analytics/rebuild.ts'
import { createMerchant } from '#resources/accounts/merchants/create.ts'
import { catchUp } from '#testing/analytics.ts'
import { delayBank, testBank } from '#testing/bank.ts'
import type { Client } from '#testing/client.ts'
import type { Shop } from '#testing/harness.ts'
import { signedInAs } from '#testing/team.ts'
import { payingShop } from '../support/paying.ts'
import { type Asked, type Data, expectedAnswer, ofOrganization, readData } from './expected.ts'
import { play, type Roll } from './history.ts'
import { everyOne, sample } from './queries.ts'

export interface Proved {
  readonly objects: number
  readonly events: number
  readonly queries: number
  /** Queries whose answer has more rows than allowed. */
  readonly refused: number
  readonly differences: readonly string[]
}

export async function proveEquality(
  seed: number,
  operations: number,
  queries: number,
  report: (line: string) => void = () => undefined,
): Promise<Proved> {
  const shop = await payingShop()
  try {
    const roll: Roll = dice(seed)
    const { events } = await play(shop, roll, operations)
    const data = await settledData(shop)
    report(`${events.length} events of ${operations} operations are counted`)
    const proof = new Proof(shop, data, report)
    await proof.compare('after the history', [
      ...everyOne(data, roll),
      ...sample(data, roll, queries),
    ])
    await relayAgain(shop, shuffled([...events, ...events], roll))
    await proof.compare('after all events were relayed twice more', sample(data, roll, queries / 4))
    await startRebuild(shop.services, shop.merchant.merchant_id)
    await proof.compare('beside a rebuild that has only begun', [], false)
    await finishRebuild(shop.services, shop.merchant.merchant_id, () => undefined)
    await proof.compare('after a rebuild', sample(data, roll, queries / 4))
    const branch = await branchOf(shop)
    const { events: more } = await play(branch, roll, operations / 4)
    const all = ofOrganization(
      new Map([
        [shop.merchant.merchant_id, data],
        [branch.merchant.merchant_id, await settledData(branch)],
      ]),
    )
    await proof.compareOrganization(await signedInAs(shop, 'org_admin'), all, [
      ...everyOne(all, roll),
      ...sample(all, roll, queries / 2),
    ])
    const objects = all.payments.length + all.refunds.length + all.disputes.length
    return { objects, events: events.length + more.length, ...proof.result() }
  } finally {
    await shop.app.close()
  }
}

/** Another merchant in the same organization, on the same server. */
async function branchOf(shop: Shop): Promise<Shop> {
  const { organization_id } = shop.merchant
  const services = { ...shop.services, ...randomIds }
  const merchant = await createMerchant(services, { merchant_name: 'Branch', organization_id })
  return Object.assign(Object.create(shop) as Shop, { merchant, api_key: merchant.api_key })
}

// So that payments which the bank decides later are decided soon.
delayBank(100)

/** The bank decides some payments later: waits until nothing changes any more, and everything is counted. */
async function settledData(shop: Shop): Promise<Data> {
  for (;;) {
    const before = await readData(shop.services.db, shop.merchant.merchant_id)
    await sleep(1_000)
    await catchUp(shop.services)
    const data = await readData(shop.services.db, shop.merchant.merchant_id)
    if (isDeepStrictEqual(data, before)) return data
  }
}

function shuffled<T>(values: T[], roll: Roll): T[] {
  for (let i = values.length - 1; i > 0; i--) {
    const j = Math.floor(roll() * (i + 1))
    ;[values[i], values[j]] = [values[j] as T, values[i] as T]
  }
  return values
}

/** In batches, while others count. */
async function relayAgain(
  { services }: Shop,
  events: Parameters<typeof queueChanged>[1],
): Promise<void> {
  for (let n = 0; n < events.length; n += 200) {
    await Promise.all([queueChanged(services, events.slice(n, n + 200)), countQueued(services)])
  }
  while ((await countQueued(services)) > 0);
}

class Proof {
  private client: Client
  private data: Data
  private scope = 'merchant'
  private readonly report: (line: string) => void
  private queries = 0
  private refused = 0
  private readonly differences: string[] = []

  constructor(shop: Shop, data: Data, report: (line: string) => void) {
    this.client = shop
    this.data = data
    this.report = report
  }

  result() {
    const { queries, refused, differences } = this
    return { queries, refused, differences }
  }

  /** All that follows is about the organization. */
  compareOrganization(client: Client, data: Data, asked: readonly Asked[]): Promise<void> {
    this.client = client
    this.data = data
    this.scope = 'org'
    return this.compare('of two merchants', asked)
  }

  async compare(when: string, asked: readonly Asked[], isComplete = true): Promise<void> {
    const state = await this.ask({ ...first, kind: 'payments' }, 'BATCH')
    if (state.meta['is_complete'] !== isComplete) this.differences.push(`${when}: is_complete`)
    for (const each of asked) {
      this.queries += 1
      const [batch, live] = [await this.ask(each, 'BATCH'), await this.ask(each, 'LIVE')]
      if (batch.status === 400 && live.status === 400) this.refused += 1
      else this.judge(when, each, batch, live)
    }
    this.report(`${when}: ${asked.length} queries, ${this.differences.length} differences so far`)
  }

  private judge(when: string, asked: Asked, batch: Got, live: Got): void {
    const wanted = expectedAnswer(this.data, asked)
    for (const [source, got] of Object.entries({ batch, live })) {
      const isSame = isDeepStrictEqual(sorted(got.rows), sorted(wanted.rows))
      const totals = Object.fromEntries(
        Object.keys(wanted.totals).map((name) => [name, got.meta[name]]),
      )
      if (isSame && isDeepStrictEqual(totals, wanted.totals)) continue
      const shown = isSame ? [totals, wanted.totals] : firstDifference(got.rows, wanted.rows)
      this.differences.push(
        `${when}, ${source}: ${JSON.stringify(asked)}: ${JSON.stringify(shown)}`,
      )
    }
  }

  private async ask({ kind, granularity, ...query }: Asked, source: string): Promise<Got> {
    const body = {
      ...query,
      source,
      ...(granularity === undefined ? {} : { timeSeries: { granularity } }),
    }
    const answer = await this.client.post(`/analytics/v1/${this.scope}/metrics/${kind}`, body)
    const { queryData = [], metaData: [meta] = [{ error: answer.text }] } = answer.body
    return { status: answer.status, rows: queryData, meta }
  }
}

interface Got {
  readonly status: number
  readonly rows: readonly object[]
  readonly meta: Readonly<Record<string, unknown>>
}

const first: Omit<Asked, 'kind'> = {
  timeRange: { startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-02T00:00:00Z' },
  metrics: ['payment_count'],
  groupByNames: [],
  filters: {},
  granularity: undefined,
  delta: false,
}

const byText = (a: string, b: string) => (a < b ? -1 : 1)

function sorted(rows: readonly object[]): object[] {
  const text = (row: object) => JSON.stringify(row, Object.keys(row).toSorted(byText))
  return rows.toSorted((a, b) => byText(text(a), text(b)))
}

function firstDifference(got: readonly object[], wanted: readonly object[]): unknown {
  const [a, b] = [sorted(got), sorted(wanted)]
  const at = a.findIndex((row, i) => !isDeepStrictEqual(row, b[i]))
  return [got.length, wanted.length, a[at] ?? null, b[at] ?? null]
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      operations: { type: 'string', default: '20000' },
      queries: { type: 'string', default: '400' },
    },
  })
  const done = await proveEquality(
    Number(values.seed),
    Number(values.operations),
    Number(values.queries),
    (line) => process.stdout.write(`${line}\n`),
  )
  const { differences, ...counts } = done
  const lines = [
    ...Object.entries(counts).map(([name, n]) => `${n} ${name}`),
    ...differences.slice(0, 20).map((each) => `difference: ${each}`),
    `${differences.length} differences, seed ${values.seed}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  await (await testBank()).stop()
  process.exitCode = differences.length === 0 ? 0 : 1
}
