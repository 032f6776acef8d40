// Results of the search, and the look of each kind in the palette.
import {
  IconArrowBackUp,
  IconBuildingBank,
  IconCreditCard,
  IconFileInvoice,
  IconGavel,
  IconLink,
  IconPackage,
  IconRefresh,
  IconTicket,
  IconUser,
} from '@tabler/icons-react'
import { api, type Schemas, unwrapAnswer } from '../api/client.ts'
import { objectTarget } from '../lib/object_pages.ts'
import type { Words } from '../lib/status.tsx'
import type { Target } from '../lib/url.ts'

type Result = Schemas['SearchResults']['data'][number]
export type Found = Result & { readonly words: Words }

interface Kind {
  readonly group: string
  readonly Icon: typeof IconUser
  /** The amount comes first: people know these objects by it. */
  readonly is_money?: true
}

export const kinds: Readonly<Record<Found['object'], Kind>> = {
  customer: { group: 'Customers', Icon: IconUser },
  coupon: { group: 'Coupons', Icon: IconTicket },
  plan: { group: 'Plans', Icon: IconPackage },
  invoice: { group: 'Invoices', Icon: IconFileInvoice },
  subscription: { group: 'Subscriptions', Icon: IconRefresh },
  payment_link: { group: 'Payment links', Icon: IconLink, is_money: true },
  payment: { group: 'Payments', Icon: IconCreditCard, is_money: true },
  payout: { group: 'Payouts', Icon: IconBuildingBank, is_money: true },
  refund: { group: 'Refunds', Icon: IconArrowBackUp, is_money: true },
  dispute: { group: 'Disputes', Icon: IconGavel, is_money: true },
}

export async function findObjects(q: string): Promise<readonly Found[]> {
  const [{ data }, { statusWords }] = await Promise.all([
    unwrapAnswer(api.GET('/search', { params: { query: { q } } })),
    // Not with the first page, which is small.
    import('./status_words.ts'),
  ])
  return data.map((result) => ({ ...result, words: statusWords[result.object] ?? {} }))
}

export function targetFor({ object, id }: Found): Target {
  if (object === 'coupon') return { to: '/coupons/$id', params: { id } }
  return objectTarget(object, id) ?? { to: '/plans' }
}

const logged = [
  { start: 'evt_', to: '/events/$id', scope: 'webhooks:read', name: 'Event' },
  { start: 'req_', to: '/requests/$id', scope: 'requests:read', name: 'Request' },
  { start: 'key_', to: '/api-keys/$id', scope: 'api_keys:read', name: 'API key' },
] as const

/** The search has no events and no keys: a whole id is opened as it is, and the page says if there is no such object. */
export function findLogged(id: string, may: (scope: string) => boolean) {
  const row = logged.find(({ start, scope }) => id.startsWith(start) && may(scope))
  if (row === undefined || !/^\w{20,64}$/.test(id)) return []
  return [{ name: `${row.name} ${id}`, target: { to: row.to, params: { id } } }]
}
