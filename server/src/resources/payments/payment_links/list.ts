import type { Context } from '#kernel/context.ts'
import { withinProfiles } from '#http/authenticate.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { toApi } from './read.ts'
import { type ListPaymentLinks, type PaymentLink, paymentLinkFilters } from './schema.ts'
import { paymentLinkPages } from './store.ts'

export function listPaymentLinks(
  context: Context,
  input: ListPaymentLinks,
): Promise<Envelope<PaymentLink>> {
  const list = { source: paymentLinkPages, filters: paymentLinkFilters, toApi }
  return readList(context, list, withinProfiles(context, input))
}
