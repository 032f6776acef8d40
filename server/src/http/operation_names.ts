// One name for each route, such as `payments.create`, for programs that call by name. It follows from the method and the
// URL; only what the rule cannot say well is in the table.
import type { Route } from './route.ts'

type Named = Pick<Route, 'method' | 'url' | 'summary'>

/** The words for a path, longest first. The part behind it is an action or a nested object. */
const objects: readonly (readonly [path: string, name: string])[] = [
  ['/account/:merchant_id/settings', 'settings'],
  ['/account/:merchant_id/business_profile/:profile_id/routing', 'routing'],
  ['/account/:merchant_id/business_profile', 'profiles'],
  ['/account/:merchant_id/connectors', 'connectors'],
  ['/account/:merchant_id', 'merchants'],
  ['/accounts/:merchant_id/refunds', 'refunds'],
  ['/accounts', 'merchants'],
  ['/analytics/v1/:scope/metrics', 'analytics'],
  ['/api_keys/:merchant_id', 'api_keys'],
  ['/customers/:customer_id/payment_methods', 'payment_methods'],
  ['/disputes/evidence', 'evidence'],
  ['/events/:merchant_id', 'events'],
  ['/ledger/transfers', 'transfers'],
  ['/payment_link', 'links'],
  ['/sandbox/payments', 'payments'],
  ['/sandbox/payouts', 'payouts'],
  ['/sandbox/clock', 'clock'],
  ['/subscriptions/coupons', 'coupons'],
  ['/subscriptions/plans', 'plans'],
  ['/user/role', 'roles'],
  ['/user/user', 'users'],
  ['/user/team_settings', 'team_settings'],
]

/** Routes that the rule names badly. */
const named: Readonly<Record<string, string>> = {
  'GET /health': 'health.check',
  'GET /search': 'search.everything',
  'POST /user/user/invite_multiple': 'users.invite',
  'GET /user/role/list/invite': 'roles.list_grantable',
  'POST /account/:merchant_id/settings': 'settings.update',
  'POST /account/:merchant_id/business_profile/:profile_id/routing': 'routing.update',
  'POST /user/team_settings': 'team_settings.update',
  'POST /sandbox/clock': 'clock.advance',
  'POST /customers/:customer_id/credit': 'customers.correct_credit',
  'POST /disputes/accept/:dispute_id': 'disputes.accept',
  'POST /disputes/evidence': 'evidence.submit',
  'POST /disputes/evidence/:dispute_id/draft': 'evidence.save_draft',
  'POST /subscriptions': 'subscriptions.create_and_confirm',
  'GET /subscriptions/estimate': 'subscriptions.estimate_first_invoice',
  'POST /subscriptions/:subscription_id/estimate': 'subscriptions.estimate_change',
}

/** Such as `payments.create`; a nested object is `payments.notes`. */
export function operationName(row: Named): string {
  const own = named[`${row.method} ${row.url}`]
  if (own !== undefined) return own
  const [path, object] = objects.find(([start]) => isUnder(row.url, start)) ?? firstPart(row.url)
  const rest = row.url.slice(path.length).split('/').filter(Boolean)
  const words = rest.filter((part) => !part.startsWith(':') && !VERBS.has(part))
  const verb = rest.at(-1) === 'create' ? 'create' : verbOf(row, rest)
  const isPlain = words.length > 0 && /^(get|list|create|update)$/.test(verb)
  return [object, ...words, ...(isPlain ? [] : [verb])].join('.')
}

/** Parts of URLs that the verb says already. */
const VERBS: ReadonlySet<string> = new Set(['list', 'create', 'update', 'delete'])

function isUnder(url: string, start: string): boolean {
  return url === start || url.startsWith(`${start}/`)
}

function firstPart(url: string): readonly [string, string] {
  const [, first = ''] = url.split('/')
  return [`/${first}`, first]
}

function verbOf({ method, summary }: Named, rest: readonly string[]): string {
  if (method === 'GET') return summary.startsWith('List ') ? 'list' : 'get'
  if (method === 'DELETE') return 'delete'
  if (summary.startsWith('Search ')) return 'search'
  return rest.length === 0 ? 'create' : 'update'
}
