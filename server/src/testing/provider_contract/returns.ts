// The contract's rules for a refund's later outcomes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventOf, type Given, needs } from './bench.ts'
import { recorded } from './recovery.ts'

export function returns(given: Given): void {
  void test('a capture is refunded in parts, and never beyond its amount', async (t) => {
    const { subject, authorize, carryOut, modify } = given()
    if (needs(t, subject.effects) === undefined) return
    const [parent] = await authorize({ capture: true })
    const refund = (amount: number) => carryOut('refund', { ...modify(parent), amount })

    assert.equal((await refund(400)).result, 'approved')
    assert.equal((await refund(500)).result, 'approved')
    const tooMuch = await refund(101)
    assert.ok(tooMuch.result === 'refused' && tooMuch.returned === undefined)
    assert.equal((await refund(100)).result, 'approved')
  })

  void test('a slow refund is pending, then event and query report the same', async (t) => {
    const { subject, authorize, modify, send, event } = given()
    const instrument = needs(t, subject.slow_refund)
    if (instrument === undefined) return
    const [parent] = await authorize({ instrument, capture: true })
    const request = { ...modify(parent), amount: 500 }
    const { operation_id } = request

    assert.equal((await send('refund', request)).result, 'pending')

    const { outcome, merchant_id } = await event(eventOf(operation_id, 'approved'))
    assert.equal(merchant_id, 'm_contract')
    assert.deepEqual(await recorded(given(), operation_id, outcome, 'refund'), outcome)
  })

  void test('a refund that comes back is refused from then on and says that it was done', async (t) => {
    const { subject, provider, authorize, modify, carryOut, event } = given()
    const instrument = needs(t, subject.returned_refund)
    if (instrument === undefined) return
    const [parent] = await authorize({ instrument, capture: true })
    const request = { ...modify(parent), amount: 500 }
    const { operation_id } = request

    assert.equal((await carryOut('refund', request)).result, 'approved')

    const { outcome } = await event(eventOf(operation_id, 'refused'))
    assert.ok(outcome.result === 'refused' && outcome.returned)
    assert.ok(outcome.provider_code !== '' && outcome.message !== '')
    assert.deepEqual(await recorded(given(), operation_id, outcome, 'refund'), outcome)
    assert.deepEqual(await subject.effects?.(operation_id), ['refunded', 'returned'])
    const again = await carryOut('refund', { ...modify(parent), amount: 1_000 })
    assert.equal(again.result, 'approved')
    const { resend } = provider.certainty.kinds.refund
    if (resend === null || resend.identical) return
    assert.deepEqual(await carryOut('refund', request), outcome)
  })
}
