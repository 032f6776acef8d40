import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { Id } from '../lib/copy.tsx'
import { Moment } from '../lib/dates.tsx'
import { Card, Columns, type Detail, Details, Facts } from '../lib/details.tsx'
import { Head } from '../lib/head.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { money } from '../lib/money.ts'
import { Raw } from '../lib/raw.tsx'
import { useId } from '../lib/url.ts'
import { customerQuery } from '../queries/objects.ts'
import { filterBilled, DeleteCustomer } from './delete.tsx'
import { EditCustomer } from './form.tsx'
import { Methods } from './methods.tsx'
import { CreditEntries, useCredit } from './credit.tsx'
import { Payments, Refunds, Subscriptions } from './money.tsx'
import { useSubscriptions } from './subscriptions.ts'
import { customerName, formatPhone } from './words.ts'

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
  return (
    <>
      <Head
        list={{ to: '/customers', name: 'Customers' }}
        id={customer_id}
        title={customerName(customer)}
        actions={<Actions customer={customer} subscriptions={known} />}
      />
      <Facts rows={listFacts(customer, credit.data)} />
      <Columns
        main={
          <>
            <Payments {...of} />
            {subscriptions.isAllowed && (
              <Subscriptions customer_id={customer_id} query={subscriptions.query} />
            )}
            <Refunds {...of} />
            <CreditEntries customer_id={customer_id} credit={credit} />
          </>
        }
        side={
          <>
            <Methods customer={customer} subscriptions={known} />
            <Card title="Details" aside={<Raw title={customer_id} value={customer} />}>
              <Details rows={listDetails(customer)} />
            </Card>
          </>
        }
      />
    </>
  )
}

interface ActionsProps {
  customer: Customer
  subscriptions: readonly Schemas['Subscription'][]
}

function Actions({ customer, subscriptions }: ActionsProps) {
  const isAllowed = useMay()('customers:write')
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const close = () => setOpen(undefined)
  if (!isAllowed) return null
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      <Button variant="default" onClick={() => setOpen('edit')}>
        Edit
      </Button>
      {open === 'edit' && <EditCustomer customer={customer} close={close} />}
      {open === 'delete' && (
        <DeleteCustomer customer={customer} billed={filterBilled(subscriptions)} close={close} />
      )}
    </Group>
  )
}

function listFacts(customer: Customer, credit: Schemas['CustomerCredit'] | undefined): Detail[] {
  const sums = credit?.balances
    .filter(({ amount }) => amount !== 0)
    .map(({ amount, currency }) => money(amount, currency))
  return [
    ['E-mail', customer.email ?? '–'],
    ['Phone', <bdi key="phone">{formatPhone(customer) ?? '–'}</bdi>],
    ['Created', <Moment key="created" at={customer.created} />],
    ...(sums === undefined
      ? []
      : [['Credit', sums.length === 0 ? 'None' : sums.join(', ')] as const]),
  ]
}

function listDetails(customer: Customer): Detail[] {
  const { customer_id, description, metadata, created, modified_at } = customer
  return [
    ['Customer ID', <Id key="id">{customer_id}</Id>],
    ['Description', description],
    ['Address', formatAddress(customer.address)],
    ...Object.entries(metadata),
    ['Changed', created === modified_at ? null : <Moment key="changed" at={modified_at} />],
  ]
}

function formatAddress(address: Customer['address']): string | null {
  if (address === null) return null
  const { first_name, last_name, line1, line2, line3, zip, city, state, country } = address
  const lines = [
    [first_name, last_name],
    [line1],
    [line2],
    [line3],
    [zip, city],
    [state],
    [country],
  ]
  return lines
    .map((parts) => parts.filter(Boolean).join(' '))
    .filter((line) => line !== '')
    .join(', ')
}
