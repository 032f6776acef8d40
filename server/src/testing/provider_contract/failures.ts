// The contract's rules for lost requests and lost answers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { connectFor, asked, type Given, type Modification, needs } from './bench.ts'
import { recorded, recover } from './recovery.ts'

// With `before` nothing happened and with `after` it did, and from here both look the same: the connection stood, so
// the request may have arrived. Only the provider's record can distinguish them.
const cases = [
  ['lost_before', 'never_seen'],
  ['lost_after', 'approved'],
  ['error_before', 'never_seen'],
  ['error_after', 'approved'],
  ['silence', 'approved'],
] as const

const unknown = { result: 'unknown' } as const

export function failures(given: Given): void {
  for (const [fault, truth] of cases) {
    authorizations(given, fault, truth)
    for (const kind of ['capture', 'void', 'refund'] as const) {
      modifications(given, kind, fault, truth)
    }
    preparations(given, fault)
  }
  maintenance(given)
}

type Fault = (typeof cases)[number][0]

function authorizations(given: Given, fault: Fault, truth: string): void {
  void test(`${fault}: the outcome is unknown, a query finds ${truth}, and it can be settled`, async (t) => {
    const bench = given()
    const { subject, provider, authorize, arm } = bench
    const faults = needs(t, await arm(fault, 'authorize'))
    if (faults === undefined) return
    const hasty = connectFor(subject, fault)
    const request = { ...asked(subject.approve), capture: true }
    const { operation_id } = request

    assert.deepEqual((await authorize({ ...request, ...faults }, hasty))[1], unknown)

    const reported = await recorded(bench, operation_id, unknown)
    const expected = reported === unknown ? 'unknown' : truth
    assert.equal(typeof reported === 'string' ? reported : reported.result, expected)
    const { revoke } = provider.certainty.kinds.authorize
    if (revoke === 'reported_later' && truth === 'never_seen') {
      // Only an operation that arrived is reported; about another one the operator must ask.
      assert.deepEqual(await provider.revoke(bench.ref(operation_id)), unknown)
      assert.deepEqual(await subject.effects?.(operation_id), [])
      return hasty.close()
    }
    const settled = await recover(bench, 'authorize', operation_id, async () => {
      return (await authorize(request))[1]
    })
    const isCharged = settled.result === 'approved'
    assert.ok(isCharged || settled.result === 'revoked', JSON.stringify(settled))
    const effects = (await subject.effects?.(operation_id)) ?? []
    const isReleased = effects.join() === 'held,released'
    assert.deepEqual(isReleased ? [] : effects, isCharged ? ['charged'] : [])
    hasty.close()
  })
}

/** Nothing moves before the authorizing call, so a failure there is certain. */
function preparations(given: Given, fault: Fault): void {
  void test(`${fault} before the authorizing call: nothing was sent, and nothing moves`, async (t) => {
    const { subject, authorize, arm } = given()
    if (needs(t, subject.prepares) === undefined) return
    if (needs(t, await arm(fault, 'prepare')) === undefined) return
    const hasty = connectFor(subject, fault)

    const [operation_id, outcome] = await authorize({ capture: true }, hasty)

    assert.deepEqual(outcome, { result: 'not_sent', reason: 'unreachable' })
    assert.deepEqual(await subject.effects?.(operation_id), [])
    hasty.close()
  })
}

const effects = { capture: 'captured', void: 'released', refund: 'refunded' } as const

function modifications(given: Given, kind: Modification, fault: Fault, truth: string): void {
  void test(`${fault} of a ${kind}: the outcome is unknown, a query finds ${truth}, and it happens once`, async (t) => {
    const bench = given()
    const { subject, authorize, modify, send, arm } = bench
    const [parent] = await authorize({ capture: kind === 'refund' })
    const faults = needs(t, await arm(fault, kind))
    if (faults === undefined) return
    const hasty = connectFor(subject, fault)
    const amounts = { capture: { amount: 1_000, final: true }, void: {}, refund: { amount: 600 } }
    const request = { ...modify(parent), ...amounts[kind] }
    const { operation_id } = request

    assert.deepEqual(await send(kind, { ...request, ...faults }, hasty), unknown)

    const reported = await recorded(bench, operation_id, unknown, kind)
    const expected = reported === unknown ? 'unknown' : truth
    assert.equal(typeof reported === 'string' ? reported : reported.result, expected)
    const settled = await recover(bench, kind, operation_id, () => send(kind, request))
    assert.ok(settled.result === 'approved', JSON.stringify(settled))
    assert.equal(settled.amount, 'amount' in request ? request.amount : 0)
    const done = await subject.effects?.(operation_id)
    // The last capture also releases the rest.
    const acts = done?.filter((each) => kind === 'void' || each !== 'released')
    assert.deepEqual(acts, [effects[kind]])
    hasty.close()
  })
}

function maintenance(given: Given): void {
  void test('in maintenance nothing is sent', async (t) => {
    const bench = given()
    const faults = needs(t, await bench.arm('maintenance', 'prepare'))
    if (faults === undefined) return
    const operation_id = newId('op')

    const [, outcome] = await bench.authorize({ operation_id, ...faults })

    assert.deepEqual(outcome, { result: 'not_sent', reason: 'maintenance' })
    const record = await recorded(bench, operation_id, outcome)
    assert.ok(record === outcome || record === 'never_seen')
  })
}
