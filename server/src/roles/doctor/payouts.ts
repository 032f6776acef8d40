// Reads payouts in pages, and compares the in-transit account with the open payouts.
import type { Services } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import type { PayoutRecord } from '#core/invariants/record.ts'
import { IN_TRANSIT } from '#resources/payouts/payouts/invariants.ts'
import { wrongAccount } from './accounts.ts'
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
    const recordById = await objectRecords(db, merchant_id, subjects.payout, ids)
    yield page.map((payout) => ({ payout, ...recordById(payout.payout_id) }))
    page = await payoutsAfter(db, merchant_id, ids.at(-1) ?? '', PAGE)
  }
}

/** The account holds the open payouts' amounts and nothing else. */
export function wrongTransit(parts: Pick<Services, 'db'>, merchant_id: string): Promise<string[]> {
  return wrongAccount(parts, merchant_id, 'payouts_in_transit', 'open payouts', (db, id) =>
    openPayouts(db, id, [...IN_TRANSIT]),
  )
}
