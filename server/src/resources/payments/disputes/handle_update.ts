import { insert } from '#kernel/change.ts'
import { addMs } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import { type Context, type Services, systemContext } from '#kernel/context.ts'
import { disputeFee } from '#resources/accounts/merchants/read.ts'
import { finish, type OperationRow } from '#core/operations/operation.ts'
import { isFrom } from '#core/operations/evidence.ts'
import { findByTransaction, findOperation } from '#core/operations/read.ts'
import type { AccountKey } from '#core/providers/accounts.ts'
import { readPayment } from '#resources/payments/payments/read.ts'
import type { ProviderDispute } from '#core/providers/dispute.ts'
import { OPENED, readAttached, disputeWrites } from './lifecycle.ts'
import { outcomeByEvent, UNEXPECTED } from './outcome.ts'
import { type At, challengeDeadline, open, reconcile } from './reconcile.ts'
import { type DisputeRow, disputes, findByConnector } from './store.ts'

/** Handles a dispute reported by callback or by poll; a repeated report changes nothing. */
export async function handleDisputeUpdate(
  services: Services,
  account: AccountKey,
  reported: ProviderDispute,
): Promise<void> {
  const { merchant_id } = account
  const context = await systemContext(services, merchant_id)
  await retryOnConflict(async () => {
    const current = await findByConnector(context.db, merchant_id, reported.dispute_id)
    if (current) await update(context, current, reported)
    else await openFromProvider(context, account, reported)
  })
}

async function update(
  context: Context,
  current: DisputeRow,
  reported: ProviderDispute,
): Promise<void> {
  const reconciled = reconcile(current, reported, await readMoment(context, reported))
  if (reconciled === undefined) return
  const attached = await readAttached(context, current, reconciled.row)
  const { row, writes } = disputeWrites(current, reconciled.row, attached, context.now)
  const closing = await closeResponse(context, current, row)
  await context.commit(...writes, ...reconciled.writes, ...closing)
  if (!reconciled.is_unexpected) return
  const { dispute_id, status } = current
  context.log.error(
    { merchant_id: context.merchant_id, dispute_id, status, reported },
    `disputes: ${UNEXPECTED}; the money is booked as reported, the status stays, and an operator must review it`,
  )
}

/** Closes a pending response's operation when the event shows its outcome. */
async function closeResponse({ db, clock }: Context, current: DisputeRow, next: DisputeRow) {
  const outcome = outcomeByEvent(current, next)
  if (outcome === undefined || current.answer === null) return []
  const operation = await findOperation(db, current.merchant_id, current.answer.answer_id)
  return operation?.finished_at === null ? [finish(operation, outcome, clock.now())] : []
}

/** A dispute without one of our authorizations belongs to another system. */
async function openFromProvider(
  context: Context,
  account: AccountKey,
  reported: ProviderDispute,
): Promise<void> {
  const operation = await findDisputed(context, account, reported)
  if (operation?.kind !== 'authorize' || !isFrom(context, account, operation)) return
  const at = await readMoment(context, reported)
  const created = await newDispute(context, operation, reported, at)
  const { row, writes } = open(created, reported, at)
  await context.commit(insert(disputes, row), ...writes)
}

function findDisputed(
  { db }: Context,
  { merchant_id, connector_id }: AccountKey,
  { operation_id, transaction_id }: ProviderDispute,
): Promise<OperationRow | undefined> {
  if (operation_id !== null) return findOperation(db, merchant_id, operation_id)
  if (connector_id === null || transaction_id === null) return Promise.resolve(undefined)
  return findByTransaction(db, merchant_id, connector_id, transaction_id)
}

async function newDispute(
  context: Context,
  { object_id: payment_id, operation_id: authorization_id }: OperationRow,
  reported: ProviderDispute,
  at: At,
): Promise<DisputeRow> {
  const { merchant_id } = context
  const { profile_id, amount_received, amount_refunded } = await readPayment(context, payment_id)
  return {
    merchant_id,
    dispute_id: context.id('dp'),
    payment_id,
    profile_id,
    connector_dispute_id: reported.dispute_id,
    amount: reported.amount,
    currency: reported.currency,
    status: OPENED,
    dispute_stage: reported.stage,
    reason: reported.reason,
    reason_code: reported.reason_code,
    challenge_required_by: challengeDeadline(reported, at),
    is_already_refunded: amount_received - amount_refunded < reported.amount,
    evidence: {},
    evidence_submitted_at: null,
    answer: null,
    authorization_id,
    expire_at: null,
    revision: 0,
    amount_reserved: 0,
    amount_lost: 0,
    fee: 0,
    amount_claimed: 0,
    provider_fees: 0,
    created: addMs(new Date(reported.opened_at), at.ahead_ms),
    modified_at: at.now,
    transitions: 0,
    version: 1,
  }
}

async function readMoment(context: Context, { currency }: ProviderDispute): Promise<At> {
  const { db, merchant_id, clocks, now } = context
  const ahead_ms = await clocks.ahead(merchant_id)
  return { now, ahead_ms, fee: await disputeFee(db, merchant_id, currency) }
}
