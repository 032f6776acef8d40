// Everything on record about one payment, with its refunds and disputes. Dossiers are read in pages, so the largest
// merchant takes no more memory than the smallest.
import type { Database } from '../kernel/db.ts'
import type { OperationRow } from '../operations/operation.ts'
import {
  type DisputeFacts,
  disputesOf,
  type EventFacts,
  eventsOf,
  merchantsAfter,
  operationsOf,
  type PaymentFacts,
  paymentsAfter,
  type RefundFacts,
  refundsOf,
  type Subject,
  type TransferFacts,
  transfersOf,
} from './store.ts'

/** What is on record about one object. */
export interface File {
  /** Oldest first. */
  operations: OperationRow[]
  transfers: TransferFacts[]
  /** In the order of their numbers. */
  events: EventFacts[]
}

export interface RefundFile extends File {
  refund: RefundFacts
}

/** A dispute is opened by the other side: its money is moved by news, not by calls of ours. */
export interface DisputeFile extends File {
  dispute: DisputeFacts
}

export interface Dossier extends File {
  payment: PaymentFacts
  refunds: RefundFile[]
  disputes: DisputeFile[]
}

const PAGE = 200

const payments: Subject = {
  kinds: ['authorize', 'capture', 'void'],
  causes: ['hold', 'release', 'capture'],
  event_object: 'payment_details',
}
const refunds: Subject = {
  kinds: ['refund'],
  causes: ['refund', 'refund_return'],
  event_object: 'refund_details',
}

const disputes: Subject = {
  kinds: [],
  causes: ['dispute', 'dispute_return', 'dispute_loss', 'dispute_fee', 'dispute_fee_return'],
  event_object: 'dispute_details',
}

export async function* eachMerchant(db: Database): AsyncIterable<string> {
  let page = await merchantsAfter(db, '', PAGE)
  while (page.length > 0) {
    yield* page
    page = await merchantsAfter(db, page.at(-1) ?? '', PAGE)
  }
}

export async function* eachPage(db: Database, merchant_id: string): AsyncIterable<Dossier[]> {
  let page = await paymentsAfter(db, merchant_id, '', PAGE)
  while (page.length > 0) {
    yield await filled(db, merchant_id, page)
    page = await paymentsAfter(db, merchant_id, page.at(-1)?.payment_id ?? '', PAGE)
  }
}

async function filled(db: Database, merchant_id: string, page: PaymentFacts[]): Promise<Dossier[]> {
  const ids = page.map((payment) => payment.payment_id)
  const [made, opened] = await Promise.all([
    refundsOf(db, merchant_id, ids),
    disputesOf(db, merchant_id, ids),
  ])
  const refundIds = made.map((refund) => refund.refund_id)
  const disputeIds = opened.map((dispute) => dispute.dispute_id)
  const [fileOf, refundFileOf, disputeFileOf] = await Promise.all([
    filesOf(db, merchant_id, payments, ids),
    filesOf(db, merchant_id, refunds, refundIds),
    filesOf(db, merchant_id, disputes, disputeIds),
  ])
  const refundsBy = Map.groupBy(made, (refund) => refund.payment_id)
  const disputesBy = Map.groupBy(opened, (dispute) => dispute.payment_id)
  return page.map((payment) => ({
    payment,
    ...fileOf(payment.payment_id),
    refunds: (refundsBy.get(payment.payment_id) ?? []).map((refund) => ({
      refund,
      ...refundFileOf(refund.refund_id),
    })),
    disputes: (disputesBy.get(payment.payment_id) ?? []).map((dispute) => ({
      dispute,
      ...disputeFileOf(dispute.dispute_id),
    })),
  }))
}

export async function filesOf(
  db: Database,
  merchant_id: string,
  of: Subject,
  ids: string[],
): Promise<(id: string) => File> {
  const [operations, transfers, events] = await Promise.all([
    operationsOf(db, merchant_id, of, ids),
    transfersOf(db, merchant_id, of, ids),
    eventsOf(db, merchant_id, of, ids),
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
