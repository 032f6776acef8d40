import { table } from '../kernel/change.ts'
import type { Database } from '../kernel/db.ts'
import { columns, sql } from '../kernel/sql.ts'

export interface PlaceRow {
  provider: string
  cursor: string
  version: number
}

export const places = table<PlaceRow>('directory.provider_news', 'provider')

const placeColumns = columns<PlaceRow>({
  provider: true,
  cursor: true,
  version: true,
})

/** How far the news of a provider has been read; the news is of all merchants. */
export function findPlace(db: Database, provider: string) {
  return db.first<PlaceRow>(
    sql`select ${placeColumns} from directory.provider_news where provider = ${provider}`,
  )
}
