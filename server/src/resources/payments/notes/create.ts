import { insert } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { freeSlot } from '#kernel/slots.ts'
import { Failure } from '#errors.ts'
import { signedInUser, toApi } from './read.ts'
import { type CreateNote, MAX_NOTES, type Note } from './schema.ts'
import { findObjectNotes, type NoteRow, notes } from './store.ts'
import { type SubjectKind, subjects } from './subjects.ts'

export async function createNote(
  context: Context,
  kind: SubjectKind,
  object_id: string,
  { text }: CreateNote,
): Promise<Note> {
  const { merchant_id, db, now } = context
  const user_id = signedInUser(context)
  const note_id = context.id('note')
  const { type: object_type, read } = subjects[kind]
  const subject = { merchant_id, object_type, object_id }
  return retryOnConflict(async () => {
    const { owner, demands } = await read(context, object_id)
    const slot = freeSlot(await findObjectNotes(db, subject), MAX_NOTES)
    if (slot === undefined) throw tooMany()
    const row: NoteRow = {
      ...subject,
      ...owner,
      note_id,
      slot,
      user_id,
      text,
      created: now,
      version: 1,
    }
    await context.commit(insert(notes, row), ...demands)
    return toApi(row)
  })
}

function tooMany(): Failure {
  return new Failure('IR_16', `An object can have ${MAX_NOTES} notes. Delete one first.`)
}
