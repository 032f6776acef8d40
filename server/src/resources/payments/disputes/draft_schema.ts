// API schemas for drafts of evidence.
import { type Static, Type } from 'typebox'
import { answer, described, nullable, strict, Timestamp } from '#http/fields.ts'
import { EvidenceFile, EvidenceType, sentFields } from './schema.ts'

export const SaveDraft = strict({
  revision: Type.Integer({
    minimum: 0,
    maximum: 2_147_483_647,
    description:
      'The revision of the draft that you have read. A field that was changed since is not overwritten: 409.',
  }),
  ...sentFields,
})
export type SaveDraft = Static<typeof SaveDraft>

const DraftedField = Type.Object({
  evidence_type: EvidenceType,
  value: Type.String({
    description: 'The text, or the id of a file; empty if a submission will clear the field.',
  }),
  edited_by: nullable(
    Type.String({
      description: 'The user or the API key that changed it last; null for the operator.',
    }),
  ),
  edited_at: described(Timestamp, 'When it was changed last, in UTC.'),
})

export const EvidenceDraft = answer('EvidenceDraft', {
  dispute_id: Type.String(),
  revision: Type.Integer({
    description: 'Increases with every change; 0 until the first one. Send it with your changes.',
  }),
  fields: Type.Array(DraftedField, {
    description: 'The fields that differ from the submitted evidence.',
  }),
  files: Type.Array(EvidenceFile, { description: 'The files that the draft refers to.' }),
})
export type EvidenceDraft = Static<typeof EvidenceDraft>

const PreviewedText = Type.Object({
  evidence_type: EvidenceType,
  value: Type.String({ description: 'The whole text.' }),
})

const PreviewedFile = Type.Object({
  evidence_type: EvidenceType,
  file_id: Type.String(),
  file_name: Type.String({ description: 'The name of the file.' }),
  file_size: Type.Integer({ description: 'Its size in bytes.' }),
  file_type: Type.String({ description: 'Its media type.' }),
})

export const EvidencePreview = answer('EvidencePreview', {
  dispute_id: Type.String(),
  texts: Type.Array(PreviewedText, { description: 'In the order in which they are sent.' }),
  files: Type.Array(PreviewedFile, { description: 'In the order in which they are sent.' }),
})
export type EvidencePreview = Static<typeof EvidencePreview>
