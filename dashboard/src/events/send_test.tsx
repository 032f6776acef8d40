import { Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { post } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { Action } from '../lib/action.tsx'
import { eventGroups, eventName, sentWhen } from './words.ts'

type Profile = Schemas['BusinessProfile']

interface SendTestProps {
  readonly merchant_id: string
  readonly profiles: readonly Profile[]
  /** The profile that is proposed; the default one if undefined. */
  readonly first: string | undefined
  close: () => void
}

/** Opens the new event's page, where its delivery can be watched. */
export function SendTest({ merchant_id, profiles, first, close }: SendTestProps) {
  const navigate = useNavigate()
  const [event_type, setType] = useState('payment_succeeded')
  const [profile_id, setProfile] = useState(
    () => first ?? profiles.find((row) => row.is_default)?.profile_id,
  )
  const profile = profiles.find((row) => row.profile_id === profile_id)
  return (
    <Action
      title="Send a test event"
      verb={`Send ${event_type}`}
      close={close}
      run={post('/events/{merchant_id}/test', {
        params: { path: { merchant_id } },
        body: { event_type: event_type as never, ...(profile_id ? { profile_id } : {}) },
      })}
      after={({ event_id }) => navigate({ to: '/events/$id', params: { id: event_id } })}
      done={({ delivery }) =>
        delivery?.status === 'skipped'
          ? 'The test event was created, but the profile does not receive it.'
          : 'The test event is on its way.'
      }
    >
      <Select
        label="Event type"
        description={sentWhen(event_type)}
        searchable
        allowDeselect={false}
        maxDropdownHeight={280}
        data={eventGroups.map(({ name, types }) => ({
          group: name,
          items: types.map((value) => ({ value, label: eventName(value) })),
        }))}
        value={event_type}
        onChange={(next) => next && setType(next)}
      />
      {profiles.length > 1 && (
        <Select
          label="Profile"
          allowDeselect={false}
          data={profiles.map((row) => ({ value: row.profile_id, label: row.profile_name }))}
          value={profile_id ?? null}
          onChange={(next) => next && setProfile(next)}
        />
      )}
      <p className="flush wrap">
        {profile?.webhook_details.webhook_url === null
          ? 'The profile has no webhook URL, so the event is created but not sent.'
          : `A sample object is sent to ${profile?.webhook_details.webhook_url ?? 'your server'}, signed like any other event. It has is_test, and its object does not exist.`}
      </p>
    </Action>
  )
}
