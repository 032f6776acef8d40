import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { demandCustomers, takeSlot } from './place.ts'
import { checkName, checkQuery } from './query.ts'
import { readOwnView, toApi } from './read.ts'
import type { UpdateView, View } from './schema.ts'
import { TEAM, type ViewRow, views } from './store.ts'

/** Absent fields stay as they are. A view that is no longer shared is its author's. */
export function updateView(context: Context, view_id: string, input: UpdateView): Promise<View> {
  return retryOnConflict(async () => {
    const current = await readOwnView(context, view_id)
    const { name = current.name, query = current.query } = input
    checkName(name)
    const customer_ids = checkQuery(current.list, query)
    const demands = await demandCustomers(context, customer_ids)
    const set = {
      name,
      query,
      customer_ids,
      ...(await moveTo(context, current, input)),
      modified_at: context.now,
    }
    await context.commit(update(views, current, set), ...demands)
    return toApi({ ...current, ...set })
  })
}

async function moveTo(context: Context, current: ViewRow, { is_shared }: UpdateView) {
  const { list, user_id, slot } = current
  const holder = is_shared === undefined ? current.holder : is_shared ? TEAM : user_id
  if (holder === current.holder) return { holder, slot }
  return { holder, slot: await takeSlot(context, { holder, list }) }
}
