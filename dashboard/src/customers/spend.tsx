// Customer spend, by currency: the API says from how many payments it was summed.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { orderByPayments } from '../lib/currency_order.ts'
import { Moment } from '../lib/dates.tsx'
import type { Detail } from '../lib/details.tsx'
import { money } from '../lib/money.ts'
import { wholeNumber } from '../lib/numbers.ts'
import { useFrequentCurrencies } from '../queries/currencies.ts'
import type { OfCustomer } from './money.tsx'

export type Spend = NonNullable<Schemas['Customer']['spend']>
type Amount = Spend['amounts'][number]
type Reached = NonNullable<Spend['last_payment']>

/** Under the payments' key: a change of any payment reads it again. */
export function useSpend({ customer_id, version }: OfCustomer): Spend | undefined {
  const isAllowed = useMay()('payments:read')
  const params = { path: { customer_id }, query: { expand: 'spend' } }
  const customer = useQuery({
    queryKey: ['payments', 'spend', customer_id, version],
    enabled: isAllowed,
    queryFn: () => unwrapAnswer(api.GET('/customers/{customer_id}', { params })),
  })
  return customer.data?.spend
}

export function listSpend(spend: Spend | undefined): Detail[] {
  if (spend === undefined) return []
  const { first_payment, last_payment } = spend
  return [
    ['Spent', <Spent key="spent" spend={spend} />],
    ['Payments', <Count key="count" spend={spend} />],
    ['Last payment', <Payment key="last" payment={last_payment} />],
    ...(first_payment === null || first_payment.payment_id === last_payment?.payment_id
      ? []
      : [['First payment', <Payment key="first" payment={first_payment} />] as const]),
  ]
}

function Spent({ spend: { amounts } }: { spend: Spend }) {
  const frequent = useFrequentCurrencies() ?? []
  if (amounts.length === 0) return 'Nothing yet'
  return orderByPayments(amounts, frequent).map((amount) => (
    <span key={amount.currency} className="block num">
      {money(amount.spent, amount.currency)}
      <small className="faint block">{describeLess(amount)}</small>
    </span>
  ))
}

function describeLess({ refunded, lost, currency }: Amount): string | undefined {
  const parts = [
    refunded > 0 && `${money(refunded, currency)} refunded`,
    lost > 0 && `${money(lost, currency)} lost in disputes`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? undefined : `after ${parts.join(' and ')}`
}

/** The number of payments, and the truth about it if there are too many to sum. */
export function Count({ spend }: { spend: Spend }) {
  const { payment_count, summed, is_complete } = spend
  return (
    <>
      {wholeNumber(payment_count)}
      {!is_complete && (
        <small className="faint block">of the last {wholeNumber(summed)} attempts</small>
      )}
    </>
  )
}

function Payment({ payment }: { payment: Reached | null }) {
  if (payment === null) return '–'
  return (
    <Link to="/payments/$id" params={{ id: payment.payment_id }}>
      <Moment at={payment.created} />
    </Link>
  )
}
