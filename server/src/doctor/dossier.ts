// Everything on record about one payment. Dossiers are read in pages, so the largest merchant takes no
// more memory than the smallest.
import type { Database } from '../kernel/db.ts'
import type { OperationRow } from '../operations/operation.ts'
import {
  type EventFacts,
  eventsOf,
  merchantsAfter,
  operationsOf,
  type PaymentFacts,
  paymentsAfter,
  type TransferFacts,
  transfersOf,
} from './store.ts'

export interface Dossier {
  payment: PaymentFacts
  /** Oldest first. */
  operations: OperationRow[]
  transfers: TransferFacts[]
  /** In the order of their numbers. */
  events: EventFacts[]
}

const PAGE = 200

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

async function filled(
  db: Database,
  merchant_id: string,
  payments: PaymentFacts[],
): Promise<Dossier[]> {
  const ids = payments.map((payment) => payment.payment_id)
  const [operations, transfers, events] = await Promise.all([
    operationsOf(db, merchant_id, ids),
    transfersOf(db, merchant_id, ids),
    eventsOf(db, merchant_id, ids),
  ])
  const of = <Row extends { object_id: string }>(rows: Row[]) =>
    Map.groupBy(rows, (row) => row.object_id)
  const [byOperation, byTransfer, byEvent] = [of(operations), of(transfers), of(events)]
  return payments.map((payment) => ({
    payment,
    operations: byOperation.get(payment.payment_id) ?? [],
    transfers: byTransfer.get(payment.payment_id) ?? [],
    events: byEvent.get(payment.payment_id) ?? [],
  }))
}
