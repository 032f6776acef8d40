// Dispute changes. Unlike other resources a dispute also has a stage, and one provider report can imply several
// transitions; each emits its event with its own stage.
import { type Insert, save, type Update } from '#kernel/change.ts'
import { allows } from '#kernel/machine.ts'
import { emit, type Lifecycle, startIn } from '#core/outbox/transition.ts'
import { dispute, type DisputeState, type DisputeTransition, type Step } from './state.ts'
import { type DisputeRow, disputes } from './store.ts'
import type { Context } from '#kernel/context.ts'
import { claimFound, fileIds } from '#resources/payments/files/claim.ts'
import { type FileRow, findFiles } from '#resources/payments/files/read.ts'
import { type DraftRow, drafts, draftValues, findDraft, withoutSubmitted } from './draft_store.ts'
import { type EvidenceField, ofKind } from './evidence_fields.ts'
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

/** Rows that a change to a dispute takes along: the files it refers to, before or after, and its draft. */
export interface Attached {
  readonly files: ReadonlyMap<string, FileRow>
  readonly draft: DraftRow | undefined
}

export async function readAttached(
  context: Pick<Context, 'db' | 'merchant_id' | 'now'>,
  current: DisputeRow,
  next: DisputeRow = current,
): Promise<Attached> {
  const draft = await findDraft(context.db, context.merchant_id, current.dispute_id)
  const ids = [current, next].flatMap((row) => fileIds(namedFiles(row, draft)))
  return { files: await findFiles(context, ids), draft }
}

/** Writes for the row, its draft and the files they refer to; the returned row has its new version. */
export function disputeWrites(
  current: DisputeRow,
  next: DisputeRow,
  { files, draft }: Attached,
  now: Date,
): { row: DisputeRow; writes: [Update, ...Update[]] } {
  const isSubmitted =
    next.evidence_submitted_at?.getTime() !== current.evidence_submitted_at?.getTime()
  const left = draft && isSubmitted ? withoutSubmitted(draft, next.evidence, now) : draft
  const before = fileIds(namedFiles(current, draft))
  const claim = { by: next.dispute_id, named: namedFiles(next, left), before }
  return {
    row: { ...next, version: current.version + 1 },
    writes: [
      rowChange(current, next),
      ...(draft && left && left !== draft ? [save(drafts, draft, left)] : []),
      ...claimFound(files, claim, now),
    ],
  }
}

/** A dispute refers to the files in its submitted evidence, in a pending response and in its draft. */
export function namedFiles(
  { evidence, answer }: DisputeRow,
  draft: DraftRow | undefined,
): [field: EvidenceField, file_id: string][] {
  const pending = answer?.verb === 'evidence' ? answer.evidence : {}
  return [evidence, pending, draftValues(draft)]
    .flatMap((values) => ofKind(values, 'file'))
    .filter(([, file_id]) => file_id !== '')
}
