import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { pageSource } from '#kernel/page.ts'
import { columns, sql } from '#kernel/sql.ts'

export interface NoteRow {
  merchant_id: string
  note_id: string
  object_type: string
  /** Merchants choose ids, so two objects of different types can have the same one. */
  object_id: string
  /** Taken by one note of the object, so the number of notes is bounded. */
  slot: number
  /** Of a payment or its dispute. */
  payment_id: string | null
  customer_id: string | null
  user_id: string
  text: string
  created: Date
  version: number
}

export const notes = table<NoteRow>('notes', 'merchant_id', 'note_id')

const noteColumns = columns<NoteRow>()(`
  merchant_id note_id object_type object_id slot payment_id customer_id user_id text created version
`)

export const findNote = finder(notes, noteColumns)

export const notePages = pageSource(notes, noteColumns, { indexed: ['payment_id', 'customer_id'] })

/** Newest first. */
export function findObjectNotes(
  db: Database,
  {
    merchant_id,
    object_type,
    object_id,
  }: Pick<NoteRow, 'merchant_id' | 'object_type' | 'object_id'>,
) {
  return db.rows<NoteRow>(sql`select ${noteColumns} from notes
    where merchant_id = ${merchant_id} and object_type = ${object_type} and object_id = ${object_id} and slot > 0
    order by created desc, note_id desc`)
}
