import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lineName } from '../invoices/words.ts'
import { useDays } from '../lib/days.tsx'
import { Card } from '../lib/details.tsx'
import { Lines } from '../lib/lines.tsx'
import { money } from '../lib/money.ts'
import { Unread } from '../lib/table.tsx'
import { cyclesText, everyText } from '../plans/words.ts'
import styles from './create.module.css'
import { type Estimate, readEstimate } from './estimate.ts'
import { activePlansQuery } from './words.ts'

interface EstimateCardProps {
  values: {
    readonly item_price_id: string
    readonly coupon_code: string
    readonly customer_id: string
    readonly profile_id: string
  }
}

/** The first invoice as the API estimates it. */
export function EstimateCard({ values }: EstimateCardProps) {
  const { item_price_id, coupon_code, customer_id, profile_id } = values
  const estimate = useQuery({
    queryKey: ['subscriptions', 'estimate', item_price_id, coupon_code, customer_id, profile_id],
    enabled: item_price_id !== '',
    queryFn: () =>
      readEstimate(
        {
          item_price_id,
          ...(coupon_code === '' ? {} : { coupon_code }),
          ...(customer_id === '' ? {} : { customer_id }),
        },
        profile_id === '' ? undefined : profile_id,
      ),
  })
  return (
    <Card title="First invoice">
      {item_price_id === '' ? (
        <p className={styles.note}>Choose a price to see what it costs.</p>
      ) : estimate.isError ? (
        <Unread error={estimate.error} retry={() => void estimate.refetch()} />
      ) : estimate.data === undefined ? (
        <div className={styles.note}>
          <Skeleton height={72} radius={8} />
        </div>
      ) : (
        <EstimateView estimate={estimate.data} />
      )}
    </Card>
  )
}

function EstimateView({ estimate }: { estimate: Estimate }) {
  const { line_items, amount, currency, item_price_id } = estimate
  const { period, day } = useDays()
  const plans = useQuery(activePlansQuery)
  const price = plans.data
    ?.flatMap(({ prices }) => prices)
    .find((each) => each.item_price_id === item_price_id)
  const total = line_items.reduce((sum, line) => sum + line.amount, 0)
  const end = line_items[0]?.period_end
  return (
    <div className={styles.estimate}>
      <Lines
        currency={currency}
        lines={line_items.map((line, n) => ({
          key: `${line.item_id} ${n}`,
          name: lineName(line),
          about: period(line.period_start, line.period_end),
          amount: line.amount,
        }))}
        sums={[
          ...(amount === total
            ? []
            : [{ key: 'credit', name: 'Customer credit', amount: amount - total }]),
          { key: 'due', name: 'Charged now', amount },
        ]}
      />
      {price && end !== undefined && (
        <p>
          {price.trial_period === null
            ? `The next invoice is on ${day(end)}, then ${everyText(price)}.`
            : `The trial ends on ${day(end)}. Then ${money(price.amount, currency)} is charged ${everyText(price)}, less the coupon, if any.`}{' '}
          It lasts {price.cycles === null ? 'until it is cancelled' : cyclesText(price)}.
        </p>
      )}
    </div>
  )
}
