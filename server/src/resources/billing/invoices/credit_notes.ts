// Credit notes: amounts returned from a paid invoice. `resources/billing/credit_notes` decides when one is issued.
import { type Insert, insert, type Update, update } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { type CreditNoteRow, creditNotes, findCreditNote } from './credit_notes_store.ts'

export function findMerchantCreditNote(
  { db, merchant_id }: Pick<Context, 'db' | 'merchant_id'>,
  credit_note_id: string,
): Promise<CreditNoteRow | undefined> {
  return findCreditNote(db, merchant_id, credit_note_id)
}

type NewNote = Omit<
  CreditNoteRow,
  'merchant_id' | 'status' | 'number' | 'number_due' | 'created' | 'modified_at' | 'version'
>

/** Its number is given by a worker, soon. */
export function issueNote({ merchant_id, now }: Context, note: NewNote): Insert {
  return insert(creditNotes, {
    merchant_id,
    ...note,
    status: 'issued',
    number: null,
    number_due: now,
    created: now,
    modified_at: now,
    version: 1,
  })
}

export function changeNote(
  note: CreditNoteRow,
  { status }: Pick<CreditNoteRow, 'status'>,
  modified_at: Date,
): Update {
  return update(creditNotes, note, { status, modified_at })
}
