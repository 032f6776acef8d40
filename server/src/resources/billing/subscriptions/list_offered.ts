import type { Context } from '#kernel/context.ts'
import { listItems } from '#resources/billing/plans/list_items.ts'
import type { Item, ListItems } from '#resources/billing/plans/schema.ts'
import { checkOfferSession } from './session.ts'

export async function listOffered(context: Context, query: ListItems): Promise<Item[]> {
  await checkOfferSession(context, query)
  return listItems(context, query)
}
