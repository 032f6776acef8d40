// Dispute changes. Unlike other resources a dispute also has a stage, and one provider report can imply several
// transitions; each emits its event with its own stage.
import { type Insert, save, type Update } from '#kernel/change.ts'
import { allows } from '#kernel/machine.ts'
import { emit, type Lifecycle, startIn } from '#core/outbox/transition.ts'
import { dispute, type DisputeState, type DisputeTransition, type Step } from './state.ts'
import { type DisputeRow, disputes } from './store.ts'
import type { Context } from '#kernel/context.ts'
import { claimFound } from '#resources/payments/files/claim.ts'
import { type FileRow, findFiles } from '#resources/payments/files/read.ts'
import { ofKind } from './evidence_fields.ts'
import { toApi } from './read.ts'

const lifecycle: Lifecycle<DisputeRow, DisputeTransition> = {
  machine: dispute,
  content: 'dispute_details',
  table: disputes,
  toApi,
}

export interface Followed {
  row: DisputeRow
  events: Insert[]
}

/** The only code that writes a dispute's status. Every event on the path shows `set`. */
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

/** The status when the provider has just reported a dispute for the first time. */
export const OPENED = startIn(dispute, 'dispute_opened')

/** A new dispute's event. */
export function emitOpened(row: DisputeRow): Insert {
  return emit(lifecycle, row, OPENED)
}

const WRITTEN = [
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

function rowChange(current: DisputeRow, next: DisputeRow): Update {
  return save(disputes, current, next, WRITTEN)
}

export type Files = ReadonlyMap<string, FileRow>

/** The files that a dispute refers to, before or after a change. */
export async function readDisputeFiles(
  context: Pick<Context, 'db' | 'merchant_id' | 'now'>,
  ...rows: DisputeRow[]
): Promise<Files> {
  const ids = rows.flatMap((row) => Object.values(named(row)))
  return ids.length === 0 ? new Map<string, FileRow>() : findFiles(context, ids)
}

/** Writes for the row and the files it refers to; the returned row has its new version. */
export function disputeWrites(
  current: DisputeRow,
  next: DisputeRow,
  files: Files,
  now: Date,
): { row: DisputeRow; writes: [Update, ...Update[]] } {
  const before = Object.values(named(current))
  const claim = { by: next.dispute_id, named: named(next), before }
  return {
    row: { ...next, version: current.version + 1 },
    writes: [rowChange(current, next), ...claimFound(files, claim, now)],
  }
}

/** A dispute refers to the files in its submitted evidence and in a pending response. */
function named({ evidence, answer }: DisputeRow): Record<string, string> {
  const submitted = ofKind(evidence, 'file').map(([field, id]) => [`submitted ${field}`, id])
  const pending = answer?.verb === 'evidence' ? ofKind(answer.evidence, 'file') : []
  return Object.fromEntries([...submitted, ...pending])
}
