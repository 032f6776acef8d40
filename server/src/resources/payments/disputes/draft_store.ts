// Evidence that is not submitted: the team writes it together, field by field.
import { table } from '#kernel/change.ts'
import { finder } from '#kernel/find.ts'
import { columns } from '#kernel/sql.ts'
import type { EvidenceField, EvidenceValues } from './evidence_fields.ts'

export interface DraftField {
  /** Empty to clear the field when it is submitted; null when the draft has no value any more. */
  readonly value: string | null
  readonly edited_by: string | null
  readonly edited_at: string
  /** The draft's version since this edit. */
  readonly revision: number
}

export interface DraftRow {
  merchant_id: string
  dispute_id: string
  fields: Readonly<Partial<Record<EvidenceField, DraftField>>>
  created: Date
  modified_at: Date
  /** The API's `revision`. */
  version: number
}

export const drafts = table<DraftRow>('evidence_drafts', 'merchant_id', 'dispute_id')

export const findDraft = finder(
  drafts,
  columns<DraftRow>()('merchant_id dispute_id fields created modified_at version'),
)

/** The values that a submission of the draft would send. */
export function draftValues(draft: DraftRow | undefined): EvidenceValues {
  return Object.fromEntries(draftedFields(draft).map(([field, { value }]) => [field, value ?? '']))
}

export function draftedFields(draft: DraftRow | undefined): [EvidenceField, DraftField][] {
  const all = Object.entries(draft?.fields ?? {}) as [EvidenceField, DraftField][]
  return all.filter(([, { value }]) => value !== null)
}

/** A text that was changed after it was submitted stays in the draft. */
export function withoutSubmitted(draft: DraftRow, evidence: EvidenceValues, now: Date): DraftRow {
  const revision = draft.version + 1
  const submitted = draftedFields(draft)
    .filter(([field, { value }]) => value === (evidence[field] ?? ''))
    .map(([field, before]) => [field, { ...before, value: null, revision }] as const)
  return {
    ...draft,
    fields: { ...draft.fields, ...Object.fromEntries(submitted) },
    modified_at: now,
    version: revision,
  }
}
