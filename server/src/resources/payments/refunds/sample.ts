import type { Sample, SampleInput } from '#resources/resource.ts'
import { declined, metadata, money, notDeclined } from '#resources/sample_fields.ts'

/** A test event's object: it names nothing that exists. */
export const sample: Sample = { prefix: 'ref', id: 'refund_id', fields }

function fields({ tail, now }: SampleInput, status: string): object {
  return {
    payment_id: `pay_test_${tail}`,
    customer_id: null,
    ...money,
    refund_type: 'Instant',
    reason: 'requested_by_customer',
    metadata,
    ...(status === 'failed' ? declined : notDeclined),
    connector_refund_id: null,
    scheduled_at: null,
    completed_at: status === 'review' ? null : now,
  }
}
