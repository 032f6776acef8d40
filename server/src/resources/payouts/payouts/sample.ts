import type { Sample, SampleInput } from '#resources/resource.ts'
import { declined, metadata, money, notDeclined } from '#resources/sample_fields.ts'

/** A test event's object: it names nothing that exists. */
export const sample: Sample = { prefix: 'po', id: 'payout_id', fields }

function fields({ now, tail }: SampleInput, status: string): object {
  return {
    ...money,
    merchant_order_reference_id: 'test_order',
    payout_type: 'bank',
    payout_method_data: { bank: { iban: '****3000', bic: 'DEUTDEFF' } },
    billing: null,
    auto_fulfill: true,
    customer_id: `cus_test_${tail}`,
    customer: {
      id: `cus_test_${tail}`,
      name: 'Ada King',
      email: 'ada@example.com',
      phone: null,
      phone_country_code: null,
    },
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
    cancellation_reason: status === 'cancelled' ? 'A test event' : null,
    connector: 'bank',
    confirmed_at: now,
    expires_at: null,
  }
}
