import type { Context } from '#kernel/context.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { profileOfRequest } from '#resources/accounts/profiles/read.ts'
import { toApi } from './read.ts'
import { type Coupon, couponFilters, type ListCoupons } from './schema.ts'
import { couponPages } from './store.ts'

const list = { source: couponPages, filters: couponFilters, toApi }

export async function listCoupons(context: Context, input: ListCoupons): Promise<Envelope<Coupon>> {
  await profileOfRequest(context)
  return readList(context, list, input)
}
