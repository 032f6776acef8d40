// Captures and voids: the same dance as an authorization, on the hold that is there.
import { change } from '../kernel/change.ts'
import { deciding } from '../kernel/commit.ts'
import type { Context } from '../kernel/context.ts'
import { Failure } from '../errors.ts'
import { findOperation } from '../operations/find.ts'
import { begin, type OperationRow } from '../operations/operation.ts'
import type { FollowUpOutcome } from '../providers/provider.ts'
import { callbackUrl } from './authorize.ts'
import { faultsOf, unlessDown } from './faults.ts'
import { type Moved, outcomeChange } from './move.ts'
import { notSent } from './not_sent.ts'
import type { Intent } from './intent.ts'
import { readPayment } from './read.ts'
import type { Payment } from './schema.ts'
import { settle } from './settle.ts'
import { shown } from './shown.ts'
import type { PaymentRow } from './store.ts'

interface FollowUp {
  kind: 'capture' | 'void'
  amount: number
  intent: Omit<Intent, 'from'>
}

/** What to ask of the provider, or what to write at once, or nothing. */
export type Step = FollowUp | Moved | undefined

interface Begun {
  payment: PaymentRow
  operation: OperationRow
}

/**
 * One step on a payment that is there, from reading it to what came of it. `decide` refuses, or says
 * what to do; when another writer was faster it decides again.
 */
export async function followUp(
  context: Context,
  payment_id: string,
  decide: (current: PaymentRow) => Step,
): Promise<Payment> {
  const operation_id = context.id('op')
  // What an earlier try of this very request has begun is not begun again.
  if (context.again && (await findOperation(context.db, context.merchant_id, operation_id))) {
    return shown(context.keyring, await readPayment(context, payment_id))
  }
  const begun = await deciding(async () => {
    const current = await readPayment(context, payment_id)
    const decided = decide(current)
    if (decided === undefined) return current
    if ('kind' in decided) return beginFollowUp(context, current, operation_id, decided)
    await context.committer.commit(change(...decided.writes))
    return decided.row
  })
  const row = 'operation' in begun ? await finishFollowUp(context, begun) : begun
  return shown(context.keyring, row)
}

/** Writes what we are about to do, and locks the payment for it. Nothing has been asked yet. */
export async function beginFollowUp(
  context: Context,
  current: PaymentRow,
  operation_id: string,
  what: FollowUp,
): Promise<Begun> {
  checkUnlocked(current)
  faultsOf(context)
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
    now: context.clock.now(),
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
