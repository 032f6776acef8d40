import type { Sample, SampleInput } from '#resources/resource.ts'
import { metadata, money } from '#resources/sample_fields.ts'

/** A test event's object: it names nothing that exists. */
export const sample: Sample = { prefix: 'plink', id: 'payment_link_id', fields }

function fields({ tail, now }: SampleInput, status: string): object {
  const url = `https://example.com/pay/plink_test_${tail}`
  const isPaid = status === 'completed'
  return {
    link_type: 'one_time',
    url,
    link_to_pay: url,
    ...money,
    suggested_amounts: null,
    min_amount: null,
    max_amount: null,
    description: 'A test event',
    order_details: null,
    customer_id: null,
    email: null,
    send_email: false,
    email_delivery: null,
    capture_method: 'automatic',
    authentication_type: null,
    require_customer_info: false,
    payment_link_config: null,
    usage_limit: 1,
    usage_count: isPaid ? 1 : 0,
    sold_out_message: null,
    payment_id: isPaid ? `pay_test_${tail}` : null,
    metadata,
    expiry: now,
  }
}
