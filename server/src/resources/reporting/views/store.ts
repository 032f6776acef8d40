import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { ListName } from './lists.ts'

export interface ViewRow {
  merchant_id: string
  view_id: string
  list: ListName
  /** The owner of its slot: `team` for a shared view, otherwise its author. */
  holder: string
  slot: number
  user_id: string
  name: string
  query: string
  /** Customers that the query names. */
  customer_ids: string[]
  created: Date
  modified_at: Date
  version: number
}

export const TEAM = 'team'

export const views = table<ViewRow>('views', 'merchant_id', 'view_id')

const viewColumns = columns<ViewRow>()(`
  merchant_id view_id list holder slot user_id name query customer_ids created modified_at version
`)

export const findView = finder(views, viewColumns)

/** The team's and the user's, by name. */
export function findSeenViews(db: Database, merchant_id: string, user_id: string) {
  return db.rows<ViewRow>(sql`select ${viewColumns} from views
    where merchant_id = ${merchant_id} and holder in (${TEAM}, ${user_id}) and slot > 0
    order by lower(name), view_id`)
}

export function findHeldViews(
  db: Database,
  { merchant_id, holder, list }: Pick<ViewRow, 'merchant_id' | 'holder' | 'list'>,
) {
  return db.rows<Pick<ViewRow, 'slot'>>(sql`select slot from views
    where merchant_id = ${merchant_id} and holder = ${holder} and list = ${list} and slot > 0`)
}

/** Views that name the customer. */
export function findViewsOn(db: Database, merchant_id: string, customer_id: string) {
  return db.rows<ViewRow>(sql`select ${viewColumns} from views
    where merchant_id = ${merchant_id} and ${customer_id} = any(customer_ids) and slot > 0`)
}
