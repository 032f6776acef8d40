import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { Id } from '../lib/copy.tsx'
import { Moment } from '../lib/dates.tsx'
import { Card, Columns, type Detail, Details, Facts } from '../lib/details.tsx'
import { Head } from '../lib/head.tsx'
import { LinkButton } from '../lib/links.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { money } from '../lib/money.ts'
import { Raw } from '../lib/raw.tsx'
import { useId } from '../lib/url.ts'
import { Notes } from '../notes/notes.tsx'
import { customerQuery } from '../queries/objects.ts'
import { filterBilled, DeleteCustomer } from './delete.tsx'
import { EditCustomer } from './form.tsx'
import { Methods } from './methods.tsx'
import { CreditEntries, useCredit } from './credit.tsx'
import { Disputes, Payments, Refunds, Subscriptions } from './money.tsx'
import { listSpend, useSpend } from './spend.tsx'
import { useSubscriptions } from './subscriptions.ts'
import { CustomerTimeline } from './timeline.tsx'
import { customerName, formatAddress, formatPhone } from './words.ts'

type Customer = Schemas['Customer']

export function Customer() {
  const customer_id = useId()
  const customer = useQuery(customerQuery(customer_id))
  return <Loaded query={customer}>{(data) => <CustomerView customer={data} />}</Loaded>
}

function CustomerView({ customer }: { customer: Customer }) {
  const { customer_id, modified_at } = customer
  const of = { customer_id, version: modified_at }
  const subscriptions = useSubscriptions(customer_id, modified_at)
  const known = subscriptions.query.data?.data ?? []
  const credit = useCredit(of)
  const spend = useSpend(of)
  return (
    <>
      <Head
        list={{ to: '/customers', name: 'Customers' }}
        id={customer_id}
        title={customerName(customer)}
        actions={<Actions customer={customer} subscriptions={known} />}
      />
      <Facts
        rows={[['E-mail', customer.email ?? '–'], ...listSpend(spend), ...listCredit(credit.data)]}
      />
      <Columns
        main={
          <>
            <Payments {...of} />
            {subscriptions.isAllowed && (
              <Subscriptions customer_id={customer_id} query={subscriptions.query} />
            )}
            <Refunds {...of} />
            <Disputes {...of} />
            <CustomerTimeline {...of} />
            <CreditEntries customer_id={customer_id} credit={credit} />
          </>
        }
        side={
          <>
            <Methods customer={customer} subscriptions={known} />
            <Notes of="customer" id={customer_id} />
            <Card title="Details" aside={<Raw title={customer_id} value={customer} />}>
              <Details rows={listDetails(customer)} />
            </Card>
          </>
        }
      />
    </>
  )
}

const NEW = { variant: 'default', leftSection: <IconPlus size={16} /> } as const

interface ActionsProps {
  customer: Customer
  subscriptions: readonly Schemas['Subscription'][]
}

function Actions({ customer, subscriptions }: ActionsProps) {
  const may = useMay()
  const isAllowed = may('customers:write')
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const close = () => setOpen(undefined)
  const search = { customer_id: customer.customer_id }
  return (
    <Group gap="xs">
      {isAllowed && (
        <>
          <Button variant="default" onClick={() => setOpen('delete')}>
            Delete
          </Button>
          <Button variant="default" onClick={() => setOpen('edit')}>
            Edit
          </Button>
        </>
      )}
      {may('payouts:write') && (
        <LinkButton {...NEW} to="/payouts/new" search={search}>
          New payout
        </LinkButton>
      )}
      {may('subscriptions:write') && (
        <LinkButton {...NEW} to="/subscriptions/new" search={search}>
          New subscription
        </LinkButton>
      )}
      {may('payment_links:write') && (
        <LinkButton {...NEW} to="/payment-links/new" search={search}>
          New link
        </LinkButton>
      )}
      {open === 'edit' && <EditCustomer customer={customer} close={close} />}
      {open === 'delete' && (
        <DeleteCustomer customer={customer} billed={filterBilled(subscriptions)} close={close} />
      )}
    </Group>
  )
}

function listCredit(credit: Schemas['CustomerCredit'] | undefined): Detail[] {
  if (credit === undefined) return []
  const sums = credit.balances
    .filter(({ amount }) => amount !== 0)
    .map(({ amount, currency }) => money(amount, currency))
  return [['Credit', sums.length === 0 ? 'None' : sums.join(', ')]]
}

function listDetails(customer: Customer): Detail[] {
  const { customer_id, description, metadata, created, modified_at } = customer
  const phone = formatPhone(customer)
  return [
    ['Customer ID', <Id key="id">{customer_id}</Id>],
    ['Phone', phone !== null && <bdi key="phone">{phone}</bdi>],
    ['Description', description],
    ['Address', formatAddress(customer.address)],
    ...Object.entries(metadata),
    ['Created', <Moment key="created" at={created} />],
    ['Changed', created === modified_at ? null : <Moment key="changed" at={modified_at} />],
  ]
}
