// Captures whose process was paused: recovery, or the same request repeated, went on without it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemContext } from '#kernel/context.ts'
import { findOperation } from '#core/operations/read.ts'
import { settleOutcome } from '#core/operations/settle.ts'
import type { NotSent } from '#core/providers/provider.ts'
import { testBank } from '#testing/bank.ts'
import { harness } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { recoverNow } from '#testing/recover.ts'
import { startModification } from './modify.ts'
import { readPayment } from './read.ts'
import { paymentSettler } from './settler.ts'

const NOT_SENT: NotSent = { result: 'not_sent', reason: 'unreachable' }

/** A held payment with a capture that is recorded and not sent. */
async function recorded() {
  const shop = await harness({ env: (await testBank()).env })
  const { body } = await shop.post(
    '/payments',
    paymentBody({ confirm: true, capture_method: 'manual' }),
  )
  const { payment_id } = body as { payment_id: string }
  const context = await systemContext(shop.services, shop.merchant.merchant_id)
  const held = await readPayment(context, payment_id)
  const capture = { kind: 'capture', amount: held.amount, intent: { final: true } } as const
  const start = () => startModification(context, held, 'op_of_the_request', capture)
  return { shop, context, payment_id, start, started: await start() }
}

test('a capture that recovery has sent is not answered with the claim that nothing was sent', async () => {
  const { shop, context, payment_id, started } = await recorded()
  await using _ = shop
  await recoverNow(shop.services, shop.merchant.merchant_id)

  const { row, outcome } = await settleOutcome(context, paymentSettler, started, NOT_SENT)

  assert.equal(outcome.result, 'unknown')
  assert.equal(row?.status, 'succeeded')
  assert.equal((await readPayment(context, payment_id)).status, 'succeeded')
})

test('of two processes that carry out the same request neither can say that nothing was sent', async () => {
  const { shop, context, started, start } = await recorded()
  await using _ = shop
  const repeated = await start()

  const first = await settleOutcome(context, paymentSettler, started, NOT_SENT)
  const second = await settleOutcome(context, paymentSettler, repeated, NOT_SENT)

  assert.deepEqual([first.outcome.result, second.outcome.result], ['unknown', 'unknown'])
  const operation = await findOperation(context.db, context.merchant_id, 'op_of_the_request')
  assert.deepEqual([operation?.status, operation?.sends], ['sent', 2])
})

test('a request that is already being processed is not answered with the claim that nothing was changed', async () => {
  const { shop, start } = await recorded()
  await using _ = shop
  await recoverNow(shop.services, shop.merchant.merchant_id)

  await assert.rejects(start(), /is already being processed/)
})
