import { remove } from '#kernel/change.ts'
import { type Context, type Services, systemContext } from '#kernel/context.ts'
import type { RelayedEvent } from '#core/outbox/reaction.ts'
import { isErased } from '#resources/payments/customers/read.ts'
import {
  type Elsewhere,
  redactRow,
  type Redaction,
  redactRows,
} from '#resources/payments/customers/redact_rows.ts'
import { emptied } from '#resources/payments/customers/redact_fields.ts'
import { fileIds } from '#resources/payments/files/claim.ts'
import { releaseFiles } from '#resources/payments/files/release.ts'
import { ofPayments, readPayment } from '#resources/payments/payments/read.ts'
import { drafts, findDraft } from './draft_store.ts'
import { namedFiles } from './lifecycle.ts'
import { readDispute } from './read.ts'
import { isOpen } from './state.ts'
import { disputePages, type DisputeRow, disputes, findDispute } from './store.ts'

/** An open dispute needs its evidence, and its draft: each submission replaces the previous one as a whole. */
const redaction: Redaction<DisputeRow> = {
  table: disputes,
  find: findDispute,
  content: 'dispute_details',
  fields: { evidence: emptied },
  isOpen: needsEvidence,
  needed: ['evidence'],
  elsewhere,
}

function needsEvidence({ status, answer }: DisputeRow): boolean {
  return isOpen(status) || answer !== null
}

async function elsewhere(context: Context, row: DisputeRow): Promise<Elsewhere<DisputeRow>> {
  if (needsEvidence(row)) return { set: {}, writes: [] }
  const draft = await findDraft(context.db, context.merchant_id, row.dispute_id)
  const named = fileIds(namedFiles(row, draft))
  const { writes, after } = await releaseFiles(context, row.dispute_id, named)
  return { set: {}, writes: [...(draft ? [remove(drafts, draft)] : []), ...writes], after }
}

export const redactDisputes = redactRows(redaction, disputePages, ofPayments)

/** An erased person's dispute has ended: its evidence is no longer needed. */
export async function redactEnded(
  services: Services,
  events: readonly RelayedEvent[],
): Promise<void> {
  for (const { merchant_id, object_id } of events) {
    const context = await systemContext(services, merchant_id)
    const { payment_id } = await readDispute(context, object_id)
    const payment = await readPayment(context, payment_id)
    if (await isErased(context, payment)) await redactRow(context, redaction, object_id)
  }
}
