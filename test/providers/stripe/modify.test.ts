import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { authorization, card, openAccount, refTo, type StripeAccount } from './account.ts'
import type { OperationKind } from '#core/providers/certainty.ts'
import type { OperationRef } from '#core/providers/request.ts'

async function paid({ provider }: StripeAccount, capture: boolean, number?: string) {
  const request = authorization({ capture, instrument: card(number) })
  const outcome = await provider.authorize(request)
  assert.ok(outcome.result === 'approved')
  const { currency, reference, operation_id: parent_id } = request
  const modify = () => ({
    operation_id: newId('op'),
    parent_id,
    parent_transaction_id: outcome.transaction_id,
    currency,
    reference,
  })
  return { request, modify, parent_transaction_id: outcome.transaction_id }
}

function ref(kind: OperationKind, operation_id: string, parent: string): OperationRef {
  const rest = { transaction_id: null, parent_transaction_id: parent }
  return { operation_id, kind, amount: 1, currency: 'EUR', ...rest }
}

test('several captures need the account setting; without it they are refused without a call', async () => {
  await using account = await openAccount()
  const { modify } = await paid(account, false)
  const before = account.server.requests.length

  const outcome = await account.provider.capture({ ...modify(), amount: 300, final: false })

  assert.ok(outcome.result === 'refused')
  assert.match(outcome.message, /once only/)
  assert.equal(account.server.requests.length, before)
})

test('with multicapture each capture is found under its own id', async () => {
  await using account = await openAccount({ settings: { multicapture: true } })
  const { provider, server } = account
  const { request, modify, parent_transaction_id: parent } = await paid(account, false)
  const first = { ...modify(), amount: 300, final: false }
  const last = { ...modify(), amount: 200, final: true }

  const outcomes = [await provider.capture(first), await provider.capture(last)]

  const found = [
    await provider.query(ref('capture', first.operation_id, parent)),
    await provider.query(ref('capture', last.operation_id, parent)),
  ]
  assert.deepEqual(found, outcomes)
  assert.equal(await provider.query(ref('capture', newId('op'), parent)), 'never_seen')
  assert.deepEqual(server.effects(last.operation_id), ['captured', 'released'])
  assert.deepEqual(server.effects(request.operation_id), ['held'])
  assert.deepEqual(server.violations, [])
})

test('a refund is sent again with the same bytes, even by a release that composes others', async () => {
  await using account = await openAccount()
  const { provider, server } = account
  const { modify } = await paid(account, true)
  const request = { ...modify(), amount: 400 }
  const body = provider.compose?.('refund', request) ?? ''
  const first = await provider.refund({ ...request, body })

  const again = await provider.refund({ ...request, amount: 999, body })

  assert.deepEqual(again, first)
  // Other bytes under the same key are a fault of ours, not a refusal.
  assert.deepEqual(await provider.refund({ ...request, amount: 300 }), { result: 'unknown' })
  assert.deepEqual(server.effects(request.operation_id), ['refunded'])
})

test('a 500 that Stripe has stored under a key is settled by the query', async () => {
  await using account = await openAccount()
  const { provider, server } = account
  const { modify, parent_transaction_id: parent } = await paid(account, true)
  const request = { ...modify(), amount: 400 }
  server.arm('error_after', { path: 'POST /v1/refunds' })

  assert.deepEqual(await provider.refund(request), { result: 'unknown' })
  assert.deepEqual(await provider.refund(request), { result: 'unknown' })

  const found = await provider.query(ref('refund', request.operation_id, parent))
  assert.ok(found !== 'never_seen' && found.result === 'approved')
  assert.deepEqual(server.effects(request.operation_id), ['refunded'])
})

test('a refund is found among more refunds than a page has', async () => {
  await using account = await openAccount()
  const { provider } = account
  const { modify, parent_transaction_id: parent } = await paid(account, true)
  const first = { ...modify(), amount: 1 }
  await provider.refund(first)
  for (let i = 0; i < 101; i++) await provider.refund({ ...modify(), amount: 1 })

  const found = await provider.query(ref('refund', first.operation_id, parent))

  assert.ok(found !== 'never_seen' && found.result === 'approved')
})

test('a reversal is found as a refund or as a void', async () => {
  await using account = await openAccount()
  const { provider } = account
  const charge = await paid(account, true)
  const hold = await paid(account, false)
  const refund = { ...charge.modify(), amount: 1_000 }
  const released = hold.modify()
  const query = (operation_id: string, parent: string) =>
    provider.query(ref('reversal', operation_id, parent))
  assert.equal(await query(refund.operation_id, charge.parent_transaction_id), 'never_seen')

  const outcomes = [await provider.refund(refund), await provider.void(released)]

  const found = [
    await query(refund.operation_id, charge.parent_transaction_id),
    await query(released.operation_id, hold.parent_transaction_id),
  ]
  assert.deepEqual(found, outcomes)
})

test('a modification without a transaction is refused without a call', async () => {
  await using account = await openAccount()
  const rest = {
    parent_id: 'op_0',
    parent_transaction_id: null,
    currency: 'EUR',
    reference: 'pay_1',
  }
  const request = { operation_id: newId('op'), amount: 1, final: true, ...rest }

  const outcomes = [
    await account.provider.capture(request),
    await account.provider.void(request),
    await account.provider.refund(request),
  ]

  for (const outcome of outcomes) assert.equal(outcome.result, 'refused')
  assert.equal(account.server.requests.length, 0)
})

test('the list has every payment, capture and refund that moved money, with our ids', async () => {
  await using account = await openAccount()
  const { provider } = account
  const since = new Date(Date.now() - 1_000)
  await provider.authorize(authorization({ instrument: card('4000000000000002') }))
  const { request, modify, parent_transaction_id: id } = await paid(account, false)
  const capture = { ...modify(), amount: 700, final: true }
  await provider.capture(capture)
  const refund = { ...modify(), amount: 200 }
  await provider.refund(refund)

  const first = await provider.listOperations?.(since, null)
  assert.ok(first?.result === 'list' && first.has_more)
  const second = await provider.listOperations?.(since, first.cursor)
  assert.ok(second?.result === 'list' && !second.has_more)

  const listed = [...first.operations, ...second.operations].map(
    ({ operation_id, kind, amount, currency }) => [operation_id, kind, amount, currency],
  )
  assert.deepEqual(listed, [
    [request.operation_id, 'authorize', 1_000, 'EUR'],
    [capture.operation_id, 'capture', 700, 'EUR'],
    [refund.operation_id, 'refund', 200, 'EUR'],
  ])
  assert.equal(first.operations[0]?.transaction_id, id)
  assert.deepEqual(account.server.violations, [])
})

test('the key is checked without moving money, and with it whether card numbers may be sent', async () => {
  await using raw = await openAccount()
  await using page = await openAccount({ raw_cards: false })
  const foreign = raw.connect({ credentials: { secret_key: 'sk_test_other00000000' } })
  const live = raw.connect({ test_mode: false })

  assert.deepEqual(await raw.provider.check?.(), { result: 'valid', card_entry: 'raw' })
  assert.deepEqual(await page.provider.check?.(), { result: 'valid', card_entry: 'provider_page' })
  assert.equal((await foreign.check?.())?.result, 'invalid')
  assert.deepEqual(await live.check?.(), { result: 'invalid', message: 'This is not a live key.' })
  const request = authorization()
  const refused = await foreign.authorize(request)
  assert.deepEqual(refused, { result: 'not_sent', reason: 'unauthorized' })
  assert.deepEqual(await foreign.query(refTo(request, 'pi_1')), { result: 'unknown' })
  assert.deepEqual(raw.server.world.effects, [])
})
