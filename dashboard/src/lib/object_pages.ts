// The detail page of every kind of object, by the name that the API gives to the kind.
import type { DetailPath, Target } from './url.ts'

const pages: Readonly<Record<string, DetailPath>> = {
  payment: '/payments/$id',
  refund: '/refunds/$id',
  dispute: '/disputes/$id',
  payout: '/payouts/$id',
  customer: '/customers/$id',
  payment_link: '/payment-links/$id',
  subscription: '/subscriptions/$id',
  invoice: '/invoices/$id',
  profile: '/settings/$id',
  key: '/api-keys/$id',
  user: '/team/$id',
}

/** Undefined if objects of this kind have no page. */
export function objectTarget(kind: string, id: string): Target | undefined {
  const to = Object.hasOwn(pages, kind) ? pages[kind] : undefined
  return to === undefined ? undefined : { to, params: { id } }
}
