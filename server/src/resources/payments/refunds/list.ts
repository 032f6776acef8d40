import type { Context } from '#kernel/context.ts'
import { withinProfiles } from '#http/authenticate.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { toApi } from './read.ts'
import { type ListRefunds, type Refund, refundFilters } from './schema.ts'
import { refundPages } from './store.ts'

const list = { source: refundPages, filters: refundFilters, toApi }

export function listRefunds(context: Context, input: ListRefunds): Promise<Envelope<Refund>> {
  return readList(context, list, withinProfiles(context, input))
}
