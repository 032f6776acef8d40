// What a resource says about its operations. The protocol itself (record, call, record, recover) is written
// once, in this folder; a settler adds what an outcome means for one kind of object, as a pure decision.
import type { Write } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import type { Approved, Outcome } from '#core/providers/provider.ts'
import type { Moment, OperationRow } from './operation.ts'

export interface Decided<Row> {
  /** Undefined when the object is gone. */
  row: Row | undefined
  /** The object's own row first. The operation itself is written by the protocol. */
  writes: Write[]
  /** What the operation is closed with, where that is not the outcome itself. */
  closes_with?: Outcome
  /** Something that a person must see, in words for the log. */
  alarm?: string
}

export interface Settler<Row, Op extends OperationRow = OperationRow, Facts = void> {
  find(db: Database, merchant_id: string, object_id: string): Promise<Row | undefined>
  /** What the decision needs to know beyond the rows; asked for anew after each conflict. */
  facts?(services: Services, row: Row, operation: Op, outcome: Outcome): Promise<Facts>
  /** What an outcome means for the object. Undefined: nothing but that the operation was polled. */
  decide(
    row: Row,
    operation: Op,
    outcome: Outcome,
    at: Moment,
    facts: Facts | undefined,
  ): Decided<Row> | undefined
  /** Money moved for an operation that had been closed: how it is booked and given back. */
  late(row: Row, operation: Op, outcome: Approved, at: Moment): Decided<Row>
  /** What else must be looked at once an outcome is written. */
  after?(services: Services, row: Row, operation: Op, outcome: Outcome): Promise<void>
  /** Sends the request again under the same id. */
  resend?(services: Services, row: Row, operation: Op): Promise<Outcome>
  /** The object as an answer shows it while its outcome is not known. */
  inFlight(row: Row): Row
}

/** A settler whose kind is only known when the program runs; it is given operations of its own kinds only. */
export type AnySettler = Settler<unknown, OperationRow, unknown>
