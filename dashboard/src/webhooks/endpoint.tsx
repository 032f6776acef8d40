import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { readEvents } from '../events/columns.tsx'
import { deliveryStatus, deliveryWords, eventName } from '../events/words.ts'
import { Id } from '../lib/copy.tsx'
import { LinkButton } from '../lib/links.tsx'
import { Moment } from '../lib/dates.tsx'
import { describe } from '../frame/failed.tsx'
import { Card, Details } from '../lib/details.tsx'
import { Loading } from '../lib/loading_region.tsx'
import { Status } from '../lib/status.tsx'
import { eventsText } from './chosen.ts'
import { assessHealth, healthWords, isFailed, LOOKED_AT, type Health } from './health.ts'
import { NewSecret, Rotate } from './rotate.tsx'
import styles from './webhooks.module.css'

type Profile = Schemas['BusinessProfile']

/** One profile's endpoint, and its recent deliveries. */
export function Endpoint({ profile }: { profile: Profile }) {
  const may = useMay()
  const [isRotating, setRotating] = useState(false)
  const [rotated, setRotated] = useState<Schemas['RotatedWebhookSecret']>()
  const { profile_id, profile_name, webhook_details: details } = profile
  const { webhook_url, custom_http_headers } = details
  const names = Object.keys(custom_http_headers)
  return (
    <Card
      title={profile_name}
      aside={
        may('profiles:write') && (
          <Group gap="xs">
            <Button variant="default" size="compact-sm" onClick={() => setRotating(true)}>
              Rotate secret
            </Button>
            <LinkButton
              variant="default"
              size="compact-sm"
              to="/webhooks/$id"
              params={{ id: profile_id }}
            >
              {webhook_url === null ? 'Set the URL' : 'Edit'}
            </LinkButton>
          </Group>
        )
      }
    >
      <Deliveries profile={profile} />
      <Details
        rows={[
          ['URL', webhook_url === null ? 'None' : <Id key="url">{webhook_url}</Id>],
          ['Events', eventsText(details)],
          [
            'Secret',
            <span key="secret">
              <span className="id">{profile.payment_response_hash_key}</span>, rotated{' '}
              <Moment at={details.secret_last_rotated_at} />
            </span>,
          ],
          ['Headers', names.join(', ')],
        ]}
      />
      {isRotating && (
        <Rotate profile={profile} done={setRotated} close={() => setRotating(false)} />
      )}
      {rotated && <NewSecret rotated={rotated} close={() => setRotated(undefined)} />}
    </Card>
  )
}

/** The health that the newest events show. */
function Deliveries({ profile }: { profile: Profile }) {
  const { merchant_id, profile_id, profile_name, webhook_details } = profile
  const recent = useQuery({
    queryKey: ['events', 'newest', profile_id],
    queryFn: () => readEvents(merchant_id, { profile_id, limit: LOOKED_AT }),
  })
  const health = recent.data && assessHealth(webhook_details.webhook_url, recent.data.data)
  return (
    <div className={styles.health}>
      {health === undefined ? (
        recent.isError ? (
          <span role="alert">
            The deliveries could not be read. {describe(recent.error).text}{' '}
            <Button variant="subtle" size="compact-sm" onClick={() => void recent.refetch()}>
              Try again
            </Button>
          </span>
        ) : (
          <Loading name={profile_name}>
            <Skeleton height={22} width={240} />
          </Loading>
        )
      ) : (
        <>
          <Status words={healthWords} status={health.status} />
          <span className={styles.text}>{health.text}</span>
          <Bars health={health} />
        </>
      )}
    </div>
  )
}

/** One bar for each event that was sent, the newest at the end. The sentence beside it says the same in words. */
function Bars({ health: { sent } }: { health: Health }) {
  return (
    <div className={styles.bars} aria-hidden>
      {sent.map((event) => (
        <span
          key={event.event_id}
          title={`${eventName(event.event_type)}: ${deliveryWords[deliveryStatus(event.delivery)]?.[1] ?? ''}`}
          className={isFailed(event) ? styles.failed : undefined}
        />
      ))}
    </div>
  )
}
