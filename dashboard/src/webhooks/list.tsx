import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { profilesQuery, useProfile } from '../api/profiles.ts'
import { useMay, useUser } from '../api/session.ts'
import { columns, readEvents, useEventFilters } from '../events/columns.tsx'
import { RetryAll } from '../events/retry_all.tsx'
import { SendTest } from '../events/send_test.tsx'
import { type EventEntry, failedStatuses } from '../events/words.ts'
import { LinkButton } from '../lib/links.tsx'
import { Loaded } from '../lib/loaded.tsx'
import type { ListConfig } from '../list/config.ts'
import { List } from '../list/list.tsx'
import { useApiFilters } from '../list/api_filters.ts'
import { Endpoint } from './endpoint.tsx'
import styles from './webhooks.module.css'

export function Webhooks() {
  const may = useMay()
  const user = useUser()
  const chosen = useProfile()
  const profiles = useQuery(profilesQuery(user))
  const { profile_id = chosen?.profile_id } = useSearch({ from: '/frame/webhooks' })
  const merchant_id = user.merchant_id ?? ''
  const [isSending, setSending] = useState(false)
  const shown = (profiles.data ?? []).filter(
    (profile) => profile_id === undefined || profile.profile_id === profile_id,
  )
  return (
    <>
      <div className={styles.head}>
        <h1>Webhooks</h1>
        <div className={styles.actions}>
          <LinkButton variant="default" to="/events">
            All events
          </LinkButton>
          {may('webhooks:write') && (
            <Button onClick={() => setSending(true)} disabled={profiles.isLoading}>
              Send a test event
            </Button>
          )}
        </div>
      </div>
      {may('profiles:read') && (
        <Loaded query={profiles}>
          {() => shown.map((profile) => <Endpoint key={profile.profile_id} profile={profile} />)}
        </Loaded>
      )}
      <Deliveries merchant_id={merchant_id} />
      {isSending && (
        <SendTest
          merchant_id={merchant_id}
          profiles={profiles.data ?? []}
          first={profile_id}
          close={() => setSending(false)}
        />
      )}
    </>
  )
}

function Deliveries({ merchant_id }: { merchant_id: string }) {
  const may = useMay()
  const filters = useEventFilters()
  const [isRetrying, setRetrying] = useState(false)
  const search = useSearch({ from: '/frame/webhooks' })
  const { starting_after: _, ending_before: __, columns: ___, ...rest } = search
  const values = useApiFilters(rest)
  const status = values?.['delivery_status']
  const mayFail = status === undefined || (failedStatuses as readonly string[]).includes(status)
  const config: ListConfig<EventEntry> = {
    resource: 'events',
    name: 'deliveries',
    title: 'Deliveries',
    isPart: true,
    idOf: ({ event_id }) => event_id,
    target: ({ event_id }) => ({ to: '/events/$id', params: { id: event_id } }),
    read: (query) => readEvents(merchant_id, query),
    filters,
    columns: [
      columns.type,
      columns.delivery,
      columns.attempts,
      columns.next,
      { ...columns.object, isOptional: true },
      columns.created,
      columns.id,
    ],
    empty: {
      title: 'No deliveries yet',
      text: 'Every event appears here with its delivery state.',
      next: { scope: 'webhooks:write', text: 'Make a payment, or use “Send a test event” above.' },
    },
  }
  return (
    <>
      <List
        config={config}
        actions={
          may('webhooks:write') &&
          mayFail && (
            <Button variant="default" onClick={() => setRetrying(true)}>
              Retry all failed
            </Button>
          )
        }
      />
      {isRetrying && values !== undefined && (
        <RetryAll merchant_id={merchant_id} filters={values} close={() => setRetrying(false)} />
      )}
    </>
  )
}
