// Billing's reaction to a refund or dispute on an invoice payment: the credit that its money created is taken back,
// and a credit note is issued for money that is returned for good. The invoice is unchanged.
import type { Write } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import { type Context, type Services, systemContext } from '#kernel/context.ts'
import { derivedId } from '#kernel/ids.ts'
import { Failure } from '#errors.ts'
import type { RelayedEvent } from '#core/outbox/reaction.ts'
import { readDispute } from '#resources/payments/disputes/read.ts'
import { isLost } from '#resources/payments/disputes/state.ts'
import {
  changeNote,
  findMerchantCreditNote,
  issueNote,
} from '#resources/billing/invoices/credit_notes.ts'
import { takeBackCredit } from '#resources/billing/invoices/take_back.ts'
import { type PaymentRow, readPayment } from '#resources/payments/payments/read.ts'
import { readRefund } from '#resources/payments/refunds/read.ts'

/** Events after which a payment's money is returned, or is back. */
export const EVENTS = [
  'refund_succeeded',
  'refund_failed',
  'refund_review',
  'dispute_opened',
  'dispute_accepted',
  'dispute_expired',
  'dispute_lost',
  'dispute_won',
  'dispute_cancelled',
] as const

/** Most payments do not belong to an invoice. */
export async function giveBack(services: Services, events: readonly RelayedEvent[]): Promise<void> {
  await Promise.all(
    events.map(async ({ merchant_id, object_type, object_id }) => {
      const context = await systemContext(services, merchant_id)
      const read = object_type === 'refund_details' ? readRefunded : readDisputed
      try {
        await retryOnConflict(() => settle(context, object_id, read))
      } catch (error) {
        // It was deleted meanwhile.
        if (!(error instanceof Failure) || error.code !== 'IR_05') throw error
      }
    }),
  )
}

/** A refund or a dispute, as billing sees it. */
interface Given {
  readonly payment_id: string
  readonly reason: 'refund' | 'dispute'
  readonly refund_id: string | null
  readonly dispute_id: string | null
  readonly amount: number
  /** The customer has the money for good. */
  readonly isFinal: boolean
}

async function readRefunded(context: Context, refund_id: string): Promise<Given> {
  const { payment_id, amount, status } = await readRefund(context, refund_id)
  const isFinal = status === 'succeeded'
  return { payment_id, reason: 'refund', refund_id, dispute_id: null, amount, isFinal }
}

async function readDisputed(context: Context, dispute_id: string): Promise<Given> {
  const { payment_id, amount, status } = await readDispute(context, dispute_id)
  const isFinal = isLost(status)
  return { payment_id, reason: 'dispute', refund_id: null, dispute_id, amount, isFinal }
}

async function settle(
  context: Context,
  object_id: string,
  read: (context: Context, id: string) => Promise<Given>,
): Promise<void> {
  const given = await read(context, object_id)
  const payment = await readPayment(context, given.payment_id)
  if (!payment.invoice_id) return
  const note = await noteWrites(context, payment, given)
  const credit = await takeBackCredit(context, payment, given.reason)
  const writes = [...note, ...credit]
  if (writes.length > 0) await context.commit(...writes)
}

async function noteWrites(
  context: Context,
  payment: PaymentRow,
  { isFinal, ...given }: Given,
): Promise<Write[]> {
  const { invoice_id, customer_id, currency, created } = payment
  const of = given.refund_id ?? given.dispute_id
  const credit_note_id = derivedId('crn', `${given.reason}/${of}`, created)
  const note = await findMerchantCreditNote(context, credit_note_id)
  const status = isFinal ? 'issued' : 'void'
  if (note) return note.status === status ? [] : [changeNote(note, { status }, context.now)]
  if (!isFinal || !invoice_id || customer_id === null) return []
  return [issueNote(context, { ...given, credit_note_id, invoice_id, customer_id, currency })]
}
