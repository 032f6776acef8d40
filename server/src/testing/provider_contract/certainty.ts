// The contract's certainty rules: what moved, and how an operation without an answer is closed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OperationKind } from '#core/providers/certainty.ts'
import type { Outcome, Provider } from '#core/providers/provider.ts'
import { asked, type Given, needs } from './bench.ts'

const revoked = { result: 'revoked' }

/** Undefined if a revoked id is not refused for good. */
function isFinal({ certainty }: Provider, kind: OperationKind = 'authorize'): true | undefined {
  return certainty.kinds[kind].revoke === 'final' || undefined
}

function movedBy(outcome: Outcome): [number, string] {
  assert.ok(outcome.result === 'approved', JSON.stringify(outcome))
  return [outcome.amount, outcome.currency]
}

/** Nothing was done: the provider refused the revoked id, or its transaction id could not be committed. */
function assertNothingDone({ result }: Outcome): void {
  assert.match(result, /^(revoked|not_sent)$/)
}

export function amounts(given: Given): void {
  void test('an approval reports the moved amount; a void moves nothing', async () => {
    const { subject, provider, authorize, carryOut, modify } = given()
    const [hold, held] = await authorize()
    const [other] = await authorize()
    const [charge, charged] = await authorize({ capture: true, amount: 700 })

    const outcomes = [
      held,
      charged,
      await carryOut('capture', { ...modify(hold), amount: 300, final: true }),
      await carryOut('void', modify(other)),
      await carryOut('refund', { ...modify(charge), amount: 200 }),
    ]

    const moved = [1_000, 700, 300, 0, 200].map((amount) => [amount, 'EUR'])
    assert.deepEqual(outcomes.map(movedBy), moved)
    if (subject.payouts === undefined) return
    const { approve: instrument } = subject.payouts
    const paid = await provider.payout({ ...asked(subject.approve), instrument, amount: 900 })
    assert.deepEqual(movedBy(paid), [900, 'EUR'])
  })

  void test('a provider that takes less than requested says how much, even when queried', async (t) => {
    const { provider, authorize, send, modify, ref, arm } = given()
    const faults = needs(t, await arm('capture_less', 'authorize'))
    if (faults === undefined) return
    const [charge, charged] = await authorize({ capture: true, ...faults })
    const [hold] = await authorize()
    await arm('capture_less', 'capture')
    const request = { ...modify(hold), amount: 600, final: true, ...faults }

    const captured = await send('capture', request)

    assert.deepEqual([charged, captured].map(movedBy), [
      [500, 'EUR'],
      [300, 'EUR'],
    ])
    assert.deepEqual(await provider.query(ref(charge)), charged)
    assert.deepEqual(await provider.query(ref(request.operation_id, 'capture')), captured)
  })
}

export function certainty(given: Given): void {
  void test('an operation sent again under its id acts once and reports the same', async (t) => {
    const { subject, provider, authorize, modify, send, carryOut } = given()
    if (needs(t, provider.certainty.kinds.refund.resend ?? undefined) === undefined) return
    const [parent] = await authorize({ capture: true })
    const request = { ...modify(parent), amount: 400 }
    const first = await send('refund', request)

    assert.deepEqual(await send('refund', request), first)

    assert.equal((await carryOut('refund', request)).result, 'approved')
    if (subject.effects) assert.deepEqual(await subject.effects(request.operation_id), ['refunded'])
  })

  void test('an id revoked before the request arrives refuses it for good', async (t) => {
    const { subject, provider, authorize, arm, ref, close } = given()
    if (needs(t, isFinal(provider)) === undefined) return
    const faults = needs(t, await arm('lost_before', 'authorize'))
    if (faults === undefined) return
    const request = { ...asked(subject.approve), capture: true }
    const [operation_id, lost] = await authorize({ ...request, ...faults })
    assert.deepEqual(lost, { result: 'unknown' })

    assert.deepEqual(await provider.revoke(ref(operation_id)), revoked)

    close(operation_id)
    assert.deepEqual(await provider.query(ref(operation_id)), revoked)
    assertNothingDone((await authorize(request))[1])
    assert.deepEqual(await provider.revoke(ref(operation_id)), revoked)
    assert.deepEqual(await subject.effects?.(operation_id), [])
  })

  void test('a revoked id refuses captures, voids, refunds and payouts too', async (t) => {
    const { subject, provider, authorize, modify, send, ref } = given()
    const kinds = (['capture', 'void', 'refund'] as const).filter((each) => isFinal(provider, each))
    if (needs(t, kinds[0]) === undefined) return
    const [parent] = await authorize()
    const request = { ...modify(parent), amount: 100, final: true }
    await provider.revoke(ref(request.operation_id, 'capture'))

    for (const kind of kinds) assert.deepEqual(await send(kind, request), revoked)

    if (subject.payouts === undefined || !isFinal(provider, 'payout')) return
    const { approve: instrument } = subject.payouts
    assert.deepEqual(await provider.payout({ ...request, instrument }), revoked)
  })

  void test("revoking a completed operation's id returns its outcome and undoes nothing", async (t) => {
    const { subject, provider, authorize, arm, ref } = given()
    if (needs(t, isFinal(provider)) === undefined) return
    const faults = needs(t, await arm('lost_after', 'authorize'))
    if (faults === undefined) return
    const request = { ...asked(subject.approve), capture: true }
    const [operation_id, lost] = await authorize({ ...request, ...faults })
    assert.deepEqual(lost, { result: 'unknown' })

    const reported = await provider.revoke(ref(operation_id))

    assert.equal(reported.result, 'approved')
    assert.deepEqual(await provider.query(ref(operation_id)), reported)
    if (provider.certainty.kinds.authorize.resend) {
      assert.deepEqual((await authorize(request))[1], reported)
    }
    assert.deepEqual(await subject.effects?.(operation_id), ['charged'])
  })

  void test('a lagging query says never_seen for a completed operation; resending and revoking report it', async (t) => {
    const { subject, provider, authorize, arm, ref } = given()
    const faults = needs(t, await arm('query_lags', 'authorize'))
    if (faults === undefined) return
    const request = { ...asked(subject.approve), capture: true }
    const [operation_id, done] = await authorize({ ...request, ...faults })
    assert.equal(done.result, 'approved')

    assert.equal(await provider.query(ref(operation_id)), 'never_seen')

    assert.deepEqual((await authorize(request))[1], done)
    assert.deepEqual(await provider.revoke(ref(operation_id)), done)
    assert.deepEqual(await subject.effects?.(operation_id), ['charged'])
  })
}

/** Kept connections do not outlive the provider, so this test makes its own. */
export function restarting(given: Given): void {
  void test('a revoked id stays revoked when the provider loses power and comes back', async (t) => {
    const { subject, provider, authorize, ref, close } = given()
    const restart = needs(t, subject.restart)
    if (restart === undefined || needs(t, isFinal(provider)) === undefined) return
    const request = { ...asked(subject.approve), capture: true }
    const { operation_id } = request
    assert.deepEqual(await provider.revoke(ref(operation_id)), revoked)
    close(operation_id)

    await restart()

    const fresh = subject.connect()
    assertNothingDone((await authorize(request, fresh))[1])
    assert.deepEqual(await fresh.revoke(ref(operation_id)), revoked)
    assert.deepEqual(await subject.effects?.(operation_id), [])
    fresh.close()
  })
}
