import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allows } from '#kernel/machine.ts'
import { advance } from './lifecycle.ts'
import { isSent, isTerminal, payout, type PayoutStatus, type PayoutTransition } from './state.ts'
import type { PayoutRow } from './store.ts'

const now = new Date('2027-01-31T09:30:00Z')
const states = Object.keys(payout.states) as PayoutStatus[]
const events = Object.keys(payout.transitions) as PayoutTransition[]

const row = {
  merchant_id: 'mer_1',
  payout_id: 'po_1',
  customer_id: 'cus_1',
  vault_id: 'vlt_1',
  expires_at: now,
  fulfill_at: now,
  transitions: 4,
  version: 9,
} as PayoutRow

test('every state and every event: the move of the table or none', () => {
  for (const status of states) {
    for (const name of events) {
      const current = { ...row, status }
      if (!allows(payout, status, name)) {
        assert.throws(() => advance(current, [name], {}, now), `${name} from ${status}`)
        continue
      }
      const { row: moved, writes } = advance(current, [name], {}, now)
      const { to, emits } = payout.transitions[name]
      const events = writes.filter((write) => write.table.name === 'events')
      assert.equal(moved.status, to)
      assert.equal(moved.version, 10)
      assert.equal(moved.transitions, emits ? 5 : 4)
      assert.deepEqual(
        events.map((write) => write.row['event_type']),
        emits ? [emits] : [],
      )
      if (isSent(to)) assert.deepEqual([moved.expires_at, moved.fulfill_at], [null, null])
      // A terminal payout leaves nothing in the vault.
      assert.equal(moved.vault_id, isTerminal(to) ? null : 'vlt_1')
      assert.equal(writes.filter((write) => write.kind === 'evict').length, isTerminal(to) ? 1 : 0)
    }
  }
})

test('several moves at once are one row and one event each, in order', () => {
  const current = { ...row, status: 'requires_creation' as const }

  const { row: moved, writes } = advance(
    current,
    ['initiate', 'succeed'],
    { connector_transaction_id: 't1' },
    now,
  )

  assert.equal(moved.status, 'success')
  assert.equal(moved.transitions, 6)
  const reported = writes.filter((write) => write.table.name === 'events').map((write) => write.row)
  assert.deepEqual(
    reported.map((event) => [event['event_type'], event['sequence']]),
    [
      ['payout_initiated', 5],
      ['payout_success', 6],
    ],
  )
  const [first, second] = reported.map((event) => JSON.parse(String(event['body'])).content.object)
  assert.equal(first.status, 'initiated')
  assert.equal(second.connector_transaction_id, 't1')
  assert.equal(writes.filter((write) => write.kind === 'update').length, 1)
})
