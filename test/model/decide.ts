// The program's decisions, called with the model's rows. Each is computed once for the same input.
import { UNKNOWN } from '#core/operations/evidence.ts'
import { Conflict } from '#kernel/commit.ts'
import type { Write } from '#kernel/change.ts'
import { finish, finishLate, isOpen, type OperationRow } from '#core/operations/operation.ts'
import type { Settler } from '#core/operations/settler.ts'
import type { Outcome } from '#core/providers/provider.ts'
import { registry } from '#resources/resources.ts'
import { type Columns, columnsOf, type Copy, type Said, THEN } from './rows.ts'
import type { Rules } from './rules.ts'

export interface Decision {
  /** Empty when the outcome says nothing new. */
  readonly writes: readonly Write[]
  /** The object as the caller is shown it; undefined when it is gone. */
  readonly row: Columns | undefined
  /** The interpretation of the outcome. */
  readonly believed: Outcome
}

const AT = { now: THEN, wall: THEN }

export class Decisions {
  readonly #known = new Map<string, Decision | 'conflict' | 'error'>()
  readonly #rules: Rules

  constructor(rules: Rules) {
    this.#rules = rules
  }

  /** As `settle` decides: an outcome's interpretation, its meaning, and how the operation is closed. */
  outcome(
    row: Copy,
    operation: Copy,
    said: Said,
    is_hold_gone: boolean,
  ): Decision | 'conflict' | 'error' {
    const { id } = said
    const key = `${row.row.id} ${row.is_current} ${operation.row.id} ${operation.is_current} ${id} ${is_hold_gone}`
    let decision = this.#known.get(key)
    if (decision === undefined) {
      decision = this.#decide(
        columnsOf(row),
        columnsOf(operation) as unknown as OperationRow,
        said.outcome,
        is_hold_gone,
      )
      this.#known.set(key, decision)
    }
    return decision
  }

  #decide(
    row: Columns,
    operation: OperationRow,
    said: Outcome,
    is_hold_gone: boolean,
  ): Decision | 'conflict' | 'error' {
    const settler = registry.settlers[operation.kind] as Settler<Columns, OperationRow, object>
    const verdict = this.#rules.weigh(operation, this.#rules.received(operation, said))
    if (verdict.is === 'nothing') {
      return { writes: [], row, believed: agreed(operation, said) }
    }
    try {
      if (verdict.is === 'late') {
        const { writes, row: displayed } = settler.late(row, operation, verdict.outcome, AT)
        const closing = finishLate(operation, verdict.outcome, THEN)
        return { writes: [...writes, closing], row: displayed, believed: verdict.outcome }
      }
      const decided = settler.decide(row, operation, verdict.outcome, AT, { is_hold_gone })
      const closes_with = decided?.closes_with ?? verdict.outcome
      const closing = isOpen(operation) ? [finish(operation, closes_with, THEN)] : []
      const writes = [...(decided?.writes ?? []), ...closing]
      return { writes, row: decided ? decided.row : row, believed: verdict.outcome }
    } catch (error) {
      // A transition that the state table does not have; the program logs it and tries again later.
      return error instanceof Conflict ? 'conflict' : 'error'
    }
  }
}

/** An operation that another process has closed differently does not match this outcome. */
function agreed({ status }: OperationRow, said: Outcome): Outcome {
  return status === said.result ? said : UNKNOWN
}
