import type { Context } from '#kernel/context.ts'
import { Failure, notFound } from '#errors.ts'
import { project } from '#http/fields.ts'
import { Note, type Notes } from './schema.ts'
import { findNote, findObjectNotes, type NoteRow } from './store.ts'
import { type SubjectKind, subjects } from './subjects.ts'

export function toApi(row: NoteRow): Note {
  return project(Note, row)
}

export function signedInUser({ caller: { session } }: Context): string {
  if (session === null) throw new Failure('AU_03', 'Only a signed-in user can write notes.')
  return session.user_id
}

export async function listNotes(context: Context, kind: SubjectKind, id: string): Promise<Notes> {
  const { type: object_type, read } = subjects[kind]
  await read(context, id)
  const { db, merchant_id } = context
  const rows = await findObjectNotes(db, { merchant_id, object_type, object_id: id })
  return { count: rows.length, data: rows.map(toApi) }
}

export async function readNote(
  context: Context,
  kind: SubjectKind,
  object_id: string,
  note_id: string,
): Promise<NoteRow> {
  const row = await findNote(context.db, context.merchant_id, note_id)
  const isIts = row?.object_type === subjects[kind].type && row.object_id === object_id
  if (!isIts) throw notFound('note', note_id)
  return row
}
