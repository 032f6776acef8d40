import { IconPlus } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { unwrapAnswer, api } from '../api/client.ts'
import { type Profile, profileHeader, useProfile, useProfiles } from '../api/profiles.ts'
import { useMay } from '../api/session.ts'
import { invoiceWords } from '../invoices/words.ts'
import { LinkButton } from '../lib/links.tsx'
import { Moment } from '../lib/dates.tsx'
import { money, plainMoney } from '../lib/money.ts'
import { toChoices, Status } from '../lib/status.tsx'
import { dayFilters } from '../list/columns.tsx'
import type { Filter, ListConfig } from '../list/config.ts'
import { List } from '../list/list.tsx'
import { PlanName } from './plan_name.tsx'
import { SubscriptionStatus } from './status.tsx'
import { type Subscription, subscriptionWords } from './words.ts'
import { Sections } from './sections.tsx'

const filters: readonly Filter[] = [
  { name: 'status', title: 'Status', kind: 'choice', choices: toChoices(subscriptionWords) },
  { name: 'customer_id', title: 'Customer', kind: 'text' },
  { name: 'plan_id', title: 'Plan', kind: 'text' },
  ...dayFilters,
]

type Row = Subscription & { readonly customer_name: string | undefined }

/** One request for a whole page's names; without them the ids are shown. */
async function readCustomerNames(rows: readonly Subscription[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map(({ customer_id }) => customer_id))]
  if (ids.length === 0) return new Map()
  const query = { customer_id: ids.join(','), limit: 100 }
  const { data } = await unwrapAnswer(api.GET('/customers/list', { params: { query } })).catch(
    () => ({
      data: [],
    }),
  )
  return new Map(
    data.map(({ customer_id, name, email }) => [customer_id, name ?? email ?? customer_id]),
  )
}

const config: ListConfig<Row> = {
  resource: 'subscriptions',
  name: 'subscriptions',
  title: 'Subscriptions',
  idOf: ({ id }) => id,
  target: ({ id }) => ({ to: '/subscriptions/$id', params: { id } }),
  // The profile is a request header, and a filter here.
  read: async ({ profile_id, ...query }) => {
    const named = profile_id === undefined ? undefined : String(profile_id)
    const params = { query, header: profileHeader(named) }
    const page = await unwrapAnswer(api.GET('/subscriptions/list', { params }))
    const names = await readCustomerNames(page.data)
    return {
      ...page,
      data: page.data.map((each) => ({ ...each, customer_name: names.get(each.customer_id) })),
    }
  },
  filters,
  columns: [
    {
      id: 'customer',
      title: 'Customer',
      cell: ({ customer_name, customer_id }) => <b>{customer_name ?? customer_id}</b>,
      text: ({ customer_name, customer_id }) => customer_name ?? customer_id,
    },
    {
      id: 'customer_id',
      title: 'Customer ID',
      isOptional: true,
      cell: ({ customer_id }) => <span className="id">{customer_id}</span>,
      text: ({ customer_id }) => customer_id,
    },
    {
      id: 'status',
      title: 'Status',
      cell: (row) => <SubscriptionStatus subscription={row} />,
      text: ({ status }) => status,
    },
    {
      id: 'plan',
      title: 'Plan',
      isWide: true,
      cell: ({ plan_id }) => <PlanName plan_id={plan_id} />,
      text: ({ plan_id }) => plan_id,
    },
    {
      id: 'invoice',
      title: 'Last invoice',
      isNumber: true,
      isWide: true,
      cell: ({ invoice: { amount, currency } }) => money(amount, currency),
      text: ({ invoice: { amount, currency } }) => plainMoney(amount, currency),
    },
    {
      id: 'invoice_status',
      title: 'Invoice status',
      isOptional: true,
      cell: ({ invoice }) => <Status words={invoiceWords} status={invoice.status} />,
      text: ({ invoice }) => invoice.status,
    },
    {
      id: 'next_billing_at',
      title: 'Renews',
      isWide: true,
      cell: ({ next_billing_at }) => <Moment at={next_billing_at} />,
      text: ({ next_billing_at }) => next_billing_at,
    },
    {
      id: 'reference',
      title: 'Reference',
      isOptional: true,
      cell: ({ merchant_reference_id }) => merchant_reference_id ?? '–',
      text: ({ merchant_reference_id }) => merchant_reference_id,
    },
    {
      id: 'created',
      title: 'Created',
      isOptional: true,
      cell: ({ created }) => <Moment at={created} />,
      text: ({ created }) => created,
    },
    {
      id: 'id',
      title: 'Subscription ID',
      isOptional: true,
      cell: ({ id }) => <span className="id">{id}</span>,
      text: ({ id }) => id,
    },
  ],
  empty: {
    title: 'No subscriptions yet',
    text: 'A subscription charges a saved card period by period.',
    next: {
      scope: 'subscriptions:write',
      text: (
        <>
          First create a <Link to="/plans">plan</Link>, then a{' '}
          <Link to="/subscriptions/new">subscription</Link>.
        </>
      ),
    },
  },
}

/** With several profiles, which one is a filter: the default one without it. */
function configFor(profiles: readonly Profile[]): ListConfig<Row> {
  if (profiles.length < 2) return config
  const choices = profiles.map(({ profile_id: value, profile_name: name }) => ({ value, name }))
  const filter: Filter = { name: 'profile_id', title: 'Profile', kind: 'choice', choices }
  return { ...config, filters: [...filters, filter] }
}

export function Subscriptions() {
  const may = useMay()
  const profiles = useProfiles()
  const profile = useProfile()
  const { profile_id } = useSearch({ from: '/frame/subscriptions' })
  const usual = profiles.find(({ is_default }) => is_default)
  return (
    <>
      <Sections />
      <List
        config={profile ? config : configFor(profiles)}
        note={
          profiles.length > 1 && !profile && profile_id === undefined
            ? `A subscription belongs to a profile. This list shows ${usual?.profile_name}; choose another one with the filter “Profile”.`
            : undefined
        }
        actions={
          may('subscriptions:write') && (
            <LinkButton to="/subscriptions/new" leftSection={<IconPlus size={16} />}>
              Create a subscription
            </LinkButton>
          )
        }
      />
    </>
  )
}
