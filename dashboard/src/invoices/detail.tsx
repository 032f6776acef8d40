import { Button, Group } from '@mantine/core'
import { IconExternalLink, IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { Id } from '../lib/copy.tsx'
import { Moment } from '../lib/dates.tsx'
import { At, Period } from '../lib/days.tsx'
import { Card, Columns, Details, Facts } from '../lib/details.tsx'
import { Amount, Head, Note } from '../lib/head.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { money } from '../lib/money.ts'
import { Offers } from '../lib/offers.tsx'
import { pollWhile } from '../lib/poll.ts'
import { Raw } from '../lib/raw.tsx'
import { TableCard, type TableColumn } from '../lib/table.tsx'
import { PaymentStatus } from '../payments/status.tsx'
import { describeMethod } from '../payments/words.ts'
import { useId } from '../lib/url.ts'
import { invoiceQuery } from '../queries/objects.ts'
import { CreditNotes } from './credit_notes.tsx'
import { InvoiceLines } from './lines.tsx'
import { resolveOffers } from './resolve.tsx'
import { InvoiceStatus } from './status.tsx'
import { type Invoice, isPart, isSettled, reasonNames } from './words.ts'

export function InvoicePage() {
  const invoice_id = useId()
  const invoice = useQuery({
    ...invoiceQuery(invoice_id),
    // Numbers are given within seconds after the first payment attempt, and after a refund.
    refetchInterval: pollWhile<Invoice>(
      ({ finalized_at, number, credit_notes }) =>
        (finalized_at !== null && number === null) ||
        credit_notes.some((note) => note.number === null),
    ),
  })
  return <Loaded query={invoice}>{(data) => <InvoiceView invoice={data} />}</Loaded>
}

function InvoiceView({ invoice }: { invoice: Invoice }) {
  const { id, amount, currency, subscription_id } = invoice
  return (
    <>
      <Head
        list={{ to: '/invoices', name: 'Invoices' }}
        id={id}
        title={<Amount amount={amount} currency={currency} />}
        status={<InvoiceStatus invoice={invoice} />}
        actions={<Actions invoice={invoice} />}
      />
      <Declined invoice={invoice} />
      <Facts
        rows={[
          ['Number', invoice.number ?? 'None yet'],
          ['Reason', reasonNames[invoice.reason]],
          ['Period', <Period key="period" from={invoice.period_start} to={invoice.period_end} />],
          invoice.paid_at === null
            ? ['Due', <Moment key="due" at={invoice.due_at} />]
            : ['Paid', <Moment key="paid" at={invoice.paid_at} />],
        ]}
      />
      <Columns
        main={
          <>
            <InvoiceLines invoice={invoice} />
            <CreditNotes invoice={invoice} />
            <InvoicePayment invoice={invoice} />
          </>
        }
        side={
          <Card title="Details" aside={<Raw title={id} value={invoice} />}>
            <Details
              rows={[
                ['Invoice ID', <Id key="id">{id}</Id>],
                [
                  'Subscription',
                  <Link key="sub" to="/subscriptions/$id" params={{ id: subscription_id }}>
                    {subscription_id}
                  </Link>,
                ],
                [
                  'Customer',
                  <Link key="cus" to="/customers/$id" params={{ id: invoice.customer_id }}>
                    {invoice.customer_id}
                  </Link>,
                ],
                ['Payments made', String(invoice.attempt_count)],
                [
                  'Next attempt',
                  invoice.next_attempt_at && <Moment key="next" at={invoice.next_attempt_at} />,
                ],
                [
                  'Issued',
                  invoice.finalized_at && <Moment key="final" at={invoice.finalized_at} />,
                ],
                ['Created', <Moment key="created" at={invoice.created} />],
              ]}
            />
          </Card>
        }
      />
    </>
  )
}

function Actions({ invoice }: { invoice: Invoice }) {
  const { hosted_invoice_url, invoice_pdf } = invoice
  const canResolve = useMay()('subscriptions:write') && isPart(invoice)
  const away = { component: 'a', target: '_blank', rel: 'noreferrer', variant: 'default' } as const
  return (
    <Group gap="xs">
      <Button {...away} href={hosted_invoice_url} leftSection={<IconExternalLink size={16} />}>
        Page for the customer
      </Button>
      <Button {...away} href={invoice_pdf} leftSection={<IconFileTypePdf size={16} />}>
        PDF
      </Button>
      {canResolve && <Offers offers={resolveOffers(invoice)} />}
    </Group>
  )
}

/** Why it is not paid, and what follows. */
function Declined({ invoice }: { invoice: Invoice }) {
  const { status, unified_code, next_attempt_at } = invoice
  const reason = usePayment(invoice).data?.data[0]?.unified_message
  if (isSettled(status) || status === 'invoice_created' || status === 'payment_pending') return null
  if (isPart(invoice)) return <PartReceived invoice={invoice} />
  const title =
    status === 'manual_review' ? 'The payment is held for your review' : 'It is not paid yet'
  return (
    <Note tone={status === 'manual_review' ? 'warn' : 'bad'} title={title}>
      <p>
        {unified_code !== null && `${reason ?? unified_code}. `}
        {status === 'manual_review' ? (
          'Open the payment below and approve or reject it.'
        ) : next_attempt_at === null ? (
          'No further attempt is planned. The customer can pay on the invoice page.'
        ) : (
          <>
            It is charged again on <At at={next_attempt_at} />. The customer can pay on the page of
            the invoice before that.
          </>
        )}
      </p>
    </Note>
  )
}

function PartReceived({ invoice }: { invoice: Invoice }) {
  const { amount, amount_received, currency } = invoice
  const received = money(amount_received, currency)
  return (
    <Note tone="warn" title={`${received} of ${money(amount, currency)} was received`}>
      <p>
        Nothing more can be collected for it. Accept {received} as the whole payment, or void the
        invoice and leave the part to the customer as credit. Until then the subscription waits.
      </p>
    </Note>
  )
}

type Row = Schemas['PaymentList']['data'][number]

const columns: readonly TableColumn<Row>[] = [
  {
    title: 'Created',
    cell: ({ payment_id, created }) => (
      <Link to="/payments/$id" params={{ id: payment_id }}>
        <Moment at={created} />
      </Link>
    ),
  },
  { title: 'Status', cell: (payment) => <PaymentStatus payment={payment} /> },
  { title: 'Method', isWide: true, cell: describeMethod },
  { title: 'Amount', isNumber: true, cell: ({ amount, currency }) => money(amount, currency) },
]

/** The last payment that was made for it: the invoice names no other. */
function usePayment({ payment_id, modified_at }: Invoice) {
  const may = useMay()
  return useQuery({
    queryKey: ['payments', 'of-invoice', payment_id, modified_at],
    enabled: may('payments:read'),
    queryFn: async () => {
      if (payment_id === null) return { data: [] }
      return unwrapAnswer(api.GET('/payments/list', { params: { query: { payment_id } } }))
    },
  })
}

function InvoicePayment({ invoice }: { invoice: Invoice }) {
  const may = useMay()
  const { attempt_count } = invoice
  const payment = usePayment(invoice)
  if (!may('payments:read')) return null
  return (
    <TableCard
      title={attempt_count > 1 ? 'Last payment' : 'Payment'}
      query={payment}
      columns={columns}
      keyOf={({ payment_id }) => payment_id}
      empty={invoice.amount === 0 ? 'There was nothing to pay.' : 'No payment was made for it yet.'}
    />
  )
}
