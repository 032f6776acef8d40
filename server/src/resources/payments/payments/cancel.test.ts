import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { harness } from '#testing/harness.ts'

const shop = await harness()
after(() => shop.app.close())

test('a payment that waits for another confirmation has no deadline after it was cancelled', async () => {
  const { payment_id } = (await shop.post('/payments', { amount: 1000, currency: 'EUR' })).body
  // The state after its page was voided: the request that confirms it again has died.
  const { db } = shop.services
  await db.run(
    `update payments set action_before = now() + interval '5 minutes' where payment_id = $1`,
    [payment_id],
  )

  const cancelled = await shop.post(`/payments/${payment_id}/cancel`, {})

  assert.equal(cancelled.body.status, 'cancelled', cancelled.text)
  const rows = await db.run(`select action_before from payments where payment_id = $1`, [
    payment_id,
  ])
  assert.deepEqual(rows, [{ action_before: null }])
})
