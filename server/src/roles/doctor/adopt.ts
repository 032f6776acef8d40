// Operations that exist only at the provider, after a failover to a lagging standby or a point-in-time restore. Such an
// operation is recorded as approved late: the payment uses it if it still can, otherwise it is booked and reversed. A
// payment or refund that is lost too is written again.
import { retryOnConflict } from '#kernel/commit.ts'
import type { Services } from '#kernel/context.ts'
import { type Moment, type NewOperation, recordFound } from '#core/operations/operation.ts'
import { findOperation } from '#core/operations/read.ts'
import { book } from '#core/ledger/transfer.ts'
import type { PaymentOperation } from '#resources/payments/payments/intent.ts'
import { paymentSettler } from '#resources/payments/payments/settler.ts'
import { payoutSettler } from '#resources/payouts/payouts/settler.ts'
import type { OperationKind } from '#core/providers/certainty.ts'
import type { Approved } from '#core/providers/provider.ts'
import type { OperationRef } from '#core/providers/request.ts'
import { type BankLog, type BankOperation, describe, effected } from './bank_log.ts'
import { forOperator, nothing, type Plan } from './plan.ts'
import { planPayment, planRefund } from './recreate.ts'

type PaymentRow = NonNullable<Awaited<ReturnType<typeof paymentSettler.find>>>

export interface Adoption {
  operation_id: string
  merchant_id: string | null
  /** The payment, refund or payout, as the provider's log names it. */
  object_id: string
  /** The effects at the provider. */
  did: string
  /** The action, or the reason why an operator must act. */
  action: string
  needs_person: boolean
}

/** Plans an action for each orphan, and with `apply` carries it out. */
export async function adoptOrphans(
  services: Services,
  bank: BankLog,
  { apply }: { apply: boolean },
): Promise<Adoption[]> {
  const adoptions: Adoption[] = []
  // In log order: an authorization comes before its captures.
  for (const orphan of bank.orphans()) {
    const plan = await retryOnConflict(async () => {
      const decided = await decide(services, bank, orphan)
      if (apply && decided.writes) await services.commit(...decided.writes)
      return decided
    })
    if (apply && plan.writes) await plan.settle?.()
    const { operation_id, merchant_id, reference: object_id } = orphan
    const needs_person = plan.writes === undefined && plan.why !== ''
    const action =
      plan.writes === undefined ? [plan.action, plan.why].filter(Boolean).join(': ') : plan.action
    if (apply && plan.writes) {
      services.log.error(
        { operation_id, merchant_id, object_id, action },
        'doctor: adopted an operation',
      )
    }
    adoptions.push({
      operation_id,
      merchant_id,
      object_id,
      did: describe(orphan),
      action,
      needs_person,
    })
  }
  return adoptions
}

async function decide(services: Services, bank: BankLog, orphan: BankOperation): Promise<Plan> {
  const { kind, merchant_id, operation_id, parent_id } = orphan
  if (kind === 'dispute') return nothing('the worker reads disputes again from the provider')
  if (operation_id.endsWith(REVERSAL))
    return nothing('reverses another operation, and is polled with it')
  if (merchant_id === null) return forOperator('the log does not name the merchant')
  if (await findOperation(services.db, merchant_id, operation_id)) return nothing('is on record')
  const outcome = await services.provider.query(toRef(orphan))
  if (outcome === 'never_seen' || outcome.result !== 'approved') {
    return forOperator('the provider does not report it as approved')
  }
  const at = { now: await services.clocks.now(merchant_id), wall: services.clock.now() }
  if (kind === 'payout') return decidePayout(services, orphan, merchant_id, outcome, at)
  if (kind === 'refund') return planRefund(services, bank, orphan, merchant_id, outcome)
  const payment = await paymentSettler.find(services.db, merchant_id, orphan.reference)
  if (payment === undefined) return planPayment(services, bank, orphan, merchant_id, outcome)
  const family = bank.family(parent_id ?? operation_id)
  const isRefunded = family.some((each) => isForeignRefund(each))
  const plan = decidePayment(payment, orphan, outcome, at, services.provider.name)
  return isRefunded && plan.moves !== true
    ? forOperator('the charge has been refunded or disputed meanwhile')
    : plan
}

const REVERSAL = '_reversal'

/** The bank finds operations by their id alone. */
function toRef({ operation_id, kind }: BankOperation): OperationRef {
  const nothing = { transaction_id: null, parent_transaction_id: null }
  return { operation_id, kind: kind as OperationKind, amount: 0, currency: '', ...nothing }
}

function isForeignRefund({ kind, operation_id }: BankOperation): boolean {
  return kind === 'dispute' || (kind === 'refund' && !operation_id.endsWith(REVERSAL))
}

/** Undefined for a kind that does not act on a payment. */
function toIntent(orphan: BankOperation, payment: PaymentRow): object {
  const from = payment.status
  switch (orphan.kind) {
    case 'authorize': {
      const capture = effected(orphan, 'charged') > 0
      return { from, capture, review: false, capture_window_ms: 0, action_window_ms: 0 }
    }
    case 'capture':
      return { from, final: orphan.effects.some(({ effect }) => effect === 'released') }
    default: {
      const isPart = from === 'partially_captured_and_capturable'
      return { from, transition: isPart ? 'release_rest' : 'cancel' }
    }
  }
}

function decidePayment(
  payment: PaymentRow,
  orphan: BankOperation,
  outcome: Approved,
  at: Moment,
  provider: string,
): Plan {
  const { merchant_id, payment_id: object_id, currency } = payment
  const planned = {
    merchant_id,
    operation_id: orphan.operation_id,
    object_id,
    kind: orphan.kind as PaymentOperation['kind'],
    amount: outcome.amount,
    currency: orphan.currency,
    provider,
    parent_id: orphan.parent_id,
    intent: toIntent(orphan, payment),
    now: at.wall,
  } satisfies NewOperation<PaymentOperation['kind'], object>
  if (orphan.currency !== currency) return forOperator(`the payment is in ${currency}`)
  const isHold = orphan.kind === 'authorize' && effected(orphan, 'held') > 0
  if (isHold && outcome.held === 0) {
    const { operation, write } = recordFound(planned, 'approved', outcome)
    const { amount } = outcome
    const booked = book(operation, { hold: amount, release: amount }, at.now)
    return { action: 'book a hold that is no longer there', writes: [write, ...booked] }
  }
  const { operation, write } = recordFound(planned, 'late', outcome)
  const { row, writes } = paymentSettler.late(payment, operation as PaymentOperation, outcome, at)
  const booked = writes.length > 0 ? `book ${outcome.amount} and reverse it` : 'record it'
  const isMoved = row !== undefined && row.status !== payment.status
  const action = isMoved ? `book it; the payment becomes ${row.status}` : booked
  return { action, writes: [...writes, write], moves: isMoved }
}

async function decidePayout(
  { db, provider }: Services,
  orphan: BankOperation,
  merchant_id: string,
  outcome: Approved,
  at: Moment,
): Promise<Plan> {
  const payout = await payoutSettler.find(db, merchant_id, orphan.reference)
  if (payout === undefined)
    return forOperator('there is no such payout: settle it with the merchant')
  const { operation, write } = recordFound(
    {
      merchant_id,
      operation_id: orphan.operation_id,
      object_id: orphan.reference,
      kind: 'payout' as const,
      amount: outcome.amount,
      currency: orphan.currency,
      provider: provider.name,
      parent_id: null,
      intent: { payout_method_id: '' },
      now: at.wall,
    },
    'late',
    outcome,
  )
  const { row, writes } = payoutSettler.late(payout, operation, outcome, at)
  const action = `book it as paid; the payout is ${row?.status ?? payout.status}`
  return { action, writes: [...writes, write] }
}

/** One line for each operation that only the provider knows. */
export function describeAdoptions(adoptions: readonly Adoption[], is_applied: boolean): string {
  const lines = adoptions.map(
    ({ operation_id, merchant_id, object_id, did, action }) =>
      `  ${operation_id}  ${merchant_id ?? '?'}  ${object_id}  ${did}: ${action}`,
  )
  const end = is_applied
    ? 'The worker carries out the reversals. Run the doctor again afterwards.'
    : 'Nothing was changed. Run again with --adopt to do this.'
  return ['Operations that only the provider knows:', ...lines, end].join('\n')
}
