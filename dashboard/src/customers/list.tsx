import { Button } from '@mantine/core'
import { useState } from 'react'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { dayFilters } from '../list/columns.tsx'
import type { ListConfig } from '../list/config.ts'
import { List } from '../list/list.tsx'
import { Moment } from '../lib/dates.tsx'
import { Narrow } from '../lib/table.tsx'
import { CreateCustomer } from './form.tsx'

type Row = Schemas['CustomerList']['data'][number]

const config: ListConfig<Row> = {
  resource: 'customers',
  name: 'customers',
  title: 'Customers',
  idOf: ({ customer_id }) => customer_id,
  target: ({ customer_id }) => ({ to: '/customers/$id', params: { id: customer_id } }),
  read: (query) => unwrapAnswer(api.GET('/customers/list', { params: { query } })),
  filters: [
    { name: 'email', title: 'E-mail', kind: 'text' },
    { name: 'name', title: 'Name', kind: 'text' },
    { name: 'customer_id', title: 'Customer ID', kind: 'text' },
    ...dayFilters,
  ],
  columns: [
    {
      id: 'name',
      title: 'Name',
      cell: ({ name, email }) => (
        <>
          {name === null ? <span className="faint">No name</span> : <b>{name}</b>}
          <Narrow>{email}</Narrow>
        </>
      ),
      text: ({ name }) => name,
    },
    {
      id: 'email',
      title: 'E-mail',
      isWide: true,
      cell: ({ email }) => email ?? '–',
      text: ({ email }) => email,
    },
    {
      id: 'customer_id',
      title: 'Customer ID',
      isWide: true,
      cell: ({ customer_id }) => <span className="id">{customer_id}</span>,
      text: ({ customer_id }) => customer_id,
    },
    {
      id: 'created',
      title: 'Created',
      isWide: true,
      cell: ({ created }) => <Moment at={created} />,
      text: ({ created }) => created,
    },
  ],
  empty: {
    title: 'No customers yet',
    text: 'A customer groups the payments, saved cards and subscriptions of one person.',
    next: {
      scope: 'customers:write',
      text: (
        <>
          Use “Create customer” above or <code>POST /customers</code>, and name the customer in
          payments.
        </>
      ),
    },
  },
}

export function Customers() {
  const isAllowed = useMay()('customers:write')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <List
        config={config}
        actions={isAllowed && <Button onClick={() => setIsOpen(true)}>Create customer</Button>}
      />
      {isOpen && <CreateCustomer close={() => setIsOpen(false)} />}
    </>
  )
}
