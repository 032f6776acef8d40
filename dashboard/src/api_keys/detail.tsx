import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { remove } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { machines } from '../api/generated/tables.ts'
import { useProfiles } from '../api/profiles.ts'
import { useMay, useUser } from '../api/session.ts'
import { Action } from '../lib/action.tsx'
import { Id } from '../lib/copy.tsx'
import { useDialogInUrl } from '../lib/dialog_in_url.ts'
import { LinkButton } from '../lib/links.tsx'
import { Moment } from '../lib/dates.tsx'
import { Card, Columns, Details, Facts } from '../lib/details.tsx'
import { Head } from '../lib/head.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { Status } from '../lib/status.tsx'
import { useId } from '../lib/url.ts'
import { apiKeyQuery } from '../queries/objects.ts'
import styles from './api_keys.module.css'
import { Roll, Rolled } from './roll.tsx'
import { type ApiKey as Key, covers, keyStatus, keyWords, limitText, scopeText } from './words.ts'

export function useApiKey() {
  const key_id = useId()
  const { merchant_id } = useUser()
  return useQuery(apiKeyQuery(merchant_id ?? '', key_id))
}

export function ApiKey() {
  return <Loaded query={useApiKey()}>{(key) => <ApiKeyView apiKey={key} />}</Loaded>
}

function ApiKeyView({ apiKey }: { apiKey: Key }) {
  const { key_id, name, prefix, type, expiration, last_used_at } = apiKey
  const isSecret = type === 'secret'
  return (
    <>
      <Head
        list={{ to: '/api-keys', name: 'API keys' }}
        id={key_id}
        title={name}
        status={<Status words={keyWords} status={keyStatus(apiKey)} />}
        actions={<Actions apiKey={apiKey} />}
      />
      <Facts
        rows={[
          ['Key', <span key="prefix" className="id">{`${prefix}…`}</span>],
          ['Type', isSecret ? 'Secret, for servers' : 'Publishable, for browsers'],
          ['Last used', last_used_at ? <Moment key="at" at={last_used_at} isReal /> : 'Never'],
          ['Expires', expiration === 'never' ? 'Never' : <Moment key="at" at={expiration} />],
        ]}
      />
      <Columns
        main={isSecret ? <Scopes apiKey={apiKey} /> : <Publishable apiKey={apiKey} />}
        side={<About apiKey={apiKey} />}
      />
    </>
  )
}

function Scopes({ apiKey: { scopes } }: { apiKey: Key }) {
  return (
    <Card title="What it may do">
      <div className={styles.fields}>
        <p>{scopeText(scopes)}.</p>
        <ul className={styles.tags} aria-label="Scopes">
          {scopes.map((scope) => (
            <li key={scope}>{scope}</li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

function Publishable({ apiKey: { publishable_key, allowed_origins } }: { apiKey: Key }) {
  return (
    <Card title="For your pages">
      <div className={styles.fields}>
        <p className="faint">It is no secret: put it into the pages that call the API.</p>
        {publishable_key !== null && <Id>{publishable_key}</Id>}
        <p>
          {allowed_origins.length === 0
            ? 'Pages from any origin may use it. Edit the key to name yours.'
            : `Pages from ${allowed_origins.join(', ')} may use it.`}
        </p>
      </div>
    </Card>
  )
}

function About({ apiKey }: { apiKey: Key }) {
  const profiles = useProfiles()
  const profileName = (id: string) =>
    profiles.find(({ profile_id }) => profile_id === id)?.profile_name ?? id
  const { allowed_ips, profile_ids, type } = apiKey
  return (
    <Card title="Details">
      <Details
        rows={[
          ['Key ID', <Id key="id">{apiKey.key_id}</Id>],
          ['Description', apiKey.description],
          ['Addresses', type === 'secret' ? allowed_ips.join(', ') || 'All' : null],
          ['Profiles', profile_ids.map(profileName).join(', ') || 'All'],
          ['Amount limits', limitText(apiKey)],
          ['Organization', apiKey.organization_id],
          ['Created', <Moment key="created" at={apiKey.created} />],
          ['Changed', <Moment key="modified" at={apiKey.modified_at} />],
        ]}
      />
    </Card>
  )
}

/** Users change, roll and revoke only keys that may do no more than they; only an active key can be changed or rolled. */
function Actions({ apiKey }: { apiKey: Key }) {
  const may = useMay()
  const navigate = useNavigate()
  const [isRevoking, setRevoking] = useState(false)
  const [isRolling, setRolling] = useDialogInUrl('roll')
  const [made, setMade] = useState<Schemas['NewApiKey']>()
  const { status, scopes, key_id } = apiKey
  if (!may('api_keys:write') || !covers(may, scopes)) return null
  const { from } = machines['API key'].transitions.revoke
  return (
    <Group gap="xs">
      {(from as readonly string[]).includes(status) && (
        <Button variant="default" onClick={() => setRevoking(true)}>
          Revoke
        </Button>
      )}
      {status === 'active' && (
        <>
          <Button variant="default" onClick={() => setRolling(true)}>
            Roll
          </Button>
          <LinkButton to="/api-keys/$id/edit" params={{ id: key_id }}>
            Edit
          </LinkButton>
        </>
      )}
      {isRevoking && <Revoke apiKey={apiKey} close={() => setRevoking(false)} />}
      {isRolling && status === 'active' && (
        <Roll apiKey={apiKey} done={setMade} close={() => setRolling(false)} />
      )}
      {made && (
        <Rolled
          made={made}
          before={apiKey}
          close={() => {
            setMade(undefined)
            void navigate({ to: '/api-keys/$id', params: { id: made.key_id } })
          }}
        />
      )}
    </Group>
  )
}

function Revoke({ apiKey, close }: { apiKey: Key; close: () => void }) {
  const { key_id, merchant_id, name, prefix, last_used_at } = apiKey
  return (
    <Action
      title={`Revoke “${name}”`}
      verb={`Revoke ${prefix}…`}
      isDangerous
      close={close}
      run={remove('/api_keys/{merchant_id}/{key_id}', {
        params: { path: { merchant_id, key_id } },
      })}
      done={() => `The key “${name}” is revoked. No request with it is accepted any more.`}
    >
      <p className="flush">
        {last_used_at === null ? (
          'It has never been used.'
        ) : (
          <>
            Last used: <Moment at={last_used_at} isReal />. The time is updated about once a minute.
          </>
        )}
      </p>
      <p className="flush">
        Programs that still use the key are refused at once. This cannot be undone; create a new key
        and deploy it first.
      </p>
    </Action>
  )
}
