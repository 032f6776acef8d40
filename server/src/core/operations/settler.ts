// A resource's part in the protocol (record, call, record, recover), which is implemented once, in this folder. A
// settler decides what an outcome means for one object type.
import type { Write } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import type { Approved, Outcome, Provider } from '#core/providers/provider.ts'
import type { Moment, OperationRow } from './operation.ts'

export interface Decided<Row> {
  /** Undefined if the object was deleted. */
  row: Row | undefined
  /** The object's row first. The protocol adds the operation. */
  writes: Write[]
  /** The operation is closed with this outcome instead. */
  closes_with?: Outcome
  /** A log message for the operator. */
  alarm?: string
}

export interface Settler<Row, Op extends OperationRow = OperationRow, Facts = void> {
  find(db: Database, merchant_id: string, object_id: string): Promise<Row | undefined>
  /** Further input for the decision; read again after each conflict. */
  facts?(services: Services, row: Row, operation: Op, outcome: Outcome): Promise<Facts>
  /** A pure decision. Undefined if only the operation changes. */
  decide(
    row: Row,
    operation: Op,
    outcome: Outcome,
    at: Moment,
    facts: Facts | undefined,
  ): Decided<Row> | undefined
  /** Money moved for an operation that had been closed: it is booked and reversed. */
  late(row: Row, operation: Op, outcome: Approved, at: Moment): Decided<Row>
  /** Follow-up work after the outcome is written. */
  after?(services: Services, row: Row, operation: Op, outcome: Outcome): Promise<void>
  /** Sends the request again under the same id. */
  resend?(services: Services, provider: Provider, row: Row, operation: Op): Promise<Outcome>
  /** The object for an answer while the outcome is unknown. */
  inFlight(row: Row): Row
}

/** A settler that is looked up at run time, by operation kind. */
export type AnySettler = Settler<unknown, OperationRow, unknown>
