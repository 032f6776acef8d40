import { queryOptions } from '@tanstack/react-query'
import { unwrapAnswer, api, ApiError, type Schemas } from '../api/client.ts'
import { machines } from '../api/generated/tables.ts'
import { profileHeader, type Profile } from '../api/profiles.ts'
import type { Words } from '../lib/status.tsx'

export type Subscription = Schemas['Subscription']

export const subscriptionWords: Words = {
  created: ['mute', 'Not confirmed yet'],
  active: ['ok', 'Active, renews by itself'],
  pending: ['info', 'Payment outcome not known yet'],
  trial: ['info', 'In its trial'],
  paused: ['warn', 'Paused, nothing is billed'],
  unpaid: ['bad', 'Last invoice not paid'],
  onetime: ['warn', 'Ends with this period'],
  cancelled: ['mute', 'Cancelled'],
  failed: ['bad', 'Failed, has ended'],
  in_active: ['mute', 'Ended'],
}

export const subscriptionEventWords: Words = {
  subscription_active: ['ok', 'Subscription started'],
  subscription_trial: ['info', 'Trial started'],
  subscription_paused: ['warn', 'Paused'],
  subscription_resumed: ['ok', 'Resumed'],
  subscription_cancelled: ['mute', 'Cancelled'],
  subscription_inactive: ['mute', 'Ended'],
  invoice_paid: ['ok', 'Invoice paid'],
  invoice_payment_failed: ['bad', 'Invoice not paid'],
}

const { transitions } = machines.Subscription

/** True if the API's state table allows a transition from here. */
export function allows(status: string, name: keyof typeof transitions): boolean {
  return (transitions[name].from as readonly string[]).includes(status)
}

const ENDED = new Set(['cancelled', 'failed', 'in_active'])

export function hasEnded({ status }: Pick<Subscription, 'status'>): boolean {
  return ENDED.has(status)
}

/** A subscription is found only through its own profile, which its id does not name. */
export async function findSubscription(
  subscription_id: string,
  profiles: readonly Profile[],
): Promise<Subscription> {
  let refusal: unknown
  for (const { profile_id } of profiles) {
    try {
      const params = { path: { subscription_id }, header: profileHeader(profile_id) }
      return await unwrapAnswer(api.GET('/subscriptions/{subscription_id}', { params }))
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      refusal = error
    }
  }
  const message = 'A subscription belongs to a business profile, and your role may read none.'
  throw refusal ?? new ApiError(403, { message })
}

/** A subscription's plan, even if it is archived. */
export function planQuery(plan_id: string) {
  return queryOptions({
    queryKey: ['plans', 'one', plan_id],
    staleTime: 60_000,
    queryFn: async () => {
      const params = { path: { plan_id }, header: profileHeader() }
      return unwrapAnswer(api.GET('/subscriptions/plans/{plan_id}', { params }))
    },
  })
}

/** All active plans, for a choice among their prices. */
export const activePlansQuery = queryOptions({
  queryKey: ['plans', 'choice'],
  staleTime: 60_000,
  queryFn: async () => {
    const header = profileHeader()
    const all: Schemas['Plan'][] = []
    for (;;) {
      const last = all.at(-1)?.plan_id
      const query = { status: 'active', limit: 100, ...(last ? { starting_after: last } : {}) }
      const page = await unwrapAnswer(
        api.GET('/subscriptions/plans', { params: { header, query } }),
      )
      all.push(...page.data)
      if (!page.has_more || page.data.length === 0) return all
    }
  },
})
