import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Services } from '#kernel/context.ts'
import { certaintyTable } from '#core/providers/certainty.ts'
import { examplePayment } from '#resources/payments/payments/example.ts'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { resolveOperation } from './resolve.ts'

/** A payment whose authorization has no outcome. */
async function unknown(shop: Shop): Promise<{ payment_id: string; operation_id: string }> {
  const headers = { 'x-sandbox-acquirer': 'timeout' }
  const { body, text } = await shop.post('/payments', examplePayment, { headers })
  assert.equal(body.status, 'processing', text)
  const [row] = await shop.services.db.run<{ operation_id: string }>(
    'select operation_id from operations where object_id = $1',
    [body.payment_id],
  )
  return { payment_id: body.payment_id, operation_id: row?.operation_id ?? '' }
}

/** A provider that has no record of the operation and offers no way to certainty. */
function undecided(shop: Shop, horizon_ms: number): Services {
  const certainty = certaintyTable(horizon_ms, { resend: null, revoke: 'none', query: 'exact' })
  const provider = {
    ...shop.services.provider,
    certainty,
    query: async () => 'never_seen' as const,
  }
  return { ...shop.services, provider }
}

async function resolve(
  shop: Shop,
  operation_id: string,
  moved?: number,
  services = undecided(shop, 0),
): Promise<string> {
  const { merchant_id } = shop.merchant
  const about = { merchant_id, operation_id, moved }
  return resolveOperation(services, services.registry.settlers, about)
}

test('an operation resolved with an amount books the moved amount; it cannot be resolved again', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  const { payment_id, operation_id } = await unknown(shop)

  const line = await resolve(shop, operation_id, 1000)

  assert.match(line, /is approved\.$/)
  const { body } = await shop.get(`/payments/${payment_id}`)
  assert.deepEqual([body.status, body.amount_received], ['succeeded', 1000])
  await assert.rejects(resolve(shop, operation_id), /already approved\. Nothing was changed/)
})

test('an operation resolved as nothing moved leaves a payment that can be confirmed again', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  const { payment_id, operation_id } = await unknown(shop)

  await resolve(shop, operation_id)

  const { body } = await shop.get(`/payments/${payment_id}`)
  assert.equal(body.status, 'requires_payment_method')
})

test('an operation of another merchant is not found', async () => {
  await using shop = await harness({ env: (await testBank()).env })

  await assert.rejects(resolve(shop, 'op_nowhere'), /has no operation op_nowhere/)
})

test('an outcome that the provider can still report within its horizon cannot be decided by hand', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  const { operation_id } = await unknown(shop)

  await assert.rejects(
    resolve(shop, operation_id, undefined, shop.services),
    /The worker settles operation/,
  )
  await assert.rejects(
    resolve(shop, operation_id, undefined, undecided(shop, 3_600_000)),
    /may still get an outcome/,
  )
})
