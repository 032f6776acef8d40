import { Switch } from '@mantine/core'
import { useState } from 'react'
import { unwrapAnswer, api } from '../api/client.ts'
import type { paths } from '../api/generated/schema.ts'
import { type Actors, useActors } from '../audit/actors.ts'
import { wholeNumber } from '../lib/numbers.ts'
import { Narrow } from '../lib/table.tsx'
import { useText } from '../lib/url.ts'
import { createdColumn, createdFilter } from '../list/columns.tsx'
import type { Column, Filter, ListConfig, Tab } from '../list/config.ts'
import { List } from '../list/list.tsx'
import styles from './requests.module.css'
import { HttpStatus } from './status.tsx'
import type { RequestEntry } from './words.ts'

type RequestQuery = NonNullable<paths['/requests']['get']['parameters']['query']>

const NONE = {
  title: 'No requests yet',
  text: 'Every request of your API keys and users appears here within a second, for 7 days.',
}

/** The dashboard reads a lot, which would drown what programs send: it has a separate tab. */
const tabs: readonly Tab[] = [
  { name: 'By API keys', search: { sent_by: 'keys' }, empty: NONE },
  { name: 'Refused', search: { sent_by: 'keys', status_class: '4xx' } },
  { name: 'Failed', search: { sent_by: 'keys', status_class: '5xx' } },
  { name: 'By users', search: { sent_by: 'users' } },
]

const TAIL_MS = 2_000

export function Requests() {
  const actors = useActors()
  const { starting_after, ending_before } = useText()
  const [isFollowing, setFollowing] = useState(false)
  const isFirstPage = (starting_after ?? ending_before) === undefined
  const config: ListConfig<RequestEntry> = {
    resource: 'requests',
    name: 'requests',
    title: 'Logs',
    idOf: ({ request_id }) => request_id,
    target: ({ request_id }) => ({ to: '/requests/$id', params: { id: request_id } }),
    read: (query) =>
      unwrapAnswer(api.GET('/requests', { params: { query: query as RequestQuery } })),
    filters: buildFilters(actors),
    tabs,
    columns: buildColumns(actors),
    ...(isFollowing && isFirstPage ? { poll_ms: TAIL_MS } : {}),
    empty: NONE,
  }
  return (
    <List
      config={config}
      note="Card data, secrets and personal data are redacted before a request is stored."
      actions={
        <Switch
          label="Live tail"
          checked={isFollowing}
          disabled={!isFirstPage}
          onChange={(event) => setFollowing(event.currentTarget.checked)}
        />
      }
    />
  )
}

function senderName({ names }: Actors, { key_id, user_id }: RequestEntry): string {
  const id = user_id ?? key_id ?? ''
  return names.get(id) ?? id
}

function buildColumns(actors: Actors): readonly Column<RequestEntry>[] {
  return [
    {
      id: 'path',
      title: 'Request',
      cell: ({ method, path }) => (
        <span className={styles.line}>
          <span className={styles.method}>{method}</span>
          <span className={styles.path}>{path}</span>
        </span>
      ),
      text: ({ method, path }) => `${method} ${path}`,
    },
    {
      id: 'status',
      title: 'Status',
      cell: ({ status, error_code }) => (
        <>
          <HttpStatus status={status} />
          {error_code !== null && <Narrow>{error_code}</Narrow>}
        </>
      ),
      text: ({ status }) => status,
    },
    {
      id: 'error_code',
      title: 'Error',
      isWide: true,
      cell: ({ error_code }) => <span className="id">{error_code ?? '–'}</span>,
      text: ({ error_code }) => error_code,
    },
    {
      id: 'duration',
      title: 'Took',
      isNumber: true,
      isWide: true,
      cell: ({ duration_ms }) => `${wholeNumber(duration_ms)} ms`,
      text: ({ duration_ms }) => duration_ms,
    },
    {
      id: 'sender',
      title: 'Sent by',
      isWide: true,
      cell: (row) => senderName(actors, row),
      text: (row) => senderName(actors, row),
    },
    { ...createdColumn, title: 'When' },
    {
      id: 'sdk',
      title: 'Library',
      isOptional: true,
      cell: ({ sdk }) => sdk ?? '–',
      text: ({ sdk }) => sdk,
    },
    {
      id: 'id',
      title: 'Request ID',
      isOptional: true,
      cell: ({ request_id }) => <span className="id">{request_id}</span>,
      text: ({ request_id }) => request_id,
    },
  ]
}

const classes = [
  { value: '2xx', name: 'Successful (2xx)' },
  { value: '4xx', name: 'Refused (4xx)' },
  { value: '5xx', name: 'Failed (5xx)' },
]
const methods = ['GET', 'POST', 'PUT', 'DELETE'].map((value) => ({ value, name: value }))
const senders = [
  { value: 'keys', name: 'API keys' },
  { value: 'users', name: 'Users' },
]

function buildFilters({ keys, users }: Actors): readonly Filter[] {
  return [
    {
      name: 'status_class',
      title: 'Outcome',
      kind: 'choice',
      choices: classes,
      isSingle: true,
    },
    { name: 'status', title: 'Status', kind: 'text', check: checkStatus },
    { name: 'method', title: 'Method', kind: 'choice', choices: methods, isSingle: true },
    { name: 'route', title: 'Route', kind: 'text' },
    { name: 'error_code', title: 'Error', kind: 'text' },
    { name: 'object_id', title: 'Object', kind: 'text' },
    {
      name: 'key_id',
      title: 'API key',
      kind: 'choice',
      choices: keys.map(({ key_id, name }) => ({ value: key_id, name })),
    },
    {
      name: 'user_id',
      title: 'User',
      kind: 'choice',
      choices: users.map(({ user_id, name, email }) => ({ value: user_id, name: name ?? email })),
    },
    { name: 'sent_by', title: 'Sent by', kind: 'choice', choices: senders, isSingle: true },
    createdFilter,
  ]
}

function checkStatus(text: string): string | undefined {
  return /^[1-5]\d\d$/.test(text) ? undefined : 'An HTTP status has three digits, such as 402.'
}
