import type { Context } from '#kernel/context.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { type ListRefunds, type Refund, refundFilters } from './schema.ts'
import { refundPages, type RefundRow } from './store.ts'

export function listRefunds(context: Context, input: ListRefunds): Promise<Envelope<Refund>> {
  const toApi = (row: RefundRow) => row
  return readList(context, { source: refundPages, filters: refundFilters, toApi }, input)
}
