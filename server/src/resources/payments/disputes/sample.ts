import { addMs, DAY_MS } from '#kernel/clock.ts'
import type { Sample, SampleInput } from '#resources/resource.ts'
import { money } from '#resources/sample_fields.ts'

/** A test event's object: it names nothing that exists. */
export const sample: Sample = { prefix: 'dp', id: 'dispute_id', fields }

function fields({ tail, now }: SampleInput, status: string): object {
  return {
    payment_id: `pay_test_${tail}`,
    ...money,
    dispute_status: status,
    dispute_stage: 'dispute',
    reason: 'fraudulent',
    reason_code: '10.4',
    challenge_required_by: addMs(now, 14 * DAY_MS),
    evidence_submitted_at: status === 'dispute_challenged' ? now : null,
    is_already_refunded: false,
    connector_dispute_id: `bdp_test_${tail}`,
  }
}
