import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { money } from '../lib/money.ts'
import { preferences } from '../lib/preferences.ts'
import type { PagePath, Target } from '../lib/url.ts'
import { formatReason } from '../disputes/words.ts'
import { mayApprove, missingApprovals } from '../payouts/approvals.tsx'

export interface Item {
  readonly key: string
  readonly title: string
  readonly about: string
  /** The link's target in one word. */
  readonly verb: string
  readonly target: Target
  /** The dialog that opens on the page. */
  readonly hash?: string
}

export interface Found {
  readonly items: readonly Item[]
  /** Objects that need attention; an item can stand for several. */
  readonly count: number
  /** There are more than were counted. */
  readonly isMore?: boolean
}

interface At {
  readonly merchant_id: string
  readonly user_id: string
  /** By the merchant's clock. */
  readonly now: Date
}

export interface Source {
  readonly name: string
  readonly noun: string
  readonly scope: string
  /** The page that shows the count in the navigation, and the count's meaning there. */
  readonly page?: PagePath
  readonly one?: string
  readonly many?: string
  read: (at: At) => Promise<Found>
}

const DAY_MS = 86_400_000
const NOTHING: Found = { items: [], count: 0 }
const MAX_DISPUTES = 4
const KEY_DAYS = 14
const PAYOUT_DAYS = 14

export const sources: readonly Source[] = [
  {
    name: 'disputes',
    noun: 'Disputes',
    scope: 'disputes:read',
    page: '/disputes',
    one: 'needs a response',
    many: 'need a response',
    read: openDisputes,
  },
  {
    name: 'reviews',
    noun: 'Payments held for review',
    scope: 'payments:read',
    page: '/payments',
    one: 'to review',
    many: 'to review',
    read: reviews,
  },
  { name: 'undecided', noun: 'Unknown outcomes', scope: 'payments:read', read: unknownOutcomes },
  {
    name: 'approvals',
    noun: 'Payout approvals',
    scope: 'payouts:write',
    page: '/payouts',
    one: 'waits for your approval',
    many: 'wait for your approval',
    read: payoutApprovals,
  },
  { name: 'payouts', noun: 'Payouts', scope: 'payouts:read', read: failedPayouts },
  {
    name: 'webhooks',
    noun: 'Webhook deliveries',
    scope: 'webhooks:read',
    page: '/webhooks',
    one: 'failed delivery',
    many: 'failed deliveries',
    read: failingWebhooks,
  },
  { name: 'keys', noun: 'API keys', scope: 'api_keys:read', read: expiringKeys },
]

/** The nearest deadline first. */
async function openDisputes({ now }: At): Promise<Found> {
  const query = { status: 'dispute_opened', limit: 100 }
  const { data, total_count } = await unwrapAnswer(api.GET('/disputes/list', { params: { query } }))
  const sorted = data.toSorted((a, b) => deadline(a) - deadline(b))
  const items = sorted.slice(0, MAX_DISPUTES).map(
    (dispute): Item => ({
      key: dispute.dispute_id,
      title: `Dispute over ${money(dispute.amount, dispute.currency)}`,
      about: `${formatReason(dispute)}, ${left(deadline(dispute) - now.getTime())}`,
      verb: 'Respond',
      target: { to: '/disputes/$id', params: { id: dispute.dispute_id } },
    }),
  )
  if (total_count <= items.length) return { items, count: total_count }
  const more: Item = {
    key: 'more disputes',
    title: `${total_count - items.length} more disputes`,
    about: 'With later deadlines',
    verb: 'See all',
    target: { to: '/disputes', search: { status: 'dispute_opened' } },
  }
  return { items: [...items, more], count: total_count }
}

function deadline({ challenge_required_by }: Schemas['Dispute']): number {
  return challenge_required_by === null
    ? Number.POSITIVE_INFINITY
    : Date.parse(challenge_required_by)
}

async function reviews(): Promise<Found> {
  const status = 'requires_merchant_action'
  const { data, total_count } = await unwrapAnswer(
    api.GET('/payments/list', { params: { query: { status, limit: 100 } } }),
  )
  const [only] = data
  if (only === undefined) return NOTHING
  const isOne = total_count === 1
  const item: Item = {
    key: 'reviews',
    title: isOne ? '1 payment to review' : `${total_count} payments to review`,
    about: `Held until you decide, ${total_count > data.length ? 'more than ' : ''}${sums(data)}`,
    verb: 'Review',
    target: isOne
      ? { to: '/payments/$id', params: { id: only.payment_id } }
      : { to: '/payments', search: { status } },
  }
  return { items: [item], count: total_count }
}

/** Calls whose outcome only a person can find out at the acquirer. */
async function unknownOutcomes({ merchant_id }: At): Promise<Found> {
  const { data } = await unwrapAnswer(
    api.GET('/account/{merchant_id}/undecided_operations', { params: { path: { merchant_id } } }),
  )
  if (data.length === 0) return NOTHING
  const item: Item = {
    key: 'undecided',
    title: `${count(data.length, 'outcome is', 'outcomes are')} not known`,
    about: `Only the acquirer can say whether ${sums(data)} moved`,
    verb: 'See how',
    target: { to: '/payments' },
  }
  return { items: [item], count: data.length }
}

/** Currency by currency: `€420.00 and £19.00`. */
function sums(rows: readonly { amount: number; currency: string }[]): string {
  const totals = new Map<string, number>()
  for (const { amount, currency } of rows) {
    totals.set(currency, (totals.get(currency) ?? 0) + amount)
  }
  const texts = [...totals].map(([currency, amount]) => money(amount, currency))
  return new Intl.ListFormat(preferences().locale).format(texts)
}

/** Unsent payouts that this user can approve. */
async function payoutApprovals({ user_id }: At): Promise<Found> {
  const status = 'requires_fulfillment'
  const { data, has_more } = await unwrapAnswer(
    api.GET('/payouts/list', { params: { query: { status, limit: 100 } } }),
  )
  const waiting = data.filter(
    (payout) => missingApprovals(payout) > 0 && mayApprove(payout, user_id),
  )
  const [only] = waiting
  if (only === undefined) return NOTHING
  const isOne = waiting.length === 1
  const item: Item = {
    key: 'approvals',
    title: isOne ? '1 payout to approve' : `${waiting.length} payouts to approve`,
    about: `Not sent before you approve, ${sums(waiting)}`,
    verb: 'Approve',
    target: isOne
      ? { to: '/payouts/$id', params: { id: only.payout_id } }
      : { to: '/payouts', search: { status } },
  }
  return { items: [item], count: waiting.length, isMore: has_more }
}

async function failedPayouts({ now }: At): Promise<Found> {
  const created_gte = new Date(now.getTime() - PAYOUT_DAYS * DAY_MS).toISOString()
  const query = { status: 'failed,reversed', created_gte, limit: 5 }
  const { data } = await unwrapAnswer(api.GET('/payouts/list', { params: { query } }))
  const items = data.map(
    (payout): Item => ({
      key: payout.payout_id,
      title: `Payout of ${money(payout.amount, payout.currency)} ${payout.status === 'failed' ? 'failed' : 'came back'}`,
      about:
        payout.unified_message ?? payout.error_message ?? payout.description ?? 'No reason given',
      verb: 'Open',
      target: { to: '/payouts/$id', params: { id: payout.payout_id } },
    }),
  )
  return { items, count: items.length }
}

/** Deliveries that were tried and wait for a retry, and those that were given up, by profile. */
async function failingWebhooks({ merchant_id, now }: At): Promise<Found> {
  const created_gte = new Date(now.getTime() - 7 * DAY_MS).toISOString()
  const path = { merchant_id }
  const read = (delivery_status: 'pending' | 'exhausted') =>
    unwrapAnswer(
      api.GET('/events/{merchant_id}', {
        params: { path, query: { delivery_status, created_gte, limit: 100 } },
      }),
    )
  const [waiting, exhausted] = await Promise.all([read('pending'), read('exhausted')])
  const failing = [...waiting.data, ...exhausted.data].filter(
    ({ delivery }) => (delivery?.attempts ?? 0) > 0,
  )
  const profiles = Map.groupBy(failing, ({ profile_id }) => profile_id)
  const items = await Promise.all(
    [...profiles].map(
      async ([profile_id, events]): Promise<Item> => ({
        key: `webhooks ${profile_id}`,
        title: 'Webhook endpoint failing',
        about: `${count(events.length, 'delivery waits', 'deliveries wait')}${await lastAnswer(merchant_id, events[0]?.event_id)}`,
        verb: 'Open',
        target: { to: '/webhooks', search: { profile_id: profile_id ?? '' } },
      }),
    ),
  )
  return { items, count: failing.length, isMore: waiting.has_more || exhausted.has_more }
}

async function lastAnswer(merchant_id: string, event_id: string | undefined): Promise<string> {
  if (event_id === undefined) return ''
  const params = { path: { merchant_id, event_id } }
  const { data } = await api.GET('/events/{merchant_id}/{event_id}/attempts', { params })
  const last = data?.data[0]
  if (last === undefined) return ''
  return last.response_status === null ? ', no answer' : `, last answer ${last.response_status}`
}

async function expiringKeys({ merchant_id, now }: At): Promise<Found> {
  const keys = await unwrapAnswer(
    api.GET('/api_keys/{merchant_id}/list', {
      params: { path: { merchant_id }, query: { limit: 100 } },
    }),
  )
  const items = keys.flatMap(({ key_id, name, status, expiration }): Item[] => {
    const ms = Date.parse(expiration) - now.getTime()
    if (status !== 'active' || !(ms < KEY_DAYS * DAY_MS)) return []
    return [
      {
        key: key_id,
        title: 'API key expires',
        about: `“${name}”, ${left(ms)}`,
        verb: 'Roll',
        target: { to: '/api-keys/$id', params: { id: key_id } },
        hash: 'roll',
      },
    ]
  })
  return { items, count: items.length }
}

/** `3 days left`, or `5 hours left` on the last day. */
function left(ms: number): string {
  if (!Number.isFinite(ms)) return 'no deadline'
  if (ms <= 0) return 'the time is up'
  const days = Math.floor(ms / DAY_MS)
  if (days > 0) return `${count(days, 'day', 'days')} left`
  return `${count(Math.max(1, Math.floor(ms / 3_600_000)), 'hour', 'hours')} left`
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
