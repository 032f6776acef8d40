import type { Context } from '#kernel/context.ts'
import { readCustomer } from '#resources/payments/customers/read.ts'
import { readCredit } from '#resources/billing/invoices/credit.ts'
import { coverage } from '#resources/billing/invoices/draft.ts'
import { profileOfRequest } from '#resources/accounts/profiles/read.ts'
import { firstLines, readUsable } from './create.ts'
import type { Estimate, EstimateQuery } from './estimate_schema.ts'
import { checkOfferSession } from './session.ts'
import { readOffer } from './terms.ts'

/** Previews a subscription's first invoice. Nothing is written. */
export async function estimateSubscription(
  context: Context,
  query: EstimateQuery,
): Promise<Estimate> {
  await profileOfRequest(context)
  await checkOfferSession(context, query)
  const { customer_id } = query
  const customer = customer_id ? await readCustomer(context, customer_id) : undefined
  const offer = await readOffer(context, query)
  const coupon = await readUsable(context, query, offer)
  const { currency, item_price_id, plan_id } = offer.price
  const line_items = firstLines(context.now, offer, coupon).lines
  const credit = customer && (await readCredit(context, { ...customer, currency }))
  const { amount } = coverage(line_items, credit?.amount ?? 0)
  const coupon_code = coupon?.coupon_code ?? null
  return { amount, currency, plan_id, item_price_id, coupon_code, line_items }
}
