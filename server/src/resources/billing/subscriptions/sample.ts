import { addMs, DAY_MS } from '#kernel/clock.ts'
import type { Sample, SampleInput } from '#resources/resource.ts'
import { money } from '#resources/sample_fields.ts'

/** A test event's object: it names nothing that exists. */
export const sample: Sample = { prefix: 'sub', id: 'id', fields }

function fields({ event_type, tail, now }: SampleInput, status: string): object {
  const isDeclined = event_type === 'invoice_payment_failed'
  return {
    customer_id: 'cus_test',
    item_price_id: 'price_test',
    plan_id: 'plan_test',
    merchant_reference_id: null,
    coupon_code: null,
    pending_update: null,
    payment: {
      payment_id: `pay_test_${tail}`,
      status: isDeclined ? 'failed' : 'succeeded',
      ...money,
      payment_method_type: 'credit',
      next_action: null,
    },
    invoice: {
      id: `inv_test_${tail}`,
      subscription_id: `sub_test_${tail}`,
      ...money,
      status: isDeclined ? 'payment_failed' : 'invoice_paid',
    },
    payment_details: {
      return_url: 'https://shop.example/account',
      authentication_type: null,
      capture_method: 'automatic',
      setup_future_usage: null,
      payment_type: null,
    },
    payment_method_id: 'pm_test',
    billing: null,
    shipping: null,
    period_start: now,
    period_end: addMs(now, 30 * DAY_MS),
    trial_end: null,
    next_billing_at: status === 'active' ? addMs(now, 30 * DAY_MS) : null,
    cycles_billed: 1,
    pause_at: null,
    paused_at: status === 'paused' ? now : null,
    resume_at: null,
    cancel_at: null,
    cancelled_at: status === 'cancelled' ? now : null,
    cancel_reason: null,
    ended_at: status === 'cancelled' || status === 'in_active' ? now : null,
  }
}
