// Every page with its URL. A page and the frame around it are loaded when it is opened.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { paths } from './api/generated/schema.ts'
import { queries } from './api/queries.ts'
import { profilesQuery } from './api/profiles.ts'
import { useMay, userQuery } from './api/session.ts'
import { Failed, NotFound, Refused } from './frame/failed.tsx'
import { Waiting } from './frame/waiting.tsx'

/**
 * Code that cannot be loaded is an error like any other, with a button to try again: the router would reload the page by
 * itself, and leave an empty one if the server cannot be reached.
 */
function lazy<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const loadOrFail = (): Promise<Record<string, ComponentType>> =>
    load().catch((cause: unknown) => {
      throw new Error("The page's code was not loaded.", { cause })
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
    // A page's first request is already about the chosen profile. Without this list the frame still works.
    await queries.ensureQueryData(profilesQuery(user)).catch(() => undefined)
  },
  component: lazy(() => import('./frame/frame.tsx'), 'Frame'),
  pendingComponent: Waiting,
})

/** The text parameters of a page, by name. */
type Text<Name extends string> = { readonly [Key in Name]?: string | undefined }

/** Every parameter is text; an empty one is left out. */
function text<Name extends string>(search: Record<string, unknown>): Text<Name> {
  const entries = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name, String(value)])
  return Object.fromEntries(entries) as Text<Name>
}

/** The parameters of a list page: those of its request, and the chosen columns. */
type List<Path extends keyof paths> = paths[Path] extends {
  get: { parameters: { query?: infer Query } }
}
  ? (keyof Query & string) | 'columns'
  : never

interface PageOptions<Name extends string> {
  /** A form needs the scope of the request that it sends. */
  readonly scope?: string
  readonly search?: (search: Record<string, unknown>) => Text<Name>
}

/** A page inside the frame. The id in the URL of a detail page is `$id`. */
function page<const Path extends string, Export extends string, Name extends string = never>(
  path: Path,
  load: () => Promise<Record<Export, ComponentType>>,
  name: Export,
  { scope, search = text<Name> }: PageOptions<Name> = {},
) {
  const loaded = lazy(load, name)
  const component = scope === undefined ? loaded : withScope(loaded, scope)
  return createRoute({ getParentRoute: () => frame, path, validateSearch: search, component })
}

function withScope(Page: ReturnType<typeof lazyRouteComponent>, scope: string) {
  const Guarded = () => (useMay()(scope) ? <Page /> : <Refused scope={scope} />)
  return Object.assign(Guarded, { preload: () => Page.preload?.() })
}

const pages = [
  page('/', () => import('./home/home.tsx'), 'Home', { search: text<'currency' | 'days'> }),
  page('/analytics', () => import('./analytics/analytics.tsx'), 'Analytics', {
    search: text<'currency' | 'days' | 'by' | 'scope' | 'profile_id'>,
  }),
  page('/payments', () => import('./payments/list.tsx'), 'Payments', {
    search: text<List<'/payments/list'>>,
  }),
  page('/payments/$id', () => import('./payments/detail.tsx'), 'Payment'),
  page('/refunds', () => import('./refunds/list.tsx'), 'Refunds', {
    search: text<List<'/refunds/list'>>,
  }),
  page('/refunds/$id', () => import('./refunds/detail.tsx'), 'Refund'),
  page('/customers', () => import('./customers/list.tsx'), 'Customers', {
    search: text<List<'/customers/list'> | 'q'>,
  }),
  page('/customers/$id', () => import('./customers/detail.tsx'), 'Customer', {
    search: text<`${'payments' | 'refunds' | 'timeline'}_${'after' | 'before'}`>,
  }),
  page('/balances', () => import('./balances/balances.tsx'), 'Balances', {
    search: text<List<'/ledger/transfers'>>,
  }),
  page('/payment-links', () => import('./payment_links/list.tsx'), 'PaymentLinks', {
    search: text<List<'/payment_link/list'>>,
  }),
  page('/payment-links/new', () => import('./payment_links/create.tsx'), 'CreatePaymentLink', {
    search: text<'customer_id'>,
    scope: 'payment_links:write',
  }),
  page('/payment-links/$id', () => import('./payment_links/detail.tsx'), 'PaymentLinkPage'),
  page('/plans', () => import('./plans/list.tsx'), 'Plans', { search: text<'status'> }),
  page('/coupons', () => import('./coupons/list.tsx'), 'Coupons', {
    search: text<List<'/subscriptions/coupons'>>,
  }),
  page('/coupons/$id', () => import('./coupons/detail.tsx'), 'CouponPage'),
  page('/subscriptions', () => import('./subscriptions/list.tsx'), 'Subscriptions', {
    search: text<List<'/subscriptions/list'>>,
  }),
  page('/subscriptions/new', () => import('./subscriptions/create.tsx'), 'CreateSubscription', {
    search: text<'customer_id' | 'item_price_id'>,
    scope: 'subscriptions:write',
  }),
  page('/subscriptions/$id', () => import('./subscriptions/detail.tsx'), 'SubscriptionPage'),
  page('/invoices', () => import('./invoices/list.tsx'), 'Invoices', {
    search: text<List<'/invoices/list'>>,
  }),
  page('/invoices/$id', () => import('./invoices/detail.tsx'), 'InvoicePage'),
  page('/disputes', () => import('./disputes/list.tsx'), 'Disputes', {
    search: text<List<'/disputes/list'>>,
  }),
  page('/disputes/$id', () => import('./disputes/detail.tsx'), 'DisputePage'),
  page('/payouts', () => import('./payouts/list.tsx'), 'Payouts', {
    search: text<List<'/payouts/list'>>,
  }),
  page('/payouts/new', () => import('./payouts/new.tsx'), 'NewPayout', {
    scope: 'payouts:write',
    search: text<'customer_id' | 'amount' | 'currency'>,
  }),
  page('/payouts/$id', () => import('./payouts/detail.tsx'), 'PayoutPage'),
  page('/account', () => import('./account/account.tsx'), 'Account'),
  page('/audit', () => import('./audit/list.tsx'), 'Audit', { search: text<List<'/audit'>> }),
  page('/audit/$id', () => import('./audit/detail.tsx'), 'AuditEntry', { search: text<'at'> }),
  page('/roles', () => import('./roles/roles.tsx'), 'Roles', { search: text<'role'> }),
  page('/settings', () => import('./settings/settings.tsx'), 'Settings'),
  page('/settings/providers', () => import('./providers/list.tsx'), 'Providers'),
  page('/settings/routing', () => import('./routing/routing.tsx'), 'RoutingPage', {
    search: text<'profile_id'>,
  }),
  page('/settings/$id', () => import('./settings/profile.tsx'), 'ProfileSettings'),
  page('/team', () => import('./team/list.tsx'), 'Team'),
  page('/team/$id', () => import('./team/detail.tsx'), 'TeamMember'),
  page('/api-keys', () => import('./api_keys/list.tsx'), 'ApiKeys', { search: text<'type'> }),
  page('/api-keys/new', () => import('./api_keys/create.tsx'), 'NewApiKey', {
    search: text<'type'>,
    scope: 'api_keys:write',
  }),
  page('/api-keys/$id', () => import('./api_keys/detail.tsx'), 'ApiKey'),
  page('/api-keys/$id/edit', () => import('./api_keys/edit.tsx'), 'EditApiKey', {
    scope: 'api_keys:write',
  }),
  page('/webhooks', () => import('./webhooks/list.tsx'), 'Webhooks', {
    search: text<List<'/events/{merchant_id}'>>,
  }),
  page('/webhooks/$id', () => import('./webhooks/edit.tsx'), 'EditEndpoint', {
    scope: 'profiles:write',
  }),
  page('/test-cards', () => import('./sandbox/test_cards.tsx'), 'TestCards', {
    search: text<'find' | 'kind'>,
  }),
  page('/events', () => import('./events/list.tsx'), 'Events', {
    search: text<List<'/events/{merchant_id}'>>,
  }),
  page('/requests', () => import('./requests/list.tsx'), 'Requests', {
    search: text<List<'/requests'>>,
  }),
  page('/requests/$id', () => import('./requests/detail.tsx'), 'RequestPage'),
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

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
