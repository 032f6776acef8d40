// Settles payment operations: the decisions are in outcome.ts and late.ts, the protocol in operations/.
import type { Services } from '#kernel/context.ts'
import { findLiveCustomer } from '#resources/payments/customers/read.ts'
import { UNKNOWN } from '#core/operations/evidence.ts'
import { isOpen } from '#core/operations/operation.ts'
import { callbackUrl } from '#core/operations/perform.ts'
import { findOperation } from '#core/operations/read.ts'
import { queryOperation } from '#core/operations/recover.ts'
import { settle } from '#core/operations/settle.ts'
import type { Settler } from '#core/operations/settler.ts'
import { findProvider } from '#core/providers/accounts.ts'
import type { Approved, ModificationOutcome, Outcome, Provider } from '#core/providers/provider.ts'
import type { AuthorizeOperation, CaptureOperation, PaymentOperation } from './intent.ts'
import { decideLate } from './late.ts'
import { captureId, decide, type Facts } from './outcome.ts'
import { findPayment, type PaymentRow } from './store.ts'

export const paymentSettler: Settler<PaymentRow, PaymentOperation, Facts> = {
  find: findPayment,
  facts,
  decide,
  late: decideLate,
  after: actAfter,
  resend: (services, provider, payment, operation) => {
    if (operation.kind === 'authorize') throw new Error('an authorization is never sent again')
    return requestModification(services, provider, payment, operation)
  },
  inFlight: (row) => ({ ...row, status: 'processing' }),
}

async function facts(
  services: Services,
  payment: PaymentRow,
  operation: PaymentOperation,
  outcome: Outcome,
): Promise<Facts> {
  const { merchant_id, customer_id } = payment
  if (operation.kind === 'authorize' && outcome.result === 'approved') {
    const isSaved = operation.intent.save !== undefined && customer_id !== null
    return {
      customer: isSaved ? await findLiveCustomer(services, merchant_id, customer_id) : undefined,
      capture_request: await composeCapture(services, payment, operation, outcome),
    }
  }
  const isRelease = operation.kind === 'reversal' && operation.intent.by === 'void'
  const isVoid = operation.kind === 'void' && HOLDING.has(operation.intent.from)
  if ((isVoid || isRelease) && outcome.result === 'refused') {
    return { is_hold_gone: await isHoldGone(services, operation) }
  }
  return {}
}

const HOLDING: ReadonlySet<string> = new Set([
  'requires_capture',
  'requires_merchant_action',
  'partially_captured_and_capturable',
])

/** Providers drop holds by themselves, and then refuse to void them. */
async function isHoldGone(
  services: Services,
  { merchant_id, parent_id }: PaymentOperation,
): Promise<boolean> {
  const parent =
    parent_id === null ? undefined : await findOperation(services.db, merchant_id, parent_id)
  if (parent === undefined) return false
  const outcome = await (await findProvider(services, parent)).query(parent)
  return outcome !== 'never_seen' && outcome.result === 'approved' && outcome.held === 0
}

/** Requests a capture, a void or a reversal; a repeated request with the same id has no further effect. */
export function requestModification(
  services: Pick<Services, 'public_url'>,
  provider: Provider,
  payment: PaymentRow,
  operation: Exclude<PaymentOperation, AuthorizeOperation>,
): Promise<ModificationOutcome> {
  const { operation_id, currency, amount, parent_id, parent_transaction_id, kind } = operation
  const request = {
    operation_id,
    currency,
    merchant_id: payment.merchant_id,
    reference: payment.payment_id,
    parent_id: parent_id ?? '',
    parent_transaction_id,
    body: operation.request ?? undefined,
    callback_url: callbackUrl(services, operation),
  }
  if (kind === 'capture')
    return provider.capture({ ...request, amount, final: operation.intent.final })
  if (kind === 'void' || operation.intent.by === 'void') return provider.void(request)
  return provider.refund({ ...request, amount })
}

async function actAfter(
  services: Services,
  payment: PaymentRow,
  operation: PaymentOperation,
  outcome: Outcome,
): Promise<void> {
  if (operation.kind === 'void') return settleVoided(services, payment, operation, outcome)
  if (operation.kind !== 'authorize' || outcome.result !== 'approved') return
  if (operation.intent.captures_separately) await captureHeld(services, payment, operation)
}

/** The first call of the capture that was recorded with the hold. Recovery makes it if this process dies. */
async function captureHeld(
  services: Services,
  { merchant_id, payment_id }: PaymentRow,
  { operation_id }: AuthorizeOperation,
): Promise<void> {
  const capture = await findOperation(services.db, merchant_id, captureId(operation_id))
  const payment = await findPayment(services.db, merchant_id, payment_id)
  if (capture?.status !== 'sent' || !payment) return
  const own = capture as CaptureOperation
  const provider = await findProvider(services, own)
  const outcome = await requestModification(services, provider, payment, own)
  // An unsent capture is sent again by recovery: no caller waits for it.
  const known = outcome.result === 'not_sent' ? UNKNOWN : outcome
  await settle(services, paymentSettler, { row: payment, operation: own }, known)
}

/** Undefined if nothing is captured separately, or if the bytes need not be the same. */
async function composeCapture(
  services: Services,
  payment: PaymentRow,
  operation: AuthorizeOperation,
  { amount, transaction_id }: Approved,
): Promise<string | undefined> {
  if (operation.intent.captures_separately !== true) return undefined
  const provider = await findProvider(services, operation)
  return provider.compose?.('capture', {
    operation_id: captureId(operation.operation_id),
    amount,
    currency: operation.currency,
    final: true,
    merchant_id: payment.merchant_id,
    reference: payment.payment_id,
    parent_id: operation.operation_id,
    parent_transaction_id: transaction_id,
  })
}

/** Only the provider knows whether a voided authorization had held anything. */
async function settleVoided(
  services: Services,
  payment: PaymentRow,
  operation: PaymentOperation,
  outcome: Outcome,
): Promise<void> {
  if (outcome.result !== 'approved' || !operation.parent_id) return
  const parent = await findOperation(services.db, payment.merchant_id, operation.parent_id)
  if (!parent || !isOpen(parent)) return
  const held = await queryOperation(services, parent)
  const started = { row: payment, operation: parent as AuthorizeOperation }
  await settle(services, paymentSettler, started, held)
}
