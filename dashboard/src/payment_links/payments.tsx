import { Button } from '@mantine/core'
import { useInfiniteQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { Moment } from '../lib/dates.tsx'
import { money } from '../lib/money.ts'
import { wholeNumber } from '../lib/numbers.ts'
import { TableCard, type TableColumn } from '../lib/table.tsx'
import { PaymentStatus } from '../payments/status.tsx'
import { describeMethod } from '../payments/words.ts'
import styles from './detail.module.css'
import type { PaymentLink } from './words.ts'

const PAGE = 100

type Row = Schemas['PaymentList']['data'][number]

interface Found {
  readonly data: readonly Row[]
}

/**
 * The payment list has no link filter: payments with its profile, currency and amount since its creation are
 * searched for its id, a page at a time.
 */
function useLinkPayments({ payment_link_id, profile_id, currency, amount, created }: PaymentLink) {
  const may = useMay()
  const filters = {
    profile_id,
    currency,
    created_gte: created,
    limit: PAGE,
    ...(amount === null ? {} : { amount_gte: amount, amount_lte: amount }),
  }
  const search = useInfiniteQuery({
    queryKey: ['payments', 'of-link', payment_link_id],
    enabled: may('payments:read'),
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      unwrapAnswer(
        api.GET('/payments/list', {
          params: { query: { ...filters, ...(pageParam ? { starting_after: pageParam } : {}) } },
        }),
      ),
    getNextPageParam: ({ has_more, data }) => (has_more ? data.at(-1)?.payment_id : undefined),
  })
  const searched = search.data?.pages.flatMap(({ data }) => data) ?? []
  const rows = searched.filter(({ metadata }) => belongsToLink(metadata, payment_link_id))
  return { search, rows, searched: searched.length }
}

function belongsToLink(metadata: unknown, payment_link_id: string): boolean {
  return (metadata as Record<string, unknown> | null)?.['payment_link_id'] === payment_link_id
}

const columns: readonly TableColumn<Row>[] = [
  {
    title: 'Created',
    cell: ({ payment_id, created }) => (
      <Link to="/payments/$id" params={{ id: payment_id }}>
        <Moment at={created} />
      </Link>
    ),
  },
  { title: 'Status', cell: (payment) => <PaymentStatus payment={payment} /> },
  { title: 'Method', isWide: true, cell: describeMethod },
  { title: 'Amount', isNumber: true, cell: ({ amount, currency }) => money(amount, currency) },
]

export function LinkPayments({ link }: { link: PaymentLink }) {
  const may = useMay()
  const { search, rows, searched } = useLinkPayments(link)
  if (!may('payments:read')) return null
  const isPartial = search.hasNextPage
  return (
    <TableCard
      title="Payments through this link"
      query={{ ...search, data: search.data && { data: rows } } as UseQueryResult<Found>}
      columns={columns}
      keyOf={({ payment_id }) => payment_id}
      empty={
        isPartial
          ? 'None of the newest payments came through this link.'
          : 'Nobody has tried to pay yet. All attempts appear here, including failed ones.'
      }
      footer={
        isPartial && (
          <div className={styles.more}>
            <p>
              The newest {wholeNumber(searched)} payments with this currency and amount were
              searched. Older ones may be missing here.
            </p>
            <Button
              variant="default"
              loading={search.isFetchingNextPage}
              onClick={() => void search.fetchNextPage()}
            >
              Search older payments
            </Button>
          </div>
        )
      }
    />
  )
}
