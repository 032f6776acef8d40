import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { unwrapAnswer, api } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { LinkButton } from '../lib/links.tsx'
import { choicesFrom, toChoices, Status } from '../lib/status.tsx'
import {
  amountColumn,
  createdColumn,
  currencyColumn,
  createdFilter,
  currencyFilter,
} from '../list/columns.tsx'
import type { ListConfig } from '../list/config.ts'
import { List } from '../list/list.tsx'
import {
  entityNames,
  describeMethod,
  type Payout,
  payoutWords,
  recipientName,
  typeNames,
} from './words.ts'

const config: ListConfig<Payout> = {
  resource: 'payouts',
  name: 'payouts',
  title: 'Payouts',
  idOf: ({ payout_id }) => payout_id,
  target: ({ payout_id }) => ({ to: '/payouts/$id', params: { id: payout_id } }),
  read: (query) => unwrapAnswer(api.GET('/payouts/list', { params: { query } })),
  filters: [
    { name: 'status', title: 'Status', kind: 'choice', choices: toChoices(payoutWords) },
    { name: 'payout_type', title: 'Method', kind: 'choice', choices: choicesFrom(typeNames) },
    createdFilter,
    currencyFilter,
    { name: 'customer_id', title: 'Customer', kind: 'text' },
    { name: 'merchant_order_reference_id', title: 'Reference', kind: 'text' },
    { name: 'entity_type', title: 'Recipient', kind: 'choice', choices: choicesFrom(entityNames) },
  ],
  columns: [
    amountColumn,
    currencyColumn,
    {
      id: 'status',
      title: 'Status',
      cell: ({ status }) => <Status words={payoutWords} status={status} />,
      text: ({ status }) => status,
    },
    { id: 'recipient', title: 'Recipient', cell: recipientName, text: recipientName },
    { id: 'method', title: 'Method', isWide: true, cell: describeMethod, text: describeMethod },
    {
      id: 'description',
      title: 'Description',
      isOptional: true,
      cell: ({ description }) => description ?? '–',
      text: ({ description }) => description,
    },
    {
      id: 'reference',
      title: 'Reference',
      isOptional: true,
      cell: (row) => row.merchant_order_reference_id ?? '–',
      text: (row) => row.merchant_order_reference_id,
    },
    { ...createdColumn, isWide: true },
    {
      id: 'payout_id',
      title: 'Payout ID',
      isOptional: true,
      cell: ({ payout_id }) => <span className="id">{payout_id}</span>,
      text: ({ payout_id }) => payout_id,
    },
  ],
  empty: {
    title: 'No payouts yet',
    text: 'Money that you send to suppliers, sellers or customers appears here, from its creation until it has arrived.',
    next: {
      scope: 'payouts:write',
      text: <Link to="/payouts/new">Create the first payout</Link>,
    },
  },
}

export function Payouts() {
  const may = useMay()
  return <List config={config} actions={may('payouts:write') && <CreateButton />} />
}

function CreateButton() {
  return (
    <LinkButton to="/payouts/new" leftSection={<IconPlus size={16} />}>
      New payout
    </LinkButton>
  )
}
