import { Segments } from '../analytics/controls.tsx'
import { unwrapAnswer, api } from '../api/client.ts'
import { createdColumn, createdFilter } from '../list/columns.tsx'
import type { Column, Filter, ListConfig } from '../list/config.ts'
import { List } from '../list/list.tsx'
import { type Search, useSetText, useText } from '../lib/url.ts'
import { type Actors, useActors } from './actors.ts'
import styles from './list.module.css'
import {
  actionChoices,
  actionName,
  actorNames,
  type Entry,
  entryTarget,
  fieldName,
  objectName,
} from './words.ts'

type By = 'people' | 'everyone'

const MADE_BY = [
  { value: 'people', label: 'By people' },
  { value: 'everyone', label: 'Everything' },
]

/** Payments would drown what people did. A link to one object's or key's entries shows them all. */
function chosenBy({ by, actor, key_id, object_id }: Search): By {
  if (by === 'people' || by === 'everyone') return by
  return (actor ?? key_id ?? object_id) === undefined ? 'people' : 'everyone'
}

function buildConfig(actors: Actors, by: By): ListConfig<Entry> {
  const { nameOf } = actors
  return {
    resource: 'audit',
    name: 'audit',
    title: 'Audit trail',
    idOf: ({ audit_id }) => audit_id,
    target: entryTarget,
    read: (query) => {
      const { by: _, ...rest } = query
      const wanted = by === 'people' ? { ...rest, by } : rest
      return unwrapAnswer(api.GET('/audit', { params: { query: wanted } }))
    },
    filters: buildFilters(actors),
    columns: tableColumns(nameOf),
    empty: {
      title: by === 'people' ? 'Nobody has changed anything yet' : 'Nothing was changed yet',
      text: (
        <>
          Every change appears here: who made it, to which object, when and from where. Changes by
          API keys, shoppers and Florin itself are under <i>Everything</i>.
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
    { ...createdColumn, title: 'When' },
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
      cell: ({ changes }) => Object.keys(changes).map(fieldName).join(', ') || '–',
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
    { name: 'action', title: 'What', kind: 'choice', choices: actionChoices, isSingle: true },
    { name: 'object_id', title: 'Object', kind: 'text' },
    createdFilter,
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
  const search = useText()
  const set = useSetText()
  const by = chosenBy(search)
  const { starting_after: _, ending_before: __, ...rest } = search
  return (
    <List
      config={buildConfig(useActors(), by)}
      banner={
        <div className={styles.by}>
          <Segments
            name="Changes"
            data={MADE_BY}
            value={by}
            choose={(value) => set({ ...rest, by: value })}
          />
        </div>
      }
    />
  )
}
