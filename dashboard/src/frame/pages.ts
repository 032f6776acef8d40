// The pages in the navigation and in the palette, with the scope that a role needs to see them.
import type { PagePath } from '../lib/url.ts'

interface Row {
  readonly name: string
  readonly scope?: string
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
      { name: 'Payments', to: '/payments', scope: 'payments:read' },
      { name: 'Refunds', to: '/refunds', scope: 'refunds:read' },
      { name: 'Disputes', to: '/disputes', scope: 'disputes:read' },
      { name: 'Payouts', to: '/payouts', scope: 'payouts:read' },
      { name: 'Customers', to: '/customers', scope: 'customers:read' },
    ],
  },
  {
    title: 'Sell',
    pages: [
      { name: 'Payment links', to: '/payment-links', scope: 'payment_links:read' },
      {
        name: 'Subscriptions',
        to: '/subscriptions',
        scope: 'subscriptions:read',
        also: ['/plans', '/coupons'],
      },
      { name: 'Invoices', to: '/invoices', scope: 'subscriptions:read' },
    ],
  },
  {
    title: 'Understand',
    pages: [
      { name: 'Analytics', to: '/analytics', scope: 'analytics:read' },
      { name: 'Balances', to: '/balances', scope: 'payouts:read' },
    ],
  },
  {
    title: 'Build',
    pages: [
      { name: 'API keys', to: '/api-keys', scope: 'api_keys:read' },
      {
        name: 'Webhooks',
        to: '/webhooks',
        scope: 'webhooks:read',
        also: ['/events'],
      },
      { name: 'Logs', to: '/requests', scope: 'requests:read' },
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
        scope: 'users:read',
        also: ['/roles'],
      },
      { name: 'Audit trail', to: '/audit', scope: 'api_keys:read' },
      { name: 'Settings', to: '/settings' },
    ],
  },
]

/** The list that an object's page belongs to. */
export function pickListPage(pathname: string): InnerPage | undefined {
  const rows = [...further, ...groups.flatMap(({ pages }) => pages)]
    .filter((row) => row.to !== undefined)
    .filter(({ to }) => to !== '/')
  return rows.find(({ to, also = [] }) => [to, ...also].some((path) => pathname.startsWith(path)))
}

/** Found by their names only. */
export const further: readonly InnerPage[] = [
  { name: 'Plans', to: '/plans', scope: 'subscriptions:read' },
  { name: 'Coupons', to: '/coupons', scope: 'subscriptions:read' },
  { name: 'Events', to: '/events', scope: 'webhooks:read' },
  { name: 'Payment providers', to: '/settings/providers', scope: 'connectors:read' },
  { name: 'Routing', to: '/settings/routing', scope: 'workflows:read' },
]
