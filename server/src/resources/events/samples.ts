// The objects of test events. Their ids contain `test` and refer to nothing that exists.
import { eventTypes } from '#core/outbox/event_types.ts'
import type { Sample, SampleInput, Samples } from '#resources/resource.ts'
import { money } from '#resources/sample_fields.ts'

export function sampleOf(samples: Samples, input: SampleInput) {
  const { content, status } = eventTypes[input.event_type]
  const { prefix, id, fields } = samples[content]
  const object_id = `${prefix}_test_${input.tail}`
  const { merchant_id, profile_id, now } = input
  const common = { merchant_id, profile_id, status, created: now, modified_at: now }
  return { object_id, object: { [id]: object_id, ...common, ...fields(input, status) } }
}

export const subscriptionSample: Sample = { prefix: 'sub', id: 'id', fields: subscriptionFields }

function subscriptionFields({ event_type, tail }: SampleInput): object {
  const isDeclined = event_type === 'invoice_payment_failed'
  return {
    customer_id: 'cus_test',
    item_price_id: 'price_test',
    plan_id: 'plan_test',
    merchant_reference_id: null,
    coupon_code: null,
    payment: {
      payment_id: `pay_test_${tail}`,
      status: isDeclined ? 'failed' : 'succeeded',
      ...money,
      payment_method_type: 'credit',
    },
    invoice: {
      id: `inv_test_${tail}`,
      subscription_id: `sub_test_${tail}`,
      ...money,
      status: isDeclined ? 'payment_failed' : 'invoice_paid',
    },
  }
}
