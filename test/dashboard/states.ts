// Every page of the dashboard, and how the API is kept from answering it: what a person then sees is a state of the page.
import type { Page, Route } from 'playwright-core'

/**
 * list: filters, rows and an empty state; page: reads something and can be empty; detail: of one object;
 * form: works without an answer.
 */
export type Kind = 'list' | 'page' | 'detail' | 'form'

export interface View {
  /** As in router.tsx. */
  readonly route: string
  readonly kind: Kind
  /** It shows the business profiles, which the frame has read before. */
  readonly isOfProfiles?: true
  /** A filter of the list that nothing matches. */
  readonly filter?: string
  /** Title of what a fresh merchant sees; undefined if there is always something. */
  readonly empty?: string
}

export const views: readonly View[] = [
  { route: '/', kind: 'page', empty: 'No payments yet' },
  { route: '/analytics', kind: 'page', empty: 'No payments yet' },
  { route: '/payments', kind: 'list', filter: 'status=failed', empty: 'No payments yet' },
  { route: '/payments/$id', kind: 'detail' },
  { route: '/refunds', kind: 'list', filter: 'status=failed', empty: 'No refunds yet' },
  { route: '/refunds/$id', kind: 'detail' },
  { route: '/customers', kind: 'list', filter: 'q=nosuchname', empty: 'No customers yet' },
  { route: '/customers/$id', kind: 'detail' },
  { route: '/balances', kind: 'list', filter: 'currency=JPY', empty: 'No money yet' },
  {
    route: '/payment-links',
    kind: 'list',
    filter: 'status=expired',
    empty: 'No payment links yet',
  },
  { route: '/payment-links/new', kind: 'form' },
  { route: '/payment-links/$id', kind: 'detail' },
  { route: '/plans', kind: 'page', filter: 'status=archived', empty: 'No plans yet' },
  { route: '/coupons', kind: 'list', empty: 'No coupons yet' },
  { route: '/coupons/$id', kind: 'detail' },
  { route: '/subscriptions', kind: 'list', filter: 'status=paused', empty: 'No subscriptions yet' },
  { route: '/subscriptions/new', kind: 'page' },
  { route: '/subscriptions/$id', kind: 'detail' },
  { route: '/invoices', kind: 'list', filter: 'status=voided', empty: 'No invoices yet' },
  { route: '/invoices/$id', kind: 'detail' },
  { route: '/disputes', kind: 'list', filter: 'status=dispute_won', empty: 'No disputes' },
  { route: '/disputes/$id', kind: 'detail' },
  { route: '/payouts', kind: 'list', filter: 'status=failed', empty: 'No payouts yet' },
  { route: '/payouts/new', kind: 'form' },
  { route: '/payouts/$id', kind: 'detail' },
  { route: '/account', kind: 'page' },
  { route: '/audit', kind: 'list', filter: 'object_id=pay_0', empty: 'Nothing was changed yet' },
  { route: '/audit/$id', kind: 'detail' },
  { route: '/roles', kind: 'page' },
  { route: '/settings', kind: 'page', isOfProfiles: true },
  { route: '/settings/providers', kind: 'page', empty: 'No provider accounts yet' },
  { route: '/settings/routing', kind: 'page' },
  { route: '/settings/$id', kind: 'detail' },
  { route: '/team', kind: 'list', filter: 'status=invited' },
  { route: '/team/$id', kind: 'detail' },
  { route: '/api-keys', kind: 'list' },
  { route: '/api-keys/new', kind: 'form' },
  { route: '/api-keys/$id', kind: 'detail' },
  { route: '/api-keys/$id/edit', kind: 'detail' },
  { route: '/webhooks', kind: 'list', filter: 'object_id=pay_0', empty: 'No deliveries yet' },
  { route: '/webhooks/$id', kind: 'detail', isOfProfiles: true },
  { route: '/test-cards', kind: 'page' },
  { route: '/events', kind: 'list', filter: 'object_id=pay_0', empty: 'No events yet' },
  { route: '/events/$id', kind: 'detail' },
  { route: '/requests', kind: 'list', filter: 'object_id=pay_0', empty: 'No requests yet' },
  { route: '/requests/$id', kind: 'detail' },
]

/** No object has this id. */
export const pathOf = ({ route }: View): string => route.replace('$id', 'unknown_0')

/** Requests for a page's own data: neither its code nor the frame's data. */
function isContent({ pathname }: URL, { isOfProfiles }: View): boolean {
  const isOfFrame = ['/user', '/health'].includes(pathname)
  const isProfiles = pathname.endsWith('/business_profile')
  return !pathname.startsWith('/dashboard') && !isOfFrame && (isOfProfiles === true || !isProfiles)
}

const answers = {
  /** Never. */
  loading: () => undefined,
  failing: (route: Route) =>
    route.fulfill({
      status: 500,
      json: {
        error: {
          code: 'HE_00',
          message: 'Internal error. Nothing was changed by your request. Try again.',
          request_id: 'req_01m8e2v6c4f0t9kq7w3x5yz1ab',
        },
      },
    }),
  offline: (route: Route) => route.abort('internetdisconnected'),
} as const

export type Fault = keyof typeof answers

/** From now on the API does not answer what a page reads; `mend` lets it answer again. */
export async function keepBack(page: Page, view: View, fault: Fault): Promise<void> {
  await page.route(
    (url) => isContent(url, view),
    (route) => void answers[fault](route),
  )
}

export async function mend(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}
