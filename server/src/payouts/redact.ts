import { change, update } from '../kernel/change.ts'
import { deciding } from '../kernel/commit.ts'
import type { Context } from '../kernel/context.ts'
import { redacted } from '../customers/redacted.ts'
import {
  findPayout,
  type PayoutRow,
  payouts,
  payoutsOfCustomer,
  type PlaceInTime,
} from './store.ts'

const PAGE = 200

/** Takes what names the recipient out of all of its payouts; amounts, ids and the books stay. */
export async function redactPayouts(context: Context, customer_id: string): Promise<void> {
  const { db, merchant_id } = context
  let last: PlaceInTime | undefined
  do {
    const page = await payoutsOfCustomer(db, merchant_id, customer_id, last, PAGE)
    await Promise.all(page.map(({ payout_id }) => redactPayout(context, payout_id)))
    last = page.length < PAGE ? undefined : page.at(-1)
  } while (last !== undefined)
}

function redactPayout({ db, committer, merchant_id }: Context, payout_id: string): Promise<void> {
  return deciding(async () => {
    const current = await findPayout(db, merchant_id, payout_id)
    const set = current && decide(current)
    // What is redacted already is left alone: the same customer is looked for more than once.
    if (set && JSON.stringify(set) !== JSON.stringify(named(current))) {
      await committer.commit(change(update(payouts, current, set)))
    }
  })
}

/** A method shows the name of its holder. */
function named(row: PayoutRow) {
  const { email, name, phone, phone_country_code, billing, payout_method_data, browser_info } = row
  return { email, name, phone, phone_country_code, billing, payout_method_data, browser_info }
}

function decide(row: PayoutRow) {
  return { ...redacted(named(row)), browser_info: null }
}
