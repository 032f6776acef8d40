import type { Context } from '#kernel/context.ts'
import { Failure, notFound } from '#errors.ts'
import { hasScope } from '#http/authenticate.ts'
import { project } from '#http/fields.ts'
import { type ListName, lists } from './lists.ts'
import { type ListViews, View, type Views } from './schema.ts'
import { findSeenViews, findView, TEAM, type ViewRow } from './store.ts'

export function toApi(row: ViewRow): View {
  return project(View, { ...row, is_shared: row.holder === TEAM })
}

export function signedInUser({ caller: { session } }: Context): string {
  if (session === null) throw new Failure('AU_03', 'Only a signed-in user has views.')
  return session.user_id
}

function mayRead({ caller }: Context, list: ListName): boolean {
  return hasScope(caller.scopes, lists[list].scope)
}

export function checkMayRead(context: Context, list: ListName): void {
  if (mayRead(context, list)) return
  const { scope } = lists[list]
  const message = `Your role lacks the scope ${scope}, which views of ${list} take.`
  throw new Failure('AU_03', message, { details: { scope } })
}

/** Only views that filter a list in the user's scopes. */
export async function listViews(context: Context, { list }: ListViews): Promise<Views> {
  if (list !== undefined) checkMayRead(context, list)
  const { db, merchant_id } = context
  const rows = await findSeenViews(db, merchant_id, signedInUser(context))
  const seen = rows.filter((row) => (list ?? row.list) === row.list && mayRead(context, row.list))
  return { count: seen.length, data: seen.map(toApi) }
}

/** For a change: a view that the user sees, and that is the user's own unless the role manages the team. */
export async function readOwnView(context: Context, view_id: string): Promise<ViewRow> {
  const row = await findView(context.db, context.merchant_id, view_id)
  const user_id = signedInUser(context)
  const isSeen = row !== undefined && [TEAM, user_id].includes(row.holder)
  if (!isSeen || !mayRead(context, row.list)) throw notFound('view', view_id)
  if (row.user_id !== user_id && !hasScope(context.caller.scopes, 'users:write')) {
    const message = 'Only its author, or somebody who manages the team, can change a shared view.'
    throw new Failure('AU_03', message, { details: { scope: 'users:write' } })
  }
  return row
}
