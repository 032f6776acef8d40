import { Button, CopyButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Fragment } from 'react'
import { unwrapAnswer, api } from '../api/client.ts'
import { useActors } from '../audit/actors.ts'
import { deliveryStatus, deliveryWords, eventName } from '../events/words.ts'
import { Id } from '../lib/copy.tsx'
import { Moment } from '../lib/dates.tsx'
import { Card, Columns, Details, Facts } from '../lib/details.tsx'
import { Head } from '../lib/head.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { wholeNumber } from '../lib/numbers.ts'
import { Status } from '../lib/status.tsx'
import { Table, type TableColumn } from '../lib/table.tsx'
import { useId } from '../lib/url.ts'
import styles from './requests.module.css'
import { HttpStatus } from './status.tsx'
import { indented, type LoggedRequest, objectLink } from './words.ts'

export function RequestPage() {
  const request_id = useId()
  const request = useQuery({
    queryKey: ['requests', 'one', request_id],
    queryFn: () =>
      unwrapAnswer(api.GET('/requests/{request_id}', { params: { path: { request_id } } })),
  })
  return <Loaded query={request}>{(data) => <RequestView request={data} />}</Loaded>
}

function RequestView({ request }: { request: LoggedRequest }) {
  const { request_id, method, path, status, error_code, duration_ms, created } = request
  const { names } = useActors()
  const sender = request.user_id ?? request.key_id ?? ''
  return (
    <>
      <Head
        list={{ to: '/requests', name: 'Logs' }}
        id={request_id}
        title={
          <span className={styles.path}>
            {method} {path}
          </span>
        }
        status={<HttpStatus status={status} />}
      />
      <Facts
        rows={[
          ['When', <Moment key="at" at={created} isReal />],
          ['Took', `${wholeNumber(duration_ms)} ms`],
          ['Error', error_code ?? 'None'],
          ['Sent by', names.get(sender) ?? sender],
        ]}
      />
      <Columns
        main={
          <>
            <Body title="Request" text={request.request_body} none={noRequest(request)} />
            <Body title="Response" text={request.response_body} none={NEVER_STORED} />
          </>
        }
        side={
          <>
            <About request={request} />
            <Objects ids={request.object_ids} />
            <Webhooks request={request} />
          </>
        }
      />
    </>
  )
}

const NEVER_STORED = 'Never stored: it may contain a secret or a file.'

function noRequest({ response_body }: LoggedRequest): string {
  return response_body === null ? NEVER_STORED : 'Nothing was sent besides the URL.'
}

function Body({ title, text, none }: { title: string; text: string | null; none: string }) {
  if (text === null) {
    return (
      <Card title={title}>
        <p className={styles.note}>{none}</p>
      </Card>
    )
  }
  const shown = indented(text)
  return (
    <Card
      title={title}
      aside={
        <CopyButton value={shown}>
          {({ copied, copy }) => (
            <Button variant="subtle" size="compact-sm" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <pre className={styles.body} tabIndex={0} aria-label={title}>
        {marked(shown)}
      </pre>
      {shown.includes(REDACTED) && (
        <p className={styles.foot}>
          Card data, secrets and personal data are removed before a request is stored.
        </p>
      )}
    </Card>
  )
}

const REDACTED = '"[redacted]"'

/** Values that were removed are seen at once. */
function marked(text: string): ReactNode {
  return text.split(REDACTED).map((part, n) => (
    <Fragment key={`${n} ${part.length}`}>
      {n > 0 && <span className={styles.hidden}>never stored</span>}
      {part}
    </Fragment>
  ))
}

function About({ request }: { request: LoggedRequest }) {
  const { request_id, sent_request_id, route, key_id, user_id } = request
  const { names } = useActors()
  return (
    <Card title="Details">
      <Details
        rows={[
          ['Request ID', <Id key="id">{request_id}</Id>],
          ['X-Request-Id', sent_request_id && <Id key="sent">{sent_request_id}</Id>],
          ['Route', <code key="route">{route}</code>],
          [
            'API key',
            key_id && (
              <Link key="key" to="/api-keys/$id" params={{ id: key_id }}>
                {names.get(key_id) ?? key_id}
              </Link>
            ),
          ],
          [
            'User',
            user_id && (
              <Link key="user" to="/team/$id" params={{ id: user_id }}>
                {names.get(user_id) ?? user_id}
              </Link>
            ),
          ],
          ['From', request.address],
          ['Library', request.sdk ?? request.user_agent],
        ]}
      />
    </Card>
  )
}

const objectColumns: readonly TableColumn<string>[] = [
  { title: 'Kind', cell: (id) => objectLink(id).name },
  { title: 'ID', cell: (id) => <ObjectId id={id} /> },
]

function ObjectId({ id }: { id: string }) {
  const { target } = objectLink(id)
  if (target === undefined) return <Id>{id}</Id>
  return (
    <Link {...target} className="id">
      {id}
    </Link>
  )
}

function Objects({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <Card title="Objects">
      <Table columns={objectColumns} rows={ids} keyOf={(id) => id} />
    </Card>
  )
}

type Webhook = LoggedRequest['webhooks'][number]

const webhookColumns: readonly TableColumn<Webhook>[] = [
  {
    title: 'Event',
    cell: ({ event_id, event_type }) => (
      <Link to="/events/$id" params={{ id: event_id }}>
        {eventName(event_type)}
      </Link>
    ),
  },
  {
    title: 'Delivery',
    cell: ({ delivery }) => <Status words={deliveryWords} status={deliveryStatus(delivery)} />,
  },
]

function Webhooks({ request: { webhooks } }: { request: LoggedRequest }) {
  if (webhooks.length === 0) return null
  return (
    <Card title="Webhooks">
      <Table columns={webhookColumns} rows={webhooks} keyOf={({ event_id }) => event_id} />
    </Card>
  )
}
