import { type Table, update, type Versioned } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import { type Condition, eachId, type PageSource } from '#kernel/page.ts'

const REDACTED = 'Redacted'

/** What was never known stays unknown: only what names a person is replaced, text by text. */
export function redacted<T>(value: T): T {
  if (typeof value === 'string') return REDACTED as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, redacted(each)] as const)
  return Object.fromEntries(entries) as T
}

/** Rows that carry what a customer is called. */
interface Redaction<Row extends Versioned> {
  readonly pages: PageSource<Row>
  readonly find: (db: Database, merchant_id: string, id: string) => Promise<Row | undefined>
  readonly table: Table<Row>
  /** What names the customer: texts are replaced, and `browser_info` is removed. */
  readonly fields: readonly (keyof Row)[]
}

const PAGE = 200

/** Takes what names the customer out of every row; amounts, ids and the books stay. */
export function redactRows<Row extends Versioned>(redaction: Redaction<Row>) {
  return (context: Context, customer_id: string) => redactAll(context, redaction, customer_id)
}

async function redactAll<Row extends Versioned>(
  context: Context,
  redaction: Redaction<Row>,
  customer_id: string,
): Promise<void> {
  const of: Condition = { column: 'customer_id', operator: '=', value: customer_id }
  for await (const ids of eachId(context.db, context.merchant_id, redaction.pages, [of], PAGE)) {
    await Promise.all(ids.map((id) => redactRow(context, redaction, id)))
  }
}

function redactRow<Row extends Versioned>(
  { db, commit, merchant_id }: Context,
  { find, table, fields }: Redaction<Row>,
  id: string,
): Promise<void> {
  return retryOnConflict(async () => {
    const row = await find(db, merchant_id, id)
    if (row === undefined) return
    const named: Record<string, unknown> = Object.fromEntries(
      fields.map((field) => [field, row[field]]),
    )
    const set: Record<string, unknown> = { ...redacted(named), browser_info: null }
    // A row that is redacted already stays untouched: the same customer is looked for more than once.
    if (JSON.stringify(set) === JSON.stringify(named)) return
    await commit(update(table, row, set as Partial<Row>))
  })
}
