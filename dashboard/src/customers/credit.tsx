// Customer credit, which the next invoices use before the card is charged, and every change to it.
import { Button } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { Moment } from '../lib/dates.tsx'
import { money } from '../lib/money.ts'
import { Narrow, TableCard, type TableColumn } from '../lib/table.tsx'
import { CorrectCredit } from './correct_credit.tsx'
import type { OfCustomer } from './money.tsx'
import { creditReason } from './words.ts'

export type Credit = Schemas['CustomerCredit']
type Entry = Credit['entries'][number]

export function useCredit({ customer_id, version }: OfCustomer) {
  const isAllowed = useMay()('subscriptions:read')
  return useQuery({
    queryKey: ['customers', 'credit', customer_id, version],
    enabled: isAllowed,
    queryFn: () =>
      unwrapAnswer(
        api.GET('/customers/{customer_id}/credit', { params: { path: { customer_id } } }),
      ),
  })
}

function Cause({ entry }: { entry: Entry }) {
  const { note, created } = entry
  return (
    <>
      {creditReason(entry)}
      {note !== null && <small className="faint block wrap">{note}</small>}
      <Narrow>
        <Moment at={created} />
      </Narrow>
    </>
  )
}

function Origin({ entry: { invoice_id, subscription_id } }: { entry: Entry }) {
  if (invoice_id !== null)
    return (
      <Link to="/invoices/$id" params={{ id: invoice_id }}>
        Invoice
      </Link>
    )
  if (subscription_id === null) return <span className="faint">–</span>
  return (
    <Link to="/subscriptions/$id" params={{ id: subscription_id }}>
      Subscription
    </Link>
  )
}

const columns: readonly TableColumn<Entry>[] = [
  { title: 'Why', cell: (entry) => <Cause entry={entry} /> },
  { title: 'When', isWide: true, cell: ({ created }) => <Moment at={created} /> },
  { title: 'For', cell: (entry) => <Origin entry={entry} /> },
  {
    title: 'Money from',
    isWide: true,
    cell: ({ payment_id }) =>
      payment_id === null ? (
        <span className="faint">–</span>
      ) : (
        <Link to="/payments/$id" params={{ id: payment_id }}>
          Payment
        </Link>
      ),
  },
  {
    title: 'Amount',
    isNumber: true,
    cell: ({ amount, currency }) => money(amount, currency, 'exceptZero'),
  },
]

interface CreditEntriesProps {
  customer_id: string
  credit: UseQueryResult<Credit>
}

export function CreditEntries({ customer_id, credit }: CreditEntriesProps) {
  const may = useMay()
  const [isOpen, setIsOpen] = useState(false)
  if (!may('subscriptions:read')) return null
  const { data } = credit
  return (
    <>
      <TableCard
        title="Credit"
        aside={
          data &&
          may('subscriptions:write') && (
            <Button variant="default" size="compact-sm" onClick={() => setIsOpen(true)}>
              Correct credit
            </Button>
          )
        }
        query={{ ...credit, data: data && { data: data.entries } }}
        columns={columns}
        keyOf={({ entry_id }) => entry_id}
        empty="None yet. Changes to a cheaper plan and cancellations add to it, and invoices use it first."
      />
      {isOpen && data && (
        <CorrectCredit
          customer_id={customer_id}
          balances={data.balances}
          close={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
