import { unwrapAnswer, api } from '../api/client.ts'
import { Moment } from '../lib/dates.tsx'
import { dayFilters } from '../list/columns.tsx'
import type { Column, Filter, ListConfig } from '../list/config.ts'
import { List } from '../list/list.tsx'
import { type Actors, useActors } from './actors.ts'
import styles from './list.module.css'
import { actionChoices, actionName, actorNames, type Entry, objectName } from './words.ts'

function buildConfig(actors: Actors): ListConfig<Entry> {
  const { nameOf } = actors
  return {
    resource: 'audit',
    name: 'audit',
    title: 'Audit trail',
    idOf: ({ audit_id }) => audit_id,
    target: ({ audit_id, created }) => ({
      to: '/audit/$id',
      params: { id: audit_id },
      search: { at: created },
    }),
    // The API finds one entry only by its moment.
    read: (query) => unwrapAnswer(api.GET('/audit', { params: { query } })),
    filters: buildFilters(actors),
    columns: tableColumns(nameOf),
    empty: {
      title: 'Nothing was changed yet',
      text: (
        <>
          Every change appears here: who made it, to which object, when and from where. The first
          one is made by any request that changes something, such as <code>POST /payments</code>.
        </>
      ),
    },
  }
}

function tableColumns(nameOf: Actors['nameOf']): readonly Column<Entry>[] {
  return [
    {
      id: 'action',
      title: 'What',
      cell: (row) => (
        <>
          <b className={styles.what}>{actionName(row.action)}</b>
          <span className={`faint ${styles.who}`}>{nameOf(row)}</span>
        </>
      ),
      text: ({ action }) => action,
    },
    { id: 'who', title: 'Who', isWide: true, cell: nameOf, text: nameOf },
    {
      id: 'object',
      title: 'Object',
      isWide: true,
      cell: (row) => <ObjectCell entry={row} />,
      text: ({ object_id }) => object_id,
    },
    {
      id: 'address',
      title: 'From',
      isWide: true,
      cell: ({ address }) => <span className="num">{address ?? '–'}</span>,
      text: ({ address }) => address,
    },
    {
      id: 'created',
      title: 'When',
      cell: ({ created }) => <Moment at={created} />,
      text: ({ created }) => created,
    },
    {
      id: 'actor',
      title: 'Kind',
      isOptional: true,
      cell: ({ actor }) => actorNames[actor] ?? actor,
      text: ({ actor }) => actor,
    },
    {
      id: 'request_id',
      title: 'Request',
      isOptional: true,
      cell: ({ request_id }) => <span className="id">{request_id ?? '–'}</span>,
      text: ({ request_id }) => request_id,
    },
    {
      id: 'changes',
      title: 'Changes',
      isOptional: true,
      cell: ({ changes }) => Object.keys(changes).join(', ') || '–',
      text: ({ changes }) => JSON.stringify(changes),
    },
  ]
}

function buildFilters({ users, keys }: Actors): readonly Filter[] {
  const people: Filter[] =
    users.length === 0
      ? []
      : [
          {
            name: 'user_id',
            title: 'User',
            kind: 'choice',
            choices: users.map(({ user_id, name, email }) => ({
              value: user_id,
              name: name === null ? email : `${name} (${email})`,
            })),
          },
        ]
  return [
    {
      name: 'actor',
      title: 'Who',
      kind: 'choice',
      choices: Object.entries(actorNames).map(([value, name]) => ({ value, name })),
    },
    ...people,
    {
      name: 'key_id',
      title: 'API key',
      kind: 'choice',
      choices: keys.map(({ key_id, name }) => ({ value: key_id, name })),
    },
    { name: 'action', title: 'What', kind: 'choice', choices: actionChoices },
    { name: 'object_id', title: 'Object', kind: 'text' },
    ...dayFilters,
  ]
}

function ObjectCell({ entry }: { entry: Entry }) {
  if (entry.object_id === null) return '–'
  return (
    <>
      {objectName(entry)} <span className="id">{entry.object_id}</span>
    </>
  )
}

export function Audit() {
  return <List config={buildConfig(useActors())} />
}
