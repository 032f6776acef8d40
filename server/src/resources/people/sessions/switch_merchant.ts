import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import type { Switched, SwitchMerchant } from './schema.ts'
import { findUserRole, findSession, sessions } from './store.ts'

/** From now on this session acts for the other merchant; the user's other sessions do not change. */
export function switchMerchant(
  context: Context,
  { merchant_id }: SwitchMerchant,
): Promise<Switched> {
  return retryOnConflict(async () => {
    const { session_id = '', user_id = '' } = context.caller.session ?? {}
    const role = await findUserRole(context.db, user_id, merchant_id)
    const session = await findSession(context.db, session_id)
    if (role === undefined || session === undefined) throw notFound('merchant', merchant_id)
    await context.commit(update(sessions, session, { merchant_id }))
    return { merchant_id, merchant_name: role.merchant_name, role_id: role.role_id }
  })
}
