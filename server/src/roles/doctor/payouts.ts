// Reads payouts in pages, and compares the account of what is in transit with the open payouts.
import type { Services } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import type { PayoutRecord } from '#core/invariants/record.ts'
import { balances } from '#core/ledger/read.ts'
import { IN_TRANSIT } from '#resources/payouts/invariants.ts'
import { objectRecords, subjects } from './record.ts'
import { openPayouts, payoutsAfter } from './store.ts'

const PAGE = 200

export async function* eachPayoutPage(
  db: Database,
  merchant_id: string,
): AsyncIterable<PayoutRecord[]> {
  let page = await payoutsAfter(db, merchant_id, '', PAGE)
  while (page.length > 0) {
    const ids = page.map((payout) => payout.payout_id)
    const recordOf = await objectRecords(db, merchant_id, subjects.payout, ids)
    yield page.map((payout) => ({ payout, ...recordOf(payout.payout_id) }))
    page = await payoutsAfter(db, merchant_id, ids.at(-1) ?? '', PAGE)
  }
}

const TRIES = 5

/** The account holds the amounts of open payouts and nothing else. */
export async function wrongTransit(
  { db }: Pick<Services, 'db'>,
  merchant_id: string,
): Promise<string[]> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await inTransit(db, merchant_id)
    const open = await openPayouts(db, merchant_id, [...IN_TRANSIT])
    const after = await inTransit(db, merchant_id)
    // A payout that was sent or settled between the two statements is in one of them only.
    if (spelled(before) !== spelled(after)) continue
    const due = new Map(open.map(({ currency, amount }) => [currency, BigInt(amount)]))
    const currencies = new Set([...before.keys(), ...due.keys()])
    return [...currencies].flatMap((currency) => {
      const [booked, sum] = [before.get(currency) ?? 0n, due.get(currency) ?? 0n]
      if (booked === sum) return []
      return `payouts_in_transit is ${booked} ${currency}, open payouts sum to ${sum}`
    })
  }
  return []
}

async function inTransit(db: Database, merchant_id: string): Promise<Map<string, bigint>> {
  const rows = await balances({ db, merchant_id })
  const own = rows.filter((row) => row.account === 'payouts_in_transit')
  return new Map(own.map(({ currency, balance }) => [currency, balance]))
}

function spelled(sums: ReadonlyMap<string, bigint>): string {
  const lines = [...sums].map(([currency, sum]) => `${currency} ${sum}`)
  return lines.toSorted((a, b) => (a < b ? -1 : 1)).join()
}
