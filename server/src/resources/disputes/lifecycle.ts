// How disputes change state. Unlike other resources a dispute has a stage as well, and one report of the provider
// can stand for several transitions; each of them emits its event with the stage it led to.
import { type Insert, save, type Update } from '#kernel/change.ts'
import { allows } from '#kernel/machine.ts'
import { project } from '#http/fields.ts'
import { emit, type Lifecycle, startIn } from '#core/outbox/transition.ts'
import { Dispute } from './schema.ts'
import { dispute, type DisputeState, type DisputeTransition, type Step } from './state.ts'
import { type DisputeRow, disputes } from './store.ts'

const lifecycle: Lifecycle<DisputeRow, DisputeTransition> = {
  machine: dispute,
  content: 'dispute_details',
  table: disputes,
  toApi,
}

export function toApi(row: DisputeRow): Dispute {
  return project(Dispute, { ...row, dispute_status: row.status })
}

export interface Followed {
  row: DisputeRow
  events: Insert[]
}

/** The only code that writes the status of a dispute. `set` is what every event of the path shows. */
export function followPath(
  current: DisputeRow,
  path: readonly Step[],
  set: Partial<Omit<DisputeRow, keyof DisputeState | 'transitions' | 'version'>>,
): Followed {
  const events: Insert[] = []
  let row: DisputeRow = { ...current, ...set }
  for (const { name, dispute_stage } of path) {
    if (!allows(dispute, row.status, name)) {
      throw new Error(`Dispute ${row.dispute_id}: no ${name} from ${row.status}`)
    }
    const { to, emits = to } = dispute.transitions[name]
    row = { ...row, status: to, dispute_stage, transitions: row.transitions + 1 }
    events.push(emit(lifecycle, row, emits))
  }
  return { row, events }
}

/** The status of a dispute that the provider has just reported for the first time. */
export const OPENED = startIn(dispute, 'dispute_opened')

/** The event of a new dispute. */
export function emitOpened(row: DisputeRow): Insert {
  return emit(lifecycle, row, OPENED)
}

const CHANGING = [
  'status',
  'dispute_stage',
  'challenge_required_by',
  'evidence',
  'evidence_submitted_at',
  'answer',
  'expire_at',
  'revision',
  'amount_reserved',
  'amount_lost',
  'fee',
  'amount_claimed',
  'provider_fees',
  'modified_at',
  'transitions',
] as const

export function rowChange(current: DisputeRow, next: DisputeRow): Update {
  return save(disputes, current, next, CHANGING)
}
