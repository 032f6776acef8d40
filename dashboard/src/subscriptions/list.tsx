import { IconPlus } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { unwrapAnswer, api } from '../api/client.ts'
import { type Profile, profileHeader, useProfile, useProfiles } from '../api/profiles.ts'
import { queries } from '../api/queries.ts'
import { useMay } from '../api/session.ts'
import { type Named, withCustomerNames } from '../customers/names.ts'
import { invoiceWords } from '../invoices/words.ts'
import { LinkButton } from '../lib/links.tsx'
import { Moment } from '../lib/dates.tsx'
import { money, plainMoney } from '../lib/money.ts'
import { toChoices, Status } from '../lib/status.tsx'
import { createdColumn, createdFilter } from '../list/columns.tsx'
import type { Filter, ListConfig } from '../list/config.ts'
import { List } from '../list/list.tsx'
import { everyText, type Price } from '../plans/words.ts'
import { RecurringRevenue } from './figures.tsx'
import { PlanName } from './plan_name.tsx'
import { SubscriptionSections } from './sections.tsx'
import { SubscriptionStatus } from './status.tsx'
import { planQuery, type Subscription, subscriptionWords } from './words.ts'

const filters: readonly Filter[] = [
  { name: 'status', title: 'Status', kind: 'choice', choices: toChoices(subscriptionWords) },
  { name: 'customer_id', title: 'Customer', kind: 'text' },
  { name: 'plan_id', title: 'Plan', kind: 'text' },
  createdFilter,
]

type Row = Subscription & Named & { readonly price: Price | undefined }

/** The plans of a page, which its rows name as well. A plan that cannot be read leaves the price out. */
async function withPrices<Each extends Subscription>(rows: readonly Each[]) {
  const ids = [...new Set(rows.map(({ plan_id }) => plan_id))]
  const read = (plan_id: string) => queries.fetchQuery(planQuery(plan_id))
  const plans = await Promise.all(ids.map((id) => read(id).catch(() => undefined)))
  const prices = plans.flatMap((plan) => plan?.prices ?? [])
  const byId = new Map(prices.map((price) => [price.item_price_id, price]))
  return rows.map((row) => ({ ...row, price: byId.get(row.item_price_id) }))
}

const config: ListConfig<Row> = {
  resource: 'subscriptions',
  name: 'subscriptions',
  title: 'Subscriptions',
  idOf: ({ id }) => id,
  target: ({ id }) => ({ to: '/subscriptions/$id', params: { id } }),
  read: async (query) => {
    const params = { query, header: profileHeader() }
    const page = await unwrapAnswer(api.GET('/subscriptions/list', { params }))
    return { ...page, data: await withPrices(await withCustomerNames(page.data)) }
  },
  filters,
  columns: [
    {
      id: 'customer',
      title: 'Customer',
      cell: ({ customer_name }) => <b>{customer_name}</b>,
      text: ({ customer_name }) => customer_name,
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
      id: 'price',
      title: 'Price',
      isNumber: true,
      cell: ({ price }) =>
        price === undefined ? (
          '–'
        ) : (
          <>
            <b>{money(price.amount, price.currency)}</b> <small>{everyText(price)}</small>
          </>
        ),
      text: ({ price }) => (price ? plainMoney(price.amount, price.currency) : null),
    },
    {
      id: 'interval',
      title: 'Interval',
      isOptional: true,
      cell: ({ price }) => (price ? everyText(price) : '–'),
      text: ({ price }) => (price ? everyText(price) : null),
    },
    {
      id: 'currency',
      title: 'Currency',
      isOptional: true,
      cell: ({ invoice: { currency } }) => currency,
      text: ({ invoice: { currency } }) => currency,
    },
    {
      id: 'invoice',
      title: 'Last invoice',
      isNumber: true,
      isOptional: true,
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
    { ...createdColumn, isOptional: true },
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

/**
 * The API lists one profile unless others are named, so without a chosen one all of them are. An export or a link names
 * what it shows.
 */
function configFor(profiles: readonly Profile[], chosen: Profile | undefined): ListConfig<Row> {
  if (profiles.length < 2 || chosen !== undefined) return config
  const names = new Map(profiles.map((each) => [each.profile_id, each.profile_name]))
  const all = [...names.keys()].join(',')
  return {
    ...config,
    read: (query) => config.read({ profile_id: all, ...query }),
    filters: [
      ...filters,
      {
        name: 'profile_id',
        title: 'Profile',
        kind: 'choice',
        choices: [...names].map(([value, name]) => ({ value, name })),
      },
    ],
    columns: [
      ...config.columns,
      {
        id: 'profile',
        title: 'Profile',
        isOptional: true,
        cell: ({ profile_id }) => names.get(profile_id) ?? profile_id,
        text: ({ profile_id }) => names.get(profile_id) ?? profile_id,
      },
    ],
  }
}

export function Subscriptions() {
  const may = useMay()
  const { profile_id } = useSearch({ from: '/frame/subscriptions' })
  const chosen = useProfile()
  return (
    <>
      <SubscriptionSections current="Subscriptions" />
      <List
        config={configFor(useProfiles(), chosen)}
        banner={<RecurringRevenue profile_id={profile_id ?? chosen?.profile_id} />}
        actions={
          may('subscriptions:write') && (
            <LinkButton to="/subscriptions/new" leftSection={<IconPlus size={16} />}>
              New subscription
            </LinkButton>
          )
        }
      />
    </>
  )
}
