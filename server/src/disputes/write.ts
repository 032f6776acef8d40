import { change, type Write, update } from '../kernel/change.ts'
import type { Context } from '../kernel/context.ts'
import { claimFiles } from '../files/claim.ts'
import { ofKind } from './evidence_fields.ts'
import { type DisputeRow, disputes } from './store.ts'

/** The dispute as it is to be, what is told and booked with it, and the files it names: all or nothing. */
export async function writeDispute(
  context: Context,
  current: DisputeRow,
  next: DisputeRow,
  more: Write[] = [],
): Promise<DisputeRow> {
  const files = await filesOf(context, current, next)
  await context.committer.commit(change(rowChange(current, next), ...more, ...files))
  return { ...next, version: current.version + 1 }
}

/** A file is named as long as it is part of what was submitted, or of what is on its way. */
async function filesOf(context: Context, current: DisputeRow, next: DisputeRow): Promise<Write[]> {
  const before = Object.values(named(current))
  const after = named(next)
  if (before.length === 0 && Object.keys(after).length === 0) return []
  return claimFiles(context, { by: next.dispute_id, named: after, before })
}

/** Under the name of its field; the one it takes the place of under another name. */
function named({ evidence, answer }: DisputeRow): Record<string, string> {
  const submitted = ofKind(evidence, 'file').map(([field, id]) => [`submitted ${field}`, id])
  const coming = answer?.verb === 'evidence' ? ofKind(answer.evidence, 'file') : []
  return Object.fromEntries([...submitted, ...coming])
}

/** What can change, always whole and in one order, so that it is always one statement. */
function rowChange(current: DisputeRow, next: DisputeRow) {
  return update(disputes, current, {
    status: next.status,
    dispute_stage: next.dispute_stage,
    challenge_required_by: next.challenge_required_by,
    evidence: next.evidence,
    evidence_submitted_at: next.evidence_submitted_at,
    answer: next.answer,
    answer_at: next.answer_at,
    expire_at: next.expire_at,
    revision: next.revision,
    amount_reserved: next.amount_reserved,
    amount_lost: next.amount_lost,
    fee: next.fee,
    modified_at: next.modified_at,
    transitions: next.transitions,
  })
}
