// The order of several currencies: the same on each page as on Home and in Analytics, whose code is not loaded for it.
import { useQuery } from '@tanstack/react-query'
import { api, unwrapAnswer } from '../api/client.ts'
import { useMay, useUser } from '../api/session.ts'
import { useMerchantNow } from '../lib/clock.ts'

const YEAR_MS = 365 * 86_400_000

/** The currencies of the last year's payments, most frequent first; undefined while they are read. */
export function useFrequentCurrencies(): readonly string[] | undefined {
  const { merchant_id } = useUser()
  const isAllowed = useMay()('analytics:read')
  const now = useMerchantNow()
  const { data, isLoading } = useQuery({
    queryKey: ['analytics', 'frequent', merchant_id, now?.toISOString().slice(0, 10)],
    enabled: isAllowed && now !== undefined,
    queryFn: () => readFrequent(now ?? new Date()),
  })
  return isLoading ? undefined : (data ?? [])
}

async function readFrequent(now: Date): Promise<string[]> {
  const from = new Date(now.getTime() - YEAR_MS)
  const question = {
    timeRange: { startTime: from.toISOString(), endTime: now.toISOString() },
    metrics: ['payment_count'],
    groupByNames: ['currency'],
  }
  const sent = { params: { path: { scope: 'merchant' } }, body: [question] }
  const { queryData } = await unwrapAnswer(
    api.POST('/analytics/v1/{scope}/metrics/payments', sent as never),
  )
  const rows = queryData as { currency?: string | null; payment_count?: number }[]
  return rows
    .toSorted((a, b) => (b.payment_count ?? 0) - (a.payment_count ?? 0))
    .flatMap(({ currency }) => currency ?? [])
}
