import { listRoutes } from '#http/lists.ts'
import { get, post, remove, type Route } from '#http/route.ts'
import { acceptDispute } from './accept.ts'
import { deleteEvidence } from './delete_evidence.ts'
import { EvidenceDraft, EvidencePreview, SaveDraft } from './draft_schema.ts'
import { getDraft } from './get_draft.ts'
import { previewEvidence } from './preview_evidence.ts'
import { getDispute, listDisputes } from './read.ts'
import { getEvidence } from './get_evidence.ts'
import {
  DeletedEvidence,
  DeleteEvidence,
  Dispute,
  DisputeList,
  Evidence,
  ListDisputes,
  SubmitEvidence,
  SubmittedEvidence,
} from './schema.ts'
import { saveDraft } from './save_draft.ts'
import { submitEvidence } from './submit_evidence.ts'

const tag = 'Disputes'
const read = { tag, access: 'disputes:read', status: 200 } as const
const write = { tag, access: 'disputes:write', status: 200 } as const

export const disputeRoutes: Route[] = [
  ...listRoutes({
    url: '/disputes/list',
    tag,
    summary: 'List disputes',
    access: 'disputes:read',
    query: ListDisputes,
    answer: DisputeList,
    run: listDisputes,
  }),
  get('/disputes/:dispute_id', {
    ...read,
    summary: 'Retrieve a dispute',
    answer: Dispute,
    errors: ['IR_05'],
    run: (context, { params }) => getDispute(context, params.dispute_id),
  }),
  post('/disputes/accept/:dispute_id', {
    ...write,
    // A callback can record the outcome event, with the provider as actor, before this request does.
    audit: [],
    summary: 'Accept a dispute',
    about: 'Ends the dispute in favor of the cardholder. This cannot be undone.',
    answer: Dispute,
    errors: ['IR_05', 'IR_14', 'PE_01', 'CE_01', 'CE_02'],
    run: (context, { params }) => acceptDispute(context, params.dispute_id),
  }),
  post('/disputes/evidence', {
    ...write,
    // A callback can record the outcome event, with the provider as actor, before this request does.
    audit: [],
    summary: 'Submit evidence',
    about:
      'Can be repeated until `challenge_required_by`. Omitted fields keep the values submitted before; an empty value clears a field.',
    body: SubmitEvidence,
    example: {
      dispute_id: 'dp_01',
      product_description: 'Two books, signed for at the door.',
      shipping_tracking_number: 'RM123456785GB',
    },
    answer: SubmittedEvidence,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_14', 'PE_01', 'CE_01', 'CE_02'],
    run: (context, { body }) => submitEvidence(context, body),
  }),
  post('/disputes/evidence/preview', {
    ...read,
    summary: 'Preview evidence',
    about:
      'The texts and files that the issuer would get if this was submitted, including the fields that were submitted before. Nothing is sent or stored.',
    body: SubmitEvidence,
    example: {
      dispute_id: 'dp_01',
      product_description: 'Two books, signed for at the door.',
    },
    answer: EvidencePreview,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_14'],
    run: (context, { body }) => previewEvidence(context, body),
  }),
  get('/disputes/evidence/:dispute_id/draft', {
    ...read,
    summary: 'Retrieve the draft of evidence',
    about:
      'Shared by the team and never sent to the issuer. Each field names who changed it last, and when.',
    answer: EvidenceDraft,
    errors: ['IR_05'],
    run: (context, { params }) => getDraft(context, params.dispute_id),
  }),
  post('/disputes/evidence/:dispute_id/draft', {
    ...write,
    summary: 'Save a draft of evidence',
    about:
      'Omitted fields stay as they are; a value that equals the submitted one leaves the draft, and so does a field that is submitted. A field that was changed since `revision` is not overwritten. Possible until `challenge_required_by`.',
    body: SaveDraft,
    example: { revision: 0, product_description: 'Two books, signed for at the door.' },
    answer: EvidenceDraft,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_14', 'IR_16'],
    run: (context, { params, body }) => saveDraft(context, params.dispute_id, body),
  }),
  get('/disputes/evidence/:dispute_id', {
    ...read,
    summary: 'Retrieve the evidence of a dispute',
    answer: Evidence,
    errors: ['IR_05'],
    run: (context, { params }) => getEvidence(context, params.dispute_id),
  }),
  remove('/disputes/evidence', {
    ...write,
    summary: 'Delete an evidence field',
    about: 'The fields can also be sent in the query string.',
    query: DeleteEvidence,
    body: DeleteEvidence,
    example: { dispute_id: 'dp_01', evidence_type: 'product_description' },
    answer: DeletedEvidence,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_14', 'PE_01', 'CE_01', 'CE_02'],
    run: (context, { body, query }) => deleteEvidence(context, body, query),
  }),
]
