import { IconPlus } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { unwrapAnswer, api } from '../api/client.ts'
import { useMay, useUser } from '../api/session.ts'
import { LinkButton } from '../lib/links.tsx'
import { Moment } from '../lib/dates.tsx'
import { Status } from '../lib/status.tsx'
import { Sections } from '../lib/sections.tsx'
import type { Column, ListConfig, Page } from '../list/config.ts'
import { List } from '../list/list.tsx'
import styles from './api_keys.module.css'
import { type ApiKey, covers, keyStatus, keyWords, scopeText } from './words.ts'

type Type = ApiKey['type']

/** The key list has no cursor, so the place in the URL is a number. */
interface Row extends ApiKey {
  readonly position: number
}

async function readKeys(
  merchant_id: string,
  type: Type,
  { limit, starting_after, ending_before }: Readonly<Record<string, string | number>>,
): Promise<Page<Row>> {
  const isBackward = ending_before !== undefined
  const end = Math.max(0, (Number(ending_before) || 1) - 1)
  const offset = isBackward
    ? Math.max(0, end - Number(limit))
    : Math.max(0, Number(starting_after ?? 0) || 0)
  const read = (most: number, from: number) =>
    unwrapAnswer(
      api.GET('/api_keys/{merchant_id}/list', {
        params: { path: { merchant_id }, query: { type, limit: most, offset: from } },
      }),
    )
  const size = isBackward ? end - offset : Number(limit)
  const [keys, next] = await Promise.all([
    size === 0 ? [] : read(size, offset),
    read(1, offset + size),
  ])
  const isLast = next.length === 0
  return {
    data: keys.map((key, n) => ({ ...key, position: offset + n + 1 })),
    has_more: isBackward ? offset > 0 : !isLast,
    total_count: offset + keys.length,
    total_count_relation: isLast ? 'eq' : 'gte',
  }
}

const name: Column<Row> = {
  id: 'name',
  title: 'Name',
  cell: (row) => <b>{row.name}</b>,
  text: (row) => row.name,
}

const status: Column<Row> = {
  id: 'status',
  title: 'Status',
  cell: (row) => <Status words={keyWords} status={keyStatus(row)} />,
  text: (row) => row.status,
}

const scopes: Column<Row> = {
  id: 'scopes',
  title: 'Access',
  isWide: true,
  cell: (row) => (
    <span className={styles.cut} title={scopeText(row.scopes)}>
      {scopeText(row.scopes)}
    </span>
  ),
  text: (row) => row.scopes.join(' '),
}

const origins: Column<Row> = {
  id: 'origins',
  title: 'Allowed origins',
  isWide: true,
  cell: (row) => originText(row),
  text: (row) => row.allowed_origins.join(' '),
}

function originText({ allowed_origins }: ApiKey): string {
  return allowed_origins.length === 0 ? 'All' : allowed_origins.join(', ')
}

const common: readonly Column<Row>[] = [
  {
    id: 'last_used',
    title: 'Last used',
    isWide: true,
    cell: (row) =>
      row.last_used_at ? (
        <Moment at={row.last_used_at} isReal />
      ) : (
        <span className="faint">Never</span>
      ),
    text: (row) => row.last_used_at,
  },
  {
    id: 'expiration',
    title: 'Expires',
    isWide: true,
    cell: (row) =>
      row.expiration === 'never' ? (
        <span className="faint">Never</span>
      ) : (
        <Moment at={row.expiration} />
      ),
    text: (row) => row.expiration,
  },
  {
    id: 'created',
    title: 'Created',
    isOptional: true,
    cell: (row) => <Moment at={row.created} />,
    text: (row) => row.created,
  },
]

/** Only an active key can be rolled, by those who may do as much as it. */
function rollColumn(may: (scope: string) => boolean): Column<Row> {
  return {
    id: 'roll',
    title: 'Roll',
    isWide: true,
    isAction: true,
    cell: ({ key_id, name, status, scopes }) =>
      status === 'active' &&
      may('api_keys:write') &&
      covers(may, scopes) && (
        <Link to="/api-keys/$id" params={{ id: key_id }} hash="roll" aria-label={`Roll ${name}`}>
          Roll
        </Link>
      ),
    text: () => null,
  }
}

function buildConfig(
  merchant_id: string,
  type: Type,
  may: (scope: string) => boolean,
): ListConfig<Row> {
  const prefix: Column<Row> = {
    id: 'prefix',
    title: 'Key',
    isWide: true,
    cell: (row) => <span className="id">{row.prefix}…</span>,
    text: (row) => row.prefix,
  }
  return {
    resource: 'api_keys',
    name: `api-keys ${type}`,
    title: type === 'secret' ? 'Secret keys, for servers' : 'Publishable keys, for browsers',
    isPart: true,
    idOf: ({ position }) => String(position),
    target: ({ key_id }) => ({ to: '/api-keys/$id', params: { id: key_id } }),
    read: (query) => readKeys(merchant_id, type, query),
    filters: [],
    columns: [
      name,
      status,
      prefix,
      type === 'secret' ? scopes : origins,
      ...common,
      rollColumn(may),
    ],
    empty: {
      title: 'No keys yet',
      text: 'Your programs sign in with a key. Give each one only the scopes that the program needs.',
      next: {
        scope: 'api_keys:write',
        text: <Link to="/api-keys/new">Create the first key</Link>,
      },
    },
  }
}

const kinds = [
  { name: 'Secret', to: '/api-keys' },
  { name: 'Publishable', to: '/api-keys', search: { type: 'publishable' } },
] as const

export function ApiKeys() {
  const may = useMay()
  const { merchant_id } = useUser()
  const { type: chosen } = useSearch({ from: '/frame/api-keys' })
  const type: Type = chosen === 'publishable' ? 'publishable' : 'secret'
  return (
    <>
      <div className={styles.head}>
        <h1>API keys</h1>
        {may('api_keys:write') && (
          <LinkButton
            className={styles.actions}
            to="/api-keys/new"
            leftSection={<IconPlus size={16} />}
          >
            New key
          </LinkButton>
        )}
      </div>
      <Sections
        label="Kinds of API keys"
        sections={kinds}
        current={type === 'secret' ? 'Secret' : 'Publishable'}
      />
      <List key={type} config={buildConfig(merchant_id ?? '', type, may)} />
    </>
  )
}
