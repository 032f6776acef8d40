// The cost of a plan change, line by line, before it is bought.
import { Alert, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../api/client.ts'
import { type InvoiceLine, lineName } from '../invoices/words.ts'
import { useDays } from '../lib/days.tsx'
import { Lines, type MoneyLine } from '../lib/lines.tsx'
import { everyText, type Price } from '../plans/words.ts'
import { actionEstimateQuery } from './estimate.ts'
import styles from './estimate.module.css'
import type { Subscription } from './words.ts'

type ActionEstimate = Schemas['SubscriptionActionEstimate']
type EstimatedInvoice = ActionEstimate['invoices'][number]

interface ChangeProps {
  readonly subscription: Subscription
  readonly next: Price
}

export function ChangeEstimate({ subscription, next }: ChangeProps) {
  const { plan_id, item_price_id } = next
  const query = actionEstimateQuery(subscription, { update: { plan_id, item_price_id } })
  const { data: estimate, isError, error } = useQuery(query)
  if (isError) return <Alert color="red">{error.message}</Alert>
  if (estimate === undefined) return <Skeleton height={120} radius={8} />
  const { invoices, renewal } = estimate
  const [invoice] = invoices
  return (
    <section className={styles.box} aria-label="Estimate">
      <h3>Invoiced now</h3>
      {invoice ? (
        <Now invoice={invoice} currency={next.currency} />
      ) : (
        <Nothing subscription={subscription} />
      )}
      {renewal && <Then renewal={renewal} next={next} />}
      {invoice && <Notes subscription={subscription} invoice={invoice} />}
    </section>
  )
}

function Nothing({ subscription: { trial_end } }: Pick<ChangeProps, 'subscription'>) {
  const { day } = useDays()
  return <p>Nothing: the trial goes on{trial_end === null ? '' : ` until ${day(trial_end)}`}.</p>
}

const isTime = ({ item_type }: InvoiceLine) =>
  item_type === 'unused_time' || item_type === 'remaining_time'

function Now({ invoice, currency }: { invoice: EstimatedInvoice; currency: string }) {
  const { day } = useDays()
  const lines = invoice.line_items.map((line, n) => ({
    ...moneyLine(line, n),
    ...(isTime(line) ? { about: `until ${day(line.period_end)}` } : {}),
  }))
  return <Lines lines={lines} sums={sumLines(invoice)} currency={currency} isAbout />
}

function moneyLine(line: InvoiceLine, n: number): MoneyLine {
  return { key: `${line.item_id} ${n}`, name: lineName(line), amount: line.amount }
}

function sumLines({ credit_applied, credit_granted, amount }: EstimatedInvoice): MoneyLine[] {
  if (credit_granted > 0) {
    return [{ key: 'granted', name: 'Becomes customer credit', amount: credit_granted }]
  }
  const used = { key: 'credit', name: 'Customer credit', amount: 0 - credit_applied }
  const due = { key: 'due', name: 'Charged now', amount }
  return credit_applied > 0 ? [used, due] : [due]
}

interface ThenProps {
  readonly renewal: NonNullable<ActionEstimate['renewal']>
  readonly next: Price
}

function Then({ renewal, next }: ThenProps) {
  return (
    <>
      <h3>Then, {everyText(next)}</h3>
      <Lines
        lines={renewal.line_items.map(moneyLine)}
        sums={[{ key: 'sum', name: 'Next period', amount: renewal.total }]}
        currency={next.currency}
      />
    </>
  )
}

interface NotesProps extends Pick<ChangeProps, 'subscription'> {
  readonly invoice: EstimatedInvoice
}

function Notes({ subscription: { pending_update }, invoice }: NotesProps) {
  const isSame = invoice.line_items.some(({ item_type }) => item_type === 'remaining_time')
  return (
    <>
      <p className="faint">
        {isSame
          ? 'The present period stays as it is.'
          : 'The interval differs, so a new period begins now.'}{' '}
        The exact amount is computed by the second when you confirm.
      </p>
      {invoice.amount > 0 && (
        <p className="faint">
          The plan changes when the amount is paid. If the payment is declined, the change waits for
          another one for at most 24 hours, and the present plan goes on.
        </p>
      )}
      {pending_update !== null && (
        <p className="faint">
          The change that waits now is given up first, and its invoice is voided.
        </p>
      )}
    </>
  )
}
