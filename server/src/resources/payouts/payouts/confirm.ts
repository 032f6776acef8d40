import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import type { PayoutCheckOutcome } from '#core/providers/payout.ts'
import { checkSession } from '#http/client_access.ts'
import { expiryTime } from './create.ts'
import { checkComplete, edit, type Edited } from './edit.ts'
import { checkEligibility, NO_REFUSAL, obstacle } from './eligibility.ts'
import { advance, type Advanced, assertNotSent } from './lifecycle.ts'
import { readInstrument } from '#resources/methods/payout_methods/resolve_method.ts'
import { readPayout, toApi } from './read.ts'
import type { EditOrder } from './order.ts'
import type { Payout } from './schema.ts'
import type { PayoutTransition } from './state.ts'
import type { PayoutRow } from './store.ts'

/**
 * Confirms the details. A recipient with a client_secret only adds them; the merchant confirms them, in advance with
 * `auto_fulfill` or afterwards with a secret key.
 */
export async function confirmPayout(
  context: Context,
  payout_id: string,
  order: EditOrder,
): Promise<Payout> {
  const row = await retryOnConflict(async () => {
    const current = await readPayout(context, payout_id)
    checkSession(context, 'payout', current)
    assertNotSent(current, 'confirmed')
    if (context.caller.is_publishable) assertOpen(current)
    const edited = await edit(context, current, order)
    checkComplete(edited.row)
    const isConfirmed = !context.caller.is_publishable || edited.row.auto_fulfill
    const { row: decided, writes } = isConfirmed
      ? decideConfirm(current, edited, await eligibility(context, current, edited), context.now)
      : advance(current, received(current), edited.row, context.now)
    await context.commit(...writes, ...edited.writes)
    return decided
  })
  return toApi(context, row)
}

/** Once a recipient is set, a client_secret holder cannot redirect the money. */
function assertOpen({ confirmed_at, payout_method_data }: PayoutRow): void {
  if (confirmed_at === null && payout_method_data === null) return
  throw new Failure(
    'IR_16',
    'This payout has a recipient already; only the merchant can change it.',
  )
}

/** The transition when the details have arrived. */
export function received({ status }: PayoutRow): PayoutTransition[] {
  return status === 'requires_payout_method_data' ? ['add_method'] : []
}

async function eligibility(context: Context, current: PayoutRow, edited: Edited) {
  const stored = { ...edited.row, vault_id: current.vault_id }
  const instrument = edited.instrument ?? (await readInstrument(context, stored))
  if (instrument === undefined) return { result: 'unknown' } as const
  return checkEligibility(context, edited.row, instrument)
}

/** Without an answer the payout is confirmed: the rail checks again when the money is sent. */
function decideConfirm(
  current: PayoutRow,
  { row, isRedirected }: Edited,
  checked: PayoutCheckOutcome,
  now: Date,
): Advanced {
  const confirmed_at = isRedirected ? now : (row.confirmed_at ?? now)
  const confirmed = { ...row, confirmed_at }
  const before = current.status
  if (before === 'requires_vendor_account_creation') {
    if (checked.result !== 'eligible') return advance(current, [], confirmed, now)
    return advance(current, ['open_account'], { ...confirmed, ...ready(confirmed, now) }, now)
  }
  const path = before === 'requires_fulfillment' ? [] : [...received(current), 'confirm' as const]
  if (checked.result === 'ineligible' || checked.result === 'needs_vendor_account') {
    const { path: blocked, set } = obstacle(checked.result, checked, now)
    return advance(current, [...path, ...blocked], { ...confirmed, ...set }, now)
  }
  return advance(current, path, { ...confirmed, ...ready(confirmed, now) }, now)
}

/** Ready to be sent; with `auto_fulfill` it is due now. */
export function ready(row: PayoutRow, now: Date): Partial<PayoutRow> {
  const isAutomatic = row.auto_fulfill && row.confirmed_at !== null
  return { ...NO_REFUSAL, fulfill_at: isAutomatic ? now : null, expires_at: expiryTime(row) }
}
