// Redacts a person's objects, with their events and delivery logs. Every step can be repeated, so a sweep that dies
// half-way starts over.
import { type Table, update, type Versioned, type Write } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import { type Condition, eachId, type PageSource } from '#kernel/page.ts'
import type { ContentType } from '#core/outbox/event_types.ts'
import { redactEvents } from '#resources/notifications/events/redact.ts'
import { type Fields, redactFields } from './redact_fields.ts'

export interface Redaction<Row extends Versioned> {
  readonly table: Table<Row>
  readonly find: (db: Database, merchant_id: string, id: string) => Promise<Row | undefined>
  /** Its objects' type in events. */
  readonly content: ContentType
  /** In the row and in the event object. */
  readonly fields: Fields
  /** True while it still needs personal data; it is redacted again when it has ended. */
  readonly isOpen?: (row: Row) => boolean
  /** The fields that an open object needs. */
  readonly needed?: readonly (keyof Row & string)[]
  readonly elsewhere?: (context: Context, row: Row) => Promise<Elsewhere<Row>>
}

/** An object's personal data that is stored in other rows. */
export interface Elsewhere<Row> {
  /** Columns that refer to it. */
  readonly set: Partial<Row>
  readonly writes: readonly Write[]
  /** Runs after the commit. */
  readonly after?: () => Promise<unknown>
}

/** Identifies the person: conditions on payments and payouts. */
export type Owner = readonly Condition[]

/** Conditions on a table, page by page, that select the owner's rows. */
type RowsOf = (context: Context, owner: Owner) => AsyncIterable<Owner>

const PAGE = 200

/** Redacts all the owner's rows. True if one is open. */
export function redactRows<Row extends Versioned>(
  redaction: Redaction<Row>,
  pages: PageSource<Row>,
  rowsOf: RowsOf = ownRows,
) {
  return async (context: Context, owner: Owner): Promise<boolean> => {
    let isOpen = false
    for await (const conditions of rowsOf(context, owner)) {
      for await (const ids of eachId(context.db, context.merchant_id, pages, conditions, PAGE)) {
        const open = await Promise.all(ids.map((id) => redactRow(context, redaction, id)))
        isOpen ||= open.includes(true)
      }
    }
    return isOpen
  }
}

async function* ownRows(_: Context, owner: Owner): AsyncIterable<Owner> {
  yield owner
}

/** Amounts, ids, states and the ledger stay. True if the object is open. */
export async function redactRow<Row extends Versioned>(
  context: Context,
  redaction: Redaction<Row>,
  id: string,
): Promise<boolean> {
  const { content, fields } = redaction
  const isOpen = await retryOnConflict(() => redactColumns(context, redaction, id))
  await redactEvents(context, content, id, (object) => redactFields(fields, object))
  return isOpen
}

async function redactColumns<Row extends Versioned>(
  context: Context,
  { find, table, fields, isOpen, needed = [], elsewhere }: Redaction<Row>,
  id: string,
): Promise<boolean> {
  const row = await find(context.db, context.merchant_id, id)
  if (row === undefined) return false
  const open = isOpen?.(row) ?? false
  const changed = Object.entries(redactFields(fields, row)).filter(
    ([name, value]) =>
      !(open && needed.some((each) => each === name)) &&
      JSON.stringify(value) !== JSON.stringify(row[name as keyof Row]),
  )
  const { set = {}, writes = [], after } = (await elsewhere?.(context, row)) ?? {}
  const columns = { ...(Object.fromEntries(changed) as Partial<Row>), ...set }
  // The sweep runs more than once for a person; a redacted row is not written again.
  if (Object.keys(columns).length > 0 || writes.length > 0) {
    await context.commit(update(table, row, columns), ...writes)
  }
  await after?.()
  return open
}
