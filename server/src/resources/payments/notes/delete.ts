import { remove } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { readNote, signedInUser } from './read.ts'
import type { DeletedNote } from './schema.ts'
import { notes } from './store.ts'
import { type SubjectKind, subjects } from './subjects.ts'

export async function deleteNote(
  context: Context,
  kind: SubjectKind,
  object_id: string,
  note_id: string,
): Promise<DeletedNote> {
  const user_id = signedInUser(context)
  await subjects[kind].read(context, object_id)
  return retryOnConflict(async () => {
    const row = await readNote(context, kind, object_id, note_id)
    if (row.user_id !== user_id) {
      throw new Failure('AU_03', 'Only its author can delete a note.')
    }
    await context.commit(remove(notes, row))
    return { note_id, deleted: true }
  })
}
