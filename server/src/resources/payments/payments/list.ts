import type { Context } from '#kernel/context.ts'
import { withinProfiles } from '#http/authenticate.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { type ListPayments, paymentFilters } from './filters.ts'
import type { Payment } from './schema.ts'
import { toApi } from './read.ts'
import { paymentPages, type PaymentRow } from './store.ts'

export function listPayments(context: Context, input: ListPayments): Promise<Envelope<Payment>> {
  const list = {
    source: paymentPages,
    filters: paymentFilters,
    // A list may end up in a log or an export, so it has no secrets.
    toApi: (row: PaymentRow) => ({ ...toApi(context, row), client_secret: null }),
  }
  return readList(context, list, withinProfiles(context, input))
}
