// The pages in the navigation and in the palette, with what a role must be able to read to see them.
import type { PagePath } from '../lib/url.ts'

interface Row {
  readonly name: string
  /** The objects that a role must be able to read. */
  readonly reads?: string
  /** Not in production. */
  readonly isSandboxOnly?: true
  /** Address prefixes for further pages that belong to it. */
  readonly also?: readonly string[]
}

export interface InnerPage extends Row {
  readonly to: PagePath
  readonly href?: never
}

/** A page on the same server outside the dashboard, which opens in a new tab. */
interface OuterPage extends Row {
  readonly href: string
  readonly to?: never
}

export type PageRow = InnerPage | OuterPage

export interface PageGroup {
  readonly title?: string
  readonly pages: readonly PageRow[]
}

export const groups: readonly PageGroup[] = [
  {
    pages: [
      { name: 'Home', to: '/' },
      { name: 'Payments', to: '/payments', reads: 'payments' },
      { name: 'Refunds', to: '/refunds', reads: 'refunds' },
      { name: 'Disputes', to: '/disputes', reads: 'disputes' },
      { name: 'Payouts', to: '/payouts', reads: 'payouts' },
      { name: 'Customers', to: '/customers', reads: 'customers' },
    ],
  },
  {
    title: 'Sell',
    pages: [
      { name: 'Payment links', to: '/payment-links', reads: 'payment_links' },
      {
        name: 'Subscriptions',
        to: '/subscriptions',
        reads: 'subscriptions',
        also: ['/plans', '/coupons'],
      },
      { name: 'Invoices', to: '/invoices', reads: 'subscriptions' },
    ],
  },
  {
    title: 'Understand',
    pages: [
      { name: 'Analytics', to: '/analytics', reads: 'analytics' },
      { name: 'Balances', to: '/balances', reads: 'payouts' },
    ],
  },
  {
    title: 'Build',
    pages: [
      { name: 'API keys', to: '/api-keys', reads: 'api_keys' },
      {
        name: 'Webhooks',
        to: '/webhooks',
        reads: 'webhooks',
        also: ['/events'],
      },
      { name: 'Logs', to: '/requests', reads: 'requests' },
      { name: 'Test cards', to: '/test-cards', isSandboxOnly: true },
      { name: 'API reference', href: '/docs/api/' },
    ],
  },
  {
    title: 'Manage',
    pages: [
      {
        name: 'Team',
        to: '/team',
        reads: 'users',
        also: ['/roles'],
      },
      { name: 'Audit trail', to: '/audit', reads: 'api_keys' },
      { name: 'Settings', to: '/settings' },
    ],
  },
]

/** The list that an object's page belongs to. */
export function pickListPage(pathname: string): InnerPage | undefined {
  const rows: PageRow[] = [...further, ...groups.flatMap(({ pages }) => pages)]
  return rows.find(
    (row): row is InnerPage =>
      row.to !== undefined &&
      row.to !== '/' &&
      [row.to, ...(row.also ?? [])].some((path) => pathname.startsWith(path)),
  )
}

/** Found by their names only. */
export const further: readonly InnerPage[] = [
  { name: 'Plans', to: '/plans', reads: 'subscriptions' },
  { name: 'Coupons', to: '/coupons', reads: 'subscriptions' },
  { name: 'Events', to: '/events', reads: 'webhooks' },
  { name: 'Payment providers', to: '/settings/providers', reads: 'connectors' },
  { name: 'Routing', to: '/settings/routing', reads: 'workflows' },
]
