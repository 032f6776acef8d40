// One name for each route, such as `payments.capture`, for agents and for programs that call by name. It follows from the
// method and the URL; the tables have the exceptions.
import type { Method, Route } from './route.ts'

/** Resource by URL pattern; the first match decides. Any other URL's first word is its resource. */
const resources: readonly (readonly [RegExp, string])[] = [
  [/^\/account\/:merchant_id\/business_profile\/:profile_id\/routing/, 'routing'],
  [/^\/account\/:merchant_id\/business_profile/, 'profiles'],
  [/^\/account\/:merchant_id\/connectors/, 'connectors'],
  [/^\/account\/:merchant_id\/undecided_operations/, 'connectors'],
  [/^\/accounts\/:merchant_id\/refunds/, 'refunds'],
  [/^\/accounts?/, 'merchants'],
  [/^\/analytics\/v1\/:scope\/metrics/, 'analytics'],
  [/^\/ledger\/transfers/, 'transfers'],
  [/^\/payment_link/, 'payment_links'],
  [/^\/sandbox\/payments/, 'payments'],
  [/^\/sandbox\/payouts/, 'payouts'],
  [/^\/subscriptions\/plans/, 'plans'],
  [/^\/subscriptions\/coupons/, 'coupons'],
  [/^\/user\/role/, 'roles'],
  [/^\/user\/team_settings/, 'team_settings'],
  [/^\/user\/user/, 'users'],
]

/** Operations whose name would read badly or would be another's. */
const verbs: Readonly<Record<string, string>> = {
  'GET /health': 'check',
  'GET /account/:merchant_id/settings': 'retrieve_settings',
  'POST /account/:merchant_id/settings': 'update_settings',
  'GET /account/:merchant_id/connectors/:connector_id/health': 'retrieve_health',
  'GET /account/:merchant_id/connectors/:connector_id/pinned_methods': 'list_pinned_methods',
  'GET /account/:merchant_id/undecided_operations': 'list_undecided_operations',
  'POST /account/:merchant_id/business_profile/:profile_id/routing': 'update',
  'GET /user/role/list/invite': 'list_invitable',
  'POST /user/user/invite_multiple': 'invite',
  'DELETE /user/user/delete': 'delete',
  'GET /user/team_settings': 'retrieve',
  'POST /user/team_settings': 'update',
  'GET /customers/:customer_id/payment_methods': 'list_payment_methods',
  'POST /customers/:customer_id/payment_methods': 'search_payment_methods',
  'GET /customers/:customer_id/credit': 'retrieve_credit',
  'POST /customers/:customer_id/credit': 'correct_credit',
  'GET /customers/:customer_id/timeline': 'list_timeline',
  'GET /customers/:customer_id/notes': 'list_notes',
  'GET /disputes/:dispute_id/notes': 'list_notes',
  'GET /payments/:payment_id/notes': 'list_notes',
  'POST /disputes/evidence': 'submit_evidence',
  'DELETE /disputes/evidence': 'delete_evidence',
  'POST /disputes/evidence/preview': 'preview_evidence',
  'GET /disputes/evidence/:dispute_id': 'retrieve_evidence',
  'GET /disputes/evidence/:dispute_id/draft': 'retrieve_evidence_draft',
  'POST /disputes/evidence/:dispute_id/draft': 'save_evidence_draft',
  'POST /subscriptions/create': 'create',
  'POST /subscriptions': 'create_and_confirm',
  'GET /subscriptions/items': 'list_items',
  'GET /subscriptions/estimate': 'estimate_first_invoice',
  'POST /subscriptions/:subscription_id/estimate': 'estimate_change',
  'GET /subscriptions/:subscription_id/invoices': 'list_invoices',
  'POST /subscriptions/:subscription_id/invoices': 'search_invoices',
  'PUT /subscriptions/:subscription_id/update': 'update',
  'GET /files/:file_id/content': 'download',
  'POST /files': 'upload',
  'GET /balances': 'retrieve',
  'GET /search': 'query',
  'GET /sandbox/clock': 'retrieve_clock',
  'POST /sandbox/clock': 'advance_clock',
  'GET /audit': 'list',
  'GET /events/:merchant_id': 'list',
  'POST /events/:merchant_id': 'search',
  'GET /events/:merchant_id/:event_id/attempts': 'list_attempts',
  'POST /events/:merchant_id/:event_id/attempts': 'search_attempts',
  'POST /events/:merchant_id/test': 'send_test',
  'GET /events/:merchant_id/stream': 'stream',
  'POST /events/:merchant_id/forwarded': 'record_forwarded',
  'POST /api_keys/:merchant_id': 'create',
  'DELETE /api_keys/:merchant_id/:key_id': 'revoke',
  'GET /analytics/subscriptions': 'retrieve_subscriptions',
}

const onObject: Readonly<Record<Method, string>> = {
  GET: 'retrieve',
  POST: 'update',
  PUT: 'update',
  DELETE: 'delete',
}

/** The resource and the verb, such as `payments` and `capture`. */
export function nameOperation(
  { method, url }: { method: Method; url: string },
  isList: boolean,
): { resource: string; verb: string } {
  const [pattern, named] = resources.find(([pattern]) => pattern.test(url)) ?? []
  const resource = named ?? url.split('/')[1] ?? ''
  const own = verbs[`${method} ${url}`]
  if (own !== undefined) return { resource, verb: own }
  const parts = url
    .replace(pattern ?? `/${resource}`, '')
    .split('/')
    .filter((part) => part !== '')
  const words = parts.filter(
    (part) => !part.startsWith(':') && part !== 'list' && part !== 'create',
  )
  if (isList) return { resource, verb: [method === 'GET' ? 'list' : 'search', ...words].join('_') }
  if (words.length > 0) {
    return { resource, verb: [...(method === 'GET' ? ['retrieve'] : []), ...words].join('_') }
  }
  if (parts.at(-1)?.startsWith(':')) return { resource, verb: onObject[method] }
  return { resource, verb: method === 'POST' ? 'create' : onObject[method] }
}

/** Unique, with the verb after the dot. */
export function operationName(row: Pick<Route, 'method' | 'url' | 'summary'>): string {
  const isList = row.url.endsWith('/list') || /^(List|Search) /.test(row.summary)
  const { resource, verb } = nameOperation(row, isList)
  return `${resource}.${verb}`
}
