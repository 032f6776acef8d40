// Record, call, record. The first commit takes the money from the balance and records the intent; then the provider
// is called once, under the operation's id; then the outcome is recorded.
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { book } from '#core/ledger/transfer.ts'
import { callbackUrl, nextOperation, perform, record, refuse } from '#core/operations/perform.ts'
import { intend, type Intended } from '#core/operations/operation.ts'
import type { PayoutInstrument } from '#core/providers/payout.ts'
import { checkApprovals } from './approvals.ts'
import { payoutAccount } from './account.ts'
import { checkComplete } from './edit.ts'
import { NO_REFUSAL } from './eligibility.ts'
import { advance, assertNotSent } from './lifecycle.ts'
import { readInstrument } from '#resources/methods/payout_methods/resolve_method.ts'
import { readPayout, toApi } from './read.ts'
import type { Payout } from './schema.ts'
import { type PayoutOperation, payoutSettler } from './settler.ts'
import { balanceLocks, findBalanceLock, type PayoutRow } from './store.ts'
import { insert, update, type Write } from '#kernel/change.ts'
import { available } from '#core/ledger/read.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { profileOfExisting } from '#resources/accounts/profiles/read.ts'

/** Sends the money. */
export async function fulfillPayout(context: Context, payout_id: string): Promise<Payout> {
  const { operation_id, started: earlier } = await nextOperation(context)
  if (earlier) return toApi(context, await readPayout(context, payout_id))
  const started = await retryOnConflict(async () => {
    const current = await readPayout(context, payout_id)
    checkReady(current, 'fulfilled')
    return startPayout(context, current, operation_id)
  })
  return toApi(context, await performPayout(context, started))
}

const NOT_READY: Readonly<Record<string, string>> = {
  requires_payout_method_data: 'waits for the details of its recipient',
  requires_confirmation: 'must be confirmed first',
  requires_vendor_account_creation: 'waits until its recipient has an account with the rail',
}

/** Ready to be sent, or to be approved. */
export function checkReady(current: PayoutRow, what: 'fulfilled' | 'approved'): void {
  assertNotSent(current, what)
  const reason = NOT_READY[current.status]
  if (reason !== undefined) throw new Failure('IR_14', `The payout ${reason}.`)
  checkComplete(current)
}

interface Started extends Omit<Intended<PayoutOperation>, 'write'> {
  row: PayoutRow
  instrument: PayoutInstrument
}

/** Records the intent; the provider is not called yet. */
export async function startPayout(
  context: Context,
  current: PayoutRow,
  operation_id: string,
): Promise<Started> {
  const instrument = await readInstrument(context, current)
  if (instrument === undefined) {
    throw new Failure('IR_14', 'The method of this payout is no longer stored; send another one.')
  }
  const approved = await checkApprovals(context, current)
  const account = await payoutAccount(context, current)
  const locks = await checkFunds(context, current)
  const { merchant_id, payout_id: object_id, amount, currency } = current
  const about = { merchant_id, operation_id, object_id, amount, currency }
  const { operation, write, decided_ms } = intend({
    ...about,
    kind: 'payout',
    ...account,
    parent_id: null,
    intent: { payout_method_id: context.id('pom', 'saved') },
    now: context.clock.now(),
  })
  const set = { ...NO_REFUSAL, operation_id, connector: account.provider, fulfill_at: null }
  const { row, writes } = advance(current, ['send'], set, context.now)
  const booked = book(about, { payout: amount }, context.now)
  await record(context, operation, ...writes, write, ...booked, ...locks, ...approved)
  return { row, operation, decided_ms, instrument }
}

/** Calls the provider and records the outcome. */
export async function performPayout(context: Context, started: Started): Promise<PayoutRow> {
  const { row: payout, operation, instrument } = started
  const { operation_id, amount, currency } = operation
  const { row, outcome } = await perform(context, payoutSettler, started, (provider) =>
    provider.payout({
      operation_id,
      amount,
      currency,
      instrument,
      merchant_id: payout.merchant_id,
      reference: payout.payout_id,
      priority: payout.priority ?? undefined,
      callback_url: callbackUrl(context, operation),
    }),
  )
  if (outcome.result === 'not_sent') refuse(outcome)
  return row ?? payout
}

/**
 * The operator bounds a merchant's payouts by its available balance and by a daily amount; a profile can only be
 * stricter. The payout updates its merchant's balance lock in its own commit, so if two payouts would each fit but
 * not both, only one passes and the other is checked again.
 */
async function checkFunds(
  context: Context,
  { profile_id, amount, currency }: PayoutRow,
): Promise<Write[]> {
  const { merchant_id } = context
  const merchant = await readMerchant(context.db, merchant_id)
  if (merchant.status === 'suspended') {
    throw new Failure('AU_03', 'This account is suspended; its payouts are held.')
  }
  const { refuse_payouts_above_balance } = await profileOfExisting(context, profile_id)
  const isBound = refuse_payouts_above_balance || !merchant.allow_payouts_above_balance
  const limit = merchant.payout_daily_limits[currency]
  if (!isBound && limit === undefined) return []
  // The lock is read before the balance: a transfer that is booked later makes the commit a conflict.
  const lock = await findBalanceLock(context.db, merchant_id, currency)
  if (isBound) checkAvailable(amount, currency, await available(context, currency))
  const day = context.now.toISOString().slice(0, 10)
  const before = lock?.day === day ? lock.sent : 0
  const sent = before + amount
  if (limit !== undefined && sent > limit) {
    const left = Math.max(0, limit - before)
    const message = `The operator of this service allows payouts of ${limit} ${currency} a day; ${left} are left today.`
    throw new Failure('IR_13', message, { field: 'amount', details: { available: left } })
  }
  if (lock) return [update(balanceLocks, lock, { day, sent })]
  return [insert(balanceLocks, { merchant_id, currency, day, sent, version: 1 })]
}

function checkAvailable(amount: number, currency: string, left: bigint): void {
  if (amount <= left) return
  const message = `Only ${left > 0n ? left : 0} ${currency} are available for payouts.`
  throw new Failure('IR_13', message, { field: 'amount', details: { available: Number(left) } })
}
