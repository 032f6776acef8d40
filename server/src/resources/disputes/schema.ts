// The API schemas of disputes and their evidence.
import { type Static, Type } from 'typebox'
import { answer, nullable, NullableTimestamp, strict, text, Timestamp } from '#http/fields.ts'
import { among, currencies, listOf, listQuery, oneOrMany } from '#http/lists.ts'
import type { DisputeStage } from '#core/providers/dispute.ts'
import { type EvidenceField, evidenceFields, groups } from './evidence_fields.ts'
import { dispute, type DisputeStatus } from './state.ts'

const stages: readonly DisputeStage[] = ['pre_dispute', 'dispute', 'pre_arbitration']
const Status = Type.Unsafe<DisputeStatus>({ type: 'string', enum: Object.keys(dispute.states) })

export const Dispute = answer('Dispute', {
  dispute_id: Type.String(),
  payment_id: Type.String(),
  merchant_id: Type.String(),
  profile_id: Type.String(),
  amount: Type.Integer({ description: 'The disputed amount, in the lowest unit of the currency.' }),
  currency: Type.String(),
  status: Status,
  dispute_status: Type.Unsafe<DisputeStatus>({ ...Status, description: 'The same as `status`.' }),
  dispute_stage: Type.Unsafe<DisputeStage>({ type: 'string', enum: stages }),
  reason: Type.String(),
  reason_code: Type.String({ description: "The card network's code for the reason." }),
  challenge_required_by: Timestamp,
  evidence_submitted_at: NullableTimestamp,
  is_already_refunded: Type.Boolean({
    description: 'Whether part of the disputed amount had been refunded before.',
  }),
  connector_dispute_id: Type.String(),
  created: Timestamp,
  modified_at: Timestamp,
})
export type Dispute = Static<typeof Dispute>

export const disputeFilters = {
  status: oneOrMany('A status, or several.', { read: among(dispute.states) }),
  dispute_stage: oneOrMany('A stage, or several.', { read: among(stages) }),
  payment_id: oneOrMany('A payment, or several.'),
  dispute_id: oneOrMany('One id, or several separated by commas.'),
  currency: currencies,
  profile_id: oneOrMany('A profile, or several.'),
  reason: oneOrMany('A reason, or several.'),
}

export const ListDisputes = listQuery(disputeFilters)
export type ListDisputes = Static<typeof ListDisputes>

export const DisputeList = listOf('DisputeList', Dispute)

const MAX_TEXT = 20_000
const MAX_ID = 64

const fields = Object.fromEntries(
  Object.entries(evidenceFields).map(([name, { kind }]) => [
    name,
    Type.Optional(
      kind === 'file'
        ? text(MAX_ID, { description: 'The id of an uploaded file.' })
        : text(MAX_TEXT),
    ),
  ]),
) as Record<EvidenceField, ReturnType<typeof optionalText>>

function optionalText() {
  return Type.Optional(text(MAX_TEXT))
}

export const SubmitEvidence = strict({ dispute_id: text(MAX_ID), ...fields })
export type SubmitEvidence = Static<typeof SubmitEvidence>

export const SubmittedEvidence = answer('SubmittedEvidence', {
  dispute_id: Type.String(),
  status: Type.Unsafe<'submitted' | 'processing'>({
    type: 'string',
    enum: ['submitted', 'processing'],
    description:
      '`processing` when the acquirer did not answer: the evidence is sent again until it does.',
  }),
  evidence_submitted_at: NullableTimestamp,
})
export type SubmittedEvidence = Static<typeof SubmittedEvidence>

const EvidenceType = Type.Unsafe<EvidenceField>({
  type: 'string',
  enum: Object.keys(evidenceFields),
  description: 'The name of the field.',
})

/** In the body or in the query, because some HTTP stacks drop the body of a DELETE. */
export const DeleteEvidence = strict({
  dispute_id: Type.Optional(text(MAX_ID)),
  evidence_type: Type.Optional(EvidenceType),
})
export type DeleteEvidence = Static<typeof DeleteEvidence>

export const DeletedEvidence = answer('DeletedEvidence', {
  dispute_id: Type.String(),
  evidence_type: EvidenceType,
  deleted: Type.Literal(true),
})
export type DeletedEvidence = Static<typeof DeletedEvidence>

const EvidenceFile = Type.Object({
  evidence_type: EvidenceType,
  file_id: Type.String(),
  file_name: nullable(Type.String()),
  file_size: nullable(Type.Integer()),
  file_type: nullable(Type.String()),
  available: Type.Boolean({ description: 'Whether the file can still be downloaded.' }),
})

const Group = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
})

export const Evidence = answer('Evidence', {
  dispute_id: Type.String(),
  status: Status,
  evidence_submitted_at: NullableTimestamp,
  evidence: Type.Unsafe<Partial<Record<(typeof groups)[number], Record<string, string>>>>({
    type: 'object',
    properties: Object.fromEntries(groups.map((group) => [group, Group])),
    additionalProperties: false,
    description: 'The fields by group; groups without a value are omitted.',
  }),
  files: Type.Array(EvidenceFile),
})
export type Evidence = Static<typeof Evidence>
