import { remove } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { eachId } from '#kernel/page.ts'
import type { Owner } from '#resources/payments/customers/redact_rows.ts'
import { ofPayments } from '#resources/payments/payments/read.ts'
import { findNote, notePages, notes } from './store.ts'

const PAGE = 200

/** A note can say anything about a person, so it is deleted. */
export async function redactNotes(context: Context, owner: Owner): Promise<boolean> {
  for await (const conditions of ofPerson(context, owner)) {
    for await (const ids of eachId(context.db, context.merchant_id, notePages, conditions, PAGE)) {
      await Promise.all(ids.map((id) => retryOnConflict(() => removeNote(context, id))))
    }
  }
  return false
}

async function removeNote(context: Context, note_id: string): Promise<void> {
  const row = await findNote(context.db, context.merchant_id, note_id)
  if (row !== undefined) await context.commit(remove(notes, row))
}

async function* ofPerson(context: Context, owner: Owner): AsyncIterable<Owner> {
  const customer = owner.find(({ column, value }) => column === 'customer_id' && value !== null)
  if (customer !== undefined) yield [customer]
  yield* ofPayments(context, owner)
}
