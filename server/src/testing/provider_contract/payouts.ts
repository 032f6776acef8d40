// The contract's payout rules.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { connectFor, type Given, needs, eventOf, ref } from './bench.ts'
import type { PayoutInstrument, PayoutRequest } from '#core/providers/payout.ts'

export function payouts(given: Given): void {
  paying(given)
  checking(given)
  losing(given)
}

function asked(instrument: PayoutInstrument): PayoutRequest {
  return {
    operation_id: newId('op'),
    amount: 1_000,
    currency: 'EUR',
    instrument,
    merchant_id: 'm_contract',
    reference: 'po_contract',
  }
}

function paying(given: Given): void {
  void test('a payout is paid once however often it is requested', async (t) => {
    const { subject, provider } = given()
    const payouts = needs(t, subject.payouts)
    if (payouts === undefined) return
    const request = asked(payouts.approve)

    const outcomes = await Promise.all([provider.payout(request), provider.payout(request)])

    assert.equal(outcomes[0].result, 'approved')
    assert.deepEqual(outcomes[1], outcomes[0])
    assert.deepEqual(await provider.query(ref(request.operation_id)), outcomes[0])
    if (subject.effects) assert.deepEqual(await subject.effects(request.operation_id), ['paid_out'])
  })

  void test('a payout that fails has our code, and one whose recipient is the obstacle says so', async (t) => {
    const { subject, provider } = given()
    const cases = needs(t, subject.payouts?.declines)
    if (cases === undefined) return
    for (const [instrument, code, reason] of cases) {
      const request = asked(instrument)
      const outcome = await provider.payout(request)
      assert.ok(outcome.result === 'declined', JSON.stringify(outcome))
      assert.deepEqual([outcome.code, outcome.reason, outcome.returned], [code, reason, undefined])
      assert.ok(outcome.provider_code !== '' && outcome.provider_message !== '')
      assert.deepEqual(await provider.query(ref(request.operation_id)), outcome)
    }
  })

  void test('a slow payout is pending, then event and query report the same', async (t) => {
    const { subject, provider } = given()
    const instrument = needs(t, subject.payouts?.pending)
    if (instrument === undefined) return
    const request = asked(instrument)

    assert.equal((await provider.payout(request)).result, 'pending')

    const { outcome, merchant_id } = await given().event(eventOf(request.operation_id))
    assert.deepEqual([outcome.result, merchant_id], ['approved', 'm_contract'])
    assert.deepEqual(await provider.query(ref(request.operation_id)), outcome)
  })

  void test('a payout that comes back is declined from then on and says that it was done', async (t) => {
    const { subject, provider } = given()
    const instrument = needs(t, subject.payouts?.returned)
    if (instrument === undefined) return
    const request = asked(instrument)

    assert.equal((await provider.payout(request)).result, 'approved')

    const { outcome } = await given().event(eventOf(request.operation_id))
    assert.ok(outcome.result === 'declined' && outcome.returned)
    assert.equal(outcome.reason, null)
    assert.deepEqual(await provider.query(ref(request.operation_id)), outcome)
    assert.deepEqual(await subject.effects?.(request.operation_id), ['paid_out', 'returned'])
  })
}

function checking(given: Given): void {
  void test('a check says beforehand who can be paid, and moves nothing', async (t) => {
    const { subject, provider } = given()
    const payouts = needs(t, subject.payouts)
    if (payouts === undefined) return
    const { approve, declines = [] } = payouts
    assert.deepEqual(await provider.checkPayout(asked(approve)), { result: 'eligible' })

    for (const [instrument, code, reason] of declines) {
      const request = asked(instrument)
      const outcome = await provider.checkPayout(request)
      assert.equal(outcome.result, reason ?? 'eligible')
      if (reason !== null) assert.ok('code' in outcome && outcome.code === code)
      assert.equal(await provider.query(ref(request.operation_id)), 'never_seen')
    }
  })

  void test('a recipient who is onboarded can be paid', async (t) => {
    const { subject, provider } = given()
    const missing = subject.payouts?.declines?.find(
      ([, , reason]) => reason === 'needs_vendor_account',
    )
    const [instrument] = needs(t, missing) ?? []
    if (instrument === undefined) return
    const request = asked(instrument)

    assert.deepEqual(await provider.onboard?.(request), { result: 'eligible' })

    assert.equal((await provider.payout(request)).result, 'approved')
  })
}

function losing(given: Given): void {
  for (const [fault, truth] of [
    ['lost_before', 'never_seen'],
    ['lost_after', 'approved'],
    ['error_before', 'never_seen'],
    ['error_after', 'approved'],
    ['silence', 'approved'],
  ] as const) {
    void test(`${fault} of a payout: the outcome is unknown, and a query finds ${truth}`, async (t) => {
      const { subject, provider, arm } = given()
      const payouts = needs(t, subject.payouts)
      const faults = payouts && needs(t, await arm(fault, 'payout'))
      if (payouts === undefined || faults === undefined) return
      const hasty = connectFor(subject, fault)
      const request = asked(payouts.approve)

      assert.deepEqual(await hasty.payout({ ...request, ...faults }), { result: 'unknown' })
      assert.deepEqual(await hasty.checkPayout({ ...request, ...faults }), { result: 'unknown' })

      const reported = await provider.query(ref(request.operation_id))
      assert.equal(typeof reported === 'string' ? reported : reported.result, truth)
      assert.equal((await provider.payout(request)).result, 'approved')
      assert.deepEqual(await subject.effects?.(request.operation_id), ['paid_out'])
      hasty.close()
    })
  }

  void test('in maintenance no payout is sent', async (t) => {
    const { subject, provider, arm } = given()
    const payouts = needs(t, subject.payouts)
    const faults = payouts && needs(t, await arm('maintenance', 'payout'))
    if (payouts === undefined || faults === undefined) return
    const request = { ...asked(payouts.approve), ...faults }
    const notSent = { result: 'not_sent', reason: 'maintenance' }

    assert.deepEqual(await provider.payout(request), notSent)
    assert.deepEqual(await provider.checkPayout(request), notSent)
    assert.equal(await provider.query(ref(request.operation_id)), 'never_seen')
  })
}
