import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Conflict } from '#kernel/commit.ts'
import { moveInvoice } from './change.ts'
import type { InvoiceRow } from './store.ts'

const now = new Date('2026-05-01T00:00:00Z')
const paid = {
  merchant_id: 'mer_1',
  invoice_id: 'inv_1',
  status: 'invoice_paid',
  version: 3,
} as InvoiceRow

test('an invoice that was paid between two reads is a conflict, which is read again, and no error', () => {
  for (const name of ['pay_late', 'void', 'decline'] as const) {
    assert.throws(() => moveInvoice(paid, name, {}, now), Conflict, name)
  }
})

test('an invoice that is already there changes its columns alone', () => {
  const { row } = moveInvoice(paid, 'pay', { next_attempt_at: null }, now)
  assert.deepEqual([row.status, row.version], ['invoice_paid', 4])
})
