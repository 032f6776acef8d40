import type { Context } from '#kernel/context.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { type ListPayments, type Payment, paymentFilters } from './schema.ts'
import { toApi } from './read.ts'
import { paymentPages, type PaymentRow } from './store.ts'

export function listPayments(context: Context, input: ListPayments): Promise<Envelope<Payment>> {
  const list = {
    source: paymentPages,
    filters: paymentFilters,
    toApi: (row: PaymentRow) => toApi(context, row),
  }
  return readList(context, list, input)
}
