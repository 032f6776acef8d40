// The latest requests that touched an object, on its page.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unwrapAnswer, api } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { Moment } from '../lib/dates.tsx'
import { wholeNumber } from '../lib/numbers.ts'
import { TableCard, type TableColumn } from '../lib/table.tsx'
import styles from './requests.module.css'
import { HttpStatus } from './status.tsx'
import type { RequestEntry } from './words.ts'

const LATEST = 5

const columns: readonly TableColumn<RequestEntry>[] = [
  {
    title: 'Request',
    cell: ({ request_id, method, path }) => (
      <Link to="/requests/$id" params={{ id: request_id }} className={styles.path}>
        {method} {path}
      </Link>
    ),
  },
  { title: 'Status', cell: ({ status }) => <HttpStatus status={status} /> },
  {
    title: 'Took',
    isNumber: true,
    isWide: true,
    cell: ({ duration_ms }) => `${wholeNumber(duration_ms)} ms`,
  },
  { title: 'When', isWide: true, cell: ({ created }) => <Moment at={created} isReal /> },
]

/** Only requests by programs: the dashboard's own are in the log. */
export function RequestsCard({ object_id, version }: { object_id: string; version: string }) {
  const isAllowed = useMay()('requests:read')
  const requests = useQuery({
    queryKey: ['requests', object_id, version],
    enabled: isAllowed,
    queryFn: () => {
      const query = { object_id, sent_by: 'keys', limit: LATEST } as const
      return unwrapAnswer(api.GET('/requests', { params: { query } }))
    },
  })
  if (!isAllowed) return null
  return (
    <TableCard
      title="Requests"
      aside={
        <Link to="/requests" search={{ object_id }}>
          See all
        </Link>
      }
      query={requests}
      columns={columns}
      keyOf={({ request_id }) => request_id}
      empty="No API key has touched it in the last 7 days."
    />
  )
}
