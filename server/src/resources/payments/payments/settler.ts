// Settles payment operations: the decisions are in outcome.ts and late.ts, the protocol in operations/.
import type { Services } from '#kernel/context.ts'
import { findLiveCustomer } from '#resources/payments/customers/read.ts'
import { isOpen } from '#core/operations/operation.ts'
import { callbackUrl } from '#core/operations/perform.ts'
import { findOperation } from '#core/operations/read.ts'
import { queryOperation } from '#core/operations/recover.ts'
import { settle } from '#core/operations/settle.ts'
import type { Settler } from '#core/operations/settler.ts'
import type { ModificationOutcome, Outcome } from '#core/providers/provider.ts'
import type { AuthorizeOperation, PaymentOperation } from './intent.ts'
import { decideLate } from './late.ts'
import { decide, type Facts } from './outcome.ts'
import { findPayment, type PaymentRow } from './store.ts'

export const paymentSettler: Settler<PaymentRow, PaymentOperation, Facts> = {
  find: findPayment,
  facts,
  decide,
  late: decideLate,
  after: settleVoided,
  resend: (services, payment, operation) => {
    if (operation.kind === 'authorize') throw new Error('an authorization is never sent again')
    return requestModification(services, payment, operation)
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
  if (operation.kind === 'authorize' && outcome.result === 'approved' && operation.intent.save) {
    return {
      customer: customer_id
        ? await findLiveCustomer(services, merchant_id, customer_id)
        : undefined,
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
  { provider }: Services,
  { parent_id }: PaymentOperation,
): Promise<boolean> {
  if (parent_id === null) return false
  const outcome = await provider.query(parent_id)
  return outcome !== 'never_seen' && outcome.result === 'approved' && outcome.held === 0
}

/** Requests a capture, a void or a reversal; a repeated request with the same id has no further effect. */
export function requestModification(
  services: Pick<Services, 'provider' | 'public_url'>,
  payment: PaymentRow,
  operation: Exclude<PaymentOperation, AuthorizeOperation>,
): Promise<ModificationOutcome> {
  const { provider } = services
  const { operation_id, currency, amount, parent_id, kind } = operation
  const request = {
    operation_id,
    currency,
    merchant_id: payment.merchant_id,
    reference: payment.payment_id,
    parent_id: parent_id ?? '',
    callback_url: callbackUrl(services, payment.merchant_id),
  }
  if (kind === 'capture')
    return provider.capture({ ...request, amount, final: operation.intent.final })
  if (kind === 'void' || operation.intent.by === 'void') return provider.void(request)
  return provider.refund({ ...request, amount })
}

/** Only the provider knows whether a voided authorization had held anything. */
async function settleVoided(
  services: Services,
  payment: PaymentRow,
  operation: PaymentOperation,
  outcome: Outcome,
): Promise<void> {
  if (operation.kind !== 'void' || outcome.result !== 'approved' || !operation.parent_id) return
  const parent = await findOperation(services.db, payment.merchant_id, operation.parent_id)
  if (!parent || !isOpen(parent)) return
  const held = await queryOperation(services, parent)
  const started = { row: payment, operation: parent as AuthorizeOperation }
  await settle(services, paymentSettler, started, held)
}
