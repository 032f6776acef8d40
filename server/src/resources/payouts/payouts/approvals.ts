// Payout approvals. They are part of the payout's row, so that the commit that sends the payout is refused if they
// have changed since; the profile's number and the approvers' roles are demanded in the same commit.
import { isDeepStrictEqual } from 'node:util'
import type { Write } from '#kernel/change.ts'
import type { Caller, Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { hasScope } from '#http/authenticate.ts'
import { resolvePermissions, roleScopes } from '#http/permissions.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { demandApprovals, profileOfExisting } from '#resources/accounts/profiles/read.ts'
import { demandRole, findRolesHeld, type HeldRole } from './approvers_store.ts'
import type { EditOrder } from './order.ts'
import type { PayoutRow } from './store.ts'

/** Fields that do not affect what is paid; a change to any other removes the approvals. */
const NOT_APPROVED: ReadonlySet<string> = new Set([
  'metadata',
  'return_url',
  'browser_info',
  'session_before',
  'expires_at',
])

/** A user who prepares a payout cannot approve it, and approvals cover only the content that they were given for. */
export function reviewAfter(
  { session }: Pick<Caller, 'session'>,
  before: PayoutRow,
  after: PayoutRow,
): Pick<PayoutRow, 'approvals' | 'prepared_by'> {
  const { approvals, prepared_by } = before
  const isChanged = (Object.keys(after) as (keyof PayoutRow)[]).some(
    (name) => !NOT_APPROVED.has(name) && !isDeepStrictEqual(before[name], after[name]),
  )
  if (!isChanged) return { approvals, prepared_by }
  const by = session === null ? [] : [session.user_id]
  return { approvals: [], prepared_by: [...new Set([...prepared_by, ...by])] }
}

/** A payout that needs approvals is not sent automatically. */
export async function checkAutomatic(
  context: Context,
  { profile_id, auto_fulfill }: PayoutRow,
  order: EditOrder,
): Promise<void> {
  const isAsked = order.auto_fulfill !== undefined || order.profile_id !== undefined
  if (!auto_fulfill || !isAsked) return
  const { payout_approvals } = await profileOfExisting(context, profile_id)
  if (payout_approvals === 0) return
  const message = `Payouts of the profile ${profile_id} need ${count(payout_approvals)}, so they cannot be sent automatically. Leave \`auto_fulfill\` out, and fulfill the payout once it is approved.`
  throw new Failure('IR_29', message, { field: 'auto_fulfill' })
}

/** Returns demands for the commit that sends the payout. */
export async function checkApprovals(context: Context, payout: PayoutRow): Promise<Write[]> {
  const { required, missing, demands } = await countApprovals(context, payout)
  if (missing === 0) return demands
  const approval = missing === 1 ? '1 is missing' : `${missing} are missing`
  const message = `This payout needs ${count(required)} before it is sent; ${approval}. Other users than those who prepared it approve it, in the dashboard or with POST /payouts/${payout.payout_id}/approve.`
  const details = { approvals_required: required, approvals_missing: missing }
  throw new Failure('IR_29', message, { details })
}

export async function missingApprovals(context: Context, payout: PayoutRow): Promise<number> {
  return (await countApprovals(context, payout)).missing
}

interface Counted {
  readonly required: number
  readonly missing: number
  /** Other rows that the count depends on. */
  readonly demands: Write[]
}

/** An approval counts while its user has a role that may approve: a removed user's does not. */
async function countApprovals(
  context: Context,
  { profile_id, approvals }: PayoutRow,
): Promise<Counted> {
  const { db, merchant_id } = context
  const { required, unchanged } = await demandApprovals(context, profile_id)
  if (required === 0) return { required, missing: 0, demands: [unchanged] }
  const { organization_id } = await readMerchant(db, merchant_id)
  const user_ids = approvals.map(({ user_id }) => user_id)
  const held = await findRolesHeld(db, { merchant_id, organization_id }, user_ids)
  const able = new Map(held.filter(mayApprove).map((role) => [role.user_id, role]))
  const counted = [...able.values()].slice(0, required)
  const demands = [unchanged, ...counted.flatMap(demandRole)]
  return { required, missing: required - counted.length, demands }
}

function mayApprove({ role_id, custom }: HeldRole): boolean {
  return hasScope(roleScopes(resolvePermissions(role_id, custom)), 'payouts:write')
}

function count(approvals: number): string {
  return approvals === 1 ? 'an approval' : `${approvals} approvals by different users`
}
