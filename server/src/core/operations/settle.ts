// Commits outcomes from every source: the answer to a call, a callback, a poll. An operation is finished once: the
// first final outcome wins.
import type { Write } from '#kernel/change.ts'
import { Conflict, retryOnConflict } from '#kernel/commit.ts'
import type { Services } from '#kernel/context.ts'
import { withActor } from '#core/outbox/event.ts'
import type { Outcome } from '#core/providers/provider.ts'
import { UNKNOWN, weigh } from './evidence.ts'
import type { OperationKind } from '#core/providers/certainty.ts'
import { finish, finishLate, isOpen, type OperationRow } from './operation.ts'
import type { AnySettler, Decided, Settler } from './settler.ts'
import { findOperation } from './store.ts'

export interface Started<Row, Op> {
  row: Row
  operation: Op
}

export interface Settled<Row> {
  /** The current object; undefined if it was deleted, because certainly nothing was sent. */
  row: Row | undefined
  /** The outcome after weighing: unknown if there is better evidence. */
  outcome: Outcome
}

/** Returns the current object; undefined if it was deleted. */
export async function settle<Row, Op extends OperationRow, Facts>(
  services: Services,
  settler: Settler<Row, Op, Facts>,
  started: Started<Row, Op>,
  outcome: Outcome,
): Promise<Row | undefined> {
  return (await settleOutcome(services, settler, started, outcome)).row
}

/** `started` saves the first read; after a conflict the rows are read again. */
export async function settleOutcome<Row, Op extends OperationRow, Facts>(
  services: Services,
  settler: Settler<Row, Op, Facts>,
  started: Started<Row, Op>,
  outcome: Outcome,
): Promise<Settled<Row>> {
  let known: Started<Row, Op> | undefined = started
  let believed: Outcome | undefined
  let closed: OperationRow | undefined
  const row = await retryOnConflict(async () => {
    const saved = known
    known = undefined
    const current = saved ?? (await readStarted(services, settler, started.operation))
    if (current === undefined) return undefined
    const decided = await decideOutcome(services, settler, current, outcome)
    // The operation is closed, and the saved row may be from before.
    if (decided === undefined && saved !== undefined) throw new Conflict()
    believed = decided?.outcome
    closed = decided === undefined ? current.operation : undefined
    if (decided === undefined) return current.row
    await services.commit(...startedWrites(current.operation, decided.writes))
    raise(services, current.operation, decided.alarm)
    return decided.row
  })
  if (row !== undefined && believed !== undefined) {
    await follow(services, settler, row, started.operation, believed)
  }
  return { row, outcome: believed ?? agreed(closed, outcome) }
}

/** An outcome's actor is the one who started the operation, even if a poll or a callback brings it. */
function startedWrites({ started_by }: OperationRow, writes: readonly Write[]): readonly Write[] {
  return started_by === null ? writes : writes.map((write) => withActor(write, started_by))
}

/** If the operation was closed with another outcome, this one is not reported. */
function agreed(closed: OperationRow | undefined, outcome: Outcome): Outcome {
  return closed?.status === outcome.result ? outcome : UNKNOWN
}

/** A failure here does not undo the outcome, which is written; recovery does the same work later. */
async function follow<Row, Op extends OperationRow, Facts>(
  services: Services,
  settler: Settler<Row, Op, Facts>,
  row: Row,
  operation: Op,
  outcome: Outcome,
): Promise<void> {
  try {
    await settler.after?.(services, row, operation, outcome)
  } catch (err) {
    const { operation_id } = operation
    services.log.warn(
      { err, operation_id },
      'operations: follow-up work on the parent failed; recovery will do it',
    )
  }
}

interface Weighed<Row> extends Decided<Row> {
  outcome: Outcome
}

async function decideOutcome<Row, Op extends OperationRow, Facts>(
  services: Services,
  settler: Settler<Row, Op, Facts>,
  { row, operation }: Started<Row, Op>,
  outcome: Outcome,
): Promise<Weighed<Row> | undefined> {
  const verdict = weigh(operation, outcome)
  if (verdict.is === 'nothing') return undefined
  const wall = services.clock.now()
  const at = { now: await services.clocks.now(operation.merchant_id), wall }
  if (verdict.is === 'late') {
    const decided = settler.late(row, operation, verdict.outcome, at)
    const closing = finishLate(operation, verdict.outcome, wall)
    const alarm = decided.alarm ?? 'money moved for an operation that had been closed'
    return { ...decided, writes: [...decided.writes, closing], outcome: verdict.outcome, alarm }
  }
  const facts = await settler.facts?.(services, row, operation, verdict.outcome)
  const decided = settler.decide(row, operation, verdict.outcome, at, facts)
  const closing: Write[] = isOpen(operation)
    ? [finish(operation, decided?.closes_with ?? verdict.outcome, wall)]
    : []
  if (decided === undefined && closing.length === 0) return undefined
  const { writes, alarm = describeDifference(operation, verdict.outcome) } = decided ?? {
    writes: [],
  }
  return {
    row: decided === undefined ? row : decided.row,
    writes: [...writes, ...closing],
    outcome: verdict.outcome,
    ...(alarm === undefined ? {} : { alarm }),
  }
}

/** The other kinds move no amount themselves. */
const MOVES: ReadonlySet<OperationKind> = new Set(['authorize', 'capture', 'refund', 'payout'])

/** The amount that moved is booked, whatever was requested. */
function describeDifference({ kind, amount }: OperationRow, outcome: Outcome): string | undefined {
  if (!MOVES.has(kind) || outcome.result !== 'approved') return undefined
  return outcome.amount === amount ? undefined : `${kind} of ${amount} moved ${outcome.amount}`
}

function raise(services: Services, operation: OperationRow, alarm: string | undefined): void {
  if (alarm === undefined) return
  const { merchant_id, operation_id, object_id, kind, status } = operation
  services.log.error(
    { merchant_id, operation_id, object_id, kind, status },
    `operations: ${alarm}; it is booked, and the operator must review it`,
  )
}

/** A conflict if the operation changes between the two reads: the row would already have its outcome. */
async function readStarted<Row, Op extends OperationRow, Facts>(
  { db }: Pick<Services, 'db'>,
  settler: Settler<Row, Op, Facts>,
  { merchant_id, object_id, operation_id }: Op,
): Promise<Started<Row, Op> | undefined> {
  // The operation is read first: every decision writes it, so a decision on an older version is refused.
  const operation = await findOperation(db, merchant_id, operation_id)
  const row = await settler.find(db, merchant_id, object_id)
  const current = await findOperation(db, merchant_id, operation_id)
  if (current?.version !== operation?.version) throw new Conflict()
  return row && operation && { row, operation: operation as Op }
}

/** For outcomes from a callback or a poll: finds the operation's object. */
export async function settleOperation(
  services: Services,
  settler: AnySettler,
  operation: OperationRow,
  outcome: Outcome,
): Promise<void> {
  const started = await retryOnConflict(() => readStarted(services, settler, operation))
  if (started === undefined) {
    const { merchant_id, object_id, operation_id } = operation
    const message =
      'operations: an outcome arrived for an object that does not exist; it is ignored'
    return services.log.error({ merchant_id, object_id, operation_id }, message)
  }
  await settle(services, settler, started, outcome)
}
