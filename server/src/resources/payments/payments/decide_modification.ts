// Decides what follows from the outcome of a capture or a void.
import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import { transition } from '#core/outbox/transition.ts'
import type { Decided } from '#core/operations/settler.ts'
import type { Approved, Outcome } from '#core/providers/provider.ts'
import { book } from '#core/ledger/transfer.ts'
import type { CaptureOperation, VoidOperation } from './intent.ts'
import { amountDiffers, lifecycle, outcomeChange, UNLOCKED, waiting } from './lifecycle.ts'
import type { PaymentStatus, PaymentTransition } from './state.ts'
import type { PaymentRow } from './store.ts'

type Modification = CaptureOperation | VoidOperation

export function decideModification(
  payment: PaymentRow,
  operation: Modification,
  outcome: Outcome,
  now: Date,
  is_hold_gone: boolean,
): Decided<PaymentRow> | undefined {
  switch (outcome.result) {
    case 'approved':
      return modified(payment, operation, outcome, now)
    case 'refused':
      // Acquirers drop holds by themselves: then the void is done, although it was refused.
      if (is_hold_gone) return modified(payment, operation, RELEASED, now)
      return unmodified(payment, operation.intent.from, now)
    case 'not_sent':
    case 'revoked':
      return unmodified(payment, operation.intent.from, now)
    case 'pending':
    case 'unknown':
    // Modifications have no such outcomes; the operation is polled again.
    case 'declined':
    case 'challenge':
      return waiting(payment, operation, now)
  }
}

const RELEASED: Pick<Approved, 'amount'> = { amount: 0 }

export function modified(
  payment: PaymentRow,
  operation: Modification,
  moved: Pick<Approved, 'amount'>,
  now: Date,
): Decided<PaymentRow> {
  const isCapture = operation.kind === 'capture'
  const captured = isCapture ? moved.amount : 0
  const { amount_capturable } = payment
  const left = Math.max(0, amount_capturable - captured)
  const isLast = !isCapture || operation.intent.final || left === 0
  const set: Partial<PaymentRow> = {
    ...UNLOCKED,
    ...operation.intent.set,
    ...(isCapture && captured !== operation.amount ? amountDiffers(operation, captured) : {}),
    amount_received: payment.amount_received + captured,
    amount_capturable: isLast ? 0 : left,
    ...(captured > 0 ? { captured_at: now } : {}),
    ...(isLast ? { capture_before: null } : {}),
    next_action: null,
    action_before: null,
  }
  const name = operation.intent.transition ?? (isLast ? 'capture' : 'capture_part')
  if (name === 'void_previous') set.action_before = confirmedBefore(payment, now)
  const { row, writes } = transition(lifecycle, payment, name, set, now)
  const causes = { release: amount_capturable - (isLast ? 0 : left), capture: captured }
  return { row, writes: [...writes, ...book(operation, causes, now)] }
}

/** Time that an invoice payment waits for the confirmation whose request voided its page. */
const CONFIRM_AGAIN_MS = 5 * MINUTE_MS

/** Only that request confirms an invoice payment: if it dies, the payment is cancelled and another one is made. */
function confirmedBefore({ invoice_id }: PaymentRow, now: Date): Date | null {
  return invoice_id ? addMs(now, CONFIRM_AGAIN_MS) : null
}

/** The way back for a modification that was not done, after `processing` was emitted. */
const back: Readonly<Partial<Record<PaymentStatus, PaymentTransition>>> = {
  requires_action: 'keep_page',
  requires_capture: 'keep_hold',
  partially_captured_and_capturable: 'keep_rest',
  requires_merchant_action: 'keep_review',
}

/** Nothing was done: the payment returns to its previous state. */
function unmodified(payment: PaymentRow, from: PaymentStatus, now: Date): Decided<PaymentRow> {
  const name = back[from]
  if (payment.status !== 'processing' || name === undefined) {
    const row = { ...payment, ...UNLOCKED, modified_at: now }
    const next = { ...row, version: row.version + 1 }
    return { row: next, writes: [outcomeChange(payment, row)] }
  }
  return transition(lifecycle, payment, name, UNLOCKED, now)
}
