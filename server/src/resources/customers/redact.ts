import { update, type Table, type Versioned } from '#kernel/change.ts'
import { addMs } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { customers, findDeletedCustomer } from './store.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Database } from '#kernel/db.ts'
import { evictSecret } from '#core/vault/vault.ts'
import { type Condition, eachId, type PageSource } from '#kernel/page.ts'

// A request that read the customer before the deletion may still write for this long.
const IN_FLIGHT_MS = 60_000

/** Redacts all objects of a deleted customer: now, and again when no request that read the customer is in flight. */
export async function redactCustomer(context: Context, customer_id: string): Promise<void> {
  const { db, merchant_id, now } = context
  const customer = await findDeletedCustomer(db, merchant_id, customer_id)
  if (!customer?.deleted_at || !customer.redact_at) return
  for (const redact of context.registry.redactions) await redact(context, customer_id)
  const last = addMs(customer.deleted_at, IN_FLIGHT_MS)
  const redact_at = last <= now ? null : last
  await context.commit(update(customers, customer, { redact_at }))
}

const REDACTED = 'Redacted'

/** Replaces every text; nulls and numbers stay. */
export function redacted<T>(value: T): T {
  if (typeof value === 'string') return REDACTED as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, redacted(each)] as const)
  return Object.fromEntries(entries) as T
}

/** A table whose rows hold personal data of a customer. */
interface Redaction<Row extends Versioned> {
  readonly pages: PageSource<Row>
  readonly find: (db: Database, merchant_id: string, id: string) => Promise<Row | undefined>
  readonly table: Table<Row>
  /** Columns with personal data: texts are replaced, and `browser_info` is removed. */
  readonly fields: readonly (keyof Row)[]
  /** The secret in the vault that the row needs no more without its customer. */
  readonly secret: (row: Row) => string | null
}

const PAGE = 200

/** Redacts personal data in every row of a customer; amounts, ids and the ledger stay. */
export function redactRows<Row extends Versioned>(redaction: Redaction<Row>) {
  return async (context: Context, customer_id: string): Promise<void> => {
    const { db, merchant_id } = context
    const of: Condition = { column: 'customer_id', operator: '=', value: customer_id }
    for await (const ids of eachId(db, merchant_id, redaction.pages, [of], PAGE)) {
      await Promise.all(ids.map((id) => redactRow(context, redaction, id)))
    }
  }
}

function redactRow<Row extends Versioned>(
  { db, commit, merchant_id }: Context,
  { find, table, fields, secret }: Redaction<Row>,
  id: string,
): Promise<void> {
  return retryOnConflict(async () => {
    const row = await find(db, merchant_id, id)
    if (row === undefined) return
    const named: Record<string, unknown> = Object.fromEntries(
      fields.map((field) => [field, row[field]]),
    )
    const set: Record<string, unknown> = { ...redacted(named), browser_info: null }
    const vault_id = secret(row)
    if (vault_id !== null) set['vault_id'] = null
    // The sweep runs more than once for a customer; a redacted row is not written again.
    if (JSON.stringify(set) === JSON.stringify(named)) return
    const evicted = vault_id === null ? [] : [evictSecret(merchant_id, vault_id)]
    await commit(update(table, row, set as Partial<Row>), ...evicted)
  })
}
