// Searches every text in the database for card numbers and security codes. A finding names its place, never the
// number.
import type { Database } from '#kernel/db.ts'
import { hasCardNumber } from '#http/card_numbers.ts'
import { rowsLike, type ScannedTable, tablesWithText } from './store.ts'

const BLOCKS = 256

const CODE = /"(card_)?(cvc|cvv|cvc2|cvv2|security_code)"\s*:\s*"?\d{3,4}\b/i
/** The first filter, in PostgreSQL; it matches whatever has a card number or a code. */
const ROUGH = '[0-9]([^0-9a-zA-Z]?[0-9]){12}|cvc|cvv|security_code'

export interface Found {
  merchant_id: string | null
  what: string
}

export async function* findCardNumbers(db: Database): AsyncIterable<Found> {
  for (const table of await tablesWithText(db)) yield* scan(db, table)
}

async function* scan(db: Database, table: ScannedTable): AsyncIterable<Found> {
  for (let block = 0; block <= table.blocks; block += BLOCKS) {
    const rows = await rowsLike(db, table, block, block + BLOCKS, ROUGH)
    for (const { merchant_id, place, text } of rows) {
      const where = `in ${table.name} at ${place}`
      if (hasCardNumber(text)) yield { merchant_id, what: `a card number ${where}` }
      if (CODE.test(text)) yield { merchant_id, what: `a security code ${where}` }
    }
  }
}
