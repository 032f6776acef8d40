// One object each, by its id. A page adds how often it reads the object again.
import { queryOptions } from '@tanstack/react-query'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { profileHeader } from '../api/profiles.ts'

/** With its refunds, disputes and attempts. A new version of another object reads the payment again. */
export function paymentQuery(payment_id: string, ...version: readonly string[]) {
  return queryOptions({
    queryKey: ['payments', payment_id, ...version],
    queryFn: async () => {
      const params = { path: { payment_id }, query: { expand: 'refunds,disputes,attempts,origin' } }
      return (await unwrapAnswer(
        api.GET('/payments/{payment_id}', { params }),
      )) as Schemas['Payment']
    },
  })
}

export function refundQuery(refund_id: string) {
  const params = { path: { refund_id } }
  return queryOptions({
    queryKey: ['refunds', refund_id],
    queryFn: () => unwrapAnswer(api.GET('/refunds/{refund_id}', { params })),
  })
}

export function disputeQuery(dispute_id: string) {
  const params = { path: { dispute_id } }
  return queryOptions({
    queryKey: ['disputes', dispute_id],
    queryFn: () => unwrapAnswer(api.GET('/disputes/{dispute_id}', { params })),
  })
}

export function payoutQuery(payout_id: string) {
  const params = { path: { payout_id } }
  return queryOptions({
    queryKey: ['payouts', payout_id],
    queryFn: () => unwrapAnswer(api.GET('/payouts/{payout_id}', { params })),
  })
}

export function customerQuery(customer_id: string) {
  const params = { path: { customer_id } }
  return queryOptions({
    queryKey: ['customers', customer_id],
    queryFn: () => unwrapAnswer(api.GET('/customers/{customer_id}', { params })),
  })
}

export function paymentMethodQuery(payment_method_id: string) {
  const params = { path: { payment_method_id } }
  return queryOptions({
    queryKey: ['payment_methods', payment_method_id],
    queryFn: () => unwrapAnswer(api.GET('/payment_methods/{payment_method_id}', { params })),
  })
}

export function paymentLinkQuery(payment_link_id: string) {
  const params = { path: { payment_link_id } }
  return queryOptions({
    queryKey: ['payment_links', payment_link_id],
    queryFn: () => unwrapAnswer(api.GET('/payment_link/{payment_link_id}', { params })),
  })
}

export function invoiceQuery(invoice_id: string) {
  const params = { path: { invoice_id } }
  return queryOptions({
    queryKey: ['invoices', invoice_id],
    queryFn: () => unwrapAnswer(api.GET('/invoices/{invoice_id}', { params })),
  })
}

export function couponQuery(coupon_code: string) {
  return queryOptions({
    queryKey: ['coupons', coupon_code],
    queryFn: () => {
      const params = { path: { coupon_code }, header: profileHeader() }
      return unwrapAnswer(api.GET('/subscriptions/coupons/{coupon_code}', { params }))
    },
  })
}

export function apiKeyQuery(merchant_id: string, key_id: string) {
  const params = { path: { merchant_id, key_id } }
  return queryOptions({
    queryKey: ['api_keys', key_id],
    queryFn: () => unwrapAnswer(api.GET('/api_keys/{merchant_id}/{key_id}', { params })),
  })
}

export function eventQuery(merchant_id: string, event_id: string) {
  const params = { path: { merchant_id, event_id } }
  return queryOptions({
    queryKey: ['events', 'one', event_id],
    queryFn: () => unwrapAnswer(api.GET('/events/{merchant_id}/{event_id}', { params })),
  })
}

/** In the order in which they are tried without routing rules. */
export function connectorsQuery(merchant_id: string) {
  const params = { path: { merchant_id } }
  return queryOptions({
    queryKey: ['connectors', merchant_id],
    queryFn: () => unwrapAnswer(api.GET('/account/{merchant_id}/connectors', { params })),
  })
}

/** Calls whose outcome only a person can find out. */
export function undecidedQuery(merchant_id: string) {
  const params = { path: { merchant_id } }
  return queryOptions({
    queryKey: ['attention', 'undecided', merchant_id],
    staleTime: 30_000,
    queryFn: () => unwrapAnswer(api.GET('/account/{merchant_id}/undecided_operations', { params })),
  })
}

/** By currency and account. */
export const balancesQuery = queryOptions({
  queryKey: ['balances'],
  queryFn: () => unwrapAnswer(api.GET('/balances')),
})
