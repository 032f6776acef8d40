import type { Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { freeSlot } from '#kernel/slots.ts'
import { Failure } from '#errors.ts'
import { findLiveCustomer, whileNotDeleted } from '#resources/payments/customers/read.ts'
import { MAX_VIEWS } from './schema.ts'
import { findHeldViews, TEAM, type ViewRow } from './store.ts'

/** A free slot of the team or of the author. */
export async function takeSlot(
  { db, merchant_id }: Context,
  place: Pick<ViewRow, 'holder' | 'list'>,
): Promise<number> {
  const slot = freeSlot(await findHeldViews(db, { merchant_id, ...place }), MAX_VIEWS)
  if (slot !== undefined) return slot
  const whose = place.holder === TEAM ? 'The team' : 'A user'
  throw new Failure('IR_16', `${whose} can have ${MAX_VIEWS} views of a list. Delete one first.`)
}

/** The customers that a view names exist while it is written: it is deleted with any of them. */
export async function demandCustomers(context: Context, ids: readonly string[]): Promise<Write[]> {
  return Promise.all(
    ids.map(async (id) => {
      const customer = await findLiveCustomer(context, context.merchant_id, id)
      if (customer !== undefined) return whileNotDeleted(customer)
      const message = `\`query\` names the customer ${id}, who does not exist.`
      throw new Failure('IR_04', message, { field: 'query' })
    }),
  )
}
