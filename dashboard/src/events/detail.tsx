import { Button, CopyButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../api/client.ts'
import { useProfiles } from '../api/profiles.ts'
import { useMay, useUser } from '../api/session.ts'
import { Id } from '../lib/copy.tsx'
import { Moment } from '../lib/dates.tsx'
import { Card, Columns, Details, Facts } from '../lib/details.tsx'
import { Head } from '../lib/head.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { pollWhile } from '../lib/poll.ts'
import { Status } from '../lib/status.tsx'
import { useId } from '../lib/url.ts'
import { eventQuery } from '../queries/objects.ts'
import { Attempts } from './attempts.tsx'
import styles from './events.module.css'
import { RetryOne } from './retry.tsx'
import {
  deliveryStatus,
  deliveryWords,
  eventName,
  findObjectPage,
  reasonWords,
  sentWhen,
} from './words.ts'

type Event = Schemas['Event']

const SOON_MS = 30_000

/** An attempt is under way, or about to be. */
function isMoving({ delivery }: Event): boolean {
  if (delivery === null) return true
  const next = delivery.next_attempt_at
  return delivery.status === 'pending' && Date.parse(next ?? '') - Date.now() < SOON_MS
}

export function EventPage() {
  const event_id = useId()
  const { merchant_id } = useUser()
  const event = useQuery({
    ...eventQuery(merchant_id ?? '', event_id),
    refetchInterval: pollWhile(isMoving),
  })
  return <Loaded query={event}>{(data) => <EventView event={data} />}</Loaded>
}

function EventView({ event }: { event: Event }) {
  const { event_id, event_type, delivery, object_id, is_test } = event
  const target = findObjectPage(event)
  return (
    <>
      <Head
        list={{ to: '/events', name: 'Events' }}
        id={event_id}
        title={eventName(event_type)}
        status={
          <>
            <Status words={deliveryWords} status={deliveryStatus(delivery)} />
            {is_test && <span className="pill mute">Test event</span>}
          </>
        }
        actions={<Retry event={event} />}
      />
      <Facts
        rows={[
          ['Happened', <Moment key="at" at={event.created} />],
          [
            'Object',
            target === undefined ? (
              <span key="object" className="id">
                {object_id}
              </span>
            ) : (
              <Link key="object" {...target} className={styles.link}>
                {object_id}
              </Link>
            ),
          ],
          ['Attempts', String(delivery?.attempts ?? 0)],
          outcomeRow(event),
        ]}
      />
      <Columns
        main={
          <>
            <Attempts event={event} />
            <Payload event={event} />
          </>
        }
        side={<About event={event} />}
      />
    </>
  )
}

function outcomeRow({ delivery }: Event): readonly [string, React.ReactNode] {
  if (delivery?.next_attempt_at)
    return ['Next attempt', <Moment key="next" at={delivery.next_attempt_at} isReal />]
  if (delivery?.reason) return ['Why not', reasonWords[delivery.reason] ?? delivery.reason]
  return ['Ended', <Moment key="end" at={delivery?.finished_at} isReal />]
}

/** Not offered when the profile is known to have no URL: the API would refuse it. */
function Retry({ event }: { event: Event }) {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const profiles = useProfiles()
  const profile = profiles.find(({ profile_id }) => profile_id === event.profile_id)
  const url = profile?.webhook_details.webhook_url
  if (!may('webhooks:write') || url === null || event.delivery === null) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Send again</Button>
      {isOpen && <RetryOne event={event} url={url} close={() => setOpen(false)} />}
    </>
  )
}

/** The request body, which is the same in every attempt. */
function rebuildBody({
  merchant_id,
  event_id,
  event_type,
  content,
  sequence,
  is_test,
  timestamp,
}: Event) {
  const body = { merchant_id, event_id, event_type, content, sequence }
  return { ...body, ...(is_test ? { is_test } : {}), timestamp }
}

function Payload({ event }: { event: Event }) {
  const text = JSON.stringify(rebuildBody(event), null, 2)
  return (
    <Card
      title="Payload"
      aside={
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="subtle" size="compact-sm" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      }
    >
      {event.content.object === null && (
        <p className={styles.note}>Your role may not read this object, so it is left out.</p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <pre className={styles.raw} tabIndex={0} aria-label="Payload">
        {text}
      </pre>
    </Card>
  )
}

function About({ event }: { event: Event }) {
  const profiles = useProfiles()
  const profile = profiles.find(({ profile_id }) => profile_id === event.profile_id)
  return (
    <Card title="Details">
      <Details
        rows={[
          ['Event ID', <Id key="id">{event.event_id}</Id>],
          ['Type', <Id key="type">{event.event_type}</Id>],
          ['Sent when', sentWhen(event.event_type)],
          ['Profile', profile?.profile_name ?? event.profile_id],
          ['Sequence', `${event.sequence}: a higher number is a later change`],
        ]}
      />
    </Card>
  )
}
