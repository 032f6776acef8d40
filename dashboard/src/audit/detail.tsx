import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { unwrapAnswer, api, ApiError } from '../api/client.ts'
import { Id } from '../lib/copy.tsx'
import { Moment } from '../lib/dates.tsx'
import { Card, Columns, Details, Facts } from '../lib/details.tsx'
import { Loaded } from '../lib/loaded.tsx'
import styles from '../lib/head.module.css'
import { useId } from '../lib/url.ts'
import { useActors } from './actors.ts'
import { actionName, actorNames, type Entry, objectName, findObjectPage } from './words.ts'

export function AuditEntry() {
  const audit_id = useId()
  const { at } = useSearch({ from: '/frame/audit/$id' })
  const entry = useQuery({
    queryKey: ['audit', audit_id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => readEntry(audit_id, at),
  })
  return <Loaded query={entry}>{(data) => <AuditEntryView entry={data} />}</Loaded>
}

const PAGE = 100

/** The API has no request for one entry, only for all entries at one moment. */
async function readEntry(audit_id: string, at: string | undefined): Promise<Entry> {
  const moment = at === undefined ? {} : { created_gte: at, created_lte: at }
  let starting_after: string | undefined
  for (;;) {
    const query = { ...moment, limit: PAGE, ...(starting_after ? { starting_after } : {}) }
    const { data, has_more } = await unwrapAnswer(api.GET('/audit', { params: { query } }))
    const found = data.find((each) => each.audit_id === audit_id)
    if (found) return found
    starting_after = data.at(-1)?.audit_id
    if (!has_more || at === undefined) throw unknown(audit_id)
  }
}

function unknown(audit_id: string): ApiError {
  const message = `There is no entry ${audit_id} at this moment. Open it from the list.`
  return new ApiError(404, { message })
}

function AuditEntryView({ entry }: { entry: Entry }) {
  const { nameOf } = useActors()
  const { audit_id, action, object_id, created, address } = entry
  const target = findObjectPage(entry)
  return (
    <>
      <p className={styles.crumb}>
        <Link to="/audit">Audit trail</Link> / <Id>{audit_id}</Id>
      </p>
      <div className={styles.head}>
        <h1>{actionName(action)}</h1>
      </div>
      <Facts
        rows={[
          ['Who', nameOf(entry)],
          ['When', <Moment key="at" at={created} />],
          [
            'Object',
            target === undefined ? (
              (object_id ?? '–')
            ) : (
              <Link {...target}>{objectName(entry)}</Link>
            ),
          ],
          [
            'From',
            <span key="from" className="num">
              {address ?? 'Not recorded'}
            </span>,
          ],
        ]}
      />
      <Columns
        main={
          <>
            <Changes entry={entry} />
            <Sent entry={entry} />
          </>
        }
        side={<About entry={entry} />}
      />
    </>
  )
}

function About({ entry }: { entry: Entry }) {
  const { actor, user_id, key_id, object_ids, object_id, event_id, request_id, action } = entry
  return (
    <Card title="Details">
      <Details
        rows={[
          ['Kind', actorNames[actor] ?? actor],
          [
            'User',
            user_id && (
              <Link to="/team/$id" params={{ id: user_id }}>
                {user_id}
              </Link>
            ),
          ],
          ['API key', key_id && <Id key="key">{key_id}</Id>],
          ['Action', <code key="action">{action}</code>],
          ['Object ID', object_id && <Id key="object">{object_id}</Id>],
          ...Object.entries(object_ids)
            .filter(([, id]) => id !== object_id)
            .map(([name, id]) => [name.replaceAll('_', ' '), <Id key={name}>{id}</Id>] as const),
          [
            'Event',
            event_id && (
              <Link to="/events/$id" params={{ id: event_id }}>
                {event_id}
              </Link>
            ),
          ],
          ['Request', request_id && <Id key="request">{request_id}</Id>],
          [
            'More',
            object_id && (
              <Link key="more" to="/audit" search={{ object_id }}>
                All changes to this object
              </Link>
            ),
          ],
        ]}
      />
    </Card>
  )
}

interface Change {
  readonly from?: unknown
  readonly to?: unknown
}

/** Settings before and after. */
function Changes({ entry: { changes } }: { entry: Entry }) {
  const rows = Object.entries(changes as Readonly<Record<string, Change>>)
  if (rows.length === 0) return null
  return (
    <Card title="What changed">
      <Table.ScrollContainer minWidth={420}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Field</Table.Th>
              <Table.Th>Before</Table.Th>
              <Table.Th>After</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([name, { from, to }]) => (
              <Table.Tr key={name}>
                <Table.Td>
                  <code>{name}</code>
                </Table.Td>
                <Table.Td>{formatValue(from)}</Table.Td>
                <Table.Td>{formatValue(to)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  )
}

function Sent({ entry: { fields, event_id } }: { entry: Entry }) {
  const rows = Object.entries(fields)
  return (
    <Card title="Fields that were sent">
      {rows.length === 0 ? (
        <p className="faint flush inset">
          {event_id === null
            ? 'The request had no fields that the audit trail records.'
            : 'An event has no fields: the object shows what happened.'}
        </p>
      ) : (
        <Details rows={rows.map(([name, value]) => [name, formatValue(value)])} />
      )}
    </Card>
  )
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (value === '[redacted]') return 'Sent, but not recorded'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
