import type { Bar } from '../analytics/bars.tsx'
import { percent } from '../analytics/format.ts'
import { metricValue, successRate, dimensionValue } from '../analytics/metrics.ts'
import { createdIn } from '../analytics/period.ts'
import { valueName } from '../analytics/words.ts'
import { wholeNumber } from '../lib/numbers.ts'
import type { HomeFigures } from './read.ts'

const MAX_BARS = 6

/** The methods with the most payments. */
export function methodBars({ methods, period }: HomeFigures, currency: string): Bar[] {
  return methods.rows
    .toSorted((a, b) => metricValue(b, 'payment_count') - metricValue(a, 'payment_count'))
    .flatMap((row): Bar[] => {
      const rate = successRate(row)
      const payment_method = dimensionValue(row, 'payment_method')
      const type = dimensionValue(row, 'payment_method_type')
      if (rate === null || payment_method === null) return []
      const all = metricValue(row, 'payment_count')
      return [
        {
          key: `${payment_method} ${type ?? ''}`,
          name: valueName('payment_method_type', type ?? payment_method),
          share: rate,
          text: percent(rate),
          about: `${wholeNumber(all)} ${all === 1 ? 'payment' : 'payments'}`,
          target: {
            to: '/payments',
            search: {
              currency,
              payment_method,
              ...(type ? { payment_method_type: type } : {}),
              ...createdIn(period.now),
            },
          },
        },
      ]
    })
    .slice(0, MAX_BARS)
}

/** The most frequent reasons, in the reference's words. */
export function declineBars({ declines }: HomeFigures): Bar[] {
  const rows = declines.rows
    .filter((row) => metricValue(row, 'failure_reasons') > 0)
    .toSorted((a, b) => metricValue(b, 'failure_reasons') - metricValue(a, 'failure_reasons'))
  const most = metricValue(rows[0], 'failure_reasons')
  return rows.slice(0, MAX_BARS).map((row) => ({
    key: dimensionValue(row, 'unified_code') ?? '',
    name: valueName('unified_code', dimensionValue(row, 'unified_code')),
    share: metricValue(row, 'failure_reasons') / most,
    text: wholeNumber(metricValue(row, 'failure_reasons')),
  }))
}
