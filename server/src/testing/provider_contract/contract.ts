// The contract for every provider, as tests. A provider brings a subject: how to reach it, and which instrument or
// fault leads where. A missing ability is left out, and its test is skipped by name.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { type Bench, eventOf, type Given, needs, setUp, type Subject } from './bench.ts'
import { amounts, certainty, restarting } from './certainty.ts'
import { disputes } from './disputes.ts'
import { failures } from './failures.ts'
import { payouts } from './payouts.ts'
import { recorded } from './recovery.ts'
import { returns } from './returns.ts'

export function providerContract(name: string, makeSubject: () => Promise<Subject>): void {
  void describe(`the provider ${name}`, () => {
    let bench: Bench
    before(async () => {
      bench = await setUp(await makeSubject())
    })
    after(async () => {
      await bench.mailbox.close()
      await bench.subject.stop()
    })
    const given = () => bench
    approvals(given)
    declines(given)
    laterOutcomes(given)
    followUps(given)
    returns(given)
    disputes(given)
    payouts(given)
    failures(given)
    callbacks(given)
    amounts(given)
    certainty(given)
    restarting(given)
    description(given)
    death(given)
  })
}

function approvals(given: Given): void {
  void test('an approval has a transaction, and a query reports the same', async () => {
    const { authorize } = given()

    const [operation_id, outcome] = await authorize()

    assert.ok(outcome.result === 'approved' && outcome.transaction_id !== '')
    assert.equal(outcome.review, false)
    assert.deepEqual(await recorded(given(), operation_id, outcome), outcome)
  })

  void test('the same operation requested twice, even at once, acts once and reports the same', async (t) => {
    const { subject, provider, authorize } = given()
    if (needs(t, provider.certainty.kinds.authorize.resend ?? undefined) === undefined) return
    const operation_id = newId('op')

    const [[, first], [, second]] = await Promise.all([
      authorize({ operation_id, capture: true }),
      authorize({ operation_id, capture: true }),
    ])

    assert.equal(first.result, 'approved')
    assert.deepEqual(second, first)
    if (subject.effects) assert.deepEqual(await subject.effects(operation_id), ['charged'])
  })

  void test('an approval held for review says so', async (t) => {
    const { subject, authorize } = given()
    const instrument = needs(t, subject.review)
    if (instrument === undefined) return

    const [, outcome] = await authorize({ instrument, capture: true })

    assert.ok(outcome.result === 'approved' && outcome.review)
  })
}

function declines(given: Given): void {
  void test('a decline has our code and words of the provider; an unlisted one is UE_9000', async (t) => {
    const { subject, authorize } = given()
    const cases = needs(t, subject.declines)
    if (cases === undefined) return
    assert.ok(cases.some(([, code]) => code === 'UE_9000'))

    for (const [instrument, code] of cases) {
      const [operation_id, outcome] = await authorize({ instrument })
      assert.ok(outcome.result === 'declined', JSON.stringify(outcome))
      assert.equal(outcome.code, code)
      assert.ok(outcome.provider_code !== '' && outcome.provider_message !== '')
      assert.deepEqual(await recorded(given(), operation_id, outcome), outcome)
    }
  })
}

function laterOutcomes(given: Given): void {
  void test('a challenge leads to a page', async (t) => {
    const { subject, authorize } = given()
    const instrument = needs(t, subject.challenge)
    if (instrument === undefined) return

    const [operation_id, outcome] = await authorize({ instrument, authentication: 'three_ds' })

    assert.ok(outcome.result === 'challenge', JSON.stringify(outcome))
    assert.ok(URL.canParse(outcome.page_url))
    assert.deepEqual(await recorded(given(), operation_id, outcome), outcome)
  })

  void test("a pending operation's outcome is reported once it is settled, and only then", async (t) => {
    const { subject, authorize, settle, event } = given()
    const instrument = needs(t, subject.pending)
    if (instrument === undefined) return
    const [operation_id, outcome] = await authorize({ instrument, capture: true })
    assert.ok(outcome.result === 'pending' && outcome.instructions !== null)
    assert.deepEqual(await recorded(given(), operation_id, outcome), outcome)

    await settle(operation_id, 'declined')

    const { outcome: reported } = await event(eventOf(operation_id, 'declined'))
    assert.deepEqual(await recorded(given(), operation_id, reported), reported)
  })
}

function followUps(given: Given): void {
  void test('a hold is captured in parts and refunded; the last capture releases the rest', async () => {
    const { subject, carryOut, modify, authorize } = given()
    const [parent] = await authorize()
    const capture = (amount: number, final: boolean) =>
      carryOut('capture', { ...modify(parent), amount, final })

    assert.equal((await capture(300, false)).result, 'approved')
    const last = await capture(200, true)
    assert.ok(last.result === 'approved')
    assert.deepEqual([last.amount, last.currency], [200, 'EUR'])
    const refund = await carryOut('refund', { ...modify(parent), amount: 500 })
    assert.equal(refund.result, 'approved')
    if (subject.effects === undefined || subject.releases_rest === false) return
    assert.equal((await capture(1, false)).result, 'refused')
  })

  void test('a void releases the hold', async () => {
    const { subject, carryOut, modify, authorize } = given()
    const [parent] = await authorize()
    const request = modify(parent)

    assert.equal((await carryOut('void', request)).result, 'approved')
    if (subject.effects) assert.deepEqual(await subject.effects(request.operation_id), ['released'])
  })

  void test('an amount above the hold or the capture, or an unknown parent, is refused and not done', async (t) => {
    const { subject, carryOut, modify, authorize } = given()
    const effects = needs(t, subject.effects)
    if (effects === undefined) return
    const [parent] = await authorize()
    const tooMuch = { ...modify(parent), amount: 1_001, final: true }
    const unbacked = { ...modify(parent), amount: 1 }
    const orphan = { ...modify(newId('op')), parent_transaction_id: 'pi_unknown' }

    const outcomes = [
      await carryOut('capture', tooMuch),
      await carryOut('refund', unbacked),
      await carryOut('void', orphan),
    ]

    for (const outcome of outcomes) {
      assert.ok(outcome.result === 'refused', JSON.stringify(outcome))
      assert.equal(outcome.code, 'PE_01')
      assert.ok(outcome.provider_code !== '' && outcome.message !== '')
    }
    assert.deepEqual(await effects(tooMuch.operation_id), [])
  })
}

function callbacks(given: Given): void {
  void test('a callback is believed exactly as it was signed', async (t) => {
    const { subject, provider, mailbox, authorize, settle } = given()
    const instrument = needs(t, subject.pending)
    if (instrument === undefined) return
    const [operation_id] = await authorize({ instrument, capture: true })
    await settle(operation_id, 'approved')

    const isApproval = eventOf(operation_id, 'approved')
    const { body, headers } = await mailbox.letter(provider, isApproval)

    const event = provider.verifyCallback(body, headers)?.events.find(isApproval)
    assert.ok(event?.type === 'operation')
    assert.equal(event.operation_id, operation_id)
    assert.ok(event.event_id !== '')
    assert.deepEqual(await recorded(given(), operation_id, event.outcome), event.outcome)
    const tampered = Buffer.from(body.toString().replace('1000', '9000'))
    assert.ok(!tampered.equals(body))
    assert.equal(provider.verifyCallback(tampered, headers), undefined)
  })

  void test('an unsigned callback is refused', () => {
    const { provider } = given()
    assert.equal(provider.verifyCallback(Buffer.from('{}'), {}), undefined)
  })
}

function description(given: Given): void {
  void test("every request and answer follows the provider's published description", (t) => {
    const violations = needs(t, given().subject.violations)
    if (violations !== undefined) assert.deepEqual(violations(), [])
  })
}

/** Runs last: the provider does not answer afterwards. */
function death(given: Given): void {
  void test('a provider that is gone was sent nothing, and a query then knows nothing', async (t) => {
    const { subject, provider, authorize, ref } = given()
    const kill = needs(t, subject.kill)
    if (kill === undefined) return
    const [operation_id] = await authorize()
    const fresh = subject.connect()

    await kill()

    const [, outcome] = await authorize({}, fresh)
    assert.deepEqual(outcome, { result: 'not_sent', reason: 'unreachable' })
    if (provider.certainty.kinds.authorize.query !== 'none') {
      assert.deepEqual(await fresh.query(ref(operation_id)), { result: 'unknown' })
    }
    // Only writing to a reused connection may reveal that it has ended.
    const [, reused] = await authorize()
    assert.match(reused.result, /^(not_sent|unknown)$/)
  })
}
