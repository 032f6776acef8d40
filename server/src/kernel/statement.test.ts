import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { insert, table, update } from './change.ts'
import { compose } from './statement.ts'

interface Named {
  merchant_id: string
  customer_id: string
  name: string
  modified_at: Date
  version: number
}

const PAGE = new URL('../../../docs/decisions/0002-commit-is-the-only-writer.md', import.meta.url)

test('decision 2 prints the statement of an update with an event as it is composed', () => {
  const customers = table<Named>('customers', 'merchant_id', 'customer_id')
  const events = table<Record<string, unknown>>('events', 'merchant_id', 'event_id')
  const now = new Date(0)
  const current = { merchant_id: 'm', customer_id: 'c', name: 'Ada', modified_at: now, version: 3 }
  const event = { merchant_id: 'm', event_id: 'e', event_type: 't', body: '{}' }

  const composed = compose([
    update(customers, current, { name: 'Ada King', modified_at: now }),
    insert(events, event),
  ])

  const [, printed = ''] = /```sql\n([^]*?)```/.exec(readFileSync(PAGE, 'utf8')) ?? []
  assert.equal(unformatted(printed), unformatted(composed))
})

/** Without comments, line breaks and spaces. */
function unformatted(sql: string): string {
  return sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, '')
}
