import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { HOUR_MS } from '#kernel/clock.ts'
import { testBank } from '#testing/bank.ts'
import { harness } from '#testing/harness.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { REVIEWED } from '../../../../../test/support/paying.ts'
import { subscribed, withProfile } from '../../../../../test/support/subscribing.ts'

const shop = await harness({ env: (await testBank()).env })
after(() => shop[Symbol.asyncDispose]())
const client = withProfile(shop)

test('a subscription that is cancelled while its payment is in review is looked at now and then, not all the time', async () => {
  const { id, status } = (await subscribed(client, {}, { card: REVIEWED })).body
  assert.equal(status, 'pending')
  const cancel = { cancel_option: 'immediately', credit_option: 'none' }
  const cancelled = await client.post(`/subscriptions/${id}/cancel`, cancel)
  assert.equal(cancelled.body.status, 'cancelled', cancelled.text)

  shop.clock.advance(2 * HOUR_MS)
  await runSweeps(shop)

  const [row] = await shop.services.db.run<{ due_at: Date; open_invoice_id: string | null }>(
    `select due_at, open_invoice_id from subscriptions where subscription_id = $1`,
    [id],
  )
  assert.ok(row?.open_invoice_id)
  assert.ok(row.due_at > shop.clock.now(), row.due_at.toISOString())
})
