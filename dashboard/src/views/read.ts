// Saved views: filters of a list under a name, a user's own and the team's.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, type Schemas, unwrapAnswer } from '../api/client.ts'
import { useMay, useUser } from '../api/session.ts'
import type { PagePath, Search, Target } from '../lib/url.ts'

export type View = Schemas['View']
export type ListName = View['list']

const pages: Readonly<Partial<Record<ListName, PagePath>>> = {
  payments: '/payments',
  refunds: '/refunds',
  disputes: '/disputes',
  payouts: '/payouts',
  customers: '/customers',
  payment_links: '/payment-links',
  subscriptions: '/subscriptions',
  coupons: '/coupons',
  invoices: '/invoices',
  transfers: '/balances',
  events: '/events',
  deliveries: '/webhooks',
  audit: '/audit',
}

/** The list as the API names it; undefined for one without views. */
export function toListName(name: string): ListName | undefined {
  const list = name.replaceAll('-', '_')
  return Object.hasOwn(pages, list) ? (list as ListName) : undefined
}

const viewsQuery = (merchant_id: string | null) =>
  queryOptions({
    queryKey: ['views', merchant_id],
    staleTime: 60_000,
    queryFn: async () => (await unwrapAnswer(api.GET('/views'))).data,
  })

/** All that the user sees, by name; empty until they are known. */
export function useViews(): readonly View[] {
  const { merchant_id } = useUser()
  const { data = [] } = useQuery({ ...viewsQuery(merchant_id), enabled: merchant_id !== null })
  return data
}

export function useMayChange(): (view: View) => boolean {
  const may = useMay()
  const { user_id } = useUser()
  return (view) => view.user_id === user_id || may('users:write')
}

export function viewSearch({ query }: View): Search {
  return Object.fromEntries(new URLSearchParams(query))
}

export function viewTarget(view: View): Target | undefined {
  const to = pages[view.list]
  return to && ({ to, search: viewSearch(view) } as Target)
}

/** The same text for the same filters and columns, in any order. */
export function toQuery(search: Search): string {
  const set = Object.entries(search).filter((each): each is [string, string] => Boolean(each[1]))
  return new URLSearchParams(set.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()
}
