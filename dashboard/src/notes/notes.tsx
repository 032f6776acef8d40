// The team's notes on a payment, dispute or customer.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { post, remove } from '../api/change.ts'
import { api, type Schemas, unwrapAnswer } from '../api/client.ts'
import { useUser } from '../api/session.ts'
import { Action, ApiForm } from '../lib/action.tsx'
import { useChange } from '../lib/change.ts'
import { Moment } from '../lib/dates.tsx'
import { Card } from '../lib/details.tsx'
import type { Fields } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'
import { Unread } from '../lib/table.tsx'
import { useUserName } from '../team/users.ts'
import styles from './notes.module.css'

type Note = Schemas['Note']
interface Body {
  text: string
}

/** The three requests about each object type's notes. */
const requests = {
  payment: (payment_id: string) => ({
    list: () => api.GET('/payments/{payment_id}/notes', { params: { path: { payment_id } } }),
    add: (body: Body) =>
      post('/payments/{payment_id}/notes', { params: { path: { payment_id } }, body }),
    remove: (note_id: string) =>
      remove('/payments/{payment_id}/notes/{note_id}', {
        params: { path: { payment_id, note_id } },
      }),
  }),
  dispute: (dispute_id: string) => ({
    list: () => api.GET('/disputes/{dispute_id}/notes', { params: { path: { dispute_id } } }),
    add: (body: Body) =>
      post('/disputes/{dispute_id}/notes', { params: { path: { dispute_id } }, body }),
    remove: (note_id: string) =>
      remove('/disputes/{dispute_id}/notes/{note_id}', {
        params: { path: { dispute_id, note_id } },
      }),
  }),
  customer: (customer_id: string) => ({
    list: () => api.GET('/customers/{customer_id}/notes', { params: { path: { customer_id } } }),
    add: (body: Body) =>
      post('/customers/{customer_id}/notes', { params: { path: { customer_id } }, body }),
    remove: (note_id: string) =>
      remove('/customers/{customer_id}/notes/{note_id}', {
        params: { path: { customer_id, note_id } },
      }),
  }),
}

interface NotesProps {
  readonly of: keyof typeof requests
  readonly id: string
}

export function Notes({ of, id }: NotesProps) {
  const notes = useQuery({
    queryKey: ['notes', of, id],
    queryFn: () => unwrapAnswer(requests[of](id).list()),
  })
  const [deleting, setDeleting] = useState<Note>()
  return (
    <Card title="Notes">
      {notes.isError && <Unread error={notes.error} retry={() => void notes.refetch()} />}
      <AddNote of={of} id={id} />
      {notes.data !== undefined && notes.data.count > 0 && (
        <ol className={styles.list}>
          {notes.data.data.map((note) => (
            <NoteItem key={note.note_id} note={note} askDelete={() => setDeleting(note)} />
          ))}
        </ol>
      )}
      {deleting && (
        <Action
          title="Delete your note"
          verb="Delete"
          isDangerous
          close={() => setDeleting(undefined)}
          run={requests[of](id).remove(deleting.note_id)}
          done={() => 'The note is deleted.'}
        >
          <blockquote className={styles.quote}>{deleting.text}</blockquote>
        </Action>
      )}
    </Card>
  )
}

const fields = {
  text: {
    kind: 'area',
    label: 'New note',
    description: 'Only your team sees it.',
    missing: 'Write the note first.',
    maxLength: 2000,
  },
} satisfies Fields

function AddNote({ of, id }: NotesProps) {
  const form = useFields(fields)
  const change = useChange({
    form,
    run: requests[of](id).add(form.read<Body>()),
    done: () => 'The note is added.',
    after: () => form.restart({}),
  })
  return <ApiForm change={change} form={form} verb="Add the note" className={styles.form} />
}

function NoteItem({ note, askDelete }: { note: Note; askDelete: () => void }) {
  const { text, created, user_id } = note
  const isOwn = useUser().user_id === user_id
  const name = useUserName()(user_id)
  return (
    <li>
      <header>
        <b>{isOwn ? 'You' : name}</b>
        <Moment at={created} />
        {isOwn && (
          <Button variant="subtle" size="compact-xs" color="gray" onClick={askDelete}>
            Delete
          </Button>
        )}
      </header>
      <p>{text}</p>
    </li>
  )
}
