import { Box, Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unwrapAnswer, api } from '../api/client.ts'
import { useProfiles } from '../api/profiles.ts'
import { useMay } from '../api/session.ts'
import { InvoiceStatus } from '../invoices/status.tsx'
import { type Invoice, reasonNames } from '../invoices/words.ts'
import { Id } from '../lib/copy.tsx'
import { Moment } from '../lib/dates.tsx'
import { Period } from '../lib/days.tsx'
import { Card, Columns, Details, Facts } from '../lib/details.tsx'
import { Head } from '../lib/head.tsx'
import { History } from '../lib/history.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { money } from '../lib/money.ts'
import { pollWhile } from '../lib/poll.ts'
import { Raw } from '../lib/raw.tsx'
import { Table, TableCard, type TableColumn } from '../lib/table.tsx'
import { describeMethod } from '../payments/words.ts'
import { capital } from '../lib/words.ts'
import { everyText, type Plan, type Price } from '../plans/words.ts'
import { useId } from '../lib/url.ts'
import { customerQuery, paymentMethodQuery } from '../queries/objects.ts'
import { Actions } from './actions.tsx'
import { NextSteps } from './next.tsx'
import { SubscriptionStatus } from './status.tsx'
import { findSubscription, planQuery, type Subscription, subscriptionEventWords } from './words.ts'

export function SubscriptionPage() {
  const id = useId()
  const profiles = useProfiles()
  const subscription = useQuery({
    queryKey: ['subscriptions', id],
    queryFn: () => findSubscription(id, profiles),
    refetchInterval: pollWhile<Subscription>(({ status }) => status === 'pending'),
  })
  return <Loaded query={subscription}>{(data) => <SubscriptionView subscription={data} />}</Loaded>
}

function useInvoices({ id, profile_id, modified_at }: Subscription) {
  return useInfiniteQuery({
    queryKey: ['invoices', 'of', id, modified_at],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      unwrapAnswer(
        api.GET('/subscriptions/{subscription_id}/invoices', {
          params: {
            path: { subscription_id: id },
            header: { 'X-Profile-Id': profile_id },
            query: { limit: 25, ...(pageParam ? { starting_after: pageParam } : {}) },
          },
        }),
      ),
    getNextPageParam: ({ has_more, data }) => (has_more ? data.at(-1)?.id : undefined),
  })
}

function SubscriptionView({ subscription }: { subscription: Subscription }) {
  const { id, status, plan_id, item_price_id, period_start, period_end } = subscription
  const { data: plan } = useQuery(planQuery(plan_id))
  const price = plan?.prices.find((each) => each.item_price_id === item_price_id)
  const invoices = useInvoices(subscription)
  const read = invoices.data?.pages.flatMap(({ data }) => data) ?? []
  const known = { subscription, price, newest: read[0], invoices: read }
  const { currency } = subscription.invoice
  return (
    <>
      <Head
        list={{ to: '/subscriptions', name: 'Subscriptions' }}
        id={id}
        title={
          <>
            {plan?.name ?? plan_id}{' '}
            {price && (
              <small className="num">
                {money(price.amount, currency)} {everyText(price)}
              </small>
            )}
          </>
        }
        status={<SubscriptionStatus subscription={subscription} />}
        actions={<Actions {...known} />}
      />
      <NextSteps {...known} />
      <Facts
        rows={[
          ['Customer', <CustomerName key="customer" customer_id={subscription.customer_id} />],
          [
            status === 'trial' ? 'Trial' : 'Current period',
            period_start && period_end ? (
              <Period key="period" from={period_start} to={period_end} />
            ) : (
              'Not started'
            ),
          ],
          ['Charged to', <Method key="method" subscription={subscription} />],
          ['Periods billed', <span key="cycles">{billedText(subscription, price)}</span>],
        ]}
      />
      <Columns
        main={
          <>
            <Items subscription={subscription} plan={plan} price={price} />
            <Invoices query={invoices} />
            <History
              object_id={id}
              version={subscription.modified_at}
              words={subscriptionEventWords}
              steps={[
                { key: id, tone: 'mute', title: 'Subscription created', at: subscription.created },
              ]}
            />
          </>
        }
        side={<About subscription={subscription} />}
      />
    </>
  )
}

function billedText({ cycles_billed }: Subscription, price: Price | undefined): string {
  const cycles = price?.cycles ?? null
  return cycles === null ? String(cycles_billed) : `${cycles_billed} of ${cycles}`
}

function CustomerName({ customer_id }: { customer_id: string }) {
  const may = useMay()
  const { data } = useQuery({ ...customerQuery(customer_id), enabled: may('customers:read') })
  return (
    <Link to="/customers/$id" params={{ id: customer_id }}>
      {data?.name ?? data?.email ?? customer_id}
    </Link>
  )
}

function Method({ subscription: { payment_method_id } }: { subscription: Subscription }) {
  const may = useMay()
  const { data } = useQuery({
    ...paymentMethodQuery(payment_method_id ?? ''),
    enabled: may('customers:read') && payment_method_id !== null,
    retry: false,
  })
  if (payment_method_id === null) return 'No saved method yet'
  return data ? describeMethod(data) : payment_method_id
}

interface Item {
  readonly plan: Plan | undefined
  readonly price: Price | undefined
  readonly subscription: Subscription
}

const itemColumns: readonly TableColumn<Item>[] = [
  { title: 'Plan', cell: ({ plan, subscription }) => plan?.name ?? subscription.plan_id },
  { title: 'Billed', cell: ({ price }) => (price ? capital(everyText(price)) : '–') },
  {
    title: 'Coupon',
    isWide: true,
    cell: ({ subscription: { coupon_code } }) =>
      coupon_code === null ? (
        <span className="faint">None</span>
      ) : (
        <Link to="/coupons/$id" params={{ id: coupon_code }}>
          {coupon_code}
        </Link>
      ),
  },
  {
    title: 'Price',
    isNumber: true,
    cell: ({ price }) => (price ? money(price.amount, price.currency) : '–'),
  },
]

function Items(item: Item) {
  return (
    <Card title="Items">
      <Table columns={itemColumns} rows={[item]} keyOf={({ subscription: { id } }) => id} />
    </Card>
  )
}

const invoiceColumns: readonly TableColumn<Invoice>[] = [
  {
    title: 'Number',
    cell: ({ id, number }) => (
      <Link className="nowrap" to="/invoices/$id" params={{ id }}>
        {number ?? 'No number yet'}
      </Link>
    ),
  },
  { title: 'Status', cell: (invoice) => <InvoiceStatus invoice={invoice} /> },
  {
    title: 'Period',
    isWide: true,
    cell: ({ period_start, period_end, reason }) => (
      <>
        <Period from={period_start} to={period_end} />
        <small className="faint block">{reasonNames[reason]}</small>
      </>
    ),
  },
  {
    title: 'File',
    isWide: true,
    cell: ({ invoice_pdf, number }) => (
      <a
        href={invoice_pdf}
        target="_blank"
        rel="noreferrer"
        aria-label={`Invoice ${number ?? 'without a number'} as PDF`}
      >
        PDF
      </a>
    ),
  },
  { title: 'Amount', isNumber: true, cell: ({ amount, currency }) => money(amount, currency) },
]

function Invoices({ query }: { query: ReturnType<typeof useInvoices> }) {
  const rows = query.data?.pages.flatMap(({ data }) => data)
  return (
    <TableCard
      title="Invoices"
      query={{ ...query, data: rows && { data: rows } }}
      columns={invoiceColumns}
      keyOf={({ id }) => id}
      empty="There is no invoice."
      footer={
        query.hasNextPage && (
          <Box py={12} px={20}>
            <Button
              variant="default"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show older invoices
            </Button>
          </Box>
        )
      }
    />
  )
}

function About({ subscription }: { subscription: Subscription }) {
  const { id, payment, plan_id } = subscription
  // A browser that confirms needs the secret; a person never does.
  const shown = { ...subscription, client_secret: subscription.client_secret && '****' }
  const moment = (at: string | null) => at && <Moment at={at} />
  return (
    <Card title="Details" aside={<Raw title={id} value={shown} />}>
      <Details
        rows={[
          ['Subscription ID', <Id key="id">{id}</Id>],
          ['Reference', subscription.merchant_reference_id],
          ['Customer ID', <Id key="customer">{subscription.customer_id}</Id>],
          ['Plan ID', <Id key="plan">{plan_id}</Id>],
          ['Price ID', <Id key="price">{subscription.item_price_id}</Id>],
          [
            'Last payment',
            payment && (
              <Link key="payment" to="/payments/$id" params={{ id: payment.payment_id }}>
                {payment.payment_id}
              </Link>
            ),
          ],
          ['Trial until', moment(subscription.trial_end)],
          ['Paused since', moment(subscription.paused_at)],
          ['Cancelled', moment(subscription.cancelled_at)],
          ['Reason', subscription.cancel_reason],
          ['Created', moment(subscription.created)],
        ]}
      />
    </Card>
  )
}
