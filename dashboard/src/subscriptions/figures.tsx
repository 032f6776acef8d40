// Recurring revenue and churn above the list of subscriptions, one row for each currency.
import { useQuery } from '@tanstack/react-query'
import { percent } from '../analytics/format.ts'
import { orderByPayments } from '../lib/currency_order.ts'
import { useDays } from '../lib/days.tsx'
import { Card } from '../lib/details.tsx'
import { money } from '../lib/money.ts'
import { wholeNumber } from '../lib/numbers.ts'
import { Narrow, Table, type TableColumn } from '../lib/table.tsx'
import { useFrequentCurrencies } from '../queries/currencies.ts'
import { figuresQuery, type SubscriptionFigures } from '../queries/figures.ts'

type Row = SubscriptionFigures['currencies'][number]

const columns: readonly TableColumn<Row>[] = [
  {
    title: 'MRR',
    cell: ({ mrr, mrr_unpaid, currency }) => (
      <>
        <b className="num">{money(mrr, currency)}</b>
        {mrr_unpaid > 0 && <small className="faint"> {money(mrr_unpaid, currency)} unpaid</small>}
      </>
    ),
  },
  {
    title: 'Subscriptions',
    isNumber: true,
    cell: ({ subscriptions }) => wholeNumber(subscriptions),
  },
  {
    title: 'In trial',
    isNumber: true,
    isWide: true,
    cell: ({ in_trial }) => wholeNumber(in_trial),
  },
  { title: 'Paused', isNumber: true, isWide: true, cell: ({ paused }) => wholeNumber(paused) },
  {
    title: 'Ended',
    isNumber: true,
    isWide: true,
    cell: ({ churned, at_start }) => endedText(churned, at_start),
  },
  {
    title: 'MRR lost',
    isNumber: true,
    isWide: true,
    cell: ({ mrr_churned, currency }) => money(mrr_churned, currency),
  },
  {
    title: 'Churn',
    isNumber: true,
    cell: ({ churn_rate, churned, at_start }) => (
      <>
        {churn_rate === null ? '–' : percent(churn_rate / 100)}
        <Narrow>{endedText(churned, at_start)}</Narrow>
      </>
    ),
  },
]

function endedText(churned: number, at_start: number): string {
  return `${wholeNumber(churned)} of ${wholeNumber(at_start)}`
}

/** Nothing until they are read, and before the first subscription: the list below says what to do. */
export function RecurringRevenue({ profile_id }: { profile_id: string | undefined }) {
  const { data } = useQuery(figuresQuery(profile_id))
  const { period } = useDays()
  const frequent = useFrequentCurrencies() ?? []
  if (data === undefined || data.currencies.length === 0) return null
  return (
    <Card
      title="Recurring revenue"
      aside={<span className="faint">Churn: {period(data.ended_gte, data.ended_lte)}</span>}
    >
      <Table
        columns={columns}
        rows={orderByPayments(data.currencies, frequent)}
        keyOf={({ currency }) => currency}
      />
      {!data.is_complete && (
        <p className="faint inset">
          There are more subscriptions than are counted here: every figure is at least this.
        </p>
      )}
    </Card>
  )
}
