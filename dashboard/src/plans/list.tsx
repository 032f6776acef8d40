import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { remove } from '../api/change.ts'
import { unwrapAnswer, api } from '../api/client.ts'
import { profileHeader } from '../api/profiles.ts'
import { useMay } from '../api/session.ts'
import { Failed } from '../frame/failed.tsx'
import { Action } from '../lib/action.tsx'
import { Id } from '../lib/copy.tsx'
import { Card } from '../lib/details.tsx'
import { Empty, type EmptyWords } from '../lib/empty.tsx'
import { LoadingCard } from '../lib/loading.tsx'
import { Loading } from '../lib/loading_region.tsx'
import { money } from '../lib/money.ts'
import { wholeNumber } from '../lib/numbers.ts'
import { Status } from '../lib/status.tsx'
import { Narrow, Table, type TableColumn } from '../lib/table.tsx'
import { capital } from '../lib/words.ts'
import { figuresQuery } from '../queries/figures.ts'
import { SubscriptionSections } from '../subscriptions/sections.tsx'
import { PlanForm } from './form.tsx'
import styles from './plans.module.css'
import { cyclesText, everyText, type Plan, planWords, type Price, trialText } from './words.ts'

const ROWS = 25
/** The API counts the subscriptions of so many prices at most. */
const MOST_COUNTED = 1_000

type Open = { readonly kind: 'create' } | { readonly kind: 'edit' | 'archive'; readonly plan: Plan }

function usePlans(status: string) {
  return useInfiniteQuery({
    queryKey: ['plans', status],
    initialPageParam: '',
    queryFn: async ({ pageParam }) =>
      unwrapAnswer(
        api.GET('/subscriptions/plans', {
          params: {
            header: profileHeader(),
            query: {
              limit: ROWS,
              ...(status === 'all' ? {} : { status }),
              ...(pageParam ? { starting_after: pageParam } : {}),
            },
          },
        }),
      ),
    getNextPageParam: ({ has_more, data }) => (has_more ? data.at(-1)?.plan_id : undefined),
  })
}

export function Plans() {
  const { status = 'active' } = useSearch({ from: '/frame/plans' })
  const navigate = useNavigate()
  const may = useMay()
  const plans = usePlans(status)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const all = plans.data?.pages.flatMap(({ data }) => data)
  return (
    <>
      <SubscriptionSections current="Plans" />
      <div className={styles.head}>
        <h1>Plans</h1>
        <div className={styles.actions}>
          <SegmentedControl
            aria-label="Which plans"
            value={status}
            onChange={(value) => void navigate({ to: '/plans', search: { status: value } })}
            data={[
              { value: 'active', label: 'Active' },
              { value: 'archived', label: 'Archived' },
              { value: 'all', label: 'All' },
            ]}
          />
          {may('subscriptions:write') && (
            <Button
              leftSection={<IconPlus size={16} />}
              onClick={() => setOpen({ kind: 'create' })}
            >
              New plan
            </Button>
          )}
        </div>
      </div>
      {plans.isError ? (
        <section className="card">
          <Failed error={plans.error} />
        </section>
      ) : all === undefined ? (
        <Waiting />
      ) : all.length === 0 ? (
        <section className="card">
          <Empty {...(status === 'archived' ? ARCHIVED : PLANS)} />
        </section>
      ) : (
        all.map((plan) => <Entry key={plan.plan_id} plan={plan} open={setOpen} />)
      )}
      {plans.hasNextPage && (
        <Button
          variant="default"
          loading={plans.isFetchingNextPage}
          onClick={() => void plans.fetchNextPage()}
        >
          Show older plans
        </Button>
      )}
      {open?.kind === 'archive' && <Archive plan={open.plan} close={close} />}
      {open?.kind === 'create' && <PlanForm close={close} />}
      {open?.kind === 'edit' && <PlanForm plan={open.plan} close={close} />}
    </>
  )
}

const columns: readonly TableColumn<Counted>[] = [
  {
    title: 'Billed',
    cell: (price) => (
      <>
        {capital(everyText(price))}
        <Narrow>
          {[price.trial_period !== null && trialText(price), cyclesText(price)]
            .filter(Boolean)
            .join(' · ')}
        </Narrow>
      </>
    ),
  },
  { title: 'Trial', isWide: true, cell: trialText },
  { title: 'Lasts', isWide: true, cell: cyclesText },
  { title: 'Price ID', isWide: true, cell: ({ item_price_id }) => <Id>{item_price_id}</Id> },
  {
    title: 'Subscriptions',
    isNumber: true,
    cell: ({ subscriptions }) => (subscriptions === undefined ? '–' : wholeNumber(subscriptions)),
  },
  {
    title: 'Price',
    isNumber: true,
    cell: ({ amount, currency }) => <b>{money(amount, currency)}</b>,
  },
]

interface Counted extends Price {
  /** Undefined until they are counted, or if there are more prices than are counted. */
  readonly subscriptions: number | undefined
}

/** The subscriptions of a price that count into the recurring revenue. */
function useCounts(): (price: Price) => number | undefined {
  const { data } = useQuery(figuresQuery())
  const { prices = [], is_complete = false } = data ?? {}
  const counts = new Map(prices.map((each) => [each.item_price_id, each.subscriptions]))
  const isWhole = is_complete && prices.length < MOST_COUNTED
  return ({ item_price_id }) => counts.get(item_price_id) ?? (isWhole ? 0 : undefined)
}

function Entry({ plan, open }: { plan: Plan; open: (what: Open) => void }) {
  const may = useMay()
  const countFor = useCounts()
  const rows = plan.prices.map((price) => ({ ...price, subscriptions: countFor(price) }))
  const isArchived = plan.status === 'archived'
  return (
    <Card
      title={plan.name}
      aside={
        <div className={styles.aside}>
          {isArchived && <Status words={planWords} status={plan.status} />}
          {may('subscriptions:write') && (
            <>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Edit ${plan.name}`}
                onClick={() => open({ kind: 'edit', plan })}
              >
                Edit
              </Button>
              {!isArchived && (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Archive ${plan.name}`}
                  onClick={() => open({ kind: 'archive', plan })}
                >
                  Archive
                </Button>
              )}
            </>
          )}
        </div>
      }
    >
      <p className={styles.about}>
        {plan.description !== null && <span>{plan.description}</span>}
        <Id>{plan.plan_id}</Id>
        <Link to="/subscriptions" search={{ plan_id: plan.plan_id }}>
          Subscriptions to this plan
        </Link>
      </p>
      <div className={styles.prices_table}>
        <Table columns={columns} rows={rows} keyOf={({ item_price_id }) => item_price_id} />
      </div>
    </Card>
  )
}

function Archive({ plan: { plan_id, name }, close }: { plan: Plan; close: () => void }) {
  return (
    <Action
      title={`Archive ${name}`}
      verb="Archive the plan"
      isDangerous
      close={close}
      run={remove('/subscriptions/plans/{plan_id}', {
        params: { path: { plan_id }, header: profileHeader() },
      })}
      done={({ status }) =>
        status === 'deleted'
          ? `${name} was deleted: no subscription had used it.`
          : `${name} is archived. Its subscriptions continue.`
      }
    >
      <p className="flush">
        Nobody can subscribe to it any more. Subscriptions that have it continue and are billed as
        before. If no subscription has ever used it, the plan and its prices are deleted. This
        cannot be undone.
      </p>
    </Action>
  )
}

const PLANS: EmptyWords = {
  title: 'No plans yet',
  text: 'A plan is what customers subscribe to, such as “Magazine”, with a price for each way to pay for it: per month, per year, with a trial.',
  next: { scope: 'subscriptions:write', text: 'Use “Create a plan” above for the first one.' },
}

const ARCHIVED: EmptyWords = {
  title: 'No archived plans',
  text: 'Plans that take no new subscriptions appear here.',
}

function Waiting() {
  return (
    <Loading>
      {[1, 2, 3].map((n) => (
        <LoadingCard key={n} height={152} />
      ))}
    </Loading>
  )
}
