import { Button, Checkbox, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { post } from '../api/change.ts'
import { ApiError, type Schemas } from '../api/client.ts'
import { profilesQuery } from '../api/profiles.ts'
import { useUser } from '../api/session.ts'
import { eventGroups, eventName, sentWhen } from '../events/words.ts'
import { Failed } from '../frame/failed.tsx'
import { ApiForm } from '../lib/action.tsx'
import { useChange } from '../lib/change.ts'
import { Card } from '../lib/details.tsx'
import type { Fields } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'
import head from '../lib/head.module.css'
import { LinkButton } from '../lib/links.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { useId } from '../lib/url.ts'
import { listEnabled, buildRequest, switched } from './chosen.ts'
import styles from './webhooks.module.css'

const fields = {
  webhook_url: {
    kind: 'text',
    type: 'url',
    label: 'URL',
    description:
      'An https URL on your server that answers with 2xx within ten seconds. Only a sandbox on your own machine also calls http on that machine. Empty: no events are sent.',
    at: 'webhook_details.webhook_url',
    placeholder: 'https://shop.example/webhooks',
    maxLength: 2048,
  },
} satisfies Fields

type Profile = Schemas['BusinessProfile']

export function EditEndpoint() {
  const id = useId()
  const profiles = useQuery(profilesQuery(useUser()))
  return (
    <Loaded query={profiles}>
      {(all) => {
        const profile = all.find(({ profile_id }) => profile_id === id)
        if (profile) return <Edit profile={profile} />
        return (
          <section className="card">
            <Failed
              error={new ApiError(404, { message: `There is no profile with the id ${id}.` })}
            />
          </section>
        )
      }}
    </Loaded>
  )
}

function Edit({ profile }: { profile: Profile }) {
  const { merchant_id, profile_id, profile_name, webhook_details: details } = profile
  const navigate = useNavigate()
  const [isAll, setAll] = useState(details.enabled_events.length === 0)
  const [chosen, setChosen] = useState(() => listEnabled(details))
  const form = useFields(fields, { webhook_url: details.webhook_url })
  const change = useChange({
    form,
    run: post('/account/{merchant_id}/business_profile/{profile_id}', {
      params: { path: { merchant_id, profile_id } },
      body: { webhook_details: buildRequest(form.values.webhook_url, isAll, chosen) },
    }),
    after: () => navigate({ to: '/webhooks' }),
    done: ({ webhook_details: { webhook_url } }) =>
      webhook_url ? `Events go to ${webhook_url}.` : 'No events are sent now.',
  })
  return (
    <>
      <p className={head.crumb}>
        <Link to="/webhooks">Webhooks</Link> / Edit
      </p>
      <div className={head.head}>
        <h1>Endpoint of {profile_name}</h1>
      </div>
      <ApiForm
        className={styles.form}
        change={change}
        form={form}
        verb="Save"
        isReady={isAll || chosen.length > 0}
        aside={
          <LinkButton variant="default" to="/webhooks">
            Cancel
          </LinkButton>
        }
      >
        <Card title="Where events go">
          <div className={styles.fields}>{form.all}</div>
        </Card>
        <Card title="Which events are sent">
          <EventChoice {...{ isAll, setAll, chosen, setChosen }} />
        </Card>
      </ApiForm>
    </>
  )
}

interface EventChoiceProps {
  isAll: boolean
  setAll: (isAll: boolean) => void
  chosen: readonly string[]
  setChosen: (chosen: readonly string[]) => void
}

function EventChoice({ isAll, setAll, chosen, setChosen }: EventChoiceProps) {
  const toggle = (type: string) =>
    setChosen(chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type])
  const box = (type: string) => (
    <Checkbox
      key={type}
      label={eventName(type)}
      description={sentWhen(type)}
      checked={chosen.includes(type)}
      onChange={() => toggle(type)}
    />
  )
  return (
    <div className={styles.fields}>
      <Radio.Group
        aria-label="Which events are sent"
        value={isAll ? 'all' : 'chosen'}
        onChange={(value) => setAll(value === 'all')}
      >
        <div className={styles.choices}>
          <Radio value="all" label="All types, including those that later releases add" />
          <Radio value="chosen" label="Only the types that I choose" />
        </div>
      </Radio.Group>
      {isAll ? (
        <fieldset className={styles.group}>
          <legend>These can be left out</legend>
          {switched.map(box)}
        </fieldset>
      ) : (
        <>
          <div>
            <Button variant="default" size="compact-sm" onClick={() => setChosen([])}>
              Clear
            </Button>
          </div>
          {eventGroups.map(({ name, types }) => (
            <fieldset key={name} className={styles.group}>
              <legend>{name}</legend>
              {types.map(box)}
            </fieldset>
          ))}
        </>
      )}
      {!isAll && chosen.length === 0 && (
        <p role="alert" className={styles.missing}>
          Choose at least one type. To receive nothing, leave the URL empty.
        </p>
      )}
    </div>
  )
}
