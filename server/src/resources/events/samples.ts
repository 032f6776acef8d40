// Objects as events carry them, for test events: what a receiver would read if such a thing had happened.
// Their ids say that they are tests, and name nothing that exists.
import { addMs, DAY_MS } from '#kernel/clock.ts'
import { type ContentType, type EventName, eventTypes } from '#core/outbox/event_types.ts'

export interface Sample {
  readonly object_id: string
  readonly object: Readonly<Record<string, unknown>>
}

interface Asked {
  readonly merchant_id: string
  readonly profile_id: string
  readonly event_type: EventName
  /** Tells one test from the other. */
  readonly tail: string
  readonly now: Date
}

const AMOUNT = 1_999
const money = { amount: AMOUNT, currency: 'EUR' }
const metadata = { order_id: 'test_order' }

export function sampleOf(asked: Asked): Sample {
  const { content, status } = eventTypes[asked.event_type]
  const { prefix, id, fields } = samples[content]
  const object_id = `${prefix}_test_${asked.tail}`
  const { merchant_id, profile_id, now } = asked
  const common = { merchant_id, profile_id, status, created: now, modified_at: now }
  return { object_id, object: { [id]: object_id, ...common, ...fields(asked, status) } }
}

interface Kind {
  readonly prefix: string
  /** The field that holds the id. */
  readonly id: string
  readonly fields: (asked: Asked, status: string) => object
}

const samples: Readonly<Record<ContentType, Kind>> = {
  payment_details: { prefix: 'pay', id: 'payment_id', fields: paymentFields },
  refund_details: { prefix: 'ref', id: 'refund_id', fields: refundFields },
  dispute_details: { prefix: 'dp', id: 'dispute_id', fields: disputeFields },
  payout_details: { prefix: 'po', id: 'payout_id', fields: payoutFields },
  subscription_details: { prefix: 'sub', id: 'id', fields: subscriptionFields },
}

const declined = {
  unified_code: 'UE_1007',
  unified_message: 'The card was declined by the issuer',
  error_code: '05',
  error_message: 'Do not honor',
}
const notDeclined = {
  unified_code: null,
  unified_message: null,
  error_code: null,
  error_message: null,
}

function paymentFields({ now }: Asked, status: string): object {
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

function refundFields({ tail, now }: Asked, status: string): object {
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

function disputeFields({ tail, now }: Asked, status: string): object {
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
    connector_dispute_id: null,
  }
}

function payoutFields(_asked: Asked, status: string): object {
  return {
    ...money,
    merchant_order_reference_id: 'test_order',
    payout_type: 'bank',
    payout_method_data: { bank: { iban: '****3000', bic: 'DEUTDEFF' } },
    billing: null,
    auto_fulfill: true,
    customer_id: null,
    customer: null,
    return_url: null,
    business_country: null,
    description: 'A test event',
    entity_type: 'Individual',
    recurring: false,
    metadata,
    ...(status === 'failed' ? declined : notDeclined),
    connector_transaction_id: null,
    priority: null,
    attempts: null,
    payout_link: null,
    payout_method_id: null,
  }
}

function subscriptionFields({ event_type, tail }: Asked): object {
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
