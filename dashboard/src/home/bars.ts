import type { Bar } from '../analytics/bars.tsx'
import { percent } from '../analytics/format.ts'
import { numberOf, successRate, textOf } from '../analytics/metrics.ts'
import { createdIn } from '../analytics/period.ts'
import { valueName } from '../analytics/words.ts'
import { wholeNumber } from '../lib/numbers.ts'
import type { HomeFigures } from './read.ts'

const MAX_BARS = 6

/** The methods with the most payments. */
export function methodBars({ methods, period }: HomeFigures, currency: string): Bar[] {
  return methods.rows
    .toSorted((a, b) => numberOf(b, 'payment_count') - numberOf(a, 'payment_count'))
    .flatMap((row): Bar[] => {
      const rate = successRate(row)
      const payment_method = textOf(row, 'payment_method')
      const type = textOf(row, 'payment_method_type')
      if (rate === null || payment_method === null) return []
      const all = numberOf(row, 'payment_count')
      return [
        {
          key: `${payment_method} ${type ?? ''}`,
          name: valueName('payment_method_type', type ?? payment_method),
          share: rate,
          text: percent(rate),
          about: `${wholeNumber(all)} ${all === 1 ? 'payment' : 'payments'}`,
          to: '/payments',
          search: {
            currency,
            payment_method,
            ...(type ? { payment_method_type: type } : {}),
            ...createdIn(period.now),
          },
        },
      ]
    })
    .slice(0, MAX_BARS)
}

/** The most frequent reasons, in the words of the reference. */
export function declineBars({ declines }: HomeFigures): Bar[] {
  const rows = declines.rows
    .filter((row) => numberOf(row, 'failure_reasons') > 0)
    .toSorted((a, b) => numberOf(b, 'failure_reasons') - numberOf(a, 'failure_reasons'))
  const most = numberOf(rows[0], 'failure_reasons')
  return rows.slice(0, MAX_BARS).map((row) => ({
    key: textOf(row, 'unified_code') ?? '',
    name: valueName('unified_code', textOf(row, 'unified_code')),
    share: numberOf(row, 'failure_reasons') / most,
    text: wholeNumber(numberOf(row, 'failure_reasons')),
  }))
}
