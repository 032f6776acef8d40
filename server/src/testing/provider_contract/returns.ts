// The contract's rules for a refund's later outcomes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modify, foundInEvents, type Given, needs, eventOf } from './bench.ts'

export function returns(given: Given): void {
  void test('a capture is refunded in parts, and never beyond its amount', async (t) => {
    const { subject, provider, authorize } = given()
    if (needs(t, subject.effects) === undefined) return
    const [parent] = await authorize({ capture: true })
    const refund = (amount: number) => provider.refund({ ...modify(parent), amount })

    assert.equal((await refund(400)).result, 'approved')
    assert.equal((await refund(500)).result, 'approved')
    const tooMuch = await refund(101)
    assert.ok(tooMuch.result === 'refused' && tooMuch.returned === undefined)
    assert.equal((await refund(100)).result, 'approved')
  })

  void test('a slow refund is pending, then event and query report the same', async (t) => {
    const { subject, provider, authorize } = given()
    const instrument = needs(t, subject.slow_refund)
    if (instrument === undefined) return
    const [parent] = await authorize({ instrument, capture: true })
    const request = { ...modify(parent), amount: 500, merchant_id: 'm_contract' }

    assert.equal((await provider.refund(request)).result, 'pending')

    const { outcome, merchant_id } = await foundInEvents(provider, eventOf(request.operation_id))
    assert.deepEqual([outcome.result, merchant_id], ['approved', 'm_contract'])
    assert.deepEqual(await provider.query(request.operation_id), outcome)
  })

  void test('a refund that comes back is refused from then on and says that it was done', async (t) => {
    const { subject, provider, authorize } = given()
    const instrument = needs(t, subject.returned_refund)
    if (instrument === undefined) return
    const [parent] = await authorize({ instrument, capture: true })
    const request = { ...modify(parent), amount: 500 }

    assert.equal((await provider.refund(request)).result, 'approved')

    const { outcome } = await foundInEvents(provider, eventOf(request.operation_id))
    assert.ok(outcome.result === 'refused' && outcome.returned)
    assert.ok(outcome.provider_code !== '' && outcome.message !== '')
    assert.deepEqual(await provider.query(request.operation_id), outcome)
    assert.deepEqual(await provider.refund(request), outcome)
    assert.deepEqual(await subject.effects?.(request.operation_id), ['refunded', 'returned'])
    assert.equal((await provider.refund({ ...modify(parent), amount: 1_000 })).result, 'approved')
  })
}
