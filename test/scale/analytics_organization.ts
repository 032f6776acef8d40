// Metrics for an organization with many small merchants, and for one merchant alone: the org scope's cost compared
// with the merchant scope.
import { randomIds } from '#kernel/ids.ts'
import { finishRebuild, startRebuild } from '#resources/reporting/analytics/rebuild.ts'
import { createMerchant } from '#resources/accounts/merchants/create.ts'
import type { NewMerchant } from '#resources/accounts/merchants/schema.ts'
import type { Client } from '#testing/client.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { openSessionOf, addUser } from '#testing/team.ts'
import { daysOf, groupBy, query, run, seed, timed } from './analytics_rows.ts'

export interface MeasuredOrganization {
  readonly merchants: number
  /** Payments per merchant. */
  readonly rows: number
  readonly whole: {
    readonly ms: readonly number[]
    /** Sum rows that the query reads. */
    readonly sums: number
    /** True if the answer equals the GROUP BY over all merchants' payments. */
    readonly is_equal: boolean
  }
  /** An organization with one merchant, which has as many payments as all the others together. */
  readonly alone: {
    readonly org_ms: readonly number[]
    readonly merchant_ms: readonly number[]
    /** Pages that one request's statements read. */
    readonly org_pages: number
    readonly merchant_pages: number
  }
}

export async function measureOrganization(
  merchants: number,
  rows: number,
  repeats: number,
): Promise<MeasuredOrganization> {
  await using shop = await harness({ env: { FLORIN_PROVIDER: 'instant' } })
  const members = await branchesOf(shop, merchants)
  const ids = members.map(({ merchant_id }) => merchant_id)
  const { merchant_id } = shop.merchant
  await seed(ids, rows)
  await seed([merchant_id], rows * merchants)
  await run('vacuum analyze payments')
  for (const id of [...ids, merchant_id]) await startRebuild(shop.services, id)
  for (const id of [...ids, merchant_id]) {
    await finishRebuild(shop.services, id, () => undefined)
  }
  await run('vacuum analyze analytics_rollups')
  const admins = [
    await adminOf(shop, members[0] ?? shop.merchant),
    await adminOf(shop, shop.merchant),
  ] as const
  return { merchants, rows, ...(await compare(shop, ids, admins, repeats)) }
}

/** All in one organization. */
async function branchesOf(shop: Shop, merchants: number): Promise<NewMerchant[]> {
  const services = { ...shop.services, ...randomIds }
  const first = await createMerchant(services, { merchant_name: 'Branch' })
  const { organization_id } = first
  const made = [first]
  while (made.length < merchants) {
    made.push(await createMerchant(services, { merchant_name: 'Branch', organization_id }))
  }
  return made
}

async function adminOf(shop: Shop, merchant: NewMerchant): Promise<Client> {
  const there = Object.assign(Object.create(shop) as Shop, { merchant })
  return openSessionOf(there, await addUser(there, 'org_admin'))
}

/** In turn, so that all meet the same machine. */
async function compare(
  shop: Shop,
  ids: readonly string[],
  [whole, alone]: readonly [Client, Client],
  repeats: number,
) {
  const ms = { whole: [] as number[], org: [] as number[], merchant: [] as number[] }
  for (let n = 0; n < 5; n++) {
    for (const scope of ['org', 'merchant']) await query(alone, scope)
    await query(whole, 'org')
  }
  for (let n = 0; n < repeats; n++) {
    await timed(ms.whole, () => query(whole, 'org'))
    await timed(ms.org, () => query(alone, 'org'))
    await timed(ms.merchant, () => query(alone, 'merchant'))
  }
  const days = daysOf(await query(whole, 'org'))
  const is_equal = JSON.stringify(days) === JSON.stringify(await groupBy(ids))
  const org_pages = await pagesOf(shop, () => query(alone, 'org'))
  const merchant_pages = await pagesOf(shop, () => query(alone, 'merchant'))
  return {
    whole: { ms: ms.whole, sums: await sumsOf(ids), is_equal },
    alone: { org_ms: ms.org, merchant_ms: ms.merchant, org_pages, merchant_pages },
  }
}

async function sumsOf(merchant_ids: readonly string[]): Promise<number> {
  const [row] = await run<{ n: number }>(
    `select count(*)::int as n from analytics_rollups
     where merchant_id = any($1) and level = 'day' and kind = 'payment'`,
    [merchant_ids],
  )
  return row?.n ?? 0
}

/** The request's statements are run once more, by EXPLAIN. */
async function pagesOf({ services }: Shop, request: () => Promise<unknown>): Promise<number> {
  const { db } = services.lists
  const statements: [text: string, values: readonly unknown[]][] = []
  const unrecorded = db.run.bind(db)
  db.run = (text, values) => {
    statements.push([text, values])
    return unrecorded(text, values)
  }
  await request()
  db.run = unrecorded
  let pages = 0
  for (const [text, values] of statements) {
    const explain = `explain (analyze, buffers, format json) ${text}`
    const [row] = (await db.run(explain, [...values])) as unknown as [Explained]
    const [{ Plan: plan }] = row['QUERY PLAN']
    pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  }
  return pages
}

interface Explained {
  readonly 'QUERY PLAN': [
    { readonly Plan: Record<'Shared Hit Blocks' | 'Shared Read Blocks', number> },
  ]
}
