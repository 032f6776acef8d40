import { get, post, remove, type Route } from '#http/route.ts'
import { createNote } from './create.ts'
import { deleteNote } from './delete.ts'
import { listNotes } from './read.ts'
import { CreateNote, DeletedNote, Note, Notes } from './schema.ts'
import { type SubjectKind, subjects } from './subjects.ts'

const tag = 'Notes'

export const noteRoutes: Route[] = Object.entries(subjects).flatMap(([name, subject]) => {
  const kind = name as SubjectKind
  const { type, access, id } = subject
  const url = `/${kind}/:${id}/notes` as string
  const idIn = (params: Readonly<Record<string, string>>) => params[id] ?? ''
  return [
    post(url, {
      tag,
      access,
      users_only: true,
      summary: `Add a note to a ${type}`,
      about: 'For the team: who may read the object may add one. Deleted with the customer.',
      body: CreateNote,
      creates: true,
      example: { text: 'Photo received: one bag arrived torn. She keeps the rest.' },
      status: 201,
      answer: Note,
      errors: ['IR_01', 'IR_04', 'IR_05', 'IR_16'],
      run: (context, { params, body }) => createNote(context, kind, idIn(params), body),
    }),
    get(url, {
      tag,
      access,
      summary: `List the notes on a ${type}`,
      answer: Notes,
      errors: ['IR_05'],
      run: (context, { params }) => listNotes(context, kind, idIn(params)),
    }),
    remove(`${url}/:note_id`, {
      tag,
      access,
      users_only: true,
      summary: `Delete your note on a ${type}`,
      answer: DeletedNote,
      errors: ['IR_05', 'AU_03'],
      run: (context, { params }) =>
        deleteNote(context, kind, idIn(params), params['note_id'] ?? ''),
    }),
  ]
})
