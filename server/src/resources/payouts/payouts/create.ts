import { insert } from '#kernel/change.ts'
import { addMs, DAY_MS } from '#kernel/clock.ts'
import { Conflict, retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { defaultProfile, profileInForce } from '#resources/accounts/profiles/read.ts'
import type { Profile } from '#resources/accounts/profiles/schema.ts'
import { checkComplete, edit } from './edit.ts'
import type { PayoutOrder } from './order.ts'
import type { Payout } from './schema.ts'
import { toApi } from './read.ts'
import { findPayout, type PayoutRow, payouts } from './store.ts'
import { NO_REFUSAL } from './eligibility.ts'

/** A payout that is not sent by then expires. */
const TTL_MS = 30 * DAY_MS

/** Nothing is sent yet: a worker sends an automatic payout a moment later. */
export async function createPayout(context: Context, order: PayoutOrder): Promise<Payout> {
  const profile =
    order.profile_id === undefined
      ? await defaultProfile(context)
      : await profileInForce(context, order.profile_id)
  const blank = newPayout(context, profile, order)
  const created = await retryOnConflict(async () => {
    const { row, writes } = await edit(context, blank, order)
    const decided = decideCreate(row, order)
    if (await context.tryCommit(insert(payouts, decided), ...writes)) return decided
    // The id exists only if an earlier attempt at this request inserted it; otherwise the customer was just created.
    const earlier = await findPayout(context.db, row.merchant_id, row.payout_id)
    if (earlier === undefined) throw new Conflict()
    return earlier
  })
  return toApi(context, created)
}

function decideCreate(row: PayoutRow, order: PayoutOrder): PayoutRow {
  const isComplete = row.payout_type !== null && row.payout_method_data !== null
  if (order.confirm === true) checkComplete(row)
  const isConfirmed = isComplete && (order.confirm === true || row.auto_fulfill)
  const isWaiting = row.payout_link !== null && row.payout_method_data === null
  return {
    ...row,
    status: isWaiting ? 'requires_payout_method_data' : 'requires_fulfillment',
    confirmed_at: isConfirmed ? row.created : null,
    fulfill_at: isConfirmed && row.auto_fulfill ? row.created : null,
  }
}

function newPayout(context: Context, profile: Profile, order: PayoutOrder): PayoutRow {
  const { merchant_id, now } = context
  const payout_id = context.id('po')
  const { session_expiry } = order
  const until = addMs(now, session_expiry === undefined ? TTL_MS : session_expiry * 1000)
  const isLink = order.payout_link === true
  return {
    merchant_id,
    payout_id,
    profile_id: profile.profile_id,
    status: 'requires_fulfillment',
    amount: order.amount,
    currency: order.currency,
    merchant_order_reference_id: null,
    payout_type: null,
    payout_method_data: null,
    payout_method_id: null,
    vault_id: null,
    // Set by the edit: the customer in the request, or a new one.
    customer_id: '',
    email: null,
    name: null,
    phone: null,
    phone_country_code: null,
    billing: null,
    auto_fulfill: false,
    recurring: false,
    entity_type: null,
    priority: null,
    business_country: null,
    description: null,
    return_url: null,
    metadata: null,
    browser_info: null,
    payout_link: isLink ? makeLink(context, payout_id, order) : null,
    cancellation_reason: null,
    ...NO_REFUSAL,
    connector: null,
    connector_transaction_id: null,
    attempts: null,
    prepared_by: [],
    approvals: [],
    operation_id: null,
    created: now,
    modified_at: now,
    confirmed_at: null,
    session_before: isLink ? until : addMs(now, profile.session_expiry * 1000),
    fulfill_at: null,
    expires_at: isLink ? until : addMs(now, TTL_MS),
    transitions: 0,
    version: 1,
  }
}

/** The page on which the recipient enters a method. */
function makeLink(context: Context, payout_id: string, { payout_link_config }: PayoutOrder) {
  const link = `${context.public_url}/payout_link/${context.merchant_id}/${payout_id}`
  return { link, config: payout_link_config ?? {} }
}

/** A payout link expires with its session. */
export function expiryTime({ payout_link, session_before, created }: PayoutRow): Date {
  return payout_link === null ? addMs(created, TTL_MS) : session_before
}
