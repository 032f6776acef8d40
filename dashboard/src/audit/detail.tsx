import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { unwrapAnswer, api, ApiError } from '../api/client.ts'
import { Id } from '../lib/copy.tsx'
import { Moment } from '../lib/dates.tsx'
import { Card, Columns, Details, Facts } from '../lib/details.tsx'
import { Loaded, LoadedRows } from '../lib/loaded.tsx'
import { Timeline } from '../lib/timeline.tsx'
import styles from '../lib/head.module.css'
import { useId } from '../lib/url.ts'
import { type Actors, useActors } from './actors.ts'
import {
  actionName,
  actorNames,
  type Entry,
  entryTarget,
  fieldName,
  findObjectPage,
  objectName,
  toStep,
  valueText,
} from './words.ts'

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
const LATEST = 20

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
  const actors = useActors()
  const { audit_id, action, object_id, created, address } = entry
  const target = findObjectPage(entry)
  const object = describeObject(entry, actors)
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
          ['Who', actors.nameOf(entry)],
          ['When', <Moment key="at" at={created} />],
          ['Object', target === undefined ? object : <Link {...target}>{object}</Link>],
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
            <Changes entry={entry} names={actors.names} />
            <Sent entry={entry} names={actors.names} />
            {object_id !== null && <Others object_id={object_id} entry={entry} actors={actors} />}
          </>
        }
        side={<About entry={entry} nameOf={actors.nameOf} />}
      />
    </>
  )
}

function describeObject(entry: Entry, { names }: Actors): string {
  const { object_id } = entry
  if (object_id === null) return '–'
  const name = names.get(object_id)
  return name === undefined ? objectName(entry) : `${objectName(entry)} ${name}`
}

interface OthersProps {
  object_id: string
  entry: Entry
  actors: Actors
}

/** The changes that led to this one, and those that followed. */
function Others({ object_id, entry, actors: { nameOf } }: OthersProps) {
  const all = useQuery({
    queryKey: ['audit', 'object', object_id, entry.audit_id],
    queryFn: () =>
      unwrapAnswer(api.GET('/audit', { params: { query: { object_id, limit: LATEST } } })),
  })
  return (
    <Card
      title="Latest changes to this object"
      aside={
        <Link to="/audit" search={{ object_id }}>
          See all
        </Link>
      }
    >
      <LoadedRows query={all}>
        {({ data }) => (
          <Timeline
            steps={data.map((each) => ({
              ...toStep(each),
              about:
                each.audit_id === entry.audit_id ? `${nameOf(each)}, this entry` : nameOf(each),
              ...(each.audit_id === entry.audit_id ? {} : { target: entryTarget(each) }),
            }))}
          />
        )}
      </LoadedRows>
    </Card>
  )
}

function About({ entry, nameOf }: { entry: Entry; nameOf: Actors['nameOf'] }) {
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
                {nameOf(entry)}
              </Link>
            ),
          ],
          [
            'API key',
            key_id && (
              <Link to="/api-keys/$id" params={{ id: key_id }}>
                {nameOf(entry)}
              </Link>
            ),
          ],
          ['Action', <code key="action">{action}</code>],
          ['Object ID', object_id && <Id key="object">{object_id}</Id>],
          ...Object.entries(object_ids)
            .filter(([, id]) => id !== object_id)
            .map(([name, id]) => [fieldName(name), <Id key={name}>{id}</Id>] as const),
          [
            'Event',
            event_id && (
              <Link to="/events/$id" params={{ id: event_id }}>
                {event_id}
              </Link>
            ),
          ],
          ['Request', request_id && <Id key="request">{request_id}</Id>],
        ]}
      />
    </Card>
  )
}

interface Change {
  readonly from?: unknown
  readonly to?: unknown
}

interface FieldsProps {
  entry: Entry
  names: Actors['names']
}

/** Settings before and after. */
function Changes({ entry: { changes }, names }: FieldsProps) {
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
                <Table.Td>{fieldName(name)}</Table.Td>
                <Table.Td>{valueText(from, names)}</Table.Td>
                <Table.Td>{valueText(to, names)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  )
}

function Sent({ entry: { fields, event_id }, names }: FieldsProps) {
  const rows = Object.entries(fields)
  // The event of a change stands for its fields.
  if (event_id !== null) return null
  return (
    <Card title="Fields that were sent">
      {rows.length === 0 ? (
        <p className="faint flush inset">The request had no fields that the audit trail records.</p>
      ) : (
        <Details rows={rows.map(([name, value]) => [fieldName(name), valueText(value, names)])} />
      )}
    </Card>
  )
}
