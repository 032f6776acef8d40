import { Alert, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { unwrapAnswer, api } from '../api/client.ts'
import { profilesQuery, useNamedProfile } from '../api/profiles.ts'
import { useMay, useUser } from '../api/session.ts'
import { Refused } from '../frame/failed.tsx'
import { Card, Columns } from '../lib/details.tsx'
import { Moment } from '../lib/dates.tsx'
import head from '../lib/head.module.css'
import { Loaded } from '../lib/loaded.tsx'
import { LoadingCard } from '../lib/loading.tsx'
import { connectorsQuery } from '../queries/objects.ts'
import { SaveBar } from '../settings/save_bar.tsx'
import { type Draft, routingKey, useDraft } from './draft.ts'
import { Rules } from './rules.tsx'
import styles from './routing.module.css'
import { Simulate } from './simulate.tsx'
import type { Routing } from './words.ts'

const waiting = <Columns main={<LoadingCard height={260} />} side={<LoadingCard height={420} />} />

export function RoutingPage() {
  const profiles = useQuery(profilesQuery(useUser()))
  const navigate = useNavigate()
  const { profile_id: named = '' } = useSearch({ from: '/frame/settings/routing' })
  const profile = useNamedProfile(named)
  const isAllowed = useMay()('profiles:read')
  return (
    <>
      <p className={head.crumb}>
        <Link to="/settings">Settings</Link> / Routing
      </p>
      <div className={head.head}>
        <h1>Routing</h1>
        {profile && (
          <Select
            className={head.actions ?? ''}
            aria-label="Business profile"
            data={(profiles.data ?? []).map(({ profile_id, profile_name }) => ({
              value: profile_id,
              label: profile_name,
            }))}
            value={profile.profile_id}
            allowDeselect={false}
            onChange={(profile_id) =>
              profile_id && void navigate({ to: '/settings/routing', search: { profile_id } })
            }
          />
        )}
      </div>
      <p className={styles.about}>
        From top to bottom, the first rule that a payment matches decides which account gets it.
      </p>
      {!isAllowed ? (
        <Refused scope="profiles:read" />
      ) : (
        <Loaded query={profiles} waiting={waiting}>
          {() =>
            profile && <ProfileRouting key={profile.profile_id} profile_id={profile.profile_id} />
          }
        </Loaded>
      )}
    </>
  )
}

function ProfileRouting({ profile_id }: { profile_id: string }) {
  const merchant_id = useUser().merchant_id ?? ''
  const routing = useQuery({
    queryKey: routingKey(merchant_id, profile_id),
    queryFn: () =>
      unwrapAnswer(
        api.GET('/account/{merchant_id}/business_profile/{profile_id}/routing', {
          params: { path: { merchant_id, profile_id } },
        }),
      ),
  })
  return (
    <Loaded query={routing} waiting={waiting}>
      {(data) => <RoutingView merchant_id={merchant_id} stored={data} />}
    </Loaded>
  )
}

function RoutingView({ merchant_id, stored }: { merchant_id: string; stored: Routing }) {
  const may = useMay()
  const isNamed = may('connectors:read')
  const connectors = useQuery({ ...connectorsQuery(merchant_id), enabled: isNamed })
  const accounts = (connectors.data ?? [])
    .filter(({ profile_id }) => profile_id === null || profile_id === stored.profile_id)
    .map(({ connector_id, connector_label }) => ({ value: connector_id, label: connector_label }))
  const draft = useDraft(merchant_id, stored)
  const [matched, setMatched] = useState<number | null>()
  const isOpen = may('workflows:write') && isNamed
  return (
    <>
      {!isOpen && (
        <Alert color="gray" mb="md">
          Your role may see these rules, but not change them.
          {!isNamed &&
            ' It does not include the provider accounts, so they are shown by their ids.'}
        </Alert>
      )}
      <Columns
        main={
          <>
            <Rules
              {...{ draft, accounts, isOpen }}
              matched={draft.isChanged ? undefined : matched}
            />
            <Fallbacks draft={draft} isOpen={isOpen} />
            <p className="faint small">
              Last changed:{' '}
              {stored.modified_at === null ? 'never' : <Moment at={stored.modified_at} />}
            </p>
          </>
        }
        side={<Simulate {...{ merchant_id }} routing={draft.routing} show={setMatched} />}
      />
      <SaveBar text={unsavedText(draft)} {...draft} />
    </>
  )
}

function unsavedText({ isChanged, error }: Draft): string | undefined {
  if (!isChanged) return undefined
  return error ? `Not saved: ${error.message}` : 'These changes are not live yet'
}

const counts = [0, 1, 2, 3, 4, 5].map((count) => ({
  value: String(count),
  label: count === 0 ? 'None' : count === 1 ? '1 account' : `${count} accounts`,
}))

function Fallbacks({ draft, isOpen }: { draft: Draft; isOpen: boolean }) {
  return (
    <Card title="If an account fails">
      <div className={styles.fallbacks}>
        <Select
          label="Further accounts to try"
          data={counts}
          value={String(draft.routing.max_fallbacks)}
          allowDeselect={false}
          disabled={!isOpen}
          onChange={(value) => value && draft.edit({ max_fallbacks: Number(value) })}
        />
        <p>
          Within the same request, and only if the account certainly charged nothing: it could not
          be reached, the payment was taken back, or it declined for a reason that another acquirer
          may see differently. After an unknown outcome no other account is tried.
        </p>
      </div>
    </Card>
  )
}
