import { Link } from '@tanstack/react-router'
import { useUser } from '../api/session.ts'
import type { ListConfig } from '../list/config.ts'
import { List } from '../list/list.tsx'
import { columns, readEvents, useEventFilters } from './columns.tsx'
import type { EventEntry } from './words.ts'
import { LinkButton } from '../lib/links.tsx'

/** Everything that happened, whether it was sent or not. */
export function Events() {
  const { merchant_id } = useUser()
  const filters = useEventFilters()
  const config: ListConfig<EventEntry> = {
    resource: 'events',
    name: 'events',
    title: 'Events',
    idOf: ({ event_id }) => event_id,
    target: ({ event_id }) => ({ to: '/events/$id', params: { id: event_id } }),
    read: (query) => readEvents(merchant_id ?? '', query),
    filters,
    columns: [
      columns.type,
      columns.object,
      columns.delivery,
      { ...columns.attempts, isOptional: true },
      columns.created,
      columns.id,
    ],
    empty: {
      title: 'No events yet',
      text: 'Every change to a payment, refund, dispute, payout or subscription appears here for 30 days.',
      next: {
        scope: 'webhooks:write',
        text: (
          <>
            Make a payment, or send a test event from the page of{' '}
            <Link to="/webhooks">webhooks</Link>.
          </>
        ),
      },
    },
  }
  return (
    <List
      config={config}
      actions={
        <LinkButton variant="default" to="/webhooks">
          Webhooks
        </LinkButton>
      }
    />
  )
}
