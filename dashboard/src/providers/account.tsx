import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { post } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { useProfiles } from '../api/profiles.ts'
import { useMay } from '../api/session.ts'
import { describe } from '../frame/failed.tsx'
import { useChange } from '../lib/change.ts'
import { Card, Details } from '../lib/details.tsx'
import { Moment } from '../lib/dates.tsx'
import { Status } from '../lib/status.tsx'
import { Connect } from './connect.tsx'
import { Delete, Disable, Edit, ReplaceSecret, Rotate } from './dialogs.tsx'
import { assessAccount, HealthView, useHealth } from './health.tsx'
import styles from './providers.module.css'
import { accountWords, type Connector, enabledMethods, findType, providerTitle } from './words.ts'

const MOST_METHODS = 6

export function AccountCard({ account }: { account: Connector }) {
  const health = useHealth(account)
  const test = useTest(account)
  return (
    <Card
      title={account.connector_label}
      aside={
        <>
          <Status words={accountWords} status={assessAccount(account, health.data)} />
          <Actions account={account} test={test.send} />
        </>
      }
    >
      <HealthView query={health} />
      {test.view}
      <div className={styles.facts}>
        <Details
          rows={[
            ['Provider', providerTitle(account.connector_name)],
            ['Priority', String(account.priority)],
            ['Profile', <ProfileName key="profile" profile_id={account.profile_id} />],
            ['Credentials', <Stored key="credentials" account={account} />],
            ['Methods', <Methods key="methods" account={account} />],
          ]}
        />
      </div>
    </Card>
  )
}

function ProfileName({ profile_id }: { profile_id: string | null }) {
  const profiles = useProfiles()
  if (profile_id === null) return 'All profiles'
  const profile = profiles.find((each) => each.profile_id === profile_id)
  return profile?.profile_name ?? <span className="id">{profile_id}</span>
}

function Methods({ account }: { account: Connector }) {
  const names = enabledMethods(account)
  if (names === undefined) {
    const { methods = [], title } = findType(account.connector_name) ?? {}
    return title === undefined
      ? 'All that the acquirer offers'
      : `All ${methods.length} that ${title} offers`
  }
  const shown = names.slice(0, MOST_METHODS)
  return (
    <span className={styles.chips} title={names.join(', ')}>
      {shown.map((name) => (
        <span key={name}>{name}</span>
      ))}
      {names.length > shown.length && `${names.length - shown.length} more`}
    </span>
  )
}

/** Public parts such as the account's name at the acquirer, and when the acquirer last accepted the rest. */
function Stored({
  account: { credentials, verified_at, has_webhook_secret },
}: {
  account: Connector
}) {
  return (
    <>
      {Object.values(credentials).map((value) => (
        <span key={value}>
          <span className="id">{value}</span>,{' '}
        </span>
      ))}
      Accepted <Moment at={verified_at} />
      {!has_webhook_secret && '; no webhook secret yet'}
    </>
  )
}

const dialogs = { Edit, Rotate, ReplaceSecret, Disable, Delete, Connect: ConnectFurther }

function ConnectFurther({ account, close }: { account: Connector; close: () => void }) {
  return <Connect merchant_id={account.merchant_id} started={account} close={close} />
}

function Actions({ account, test }: { account: Connector; test: () => void }) {
  const may = useMay()
  const [open, setOpen] = useState<keyof typeof dialogs>()
  const isActive = account.status === 'active'
  const Dialog = open && dialogs[open]
  const item = (name: keyof typeof dialogs, text: string, color?: string) => (
    <Menu.Item onClick={() => setOpen(name)} {...(color && { color })}>
      {text}
    </Menu.Item>
  )
  const isAllowed = may('connectors:write')
  return (
    <>
      {isAllowed && !isActive && (
        <Button size="compact-sm" variant="default" onClick={() => setOpen('Connect')}>
          Turn on
        </Button>
      )}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Actions for ${account.connector_label}`}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={test}>Test connection</Menu.Item>
          {isAllowed && (
            <>
              {item('Edit', 'Edit')}
              {item('Rotate', 'Replace credentials')}
              {item('ReplaceSecret', 'Replace webhook secret')}
              {isActive ? item('Disable', 'Disable', 'red') : item('Delete', 'Delete', 'red')}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {Dialog && <Dialog account={account} close={() => setOpen(undefined)} />}
    </>
  )
}

/** Asks the acquirer whether it accepts the stored credentials, and shows its answer in the card. */
function useTest({ merchant_id, connector_id, connector_name }: Connector) {
  const [result, setResult] = useState<Schemas['TestedConnector']>()
  const { send, error, isPending } = useChange({
    run: post('/account/{merchant_id}/connectors/{connector_id}/check', {
      params: { path: { merchant_id, connector_id } },
    }),
    next: setResult,
    isAlone: true,
  })
  const title = providerTitle(connector_name)
  const text: ReactNode = isPending
    ? `Asking ${title}…`
    : error
      ? `The connection was not tested. ${describe(error).text}`
      : result && resultTexts[result.result](title, result.message)
  const tone = !isPending && (error || result?.result !== 'valid') ? 'bad' : 'ok'
  const view = (
    <p className={styles.tested} role="status" data-tone={tone} hidden={text === undefined}>
      {text}
    </p>
  )
  return { send: () => send(), view }
}

const resultTexts: Readonly<
  Record<Schemas['TestedConnector']['result'], (title: string, message: string | null) => string>
> = {
  valid: (title) => `${title} accepts the credentials.`,
  invalid: (title, message) =>
    `${title} does not accept the credentials: ${message ?? 'it gave no reason'}`,
  unreachable: (title) => `${title} did not answer. Try again in a minute.`,
}
