// Connects an account step by step. It is stored, switched off, as soon as the acquirer accepts its credentials, so a
// person can leave and finish later.
import { Button, CopyButton, Drawer, Radio } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { post } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { providerTypes } from '../api/generated/provider_types.ts'
import { useIsSandbox } from '../api/environment.ts'
import { ApiForm } from '../lib/action.tsx'
import { useChange } from '../lib/change.ts'
import { useFields } from '../lib/form.tsx'
import { credentialFields, label, settingFields, webhookSecret } from './fields.ts'
import type { ProviderForm } from './provider_form.ts'
import styles from './providers.module.css'
import { type Connector, findType, providerTitle } from './words.ts'

interface ConnectProps {
  readonly merchant_id: string
  /** An account that is stored but switched off. */
  readonly started?: Connector | undefined
  close: () => void
}

export function Connect({ merchant_id, started, close }: ConnectProps) {
  const isSandbox = useIsSandbox() ?? false
  const types = Object.values(providerTypes).filter(({ environments }) =>
    environments.includes(isSandbox ? 'sandbox' : 'production'),
  )
  const [chosen, choose] = useState(types.length === 1 ? types[0]?.name : undefined)
  const [account, setAccount] = useState(started)
  const type = findType(account?.connector_name ?? chosen ?? '')
  const isWebhookReady = account !== undefined && canReceive(account)
  const done = [type, account, isWebhookReady || undefined].filter(Boolean).length
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={500}
      title={account ? `Connect ${account.connector_label}` : 'Connect a provider'}
      closeOnClickOutside={false}
    >
      <p className={styles.lead}>
        {done} of 4 steps done. {account && 'Everything so far is saved.'}
      </p>
      <ol className={styles.steps}>
        <Step number={1} title="Provider" isDone={type !== undefined}>
          {account ? (
            <p>{providerTitle(account.connector_name)}</p>
          ) : (
            <Choice {...{ types, chosen, choose }} />
          )}
          {type && <Instructions type={type} />}
        </Step>
        <Step
          number={2}
          title="Credentials"
          isDone={account !== undefined}
          isOpen={type !== undefined}
        >
          {account ? (
            <p>The acquirer accepts them. They are stored encrypted and never shown again.</p>
          ) : (
            type && (
              <Credentials
                key={type.name}
                {...{ type, merchant_id, isSandbox }}
                show={setAccount}
              />
            )
          )}
        </Step>
        <Step number={3} title="Webhook" isDone={isWebhookReady} isOpen={account !== undefined}>
          {account && <Webhook {...{ account, type, close }} show={setAccount} />}
        </Step>
        <Step number={4} title="Turn on" isDone={false} isOpen={isWebhookReady}>
          {account && isWebhookReady && <TurnOn {...{ account, close }} />}
        </Step>
      </ol>
    </Drawer>
  )
}

interface ChoiceProps {
  readonly types: readonly ProviderForm[]
  readonly chosen: string | undefined
  choose: (name: string) => void
}

function Choice({ types, chosen, choose }: ChoiceProps) {
  return (
    <Radio.Group aria-label="Provider" value={chosen ?? ''} onChange={choose}>
      <div className={styles.types}>
        {types.map(({ name, title, methods }) => (
          <Radio
            key={name}
            value={name}
            label={title}
            description={`${methods.length} payment methods`}
          />
        ))}
      </div>
    </Radio.Group>
  )
}

function Instructions({ type: { title, steps } }: { type: ProviderForm }) {
  return (
    <>
      <p className={styles.heading}>At {title}:</p>
      <ol className={styles.help}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  )
}

/** Without a public URL there is nothing to register. */
function canReceive({ has_webhook_secret, webhook_url }: Connector): boolean {
  return has_webhook_secret || webhook_url === null
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly isDone: boolean
  readonly isOpen?: boolean
  readonly children: ReactNode
}

function Step({ number, title, isDone, isOpen = true, children }: StepProps) {
  return (
    <li data-state={isDone ? 'done' : isOpen ? 'open' : 'shut'}>
      <span className={styles.number}>
        {isDone ? <IconCheck size={14} stroke={2.5} role="img" aria-label="Done" /> : number}
      </span>
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  )
}

type Named = Schemas['ConnectProviderAccountRequest']['connector_name']

interface CredentialsProps {
  readonly type: ProviderForm
  readonly merchant_id: string
  readonly isSandbox: boolean
  show: (account: Connector) => void
}

function Credentials({ type, merchant_id, isSandbox, show }: CredentialsProps) {
  const form = useFields(
    { connector_label: label, ...credentialFields(type, isSandbox), ...settingFields(type) },
    { connector_label: type.title },
  )
  const change = useChange({
    form,
    run: post('/account/{merchant_id}/connectors', {
      params: { path: { merchant_id } },
      body: {
        connector_name: type.name as Named,
        status: 'disabled',
        ...form.read<{ credentials: Record<string, string> }>(),
      },
    }),
    next: show,
  })
  return <ApiForm change={change} form={form} verb="Check and save" />
}

interface WebhookProps {
  readonly account: Connector
  readonly type: ProviderForm | undefined
  show: (account: Connector) => void
  close: () => void
}

function Webhook({ account, type, show, close }: WebhookProps) {
  const { merchant_id, connector_id, webhook_url, has_webhook_secret } = account
  const title = providerTitle(account.connector_name)
  const form = useFields(webhookSecret)
  const change = useChange({
    form,
    run: post('/account/{merchant_id}/connectors/{connector_id}', {
      params: { path: { merchant_id, connector_id } },
      body: form.read(),
    }),
    next: show,
  })
  if (webhook_url === null) {
    return (
      <p>
        This deployment has no public URL, so {title} cannot call it. Ask your operator to set
        FLORIN_PUBLIC_URL. Until then late outcomes are found by asking {title}.
      </p>
    )
  }
  const events = type?.webhook_events ?? []
  return (
    <>
      <p>
        {has_webhook_secret
          ? 'Webhooks to this URL are accepted:'
          : `Register this URL at ${title}:`}
      </p>
      <Copied text={webhook_url} name="Copy the URL" />
      {events.length > 0 && (
        <div className={styles.events}>
          <span>
            Events: <span className="id">{events[0]}</span>
            {events.length > 1 && ` and ${events.length - 1} more`}
          </span>
          <CopyText text={events.join('\n')} name="Copy the list" />
        </div>
      )}
      {!has_webhook_secret && (
        <ApiForm
          change={change}
          form={form}
          verb="Save the secret"
          aside={<Later close={close} />}
        />
      )}
    </>
  )
}

function Later({ close }: { close: () => void }) {
  return (
    <Button variant="default" onClick={close}>
      Finish later
    </Button>
  )
}

/** A text in one line that is copied whole. */
function Copied({ text, name }: { text: string; name: string }) {
  return (
    <div className={styles.copied}>
      <code>{text}</code>
      <CopyText text={text} name={name} />
    </div>
  )
}

function CopyText({ text, name }: { text: string; name: string }) {
  return (
    <CopyButton value={text} timeout={4_000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          aria-label={copied ? 'Copied' : name}
          onClick={copy}
        >
          {copied ? 'Copied' : name.split(' ')[0]}
        </Button>
      )}
    </CopyButton>
  )
}

function TurnOn({ account, close }: { account: Connector; close: () => void }) {
  const { merchant_id, connector_id, connector_label } = account
  const change = useChange({
    run: post('/account/{merchant_id}/connectors/{connector_id}', {
      params: { path: { merchant_id, connector_id } },
      body: { status: 'active' },
    }),
    done: () => `${connector_label} takes payments now.`,
    close,
  })
  return (
    <>
      <p>
        The acquirer is asked once more. Then payments go to the account by its priority and by the
        routing rules.
      </p>
      <ApiForm change={change} verb="Turn on" aside={<Later close={close} />} />
    </>
  )
}
