// Every filter on every list, with values that match nearly all rows, few, and none.
import type { Route } from '#http/route.ts'

const currency = ['EUR', 'GBP', 'JPY', 'EUR,GBP', 'JPY,CHF']
const profile_id = ['pro_large', 'pro_rare', 'pro_none', 'pro_rare,pro_none']
const amount = { amount_gte: ['0', '9999', '20000'], amount_lte: ['20000', '1000', '1'] }
/** The customer in list URLs. */
export const LISTED_CUSTOMER = 'cus_0000000077'
/** The subscription in list URLs. */
export const LISTED_SUBSCRIPTION = 'sub_0000000077'
const customer_id = [LISTED_CUSTOMER, 'cus_none', `${LISTED_CUSTOMER},cus_0000000078`]
const payment_id = ['pay_0000000077', 'pay_none', 'pay_0000000077,pay_0000000078']
const order = ['order-77', 'order-none']

/** In every list whose page begins at an entry. */
const orders = { order: ['oldest'] }

const filters: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '/customers/list': {
    customer_id,
    email: ['person77@example.com', 'nobody@example.com'],
    name: ['Person 77', 'Nobody'],
    expand: ['spend', 'has_payouts'],
  },
  '/customers/:customer_id/timeline': {},
  '/payments/list': {
    ...amount,
    payment_id,
    status: ['succeeded', 'failed', 'cancelled', 'succeeded,failed', 'failed,cancelled'],
    customer_id,
    currency,
    payment_method: ['card', 'wallet', 'crypto'],
    payment_method_type: ['credit', 'paypal', 'debit'],
    profile_id,
    merchant_order_reference_id: order,
    email: ['person77@example.com', 'nobody@example.com'],
    last4: ['4242', '0000'],
    unified_code: ['UE_1001', 'UE_1001,UE_1002'],
    is_refunded: ['true', 'false'],
    is_disputed: ['true', 'false'],
  },
  '/refunds/list': {
    ...amount,
    payment_id,
    refund_id: ['ref_0000000077', 'ref_none'],
    status: ['succeeded', 'failed', 'review', 'succeeded,failed'],
    refund_status: ['succeeded', 'failed', 'review'],
    refund_type: ['Instant', 'Scheduled'],
    customer_id,
    currency,
    payment_method: ['card', 'wallet', 'crypto'],
    profile_id,
  },
  '/disputes/list': {
    status: ['dispute_lost', 'dispute_won', 'dispute_expired', 'dispute_lost,dispute_won'],
    dispute_stage: ['dispute', 'pre_arbitration', 'pre_dispute'],
    payment_id,
    dispute_id: ['dsp_0000000077', 'dsp_none'],
    customer_id,
    currency,
    payment_method: ['card', 'wallet', 'crypto'],
    profile_id,
    reason: ['fraudulent', 'duplicate', 'none'],
    order: ['deadline', 'newest', 'oldest'],
  },
  '/payouts/list': {
    payout_id: ['po_0000000077', 'po_none'],
    status: ['success', 'failed', 'expired', 'success,failed'],
    customer_id,
    currency,
    payout_type: ['bank', 'card', 'wallet'],
    payment_method: ['bank', 'card', 'wallet'],
    entity_type: ['Individual', 'Company', 'Personal'],
    profile_id,
    merchant_order_reference_id: order,
  },
  '/payment_link/list': {
    payment_link_id: ['plink_0000000077', 'plink_none'],
    status: ['completed', 'expired', 'active', 'completed,expired'],
    link_type: ['one_time', 'donation', 'recurring'],
    customer_id,
    currency,
    profile_id,
  },
  '/events/:merchant_id': {
    event_type: [
      'payment_succeeded',
      'payment_failed',
      'payment_cancelled',
      'payment_succeeded,payment_failed',
    ],
    object_id: payment_id,
    payment_id,
    profile_id,
    delivery_status: ['delivered', 'exhausted', 'pending'],
  },
  '/customers/:customer_id/payment_methods': {},
  '/subscriptions/plans': { status: ['active', 'archived', 'active,archived'] },
  '/subscriptions/coupons': {},
  '/subscriptions/list': {
    status: ['active', 'cancelled', 'paused', 'active,cancelled', 'cancelled,paused'],
    customer_id,
    plan_id: ['plan_large', 'plan_rare', 'plan_none', 'plan_rare,plan_none'],
    profile_id,
  },
  '/subscriptions/:subscription_id/invoices': {
    status: ['invoice_paid', 'voided', 'manual_review', 'invoice_paid,voided'],
  },
  '/invoices/list': {
    ...amount,
    status: ['invoice_paid', 'voided', 'manual_review', 'invoice_paid,voided'],
    number: ['2026-000077', '2026-none'],
    customer_id,
    subscription_id: [LISTED_SUBSCRIPTION, 'sub_none'],
    currency,
    profile_id,
  },
  '/audit': {
    object_id: payment_id,
    key_id: ['key_large', 'key_none'],
    user_id: ['usr_none'],
    actor: ['api_key', 'user', 'api_key,system'],
    action: ['payment_succeeded', 'none'],
    by: ['people'],
  },
  '/requests': {
    status: ['200', '404'],
    status_class: ['2xx', '4xx', '5xx'],
    route: ['/payments', '/none'],
    method: ['POST', 'DELETE'],
    error_code: ['IR_04', 'IR_04,IR_05'],
    key_id: ['key_large', 'key_none'],
    user_id: ['usr_none'],
    sent_by: ['keys', 'users'],
    object_id: ['pay_0000000077', 'pay_none'],
  },
  '/ledger/transfers': {
    object_id: payment_id,
    currency,
    cause: ['capture', 'reversal', 'hold'],
    account: ['available', 'fees'],
  },
}

const PAGING = ['limit', 'offset', 'starting_after', 'ending_before', 'created_gte', 'created_lte']
/** A filter beside each other filter, so that one is tested row by row. */
const BESIDE: Readonly<Record<string, string>> = {
  '/events/:merchant_id': 'profile_id=pro_none',
  '/customers/list': 'name=Nobody',
  '/audit': 'action=none',
  '/requests': 'method=PUT',
  '/subscriptions/plans': 'status=archived',
  '/subscriptions/list': 'plan_id=plan_none',
  '/subscriptions/:subscription_id/invoices': 'status=manual_review',
}
const RANGE = 'created_gte=2026-01-01T00:00:00Z&created_lte=2026-01-01T05:00:00Z'

export interface Call {
  readonly url: string
  readonly query: string
}

/** Some lists name a business profile in a header; the others ignore it. */
export function sendingOf({ profile_id }: { profile_id: string }) {
  return { headers: { 'X-Profile-Id': profile_id } }
}

export function pathOf({ url, query }: Call, merchant_id: string): string {
  const path = url
    .replace(':merchant_id', merchant_id)
    .replace(':customer_id', LISTED_CUSTOMER)
    .replace(':subscription_id', LISTED_SUBSCRIPTION)
  return `${path}?${query}`
}

/**
 * Fails for a list or a filter that is not in the table. Lists without `starting_after` are bounded: a merchant has few
 * users, keys, roles and profiles, and an event few attempts.
 */
export function everyList(routes: readonly Route[]): Call[] {
  const lists = routes.filter(
    ({ method, query }) => method === 'GET' && namesOf(query).includes('starting_after'),
  )
  return lists.flatMap(({ url, query }) => {
    const own = filters[url]
    if (own === undefined) throw new Error(`add the list ${url} to test/scale/list_filters.ts`)
    const known = { ...orders, ...own }
    const names = namesOf(query).filter((name) => !PAGING.includes(name))
    const single = names.flatMap((name) => {
      const values = known[name as keyof typeof known] as readonly string[] | undefined
      if (values === undefined) throw new Error(`add the filter ${name} of ${url}`)
      return values.map((value) => `${name}=${value}`)
    })
    const beside = BESIDE[url] ?? 'currency=JPY'
    const pairs = single.filter(
      (each) => each !== 'order=oldest' && !each.startsWith(beside.slice(0, 4)),
    )
    const queries = [
      '',
      'offset=10000',
      RANGE,
      ...single,
      ...single.map((each) => `${each}&limit=100&offset=500`),
      ...single.map((each) => `${each}&${RANGE}`),
      ...pairs.map((each) => `${each}&${beside}`),
    ]
    return queries.map((each) => ({ url, query: each }))
  })
}

/** Each with one filter, the oldest entries first. */
export function everyOldest(calls: readonly Call[]): Call[] {
  const ordered = new Set(
    calls.filter(({ query }) => query === 'order=oldest').map(({ url }) => url),
  )
  return calls
    .filter(
      ({ url, query }) => ordered.has(url) && /^[^&]+$/.test(query) && !query.includes('order='),
    )
    .map(({ url, query }) => ({ url, query: `${query}&order=oldest` }))
}

function namesOf(query: object | undefined): string[] {
  return Object.keys((query as { properties?: object } | undefined)?.properties ?? {})
}
