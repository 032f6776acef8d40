import type { Context } from '#kernel/context.ts'
import type { EvidenceDraft } from './draft_schema.ts'
import { type DraftRow, draftedFields, findDraft } from './draft_store.ts'
import type { EvidenceValues } from './evidence_fields.ts'
import { describeFiles } from './get_evidence.ts'
import { readDispute } from './read.ts'
import type { DisputeRow } from './store.ts'

export async function getDraft(context: Context, dispute_id: string): Promise<EvidenceDraft> {
  const dispute = await readDispute(context, dispute_id)
  return showDraft(context, dispute, await findDraft(context.db, context.merchant_id, dispute_id))
}

/** The fields that differ from the submitted evidence. */
export async function showDraft(
  context: Context,
  { dispute_id, evidence }: DisputeRow,
  draft: DraftRow | undefined,
): Promise<EvidenceDraft> {
  const fields = draftedFields(draft)
    .filter(([field, { value }]) => value !== (evidence[field] ?? ''))
    .map(([evidence_type, { value, edited_by, edited_at }]) => ({
      evidence_type,
      value: value ?? '',
      edited_by,
      edited_at: new Date(edited_at),
    }))
  const values: EvidenceValues = Object.fromEntries(
    fields.filter(({ value }) => value !== '').map((each) => [each.evidence_type, each.value]),
  )
  const files = await describeFiles(context, values)
  return { dispute_id, revision: draft?.version ?? 0, fields, files }
}
