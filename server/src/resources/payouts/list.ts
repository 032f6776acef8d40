import type { Context } from '#kernel/context.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { type ListPayouts, type Payout, payoutFilters } from './schema.ts'
import { toApi } from './read.ts'
import { payoutPages, type PayoutRow } from './store.ts'

export function listPayouts(context: Context, input: ListPayouts): Promise<Envelope<Payout>> {
  const list = {
    source: payoutPages,
    filters: payoutFilters,
    toApi: (row: PayoutRow) => toApi(context, row),
  }
  return readList(context, list, input)
}
