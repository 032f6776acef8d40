// The contract's certainty rules: what moved, and how an operation without an answer is closed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asked, modify, type Given, needs } from './bench.ts'
import type { Outcome } from '#core/providers/provider.ts'

const revoked = { result: 'revoked' }

function movedBy(outcome: Outcome): [number, string] {
  assert.ok(outcome.result === 'approved', JSON.stringify(outcome))
  return [outcome.amount, outcome.currency]
}

export function amounts(given: Given): void {
  void test('an approval reports the moved amount; a void moves nothing', async () => {
    const { subject, provider, authorize } = given()
    const [hold, held] = await authorize()
    const [charge, charged] = await authorize({ capture: true, amount: 700 })
    const { approve: instrument } = subject.payouts

    const outcomes = [
      held,
      charged,
      await provider.capture({ ...modify(hold), amount: 300, final: false }),
      await provider.void(modify(hold)),
      await provider.refund({ ...modify(charge), amount: 200 }),
      await provider.payout({ ...asked(subject.approve), instrument, amount: 900 }),
    ]

    const moved = [1_000, 700, 300, 0, 200, 900].map((amount) => [amount, 'EUR'])
    assert.deepEqual(outcomes.map(movedBy), moved)
  })

  void test('a provider that takes less than requested says how much, even when queried', async (t) => {
    const { subject, provider, authorize } = given()
    const faults = needs(t, subject.faults)?.capture_less
    if (faults === undefined) return
    const [charge, charged] = await authorize({ capture: true, faults })
    const [hold] = await authorize()
    const request = { ...modify(hold), amount: 600, final: true, faults }

    const captured = await provider.capture(request)

    assert.deepEqual([charged, captured].map(movedBy), [
      [500, 'EUR'],
      [300, 'EUR'],
    ])
    assert.deepEqual(await provider.query(charge), charged)
    assert.deepEqual(await provider.query(request.operation_id), captured)
  })
}

export function certainty(given: Given): void {
  void test('an operation sent again under its id acts once and reports the same', async (t) => {
    const { subject, provider, authorize } = given()
    if (needs(t, provider.certainty.resend || undefined) === undefined) return
    const [parent] = await authorize({ capture: true })
    const request = { ...modify(parent), amount: 400 }
    const first = await provider.refund(request)

    assert.deepEqual(await provider.refund(request), first)

    assert.equal(first.result, 'approved')
    if (subject.effects) assert.deepEqual(await subject.effects(request.operation_id), ['refunded'])
  })

  void test('an id revoked before the request arrives refuses it for good', async (t) => {
    const { subject, provider } = given()
    const faults = needs(t, subject.faults)?.lost_before
    if (faults === undefined || needs(t, provider.certainty.revoke || undefined) === undefined)
      return
    const request = { ...asked(subject.approve), capture: true }
    assert.deepEqual(await provider.authorize({ ...request, faults }), { result: 'unknown' })

    assert.deepEqual(await provider.revoke(request.operation_id), revoked)

    assert.deepEqual(await provider.authorize(request), revoked)
    assert.deepEqual(await provider.query(request.operation_id), revoked)
    assert.deepEqual(await provider.revoke(request.operation_id), revoked)
    assert.deepEqual(await subject.effects?.(request.operation_id), [])
  })

  void test('a revoked id refuses captures, voids, refunds and payouts too', async (t) => {
    const { subject, provider, authorize } = given()
    if (needs(t, provider.certainty.revoke || undefined) === undefined) return
    const [parent] = await authorize()
    const { approve: instrument } = subject.payouts
    const request = { ...modify(parent), amount: 100 }
    await provider.revoke(request.operation_id)

    const outcomes = [
      await provider.capture({ ...request, final: true }),
      await provider.void(request),
      await provider.refund(request),
      await provider.payout({ ...request, instrument }),
    ]

    assert.deepEqual(outcomes, [revoked, revoked, revoked, revoked])
  })

  void test("revoking a completed operation's id returns its outcome and undoes nothing", async (t) => {
    const { subject, provider } = given()
    const faults = needs(t, subject.faults)?.lost_after
    if (faults === undefined || needs(t, provider.certainty.revoke || undefined) === undefined)
      return
    const request = { ...asked(subject.approve), capture: true }
    assert.deepEqual(await provider.authorize({ ...request, faults }), { result: 'unknown' })

    const reported = await provider.revoke(request.operation_id)

    assert.equal(reported.result, 'approved')
    assert.deepEqual(await provider.query(request.operation_id), reported)
    assert.deepEqual(await provider.authorize(request), reported)
    assert.deepEqual(await subject.effects?.(request.operation_id), ['charged'])
  })

  void test('a lagging query says never_seen for a completed operation; resending and revoking report it', async (t) => {
    const { subject, provider } = given()
    const faults = needs(t, subject.faults)?.query_lags
    if (faults === undefined) return
    const request = { ...asked(subject.approve), capture: true }
    const done = await provider.authorize({ ...request, faults })
    assert.equal(done.result, 'approved')

    assert.equal(await provider.query(request.operation_id), 'never_seen')

    assert.deepEqual(await provider.authorize(request), done)
    assert.deepEqual(await provider.revoke(request.operation_id), done)
    assert.deepEqual(await subject.effects?.(request.operation_id), ['charged'])
  })
}

/** Kept connections do not outlive the provider, so this test makes its own. */
export function restarting(given: Given): void {
  void test('a revoked id stays revoked when the provider loses power and comes back', async (t) => {
    const { subject, provider } = given()
    const restart = needs(t, subject.restart)
    if (restart === undefined) return
    const request = { ...asked(subject.approve), capture: true }
    assert.deepEqual(await provider.revoke(request.operation_id), revoked)

    await restart()

    const fresh = subject.connect()
    assert.deepEqual(await fresh.authorize(request), revoked)
    assert.deepEqual(await fresh.query(request.operation_id), revoked)
    assert.deepEqual(await subject.effects?.(request.operation_id), [])
    fresh.close()
  })
}
