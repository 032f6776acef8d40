import type { Context } from '#kernel/context.ts'
import { withinProfiles } from '#http/authenticate.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { type ListPayouts, type Payout, payoutFilters } from './schema.ts'
import { eventObject } from './read.ts'
import { payoutPages, type PayoutRow } from './store.ts'

export function listPayouts(context: Context, input: ListPayouts): Promise<Envelope<Payout>> {
  const list = {
    source: payoutPages,
    filters: payoutFilters,
    // A list may end up in a log or an export, so it has no secrets.
    toApi: (row: PayoutRow) => ({ ...eventObject(row), client_secret: null }),
  }
  return readList(context, list, withinProfiles(context, input))
}
