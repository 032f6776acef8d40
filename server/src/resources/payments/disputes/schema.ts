// API schemas for disputes and their evidence.
import { type Static, type TUnsafe, Type } from 'typebox'
import {
  answer,
  described,
  freeText,
  keyIn,
  named,
  nullable,
  NullableTimestamp,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { byCreation, orderBy } from '#http/list_order.ts'
import { among, currencies, extendedListQuery, listSchema, oneOrMany } from '#http/lists.ts'
import { methodNames } from '#core/method_types.ts'
import type { DisputeStage } from '#core/providers/dispute.ts'
import { type EvidenceField, evidenceFields, type Group, groupTexts } from './evidence_fields.ts'
import { dispute, type DisputeStatus } from './state.ts'

const stages = {
  pre_dispute: 'An inquiry: no money was taken yet.',
  dispute: 'The amount was taken from your balance.',
  pre_arbitration: 'The issuer escalated a dispute that you had won.',
} as const satisfies Record<DisputeStage, string>
const Status: TUnsafe<DisputeStatus> = keyIn(dispute.states, 'What you can do, or how it ended.')

const SUBMITTED = 'When evidence was last submitted, in UTC; null until then.'

export const Dispute = answer('Dispute', {
  dispute_id: Type.String(),
  payment_id: Type.String(),
  merchant_id: Type.String(),
  profile_id: Type.String(),
  amount: Type.Integer({ description: 'The disputed amount, in the lowest unit of the currency.' }),
  currency: Type.String(),
  status: Status,
  dispute_status: Type.Unsafe<DisputeStatus>({ ...Status, description: 'The same as `status`.' }),
  dispute_stage: keyIn(stages, 'How far the dispute has gone.'),
  reason: Type.String({
    description: 'Why the cardholder wants the money back, such as `fraudulent`.',
  }),
  reason_code: Type.String({ description: "The card network's code for the reason." }),
  challenge_required_by: described(
    Timestamp,
    'Until when you can submit evidence or accept, in UTC.',
  ),
  evidence_submitted_at: described(NullableTimestamp, SUBMITTED),
  is_already_refunded: Type.Boolean({
    description: 'Whether part of the disputed amount had been refunded before.',
  }),
  connector_dispute_id: Type.String({ description: 'The id of the dispute at the acquirer.' }),
  created: Timestamp,
  modified_at: Timestamp,
})
export type Dispute = Static<typeof Dispute>

export const disputeFilters = {
  status: oneOrMany('A status, or several.', { read: among(dispute.states) }),
  dispute_stage: oneOrMany('A stage, or several.', { read: among(stages) }),
  payment_id: oneOrMany('A payment, or several.'),
  dispute_id: oneOrMany('One id, or several separated by commas.'),
  customer_id: oneOrMany('The customer of the payment, or several.'),
  currency: currencies,
  payment_method: oneOrMany('The method of the payment, or several.', {
    read: among(methodNames),
  }),
  profile_id: oneOrMany('A profile, or several.'),
  reason: oneOrMany('A reason such as `fraudulent`, or several.'),
}

const order = orderBy({
  ...byCreation,
  deadline: 'the one with the earliest `challenge_required_by`',
})

export const ListDisputes = extendedListQuery({ order }, disputeFilters)
export type ListDisputes = Static<typeof ListDisputes>

export const DisputeList = listSchema('DisputeList', Dispute)

const MAX_TEXT = 20_000
const MAX_ID = 64

/** Each field of the evidence, as it is sent. */
export const sentFields = Object.fromEntries(
  Object.entries(evidenceFields).map(([name, { kind, about }]) => [
    name,
    Type.Optional(
      kind === 'file'
        ? freeText(MAX_ID, { description: `${about} The id of an uploaded file; empty clears it.` })
        : freeText(MAX_TEXT, { description: `${about} Empty clears it.` }),
    ),
  ]),
) as Record<EvidenceField, ReturnType<typeof optionalText>>

function optionalText() {
  return Type.Optional(freeText(MAX_TEXT))
}

export const SubmitEvidence = strict({ dispute_id: text(MAX_ID), ...sentFields })
export type SubmitEvidence = Static<typeof SubmitEvidence>

export const SubmittedEvidence = answer('SubmittedEvidence', {
  dispute_id: Type.String(),
  status: Type.Unsafe<'submitted' | 'processing'>({
    type: 'string',
    enum: ['submitted', 'processing'],
    description:
      '`processing` when the acquirer did not answer: the evidence is sent again until it does.',
  }),
  evidence_submitted_at: described(NullableTimestamp, SUBMITTED),
})
export type SubmittedEvidence = Static<typeof SubmittedEvidence>

export const EvidenceType = Type.Unsafe<EvidenceField>({
  ...named(Object.keys(evidenceFields), 'a field of the evidence (all: /docs)'),
  description: 'The name of the field.',
})

/** In the body or in the query, because some HTTP stacks drop a DELETE body. */
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

export const EvidenceFile = Type.Object({
  evidence_type: EvidenceType,
  file_id: Type.String(),
  file_name: nullable(
    Type.String({ description: 'The name of the file; null if it is no longer available.' }),
  ),
  file_size: nullable(
    Type.Integer({ description: 'Its size in bytes; null if it is no longer available.' }),
  ),
  file_type: nullable(
    Type.String({ description: 'Its media type; null if it is no longer available.' }),
  ),
  available: Type.Boolean({ description: 'Whether the file can still be downloaded.' }),
})

const group = (description: string) => ({
  type: 'object',
  additionalProperties: { type: 'string' },
  description: `${description} Values by the name of the field.`,
})

export const Evidence = answer('Evidence', {
  dispute_id: Type.String(),
  status: Status,
  evidence_submitted_at: described(NullableTimestamp, SUBMITTED),
  evidence: Type.Unsafe<Partial<Record<Group, Record<string, string>>>>({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(groupTexts).map(([name, about]) => [name, group(about)]),
    ),
    additionalProperties: false,
    description: 'The fields by group; groups without a value are omitted.',
  }),
  files: Type.Array(EvidenceFile, { description: 'The files that the evidence refers to.' }),
})
export type Evidence = Static<typeof Evidence>
