// Captures and voids: the same dance as an authorization, on the hold that is there.
import { change } from '../kernel/change.ts'
import type { Context } from '../kernel/context.ts'
import { Failure } from '../errors.ts'
import { findOperation } from '../operations/find.ts'
import { begin } from '../operations/operation.ts'
import type { OperationRow } from '../operations/operation.ts'
import type { FollowUpOutcome } from '../providers/provider.ts'
import { callbackUrl } from './authorize.ts'
import { faultsOf, unlessDown } from './faults.ts'
import { outcomeChange } from './move.ts'
import { notSent } from './not_sent.ts'
import type { Intent } from './outcome.ts'
import { readPayment } from './read.ts'
import { settle } from './settle.ts'
import type { PaymentRow } from './store.ts'

export interface FollowUp {
  operation_id: string
  kind: 'capture' | 'void'
  amount: number
  intent: Omit<Intent, 'from'>
}

export interface Begun {
  payment: PaymentRow
  operation: OperationRow
}

/** What an earlier try of this very request has begun is not begun again. */
export async function earlierTry(
  context: Context,
  payment_id: string,
  operation_id: string,
): Promise<PaymentRow | undefined> {
  if (!context.again) return undefined
  const begun = await findOperation(context.db, context.merchant_id, operation_id)
  return begun && readPayment(context, payment_id)
}

/** Writes what we are about to do, and locks the payment for it. Nothing has been asked yet. */
export async function beginFollowUp(
  context: Context,
  current: PaymentRow,
  what: FollowUp,
): Promise<Begun> {
  checkUnlocked(current)
  faultsOf(context)
  const { operation_id } = what
  const { merchant_id, payment_id: object_id, currency } = current
  const operation = begin({
    merchant_id,
    operation_id,
    object_id,
    currency,
    kind: what.kind,
    amount: what.amount,
    provider: context.provider.name,
    parent_id: current.authorization_id,
    intent: { ...what.intent, from: current.status },
    now: context.now,
  })
  const locked = { ...current, operation_id }
  await context.committer.commit(change(outcomeChange(current, locked), operation.write))
  return { payment: { ...locked, version: current.version + 1 }, operation: operation.row }
}

/** Asks the provider and writes what came of it. */
export async function finishFollowUp(
  context: Context,
  { payment, operation }: Begun,
): Promise<PaymentRow> {
  const faults = faultsOf(context)
  const outcome = await unlessDown(faults, () => ask(context, payment, operation, faults))
  const row = await settle(context, payment, operation, outcome)
  refuse(outcome)
  return row
}

function ask(
  context: Context,
  payment: PaymentRow,
  operation: OperationRow,
  faults: string | undefined,
): Promise<FollowUpOutcome> {
  const { operation_id, currency, amount } = operation
  const request = {
    operation_id,
    currency,
    merchant_id: payment.merchant_id,
    reference: payment.payment_id,
    parent_id: operation.parent_id ?? '',
    callback_url: callbackUrl(context, payment.merchant_id),
    faults,
  }
  if (operation.kind === 'void') return context.provider.void(request)
  const final = (operation.intent as Intent).final === true
  return context.provider.capture({ ...request, amount, final })
}

/** What the acquirer did not do is said as an error; the payment stands where it stood. */
function refuse(outcome: FollowUpOutcome): void {
  if (outcome.result === 'refused') throw new Failure(outcome.code, outcome.message)
  if (outcome.result === 'not_sent') throw notSent(outcome.reason)
}

/** While a call is under way nobody else may start one. */
function checkUnlocked(row: PaymentRow): void {
  if (row.operation_id === null) return
  throw new Failure(
    'HE_00',
    'Another request is acting on this payment. Nothing was changed by yours; try again.',
    {
      status: 409,
      headers: { 'Retry-After': '1' },
    },
  )
}
