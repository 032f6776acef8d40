import { insert } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { demandCustomers, takeSlot } from './place.ts'
import { checkName, checkQuery } from './query.ts'
import { checkMayRead, signedInUser, toApi } from './read.ts'
import type { CreateView, View } from './schema.ts'
import { TEAM, type ViewRow, views } from './store.ts'

export async function createView(context: Context, input: CreateView): Promise<View> {
  const { list, name, query, is_shared = false } = input
  const { merchant_id, now } = context
  const user_id = signedInUser(context)
  checkMayRead(context, list)
  checkName(name)
  const customer_ids = checkQuery(list, query)
  const view_id = context.id('view')
  const holder = is_shared ? TEAM : user_id
  return retryOnConflict(async () => {
    const demands = await demandCustomers(context, customer_ids)
    const row: ViewRow = {
      merchant_id,
      view_id,
      list,
      holder,
      slot: await takeSlot(context, { holder, list }),
      user_id,
      name,
      query,
      customer_ids,
      created: now,
      modified_at: now,
      version: 1,
    }
    await context.commit(insert(views, row), ...demands)
    return toApi(row)
  })
}
