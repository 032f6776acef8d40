// Operation groups, each with a text. Merchants call neither operator routes nor those for pages and acquirers: these
// have separate groups, and the reference page leaves them out.
import type { Route } from '../route.ts'

const OPERATOR = 'Operator'
const INTERNAL = 'Internal'

/** In the order of the reference: what most readers look for comes first. */
export const tags: Readonly<Record<string, string>> = {
  Payments: 'A payment takes money from a customer: create, confirm, capture, cancel.',
  Refunds: 'A refund returns money of a payment to the customer.',
  Disputes:
    "A dispute is money that the cardholder's bank takes back. Accept it, or submit evidence.",
  'Payment links': 'A payment link is paid on a page of this server.',
  Customers: 'The people who pay. Deleting one erases the personal data.',
  'Payment methods': 'The saved payment methods of customers.',
  Tokens: 'A card as a token, so that it goes from the browser to this server only.',
  Subscriptions: 'A subscription bills a plan period by period, one invoice for each.',
  Plans: 'What can be subscribed to, and its prices.',
  Coupons: 'Discounts for subscriptions.',
  Payouts: 'A payout sends money from your balance to a recipient.',
  Balances: 'Your balances, and the ledger transfers that they consist of.',
  Events: 'Events notify your server of changes. List, retrieve, test and redeliver them.',
  Files: 'Files that you upload as evidence for disputes.',
  Notes: 'Texts that your team writes about an object. Customers never see them.',
  Analytics: 'Counts and sums of payments, refunds and disputes.',
  Search: 'Objects of any kind by parts of what they contain.',
  Requests: 'What your keys and users sent to this API, and what it answered.',
  Views: 'Filters of the dashboard’s lists, saved under a name for one user or the team.',
  'Business profiles':
    'A business profile has the settings of one shop: webhooks, payment links, risk rules, retries of renewals.',
  'Payment providers':
    'Your accounts at acquirers, and the rules that decide which payment goes where.',
  'API keys': 'Secret keys for servers, with scopes, and publishable keys for browsers.',
  Merchants: 'A merchant owns everything else: profiles, keys, customers, payments.',
  Organizations: 'An organization owns merchants.',
  'Team users': 'The people who work for a merchant, and the roles that say what they may do.',
  'Sign-in': 'Passwords, sessions, authenticator apps and recovery codes of users.',
  Passkeys: 'Sign-in with a passkey (WebAuthn).',
  'Single sign-on': "Sign-in at the company's own provider (OpenID Connect).",
  'Audit trail': 'Who changed what, and when.',
  Sandbox: 'In the sandbox only: advance the time.',
  Health: 'Whether the service works, and whether your key is valid.',
  [OPERATOR]: "For the operator of a deployment, with the operator's key.",
  [INTERNAL]:
    'Called by the pages of this server, by the browsers of customers and by acquirers. These may change at any time.',
}

/** Pages, what pages call, and callbacks. */
const internal: readonly RegExp[] = [
  /^\/(pay|invoice|embedded|payout_link|provider_callbacks)\//,
  /^\/payments\/return\//,
  /^\/payment_link\/preview$/,
  /^\/florin\.(js|d\.ts)$/,
  /^\/user\/(invitation|reset)(\/read)?$/,
  /^\/user\/oidc\//,
]

export function isInternal({ url, access }: Route): boolean {
  return access === 'admin' || internal.some((pattern) => pattern.test(url))
}

export function routeTag(row: Route): string {
  if (row.access === 'admin') return OPERATOR
  return isInternal(row) ? INTERNAL : row.tag
}

/** The routes in the order of their groups. */
export function inReferenceOrder(routes: readonly Route[]): Route[] {
  const names = Object.keys(tags)
  return routes.toSorted((a, b) => names.indexOf(routeTag(a)) - names.indexOf(routeTag(b)))
}
