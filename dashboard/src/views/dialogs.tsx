import { post, remove } from '../api/change.ts'
import { Action } from '../lib/action.tsx'
import { type Fields, YES } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'
import type { ListName, View } from './read.ts'

const fields = {
  name: {
    kind: 'text',
    label: 'Name',
    missing: 'Enter a name.',
    maxLength: 64,
    'data-autofocus': true,
  },
  is_shared: {
    kind: 'switch',
    label: 'Share with the team',
    description: 'For all who may read this list. Otherwise only you see the view.',
  },
} satisfies Fields

interface Body {
  name: string
  is_shared: boolean
}

export function Save({ list, query, close }: { list: ListName; query: string; close: () => void }) {
  const form = useFields(fields)
  return (
    <Action
      title="Save these filters and columns as a view"
      verb="Save the view"
      form={form}
      close={close}
      run={post('/views', { body: { list, query, ...form.read<Body>() } })}
      done={({ name }) => `The view ${name} is saved.`}
    >
      {form.all}
    </Action>
  )
}

export function EditView({ view, close }: { view: View; close: () => void }) {
  const { view_id, name, is_shared } = view
  const form = useFields(fields, { name, is_shared: is_shared ? YES : '' })
  return (
    <Action
      title="Edit the view"
      verb="Save"
      form={form}
      close={close}
      run={post('/views/{view_id}', { params: { path: { view_id } }, body: form.read<Body>() })}
      done={(saved) => `The view ${saved.name} is saved.`}
    >
      {form.all}
    </Action>
  )
}

export function DeleteView({ view, close }: { view: View; close: () => void }) {
  const { view_id, name, is_shared } = view
  return (
    <Action
      title="Delete the view"
      verb="Delete the view"
      isDangerous
      close={close}
      run={remove('/views/{view_id}', { params: { path: { view_id } } })}
      done={() => `The view ${name} is deleted.`}
    >
      <p className="flush">
        <b>{name}</b> disappears{is_shared ? ' for the whole team' : ''}. What it shows stays.
      </p>
    </Action>
  )
}
