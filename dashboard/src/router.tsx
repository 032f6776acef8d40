// Every page with its URL. A page other than the frame is loaded when it is opened.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useParams,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { queries } from './api/queries.ts'
import { profilesQuery } from './api/profiles.ts'
import { useMay, userQuery } from './api/session.ts'
import { Frame, Waiting } from './frame/frame.tsx'
import { Failed, NotFound, Refused } from './frame/failed.tsx'

/**
 * Code that cannot be loaded is an error like any other, with a button to try again: the router would reload the page by
 * itself, and leave an empty one if the server cannot be reached.
 */
function lazy<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const loadOrFail = (): Promise<Record<string, ComponentType>> =>
    load().catch((cause: unknown) => {
      throw new Error('The code of this page was not loaded.', { cause })
    })
  return lazyRouteComponent(loadOrFail, name)
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ to }: Record<string, unknown>) =>
    typeof to === 'string' && to.startsWith('/') && !to.startsWith('//') ? { to } : {},
  component: lazy(() => import('./sign_in/sign_in.tsx'), 'SignIn'),
})

const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten-password',
  component: lazy(() => import('./sign_in/forgotten.tsx'), 'ForgottenPassword'),
})

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  beforeLoad: async ({ location }) => {
    const user = await queries.ensureQueryData(userQuery)
    if (user === null || user.two_factor_required) {
      throw redirect({ to: '/sign-in', search: { to: location.href } })
    }
    if (user.two_factor_setup_required && location.pathname !== '/account') {
      throw redirect({ to: '/account' })
    }
    // The first request of a page is already about the chosen profile. Without this list the frame still works.
    await queries.ensureQueryData(profilesQuery(user)).catch(() => undefined)
  },
  component: Frame,
  pendingComponent: Waiting,
})

export type Search = Readonly<Record<string, string | undefined>>

/** Filters and tabs are text in the URL; an empty one is left out. */
function textSearch(search: Record<string, unknown>): Search {
  return Object.fromEntries(
    Object.entries(search)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )
}

/** A page inside the frame. The id in the URL of a detail page is `$id`. A form needs the scope of what it sends. */
function page<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  scope?: string,
) {
  const loaded = lazy(load, name)
  const component = scope === undefined ? loaded : withScope(loaded, scope)
  return createRoute({ getParentRoute: () => frame, path, validateSearch: textSearch, component })
}

function withScope(Page: ReturnType<typeof lazyRouteComponent>, scope: string) {
  const Guarded = () => (useMay()(scope) ? <Page /> : <Refused scope={scope} />)
  return Object.assign(Guarded, { preload: () => Page.preload?.() })
}

const pages = [
  page('/', () => import('./home/home.tsx'), 'Home'),
  page('/analytics', () => import('./analytics/analytics.tsx'), 'Analytics'),
  page('/payments', () => import('./payments/list.tsx'), 'Payments'),
  page('/payments/$id', () => import('./payments/detail.tsx'), 'Payment'),
  page('/refunds', () => import('./refunds/list.tsx'), 'Refunds'),
  page('/refunds/$id', () => import('./refunds/detail.tsx'), 'Refund'),
  page('/customers', () => import('./customers/list.tsx'), 'Customers'),
  page('/customers/$id', () => import('./customers/detail.tsx'), 'Customer'),
  page('/balances', () => import('./balances/balances.tsx'), 'Balances'),
  page('/payment-links', () => import('./payment_links/list.tsx'), 'PaymentLinks'),
  page(
    '/payment-links/new',
    () => import('./payment_links/create.tsx'),
    'CreatePaymentLink',
    'payment_links:write',
  ),
  page('/payment-links/$id', () => import('./payment_links/detail.tsx'), 'PaymentLinkPage'),
  page('/plans', () => import('./plans/list.tsx'), 'Plans'),
  page('/coupons', () => import('./coupons/list.tsx'), 'Coupons'),
  page('/coupons/$id', () => import('./coupons/detail.tsx'), 'CouponPage'),
  page('/subscriptions', () => import('./subscriptions/list.tsx'), 'Subscriptions'),
  page(
    '/subscriptions/new',
    () => import('./subscriptions/create.tsx'),
    'CreateSubscription',
    'subscriptions:write',
  ),
  page('/subscriptions/$id', () => import('./subscriptions/detail.tsx'), 'SubscriptionPage'),
  page('/invoices/$id', () => import('./invoices/detail.tsx'), 'InvoicePage'),
  page('/disputes', () => import('./disputes/list.tsx'), 'Disputes'),
  page('/disputes/$id', () => import('./disputes/detail.tsx'), 'DisputePage'),
  page('/payouts', () => import('./payouts/list.tsx'), 'Payouts'),
  page('/payouts/new', () => import('./payouts/new.tsx'), 'NewPayout', 'payouts:write'),
  page('/payouts/$id', () => import('./payouts/detail.tsx'), 'PayoutPage'),
  page('/account', () => import('./account/account.tsx'), 'Account'),
  page('/audit', () => import('./audit/list.tsx'), 'Audit'),
  page('/audit/$id', () => import('./audit/detail.tsx'), 'AuditEntry'),
  page('/roles', () => import('./roles/roles.tsx'), 'Roles'),
  page('/settings', () => import('./settings/settings.tsx'), 'Settings'),
  page('/settings/$id', () => import('./settings/profile.tsx'), 'ProfileSettings'),
  page('/team', () => import('./team/list.tsx'), 'Team'),
  page('/team/$id', () => import('./team/detail.tsx'), 'TeamMember'),
  page('/api-keys', () => import('./api_keys/list.tsx'), 'ApiKeys'),
  page('/api-keys/new', () => import('./api_keys/create.tsx'), 'CreateApiKey', 'api_keys:write'),
  page('/api-keys/$id', () => import('./api_keys/detail.tsx'), 'ApiKey'),
  page('/api-keys/$id/edit', () => import('./api_keys/edit.tsx'), 'EditApiKey', 'api_keys:write'),
  page('/webhooks', () => import('./webhooks/list.tsx'), 'Webhooks'),
  page('/webhooks/$id', () => import('./webhooks/edit.tsx'), 'EditEndpoint', 'profiles:write'),
  page('/test-cards', () => import('./sandbox/test_cards.tsx'), 'TestCards'),
  page('/events', () => import('./events/list.tsx'), 'Events'),
  page('/events/$id', () => import('./events/detail.tsx'), 'EventPage'),
]

export const router = createRouter({
  routeTree: root.addChildren([signIn, forgotten, frame.addChildren(pages)]),
  basepath: '/dashboard',
  defaultPreload: 'intent',
  defaultPendingMs: 200,
  defaultErrorComponent: Failed,
  scrollRestoration: true,
})

/** Of the object that the page is about. */
export function useId(): string {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return id
}
