// The home page's data, in as few requests as possible.
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMay, useUser } from '../api/session.ts'
import {
  askBoth,
  count,
  type Counted,
  readCurrencies,
  type Point,
  pairPoints,
} from '../analytics/metrics.ts'
import { type Period, toPeriod } from '../analytics/period.ts'
import { useDayZone } from '../lib/clock.ts'
import { balancesQuery } from '../queries/objects.ts'

const MERCHANT = { name: 'merchant' } as const

export function useCurrencies(now: Date | undefined) {
  const { merchant_id } = useUser()
  const may = useMay()
  return useQuery({
    queryKey: ['analytics', 'currencies', merchant_id, now?.toISOString().slice(0, 10)],
    enabled: may('analytics:read') && now !== undefined,
    queryFn: () => readCurrencies(MERCHANT, now ?? new Date()),
  })
}

export interface HomeFigures {
  readonly period: Period
  readonly points: readonly Point[]
  readonly payments: readonly [now: Counted, before: Counted]
  readonly refunds: readonly [now: Counted, before: Counted]
  readonly methods: Counted
  readonly declines: Counted
}

export function useFigures(
  now: Date | undefined,
  currency: string | undefined,
  days: number,
): UseQueryResult<HomeFigures> {
  const { merchant_id } = useUser()
  const time_zone = useDayZone()
  return useQuery({
    queryKey: ['analytics', 'home', merchant_id, currency, days, now?.toISOString(), time_zone],
    enabled: now !== undefined && currency !== undefined,
    placeholderData: (earlier: HomeFigures | undefined) => earlier,
    queryFn: () => readFigures(toPeriod(days, 'day', now ?? new Date(), time_zone), currency ?? ''),
  })
}

const PAYMENT_METRICS = [
  'payment_processed_amount',
  'payment_success_rate',
  'payment_success_count',
  'payment_failed_count',
  'payment_count',
] as const

async function readFigures(period: Period, currency: string): Promise<HomeFigures> {
  const filters = { currency: [currency] }
  const range = period.now
  const [payments, refunds] = await Promise.all([
    count('payments', MERCHANT, [
      ...askBoth(period, { metrics: PAYMENT_METRICS, filters, unit: 'day' }),
      {
        metrics: [
          'payment_success_rate',
          'payment_success_count',
          'payment_failed_count',
          'payment_count',
        ],
        filters,
        groups: ['payment_method', 'payment_method_type'],
        range,
      },
      { metrics: ['failure_reasons'], filters, range },
    ]),
    count('refunds', MERCHANT, askBoth(period, { metrics: ['refund_processed_amount'], filters })),
  ])
  const [now, before, methods, declines] = payments
  return {
    period,
    points: pairPoints(now, before),
    payments: [now, before],
    refunds,
    methods,
    declines,
  }
}

export function useBalances() {
  const may = useMay()
  return useQuery({ ...balancesQuery, enabled: may('payouts:read') })
}
