import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { money } from '../lib/money.ts'
import { preferences } from '../lib/preferences.ts'
import type { Target } from '../lib/url.ts'
import { inWords } from '../lib/words.ts'

export interface Item {
  readonly key: string
  readonly title: string
  readonly about: string
  /** The link's target in one word. */
  readonly verb: string
  readonly target: Target
}

interface At {
  readonly merchant_id: string
  /** By the merchant's clock. */
  readonly now: Date
}

interface Source {
  readonly name: string
  readonly noun: string
  readonly scope: string
  read: (at: At) => Promise<Item[]>
}

const DAY_MS = 86_400_000
const MAX_DISPUTES = 4
const KEY_DAYS = 14
const PAYOUT_DAYS = 14

export const sources: readonly Source[] = [
  { name: 'disputes', noun: 'Disputes', scope: 'disputes:read', read: openDisputes },
  { name: 'reviews', noun: 'Payments held for review', scope: 'payments:read', read: reviews },
  { name: 'payouts', noun: 'Payouts', scope: 'payouts:read', read: failedPayouts },
  { name: 'webhooks', noun: 'Webhook deliveries', scope: 'webhooks:read', read: failingWebhooks },
  { name: 'keys', noun: 'API keys', scope: 'api_keys:read', read: expiringKeys },
]

/** The nearest deadline first. */
async function openDisputes({ now }: At): Promise<Item[]> {
  const query = { status: 'dispute_opened', limit: 100 }
  const { data, total_count } = await unwrapAnswer(api.GET('/disputes/list', { params: { query } }))
  const sorted = data.toSorted((a, b) => deadline(a) - deadline(b))
  const items = sorted.slice(0, MAX_DISPUTES).map(
    (dispute): Item => ({
      key: dispute.dispute_id,
      title: `Dispute over ${money(dispute.amount, dispute.currency)}`,
      about: `${sentence(dispute.reason)}, ${left(deadline(dispute) - now.getTime())}`,
      verb: 'Answer',
      target: { to: '/disputes/$id', params: { id: dispute.dispute_id } },
    }),
  )
  if (total_count <= items.length) return items
  const more: Item = {
    key: 'more disputes',
    title: `${total_count - items.length} more disputes`,
    about: 'With later deadlines',
    verb: 'See all',
    target: { to: '/disputes', search: { status: 'dispute_opened' } },
  }
  return [...items, more]
}

function deadline({ challenge_required_by }: Schemas['Dispute']): number {
  return challenge_required_by === null
    ? Number.POSITIVE_INFINITY
    : Date.parse(challenge_required_by)
}

async function reviews(): Promise<Item[]> {
  const status = 'requires_merchant_action'
  const { data, total_count } = await unwrapAnswer(
    api.GET('/payments/list', { params: { query: { status, limit: 100 } } }),
  )
  const [only] = data
  if (only === undefined) return []
  const isOne = total_count === 1
  return [
    {
      key: 'reviews',
      title: isOne ? '1 payment to review' : `${total_count} payments to review`,
      about: `Held until you decide, ${total_count > data.length ? 'more than ' : ''}${sums(data)}`,
      verb: 'Review',
      target: isOne
        ? { to: '/payments/$id', params: { id: only.payment_id } }
        : { to: '/payments', search: { status } },
    },
  ]
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

async function failedPayouts({ now }: At): Promise<Item[]> {
  const created_gte = new Date(now.getTime() - PAYOUT_DAYS * DAY_MS).toISOString()
  const query = { status: 'failed,reversed', created_gte, limit: 5 }
  const { data } = await unwrapAnswer(api.GET('/payouts/list', { params: { query } }))
  return data.map(
    (payout): Item => ({
      key: payout.payout_id,
      title: `Payout of ${money(payout.amount, payout.currency)} ${payout.status === 'failed' ? 'failed' : 'came back'}`,
      about:
        payout.unified_message ?? payout.error_message ?? payout.description ?? 'No reason given',
      verb: 'Open',
      target: { to: '/payouts/$id', params: { id: payout.payout_id } },
    }),
  )
}

/** Deliveries that were tried and wait for a retry, and those that were given up, by profile. */
async function failingWebhooks({ merchant_id, now }: At): Promise<Item[]> {
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
  return Promise.all(
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
}

async function lastAnswer(merchant_id: string, event_id: string | undefined): Promise<string> {
  if (event_id === undefined) return ''
  const params = { path: { merchant_id, event_id } }
  const { data } = await api.GET('/events/{merchant_id}/{event_id}/attempts', { params })
  const last = data?.data[0]
  if (last === undefined) return ''
  return last.response_status === null ? ', no answer' : `, last answer ${last.response_status}`
}

async function expiringKeys({ merchant_id, now }: At): Promise<Item[]> {
  const keys = await unwrapAnswer(
    api.GET('/api_keys/{merchant_id}/list', {
      params: { path: { merchant_id }, query: { limit: 100 } },
    }),
  )
  return keys.flatMap(({ key_id, name, status, expiration }): Item[] => {
    const ms = Date.parse(expiration) - now.getTime()
    if (status !== 'active' || !(ms < KEY_DAYS * DAY_MS)) return []
    return [
      {
        key: key_id,
        title: 'API key expires',
        about: `“${name}”, ${left(ms)}`,
        verb: 'Rotate',
        target: { to: '/api-keys' },
      },
    ]
  })
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

function sentence(reason: string | null): string {
  return inWords(reason ?? 'no reason given')
}
