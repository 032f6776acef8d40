// Objects by what people have at hand: an id, an e-mail address or a reference. Only lists that the role may read are asked.
import { unwrapAnswer, api } from '../api/client.ts'
import { money } from '../lib/money.ts'
import { isolated, preferences } from '../lib/preferences.ts'
import type { Target } from '../lib/url.ts'

export interface Found {
  readonly target: Target
  readonly name: string
  readonly about: string
}

type May = (scope: string) => boolean

export async function findObjects(text: string, may: May): Promise<Found[]> {
  const searches = text.includes('@')
    ? [paymentsBy({ email: text }, may), customersBy({ email: text }, may)]
    : [
        paymentBy(text, may),
        paymentsBy({ merchant_order_reference_id: text }, may),
        byPrefix(text, may),
        ...own.filter(({ scope }) => isId(text) && may(scope)).map(({ find }) => find(text)),
      ]
  const found = await Promise.all(searches)
  const all = found.flat()
  return [...new Map(all.map((each) => [JSON.stringify(each.target), each])).values()]
}

const prefixes = [
  { start: 'plink_', to: '/payment-links/$id', scope: 'payment_links:read', about: 'Payment link' },
  { start: 'sub_', to: '/subscriptions/$id', scope: 'subscriptions:read', about: 'Subscription' },
  { start: 'inv_', to: '/invoices/$id', scope: 'subscriptions:read', about: 'Invoice' },
  { start: 'evt_', to: '/events/$id', scope: 'webhooks:read', about: 'Event' },
  { start: 'key_', to: '/api-keys/$id', scope: 'api_keys:read', about: 'API key' },
  { start: 'dp_', to: '/disputes/$id', scope: 'disputes:read', about: 'Dispute' },
] as const

/** An id with a known prefix is opened as it is; the page says if there is no such object. */
async function byPrefix(id: string, may: May): Promise<Found[]> {
  const row = prefixes.find(({ start, scope }) => id.startsWith(start) && may(scope))
  if (row === undefined || !/^\w{8,64}$/.test(id)) return []
  return [{ target: { to: row.to, params: { id } }, name: id, about: row.about }]
}

/** Merchants choose these ids, so any text may be one. Lists are asked: an id that they lack is no error. */
const own = [
  {
    scope: 'refunds:read',
    find: async (refund_id: string) => {
      const query = { refund_id, profile_id: '' }
      const { data } = await api.GET('/refunds/list', { params: { query } })
      return (data?.data ?? []).map((row) => amountEntry('Refund', '/refunds/$id', refund_id, row))
    },
  },
  {
    scope: 'payouts:read',
    find: async (payout_id: string) => {
      const query = { payout_id, profile_id: '' }
      const { data } = await api.GET('/payouts/list', { params: { query } })
      return (data?.data ?? []).map((row) => amountEntry('Payout', '/payouts/$id', payout_id, row))
    },
  },
  {
    scope: 'customers:read',
    find: (customer_id: string) => customersBy({ customer_id }, () => true),
  },
] as const

function isId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text)
}

async function paymentBy(payment_id: string, may: May): Promise<Found[]> {
  return isId(payment_id) ? paymentsBy({ payment_id }, may) : []
}

async function paymentsBy(query: Record<string, string>, may: May): Promise<Found[]> {
  if (!may('payments:read')) return []
  const { data } = await unwrapAnswer(
    api.GET('/payments/list', { params: { query: { ...query, profile_id: '', limit: 5 } } }),
  ).catch(() => ({ data: [] }))
  return data.map((row) => amountEntry('Payment', '/payments/$id', row.payment_id, row))
}

/** With its day: one customer can have many payments. */
function amountEntry(
  kind: string,
  to: '/refunds/$id' | '/payouts/$id' | '/payments/$id',
  id: string,
  { amount, currency, created }: { amount: number; currency: string; created: string },
): Found {
  const { locale, time_zone } = preferences()
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: time_zone })
  return {
    target: { to, params: { id } },
    about: `${kind}, ${isolated(day.format(new Date(created)))}`,
    name: `${money(amount, currency)} · ${id}`,
  }
}

async function customersBy(query: Record<string, string>, may: May): Promise<Found[]> {
  if (!may('customers:read')) return []
  const { data } = await unwrapAnswer(
    api.GET('/customers/list', { params: { query: { ...query, limit: 5 } } }),
  ).catch(() => ({ data: [] }))
  return data.map(({ customer_id, name, email }) => ({
    target: { to: '/customers/$id', params: { id: customer_id } },
    name: [name ?? email, customer_id].filter((part) => part !== null).join(' · '),
    about: 'Customer',
  }))
}
