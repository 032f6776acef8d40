import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { Moment } from './dates.tsx'
import { accountWords, causeWords, formatKey } from './ledger_words.ts'
import { money } from './money.ts'
import { Narrow, TableCard, type TableColumn } from './table.tsx'

interface LedgerProps {
  /** A payment, refund, dispute or payout, or several separated by commas. */
  readonly object_id: string
  /** Changes whenever the object does, such as its `modified_at`: then the ledger is read again. */
  readonly version: string
}

type Transfer = Schemas['TransferList']['data'][number]

const columns: readonly TableColumn<Transfer>[] = [
  { title: 'When', cell: ({ created }) => <Moment at={created} /> },
  {
    title: 'Cause',
    cell: ({ cause, debit, credit }) => (
      <>
        {formatKey(causeWords, cause)}
        <Narrow>
          From {formatKey(accountWords, debit)} to {formatKey(accountWords, credit)}
        </Narrow>
      </>
    ),
  },
  { title: 'From', isWide: true, cell: ({ debit }) => formatKey(accountWords, debit) },
  { title: 'To', isWide: true, cell: ({ credit }) => formatKey(accountWords, credit) },
  { title: 'Amount', isNumber: true, cell: ({ amount, currency }) => money(amount, currency) },
]

/** An object's ledger transfers; nothing for a role that may not read them. */
export function Ledger({ object_id, version }: LedgerProps) {
  const isAllowed = useMay()('payouts:read')
  const transfers = useQuery({
    queryKey: ['transfers', object_id, version],
    enabled: isAllowed,
    queryFn: () =>
      unwrapAnswer(api.GET('/ledger/transfers', { params: { query: { object_id, limit: 100 } } })),
  })
  if (!isAllowed) return null
  return (
    <TableCard
      title="Ledger"
      aside={
        <Link to="/balances" search={{ object_id }}>
          All transfers
        </Link>
      }
      query={transfers}
      columns={columns}
      keyOf={({ transfer_id }) => transfer_id}
      empty="No money has moved."
    />
  )
}
