// The analytics page's queries. Each section has its own, so that a failed one leaves the others alone.
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { unwrapAnswer, api } from '../api/client.ts'
import { useMay, useUser } from '../api/session.ts'
import {
  askBoth,
  count,
  type Counted,
  readCurrencies,
  type Kind,
  type Question,
  type Scope,
} from './metrics.ts'
import type { Period } from './period.ts'

export interface View {
  readonly scope: Scope
  readonly period: Period
  readonly currency: string
}

function scopeKey(scope: Scope): string {
  return scope.name === 'profile' ? scope.profile_id : scope.name
}

export function useScopeCurrencies(scope: Scope, now: Date | undefined) {
  const { merchant_id } = useUser()
  return useQuery({
    queryKey: [
      'analytics',
      'currencies',
      merchant_id,
      scopeKey(scope),
      now?.toISOString().slice(0, 10),
    ],
    enabled: now !== undefined,
    placeholderData: keepPreviousData,
    queryFn: () => readCurrencies(scope, now ?? new Date()),
  })
}

export type Both = readonly [now: Counted, before: Counted]

/** The same question about the period and about the one before. */
export function useBoth(
  kind: Kind,
  { scope, period, currency }: View,
  question: Pick<Question, 'metrics' | 'groups' | 'unit'>,
): UseQueryResult<Both> {
  const { merchant_id } = useUser()
  return useQuery({
    queryKey: ['analytics', kind, merchant_id, scopeKey(scope), currency, period, question],
    placeholderData: keepPreviousData,
    queryFn: () =>
      count(kind, scope, askBoth(period, { ...question, filters: { currency: [currency] } })),
  })
}

/** The merchant's profiles, by name; none if the role may not read them. */
export function useProfiles() {
  const { merchant_id } = useUser()
  const may = useMay()
  return useQuery({
    queryKey: ['profiles', merchant_id],
    enabled: may('profiles:read') && merchant_id !== null,
    queryFn: () =>
      unwrapAnswer(
        api.GET('/account/{merchant_id}/business_profile', {
          params: { path: { merchant_id: merchant_id ?? '' } },
        }),
      ),
  })
}
