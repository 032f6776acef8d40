// Everything on record about one payment, with its refunds and disputes. Records are read in pages, so the largest
// merchant takes no more memory than the smallest. The ledger's and settlers' tables say which causes and operations
// belong to which object.
import type { Database } from '#kernel/db.ts'
import { type Cause, moves } from '#core/ledger/transfer.ts'
import type { OperationKind } from '#core/providers/certainty.ts'
import type { AnySettler } from '#core/operations/settler.ts'
import { paymentSettler } from '#resources/payments/payments/settler.ts'
import { payoutSettler } from '#resources/payouts/payouts/settler.ts'
import { registry } from '#resources/resources.ts'
import { refundSettler } from '#resources/payments/refunds/settler.ts'
import type { ObjectRecord, PaymentFacts, PaymentRecord } from '#core/invariants/record.ts'
import {
  findDisputes,
  findEvents,
  merchantsAfter,
  findOperations,
  paymentsAfter,
  findRefunds,
  type Subject,
  findTransfers,
} from './store.ts'

const PAGE = 200

const owners: readonly AnySettler[] = [paymentSettler, refundSettler, payoutSettler]

/** An operation that none of these settles belongs to a dispute. */
function listKinds(settler: AnySettler | undefined): OperationKind[] {
  const kinds = Object.keys(registry.settlers) as OperationKind[]
  return kinds.filter(
    (kind) => owners.find((owner) => owner === registry.settlers[kind]) === settler,
  )
}

function toSubject(object: string, settler?: AnySettler): Subject {
  const causes = (Object.keys(moves) as Cause[]).filter((cause) => moves[cause].of === object)
  return { kinds: listKinds(settler), causes, event_object: `${object}_details` }
}

export const subjects = {
  payment: toSubject('payment', paymentSettler),
  refund: toSubject('refund', refundSettler),
  dispute: toSubject('dispute'),
  payout: toSubject('payout', payoutSettler),
}

export async function* eachMerchant(db: Database): AsyncIterable<string> {
  let page = await merchantsAfter(db, '', PAGE)
  while (page.length > 0) {
    yield* page
    page = await merchantsAfter(db, page.at(-1) ?? '', PAGE)
  }
}

export async function* eachPage(db: Database, merchant_id: string): AsyncIterable<PaymentRecord[]> {
  let page = await paymentsAfter(db, merchant_id, '', PAGE)
  while (page.length > 0) {
    yield await readRecords(db, merchant_id, page)
    page = await paymentsAfter(db, merchant_id, page.at(-1)?.payment_id ?? '', PAGE)
  }
}

async function readRecords(
  db: Database,
  merchant_id: string,
  page: PaymentFacts[],
): Promise<PaymentRecord[]> {
  const ids = page.map((payment) => payment.payment_id)
  const [refunds, disputes] = await Promise.all([
    findRefunds(db, merchant_id, ids),
    findDisputes(db, merchant_id, ids),
  ])
  const refundIds = refunds.map((refund) => refund.refund_id)
  const disputeIds = disputes.map((dispute) => dispute.dispute_id)
  const [recordById, refundRecordOf, disputeRecordOf] = await Promise.all([
    objectRecords(db, merchant_id, subjects.payment, ids),
    objectRecords(db, merchant_id, subjects.refund, refundIds),
    objectRecords(db, merchant_id, subjects.dispute, disputeIds),
  ])
  const refundsBy = Map.groupBy(refunds, (refund) => refund.payment_id)
  const disputesBy = Map.groupBy(disputes, (dispute) => dispute.payment_id)
  return page.map((payment) => ({
    payment,
    ...recordById(payment.payment_id),
    refunds: (refundsBy.get(payment.payment_id) ?? []).map((refund) => ({
      refund,
      ...refundRecordOf(refund.refund_id),
    })),
    disputes: (disputesBy.get(payment.payment_id) ?? []).map((dispute) => ({
      dispute,
      ...disputeRecordOf(dispute.dispute_id),
    })),
  }))
}

export async function objectRecords(
  db: Database,
  merchant_id: string,
  subject: Subject,
  ids: string[],
): Promise<(id: string) => ObjectRecord> {
  const [operations, transfers, events] = await Promise.all([
    findOperations(db, merchant_id, subject, ids),
    findTransfers(db, merchant_id, subject, ids),
    findEvents(db, merchant_id, subject, ids),
  ])
  const by = <Row extends { object_id: string }>(rows: Row[]) =>
    Map.groupBy(rows, (row) => row.object_id)
  const [byOperation, byTransfer, byEvent] = [by(operations), by(transfers), by(events)]
  return (id) => ({
    operations: byOperation.get(id) ?? [],
    transfers: byTransfer.get(id) ?? [],
    events: byEvent.get(id) ?? [],
  })
}
