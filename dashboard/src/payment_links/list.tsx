import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { unwrapAnswer, api } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { LinkButton } from '../lib/links.tsx'
import { Moment } from '../lib/dates.tsx'
import { plainMoney } from '../lib/money.ts'
import { toChoices, Status } from '../lib/status.tsx'
import { createdColumn, createdFilter, currencyFilter } from '../list/columns.tsx'
import type { ListConfig } from '../list/config.ts'
import { List } from '../list/list.tsx'
import { amountText, linkWords, type PaymentLink, typeNames, usesText } from './words.ts'

const config: ListConfig<PaymentLink> = {
  resource: 'payment_links',
  name: 'payment-links',
  title: 'Payment links',
  idOf: ({ payment_link_id }) => payment_link_id,
  target: ({ payment_link_id }) => ({ to: '/payment-links/$id', params: { id: payment_link_id } }),
  read: (query) => unwrapAnswer(api.GET('/payment_link/list', { params: { query } })),
  filters: [
    { name: 'status', title: 'Status', kind: 'choice', choices: toChoices(linkWords) },
    {
      name: 'link_type',
      title: 'Type',
      kind: 'choice',
      choices: Object.entries(typeNames).map(([value, name]) => ({ value, name })),
    },
    createdFilter,
    currencyFilter,
    { name: 'customer_id', title: 'Customer', kind: 'text' },
  ],
  columns: [
    {
      id: 'amount',
      title: 'Amount',
      isNumber: true,
      cell: (row) => <b>{amountText(row)}</b>,
      text: ({ amount, currency }) => (amount === null ? null : plainMoney(amount, currency)),
    },
    {
      id: 'currency',
      title: 'Currency',
      isOptional: true,
      cell: ({ currency }) => currency,
      text: ({ currency }) => currency,
    },
    {
      id: 'status',
      title: 'Status',
      cell: ({ status }) => <Status words={linkWords} status={status} />,
      text: ({ status }) => status,
    },
    {
      id: 'description',
      title: 'Description',
      isWide: true,
      cell: ({ description }) => description ?? <span className="faint">–</span>,
      text: ({ description }) => description,
    },
    {
      id: 'uses',
      title: 'Payments',
      isNumber: true,
      isWide: true,
      cell: usesText,
      text: ({ usage_count }) => usage_count,
    },
    {
      id: 'type',
      title: 'Type',
      isOptional: true,
      cell: ({ link_type }) => typeNames[link_type] ?? link_type,
      text: ({ link_type }) => link_type,
    },
    {
      id: 'expiry',
      title: 'Expires',
      isWide: true,
      cell: ({ expiry }) => <Moment at={expiry} />,
      text: ({ expiry }) => expiry,
    },
    { ...createdColumn, isOptional: true },
    {
      id: 'url',
      title: 'URL',
      isOptional: true,
      cell: ({ url }) => <span className="id">{url}</span>,
      text: ({ url }) => url,
    },
    {
      id: 'payment_link_id',
      title: 'Payment link ID',
      isOptional: true,
      cell: ({ payment_link_id }) => <span className="id">{payment_link_id}</span>,
      text: ({ payment_link_id }) => payment_link_id,
    },
  ],
  empty: {
    title: 'No payment links yet',
    text: 'A payment link is a URL that you send to a customer, or print as a QR code. They pay on a page with your name and color; you write no code.',
    next: {
      scope: 'payment_links:write',
      text: <Link to="/payment-links/new">Create the first link</Link>,
    },
  },
}

export function PaymentLinks() {
  const may = useMay()
  return (
    <List
      config={config}
      actions={
        may('payment_links:write') && (
          <LinkButton to="/payment-links/new" leftSection={<IconPlus size={16} />}>
            New link
          </LinkButton>
        )
      }
    />
  )
}
