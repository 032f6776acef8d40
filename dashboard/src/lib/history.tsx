// An object's timeline: its events with their webhook deliveries, and further steps.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { useMay, useUser } from '../api/session.ts'
import { useActors } from '../audit/actors.ts'
import { useEntries } from '../audit/entries.ts'
import type { Entry } from '../audit/words.ts'
import { Card } from './details.tsx'
import type { Words } from './status.tsx'
import { Unread } from './table.tsx'
import { type Step, Timeline } from './timeline.tsx'

type EventEntry = Schemas['EventList']['data'][number]

interface HistoryProps {
  readonly object_id: string
  /** Changes whenever the object does, such as its `modified_at`: then the events are read again. */
  readonly version: string
  /** The title of each event type, in their usual order. */
  readonly words: Words
  /** Steps without an event, such as the creation. */
  readonly steps: readonly Step[]
  /** Replaces the events for a role that may not read them. */
  readonly withoutEvents?: readonly Step[]
}

export function History(props: HistoryProps) {
  const { object_id, version, words, steps, withoutEvents = [] } = props
  const { merchant_id } = useUser()
  const isAllowed = useMay()('webhooks:read') && merchant_id !== null
  const events = useQuery({
    queryKey: ['events', object_id, version],
    enabled: isAllowed,
    queryFn: () =>
      unwrapAnswer(
        api.GET('/events/{merchant_id}', {
          params: { path: { merchant_id: merchant_id ?? '' }, query: { object_id, limit: 100 } },
        }),
      ),
  })
  const { entries } = useEntries(object_id, version)
  const { nameOf } = useActors()
  // Simultaneous events follow the word table, because their ids have no order.
  const order = Object.keys(words)
  const known =
    events.data?.data
      .toSorted((a, b) => order.indexOf(b.event_type) - order.indexOf(a.event_type))
      .map((event) => {
        const entry = entries.get(event.event_id)
        const by = entry && BY_NAME.has(entry.actor) ? ` by ${nameOf(entry)}` : ''
        return eventStep(event, words, by)
      }) ?? withoutEvents
  const sorted = [...known, ...steps].toSorted((a, b) => b.at.localeCompare(a.at))
  return (
    <Card title="Timeline">
      {events.isError && <Unread error={events.error} retry={() => void events.refetch()} />}
      <Timeline steps={sorted} />
    </Card>
  )
}

/** The other actors have no name of their own. */
const BY_NAME: ReadonlySet<string> = new Set<Entry['actor']>(['user', 'api_key', 'agent'])

function eventStep(
  { event_id, event_type, created, delivery }: EventEntry,
  words: Words,
  by: string,
): Step {
  const [tone, title] = words[event_type] ?? ['mute', event_type.replaceAll('_', ' ')]
  const about = (
    <>
      <Link to="/events/$id" params={{ id: event_id }}>
        {event_type}
      </Link>
      {by}: {deliveryText(delivery)}
    </>
  )
  return { key: event_id, tone, title, about, at: created }
}

const skipReasons: Readonly<Record<string, string>> = {
  no_webhook_url: 'the profile has no webhook URL',
  event_not_enabled: 'the profile does not receive this type',
  gone: 'your server answered 410',
}

function deliveryText(delivery: EventEntry['delivery']): string {
  if (delivery === null) return 'webhook not queued yet'
  const { status, reason, attempts } = delivery
  const why = reason === null ? '' : `, ${skipReasons[reason] ?? reason}`
  const tries = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`
  if (status === 'delivered')
    return attempts > 1 ? `webhook delivered, ${tries}` : 'webhook delivered'
  if (status === 'pending')
    return attempts === 0 ? 'webhook about to be sent' : `webhook not delivered yet, ${tries}`
  if (status === 'exhausted') return `webhook failed, ${tries}`
  return status === 'skipped' ? `webhook not sent${why}` : `webhook stopped${why}`
}
