// API schemas for notes.
import { type Static, Type } from 'typebox'
import { answer, choice, described, freeText, strict, Timestamp } from '#http/fields.ts'

/** Each object. */
export const MAX_NOTES = 100

export const CreateNote = strict({
  text: freeText(2_000, { minLength: 1, description: 'For the team; customers never see it.' }),
})
export type CreateNote = Static<typeof CreateNote>

export const Note = answer('Note', {
  note_id: Type.String(),
  object_type: described(choice('payment', 'dispute', 'customer'), 'The type of the object.'),
  object_id: Type.String({ description: 'The object that it is about.' }),
  text: Type.String({ description: 'For the team, who alone see it.' }),
  user_id: Type.String({ description: 'The author.' }),
  created: Timestamp,
})
export type Note = Static<typeof Note>

export const Notes = answer('Notes', {
  count: Type.Integer({ description: 'How many there are.' }),
  data: Type.Array(Note, { description: 'All of them, newest first.' }),
})
export type Notes = Static<typeof Notes>

export const DeletedNote = answer('DeletedNote', {
  note_id: Type.String(),
  deleted: Type.Literal(true),
})
export type DeletedNote = Static<typeof DeletedNote>
