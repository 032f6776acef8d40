import { demand, insert, save } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { claimFiles, fileIds } from '#resources/payments/files/claim.ts'
import type { EvidenceDraft, SaveDraft } from './draft_schema.ts'
import { type DraftField, type DraftRow, drafts, findDraft } from './draft_store.ts'
import type { EvidenceField, EvidenceValues } from './evidence_fields.ts'
import { showDraft } from './get_draft.ts'
import { namedFiles } from './lifecycle.ts'
import { readDispute } from './read.ts'
import { type DisputeRow, disputes } from './store.ts'
import { checkChallengeable, checkSent } from './submit_evidence.ts'

/** Merges fields into the draft. Two people change it at once: a field that another one changed is not overwritten. */
export function saveDraft(
  context: Context,
  dispute_id: string,
  { revision, ...sent }: SaveDraft,
): Promise<EvidenceDraft> {
  checkSent(sent)
  return retryOnConflict(async () => {
    const dispute = await readDispute(context, dispute_id)
    checkChallengeable(dispute, context.now)
    const draft = await findDraft(context.db, context.merchant_id, dispute_id)
    checkRevision(dispute, draft, { revision, sent })
    const next = decideDraft(context, dispute, draft, sent)
    if (next !== draft) await write(context, dispute, draft, next)
    return showDraft(context, dispute, next)
  })
}

interface Edit {
  readonly revision: number
  readonly sent: EvidenceValues
}

function checkRevision(
  { evidence }: DisputeRow,
  draft: DraftRow | undefined,
  { revision, sent }: Edit,
): void {
  const current = draft?.version ?? 0
  if (revision > current) {
    const message = `The draft has the revision ${current}, so ${revision} cannot have been read.`
    throw new Failure('IR_04', message, { field: 'revision' })
  }
  const changed = (Object.entries(draft?.fields ?? {}) as [EvidenceField, DraftField][])
    .filter(([name, field]) => field.revision > revision && sent[name] !== undefined)
    .filter(([name, { value }]) => (value ?? evidence[name] ?? '') !== sent[name])
    .map(([name]) => name)
  if (changed.length === 0) return
  const message = `Nothing was saved, because these fields were changed since revision ${revision}: ${changed.join(', ')}. Read the draft again and send what should stay.`
  throw new Failure('IR_16', message, { details: { revision: current, evidence_types: changed } })
}

/** The same draft if nothing changes. A value that was submitted already leaves the draft. */
function decideDraft(
  { merchant_id, now, caller: { session, key_id } }: Context,
  { dispute_id, evidence }: DisputeRow,
  draft: DraftRow | undefined,
  sent: EvidenceValues,
): DraftRow | undefined {
  const revision = (draft?.version ?? 0) + 1
  const by = { edited_by: session?.user_id ?? key_id, edited_at: now.toISOString(), revision }
  const changed = (Object.entries(sent) as [EvidenceField, string][])
    .map(([name, text]) => [name, text === (evidence[name] ?? '') ? null : text] as const)
    .filter(([name, value]) => value !== (draft?.fields[name]?.value ?? null))
    .map(([name, value]) => [name, { value, ...by }] as const)
  if (changed.length === 0) return draft
  return {
    merchant_id,
    dispute_id,
    fields: { ...draft?.fields, ...Object.fromEntries(changed) },
    created: draft?.created ?? now,
    modified_at: now,
    version: revision,
  }
}

/** Nothing is written if the dispute changes meanwhile, such as by a submission or its end. */
async function write(
  context: Context,
  dispute: DisputeRow,
  draft: DraftRow | undefined,
  next: DraftRow | undefined,
): Promise<void> {
  if (next === undefined) return
  const named = namedFiles(dispute, next)
  const before = fileIds(namedFiles(dispute, draft))
  const claims = await claimFiles(context, { by: dispute.dispute_id, named, before })
  const head = draft === undefined ? insert(drafts, next) : save(drafts, draft, next)
  await context.commit(head, demand(disputes, dispute, ['version']), ...claims)
}
