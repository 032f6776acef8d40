// Revoking an operation id: either the operation exists and is returned, or it can never be carried out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  authorize,
  bankProcess,
  following,
  KEY,
  temporaryFolder,
  testBank,
  type TestBank,
} from './testing.ts'

async function effects(bank: Pick<TestBank, 'log'>): Promise<string[]> {
  return (await bank.log()).map(({ effect }) => effect)
}

test('an id that is revoked before its operation arrives refuses it permanently', async () => {
  await using bank = await testBank()
  const request = authorize({ capture: true })
  const { operation_id } = request
  const revoked = { status: 200, body: { operation_id, outcome: 'revoked' } }

  assert.deepEqual(await bank.revoke(operation_id), revoked)

  const late = await bank.ask(request)
  assert.deepEqual([late.status, late.body.error], [409, 'revoked'])
  assert.deepEqual(await bank.get(`/operations/${operation_id}`), revoked)
  assert.deepEqual(await bank.revoke(operation_id), revoked)
  const log = await bank.log()
  assert.deepEqual(
    log.map(({ kind, effect, amount }) => [kind, effect, amount]),
    [['revocation', 'revoked', 0]],
  )
})

test('every kind of operation is refused under a revoked id', async () => {
  await using bank = await testBank()
  const { operation_id } = (await bank.ask(authorize())).body
  const account = { iban: 'DE89370400440532013000' }
  const instrument = { type: 'bank_transfer', method_type: 'sepa', data: account }
  const requests = [
    following('capture', operation_id, 10),
    following('void', operation_id),
    following('refund', operation_id, 10),
    { ...authorize({ instrument }), kind: 'payout' },
  ]
  for (const request of requests) {
    await bank.revoke(request.operation_id)
    assert.equal((await bank.ask(request)).body.error, 'revoked', request.kind)
  }
  assert.deepEqual(await effects(bank), ['held', 'revoked', 'revoked', 'revoked', 'revoked'])
})

test('revoking the id of an existing operation returns it and changes nothing', async () => {
  await using bank = await testBank()
  const request = authorize({ capture: true })
  const made = await bank.ask(request)

  assert.deepEqual(await bank.revoke(request.operation_id), made)

  assert.deepEqual(await bank.get(`/operations/${request.operation_id}`), made)
  assert.deepEqual(await bank.ask(request), made)
  assert.deepEqual(await effects(bank), ['charged'])
})

test('a request that is held while its id is revoked is refused when it arrives', async () => {
  await using bank = await testBank()
  const request = authorize({ capture: true })
  const waiting = bank.ask(request, 'act_late=500')
  await bank.clock.untilWaiting(1)

  assert.equal((await bank.revoke(request.operation_id)).body.outcome, 'revoked')
  bank.clock.advance(500)

  assert.equal((await waiting).body.error, 'revoked')
  assert.deepEqual(await effects(bank), ['revoked'])
})

test('a late revocation returns the existing operation', async () => {
  await using bank = await testBank()
  const request = authorize()
  const waiting = bank.revoke(request.operation_id, 'act_late=500')
  await bank.clock.untilWaiting(1)
  const made = await bank.ask(request)

  bank.clock.advance(500)

  assert.deepEqual(await waiting, made)
  assert.deepEqual(await effects(bank), ['held'])
})

for (const [fault, acts] of [
  ['error_before', false],
  ['maintenance', false],
  ['reset_before', false],
  ['error_after', true],
  ['reset_after', true],
] as const) {
  test(`${fault}: the revocation ${acts ? 'is made' : 'is not made'}`, async () => {
    await using bank = await testBank()
    const { operation_id } = authorize()

    const answer = await bank.revoke(operation_id, fault).catch(() => undefined)

    assert.notEqual(answer?.status, 200)
    const reported = await bank.get(`/operations/${operation_id}`)
    assert.equal(reported.status, acts ? 200 : 404)
  })
}

test('an answered revocation survives the death of the bank', async () => {
  const folder = await temporaryFolder()
  const first = await bankProcess(folder)
  const request = authorize({ capture: true })
  await first.revoke(request.operation_id)
  await first.end('SIGKILL')

  const second = await bankProcess(folder)

  assert.equal((await second.ask(request)).body.error, 'revoked')
  assert.deepEqual(await effects(second), ['revoked'])
  await second.end('SIGTERM')
})

test('a revocation needs the key and an id that an operation could have', async () => {
  await using bank = await testBank()
  const stranger = await fetch(`${bank.base_url}/operations/op_1/revoke`, {
    method: 'POST',
    headers: { authorization: `Bearer not-${KEY}` },
  })
  assert.equal(stranger.status, 401)
  assert.equal((await bank.revoke('x'.repeat(65))).status, 400)
  assert.deepEqual(await effects(bank), [])
})
