import { addMs, DAY_MS } from '#kernel/clock.ts'
import type { Sample, SampleInput } from '#resources/resource.ts'
import { AMOUNT, declined, metadata, money, notDeclined } from '#resources/sample_fields.ts'

/** A test event's object: it names nothing that exists. */
export const sample: Sample = { prefix: 'pay', id: 'payment_id', fields }

function fields({ now }: SampleInput, status: string): object {
  const byStatus: Readonly<Record<string, object>> = {
    succeeded: { amount_received: AMOUNT, captured_at: now },
    requires_capture: { amount_capturable: AMOUNT, capture_before: addMs(now, 7 * DAY_MS) },
    partially_captured_and_capturable: {
      amount_received: 1_000,
      amount_capturable: AMOUNT - 1_000,
      capture_before: addMs(now, 7 * DAY_MS),
    },
    failed: declined,
    cancelled: { cancellation_reason: 'requested_by_customer' },
    requires_action: {
      next_action: { type: 'redirect_to_url', redirect_to_url: 'https://bank.example/challenge' },
    },
  }
  return {
    ...money,
    amount_received: 0,
    amount_capturable: 0,
    amount_refunded: 0,
    capture_method: status === 'succeeded' ? 'automatic' : 'manual',
    authentication_type: null,
    payment_method: 'card',
    payment_method_type: 'credit',
    payment_method_data: {
      card: { last4: '4242', brand: 'visa', exp_month: '12', exp_year: '2030' },
    },
    payment_method_id: null,
    customer_id: null,
    email: 'ada@example.com',
    name: 'Ada King',
    phone: null,
    phone_country_code: null,
    description: 'A test event',
    return_url: null,
    billing: null,
    shipping: null,
    setup_future_usage: null,
    merchant_order_reference_id: 'test_order',
    statement_descriptor: null,
    metadata,
    order_details: null,
    next_action: null,
    cancellation_reason: null,
    merchant_decision: null,
    attempt_count: 1,
    connector: null,
    connector_transaction_id: null,
    ...notDeclined,
    error_details: null,
    captured_at: null,
    capture_before: null,
    late_outcomes: null,
    ...byStatus[status],
  }
}
