import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { createdColumn, createdFilter } from '../list/columns.tsx'
import type { Column, ListConfig, Page } from '../list/config.ts'
import { List } from '../list/list.tsx'
import { orderByPayments } from '../lib/currency_order.ts'
import { Moment } from '../lib/dates.tsx'
import { useDialogInUrl } from '../lib/dialog_in_url.ts'
import { Narrow } from '../lib/table.tsx'
import { money, plainMoney } from '../lib/money.ts'
import { useFrequentCurrencies } from '../queries/currencies.ts'
import { findCustomerIds } from '../queries/customers.ts'
import { CreateCustomer } from './form.tsx'
import { Count, type Spend } from './spend.tsx'

type Row = Schemas['CustomerList']['data'][number]

/** The parts of a customer that the person may read, as the API takes them. */
function useParts(): string {
  const may = useMay()
  return [may('payments:read') && 'spend', may('payouts:read') && 'has_payouts']
    .filter(Boolean)
    .join(',')
}

type Query = Readonly<Record<string, string | number>>

/** A search by parts finds ids, and the list then has these customers. */
async function read({ q, ...query }: Query, expand: string): Promise<Page<Row>> {
  const more = expand === '' ? {} : { expand }
  const list = (found: Query) =>
    unwrapAnswer(api.GET('/customers/list', { params: { query: { ...query, ...found, ...more } } }))
  if (q === undefined) return list({})
  const chosen = query['customer_id']
  const ids = (await findCustomerIds(String(q))).filter((id) => !chosen || id === chosen)
  if (ids.length > 0) return list({ customer_id: ids.join(',') })
  return { data: [], has_more: false, total_count: 0, total_count_relation: 'eq' }
}

const config = {
  resource: 'customers',
  name: 'customers',
  title: 'Customers',
  idOf: ({ customer_id }) => customer_id,
  target: ({ customer_id }) => ({ to: '/customers/$id', params: { id: customer_id } }),
  filters: [
    { name: 'q', title: 'Part of the name or e-mail', kind: 'text' },
    { name: 'customer_id', title: 'Customer ID', kind: 'text' },
    createdFilter,
  ],
  columns: [
    {
      id: 'name',
      title: 'Name',
      cell: ({ name, email, spend, has_payouts }) => (
        <>
          {name === null ? <span className="faint">No name</span> : <b>{name}</b>}{' '}
          {has_payouts && spend?.payment_count === 0 && (
            <span className="pill mute">Receives payouts</span>
          )}
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
      isOptional: true,
      cell: ({ customer_id }) => <span className="id">{customer_id}</span>,
      text: ({ customer_id }) => customer_id,
    },
    { ...createdColumn, isWide: true },
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
} satisfies Omit<ListConfig<Row>, 'read'>

/** For who may read payments. */
const spendColumns: readonly Column<Row>[] = [
  {
    id: 'spend',
    title: 'Spent',
    isNumber: true,
    cell: ({ spend }) => (spend?.amounts.length ? <Amounts spend={spend} /> : '–'),
    text: ({ spend }) =>
      spend?.amounts
        .map(({ spent, currency }) => `${plainMoney(spent, currency)} ${currency}`)
        .join(', ') ?? null,
  },
  {
    id: 'payments',
    title: 'Payments',
    isNumber: true,
    isWide: true,
    cell: ({ spend }) => spend && <Count spend={spend} />,
    text: ({ spend }) => spend?.payment_count ?? null,
  },
  {
    id: 'last_payment',
    title: 'Last payment',
    isWide: true,
    cell: ({ spend }) => <Moment at={spend?.last_payment?.created} />,
    text: ({ spend }) => spend?.last_payment?.created ?? null,
  },
]

function Amounts({ spend }: { spend: Spend }) {
  const frequent = useFrequentCurrencies() ?? []
  return orderByPayments(spend.amounts, frequent).map(({ spent, currency }) => (
    <span key={currency} className="block">
      {money(spent, currency)}
    </span>
  ))
}

export function Customers() {
  const may = useMay()
  const isAllowed = may('customers:write')
  const parts = useParts()
  const [isOpen, setIsOpen] = useDialogInUrl('new')
  const columns: readonly Column<Row>[] = config.columns
  const shown = may('payments:read') ? columns.toSpliced(2, 0, ...spendColumns) : columns
  return (
    <>
      <List
        config={{
          ...config,
          columns: shown,
          read: (query) => read(query, parts),
        }}
        actions={
          isAllowed && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setIsOpen(true)}>
              New customer
            </Button>
          )
        }
      />
      {isOpen && isAllowed && <CreateCustomer close={() => setIsOpen(false)} />}
    </>
  )
}
