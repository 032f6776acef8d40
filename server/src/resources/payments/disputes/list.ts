import type { Context } from '#kernel/context.ts'
import { withinProfiles } from '#http/authenticate.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { type Dispute, disputeFilters, type ListDisputes } from './schema.ts'
import { toApi } from './read.ts'
import { disputePages } from './store.ts'

const list = { source: disputePages, filters: disputeFilters, toApi }

export function listDisputes(context: Context, input: ListDisputes): Promise<Envelope<Dispute>> {
  return readList(context, list, withinProfiles(context, input))
}
