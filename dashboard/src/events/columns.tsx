// The columns and filters that the event list and the delivery list share.
import { unwrapAnswer, api } from '../api/client.ts'
import type { paths } from '../api/generated/schema.ts'
import { useProfiles } from '../api/profiles.ts'
import { Moment } from '../lib/dates.tsx'
import { Status } from '../lib/status.tsx'
import { Narrow } from '../lib/table.tsx'
import { createdColumn, createdFilter } from '../list/columns.tsx'
import type { Column, Filter } from '../list/config.ts'
import {
  type EventEntry,
  deliveryStatus,
  deliveryWords,
  eventName,
  eventNames,
  reasonWords,
} from './words.ts'

export type Query = Readonly<Record<string, string | number>>

type EventQuery = NonNullable<paths['/events/{merchant_id}']['get']['parameters']['query']>

/** The API refuses a status that it does not know. */
export function readEvents(merchant_id: string, query: Query) {
  const params = { path: { merchant_id }, query: query as EventQuery }
  return unwrapAnswer(api.GET('/events/{merchant_id}', { params }))
}

const statuses = ['delivered', 'pending', 'exhausted', 'stopped', 'skipped']

/** The API's filters; the profile filter only if there are several profiles. */
export function useEventFilters(): readonly Filter[] {
  const profiles = useProfiles()
  return [
    {
      name: 'delivery_status',
      title: 'Delivery',
      kind: 'choice',
      choices: statuses.map((value) => ({ value, name: deliveryWords[value]?.[1] ?? value })),
      isSingle: true,
    },
    {
      name: 'event_type',
      title: 'Type',
      kind: 'choice',
      choices: eventNames.map((value) => ({ value, name: eventName(value) })),
    },
    { name: 'object_id', title: 'Object', kind: 'text' },
    ...(profiles.length > 1
      ? [
          {
            name: 'profile_id',
            title: 'Profile',
            kind: 'choice' as const,
            choices: profiles.map(({ profile_id, profile_name }) => ({
              value: profile_id,
              name: profile_name,
            })),
          },
        ]
      : []),
    createdFilter,
  ]
}

export const columns: Readonly<
  Record<
    'type' | 'object' | 'delivery' | 'attempts' | 'next' | 'created' | 'id',
    Column<EventEntry>
  >
> = {
  type: {
    id: 'type',
    title: 'Event',
    cell: ({ event_type, is_test, created }) => (
      <>
        <b>{eventName(event_type)}</b>
        {is_test && <span className="faint"> (test)</span>}
        <Narrow>
          <Moment at={created} />
        </Narrow>
      </>
    ),
    text: ({ event_type }) => event_type,
  },
  object: {
    id: 'object',
    title: 'Object',
    isWide: true,
    cell: ({ object_id }) => <span className="id">{object_id}</span>,
    text: ({ object_id }) => object_id,
  },
  delivery: {
    id: 'delivery',
    title: 'Delivery',
    cell: ({ delivery }) => (
      <span title={reasonWords[delivery?.reason ?? ''] ?? ''}>
        <Status words={deliveryWords} status={deliveryStatus(delivery)} />
      </span>
    ),
    text: ({ delivery }) => delivery?.status ?? null,
  },
  attempts: {
    id: 'attempts',
    title: 'Attempts',
    isNumber: true,
    isWide: true,
    cell: ({ delivery }) => delivery?.attempts ?? 0,
    text: ({ delivery }) => delivery?.attempts ?? 0,
  },
  next: {
    id: 'next',
    title: 'Next attempt',
    isWide: true,
    cell: ({ delivery }) => <Moment at={delivery?.next_attempt_at} isReal />,
    text: ({ delivery }) => delivery?.next_attempt_at ?? null,
  },
  created: { ...createdColumn, title: 'When', isWide: true },
  id: {
    id: 'id',
    title: 'Event ID',
    isOptional: true,
    cell: ({ event_id }) => <span className="id">{event_id}</span>,
    text: ({ event_id }) => event_id,
  },
}
