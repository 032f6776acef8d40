// Everything that happened with a customer, as far as the person may read it, a page at a time.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { unwrapAnswer, api } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { statusWords } from '../frame/status_words.ts'
import { Card } from '../lib/details.tsx'
import { LoadingRows } from '../lib/loading.tsx'
import { objectTarget } from '../lib/object_pages.ts'
import { Pager, usePlace } from '../lib/pager.tsx'
import { Status } from '../lib/status.tsx'
import { Unread } from '../lib/table.tsx'
import { type Step, Timeline } from '../lib/timeline.tsx'
import type { Target } from '../lib/url.ts'
import { useUserName } from '../team/users.ts'
import type { OfCustomer } from './money.tsx'
import { describeEntry, type Entry } from './timeline_words.ts'

const ROWS = 10

export function CustomerTimeline({ customer_id, version }: OfCustomer) {
  const place = usePlace('timeline')
  const params = { path: { customer_id }, query: { limit: ROWS, ...place } }
  const timeline = useQuery({
    // Any change may be in it.
    queryKey: ['events', 'timeline', customer_id, version, place],
    placeholderData: keepPreviousData,
    queryFn: () => unwrapAnswer(api.GET('/customers/{customer_id}/timeline', { params })),
  })
  const toStep = useStep()
  const { data, has_more = false } = timeline.data ?? {}
  return (
    <Card title="Timeline">
      {data === undefined && timeline.error && (
        <Unread error={timeline.error} retry={() => void timeline.refetch()} />
      )}
      {data === undefined && !timeline.error && <LoadingRows name="Timeline" />}
      {data && <Timeline steps={data.map(toStep)} />}
      <Pager
        of="timeline"
        has_more={has_more}
        first={data?.[0]?.entry_id}
        last={data?.at(-1)?.entry_id}
      />
    </Card>
  )
}

function useStep(): (entry: Entry) => Step {
  const userName = useUserName()
  const may = useMay()
  return (entry) => {
    const { entry_id, object, status, user_id, created } = entry
    const words = statusWords[object]
    const [title, text] = describeEntry(entry)
    const author = user_id === null ? '' : `by ${userName(user_id)}`
    const about = [text, author].filter(Boolean).join(', ')
    const target = findTarget(entry, may('api_keys:read'))
    return {
      key: entry_id,
      tone: (status !== null && words?.[status]?.[0]) || 'mute',
      title,
      at: created,
      ...(target && { target }),
      ...(about !== '' && { about }),
      ...(status !== null && words && { status: <Status words={words} status={status} /> }),
    }
  }
}

/** The customer's own page is this one, and notes and saved methods are on it. */
function findTarget({ object, id, created }: Entry, hasTrail: boolean): Target | undefined {
  if (object === 'customer') return undefined
  if (object !== 'customer_change') return objectTarget(object, id)
  return hasTrail ? { to: '/audit/$id', params: { id }, search: { at: created } } : undefined
}
