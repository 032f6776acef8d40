// The contract for every provider, as tests. A provider brings a subject: how to reach it, and which instrument or
// fault leads where. A missing ability is left out, and its test is skipped by name.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import {
  asked,
  type Bench,
  modify,
  type Given,
  needs,
  openMailbox,
  setUp,
  type Subject,
} from './bench.ts'
import { amounts, certainty, restarting } from './certainty.ts'
import { disputes } from './disputes.ts'
import { payouts } from './payouts.ts'
import { returns } from './returns.ts'

export function providerContract(name: string, makeSubject: () => Promise<Subject>): void {
  void describe(`the provider ${name}`, () => {
    let bench: Bench
    before(async () => {
      bench = setUp(await makeSubject())
    })
    after(() => bench.subject.stop())
    const given = () => bench
    approvals(given)
    declines(given)
    laterOutcomes(given)
    followUps(given)
    returns(given)
    disputes(given)
    payouts(given)
    misfortunes(given)
    callbacks(given)
    amounts(given)
    certainty(given)
    restarting(given)
    death(given)
  })
}

function approvals(given: Given): void {
  void test('an approval has a transaction, and a query reports the same', async () => {
    const { provider, authorize } = given()

    const [operation_id, outcome] = await authorize()

    assert.ok(outcome.result === 'approved' && outcome.transaction_id !== '')
    assert.equal(outcome.review, false)
    assert.deepEqual(await provider.query(operation_id), outcome)
  })

  void test('the same operation requested twice, even at once, acts once and reports the same', async () => {
    const { subject, authorize } = given()
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
    const { subject, provider, authorize } = given()
    const cases = needs(t, subject.declines)
    if (cases === undefined) return
    assert.ok(cases.some(([, code]) => code === 'UE_9000'))

    for (const [instrument, code] of cases) {
      const [operation_id, outcome] = await authorize({ instrument })
      assert.ok(outcome.result === 'declined', JSON.stringify(outcome))
      assert.equal(outcome.code, code)
      assert.ok(outcome.provider_code !== '' && outcome.provider_message !== '')
      assert.deepEqual(await provider.query(operation_id), outcome)
    }
  })
}

function laterOutcomes(given: Given): void {
  void test('a challenge leads to a page', async (t) => {
    const { subject, provider, authorize } = given()
    const instrument = needs(t, subject.challenge)
    if (instrument === undefined) return
    const return_url = 'https://shop.example/back'

    const [operation_id, outcome] = await authorize({
      instrument,
      authentication: 'three_ds',
      return_url,
    })

    assert.ok(outcome.result === 'challenge', JSON.stringify(outcome))
    assert.ok(URL.canParse(outcome.page_url))
    assert.deepEqual(await provider.query(operation_id), outcome)
  })

  void test("a query reports a pending operation's outcome once it is settled, and only then", async (t) => {
    const { subject, provider, authorize } = given()
    const instrument = needs(t, subject.pending)
    if (instrument === undefined) return
    const [operation_id, outcome] = await authorize({ instrument, capture: true })
    assert.ok(outcome.result === 'pending' && outcome.instructions !== null)
    assert.deepEqual(await provider.query(operation_id), outcome)

    await provider.settle?.(operation_id, 'declined')

    const reported = await provider.query(operation_id)
    assert.ok(reported !== 'never_seen')
    assert.equal(reported.result, 'declined')
  })
}

function followUps(given: Given): void {
  void test('a hold is captured in parts and refunded; the last capture releases the rest', async () => {
    const { subject, provider, authorize } = given()
    const [parent] = await authorize()
    const capture = (amount: number, final: boolean) =>
      provider.capture({ ...modify(parent), amount, final })

    assert.equal((await capture(300, false)).result, 'approved')
    const last = await capture(200, true)
    assert.ok(last.result === 'approved')
    assert.deepEqual([last.amount, last.currency], [200, 'EUR'])
    const refund = await provider.refund({ ...modify(parent), amount: 500 })
    assert.equal(refund.result, 'approved')
    if (subject.effects) assert.equal((await capture(1, false)).result, 'refused')
  })

  void test('a void releases the hold', async () => {
    const { subject, provider, authorize } = given()
    const [parent] = await authorize()
    const request = modify(parent)

    assert.equal((await provider.void(request)).result, 'approved')
    if (subject.effects) assert.deepEqual(await subject.effects(request.operation_id), ['released'])
  })

  void test('an amount above the hold or the capture, or an unknown parent, is refused and not done', async (t) => {
    const { subject, provider, authorize } = given()
    const effects = needs(t, subject.effects)
    if (effects === undefined) return
    const [parent] = await authorize()
    const tooMuch = { ...modify(parent), amount: 1_001, final: true }
    const unbacked = { ...modify(parent), amount: 1 }
    const orphan = modify(newId('op'))

    const outcomes = [
      await provider.capture(tooMuch),
      await provider.refund(unbacked),
      await provider.void(orphan),
    ]

    for (const outcome of outcomes) {
      assert.ok(outcome.result === 'refused', JSON.stringify(outcome))
      assert.equal(outcome.code, 'PE_01')
      assert.ok(outcome.provider_code !== '' && outcome.message !== '')
    }
    assert.deepEqual(await effects(tooMuch.operation_id), [])
  })
}

function misfortunes(given: Given): void {
  // With `before` nothing happened and with `after` it did, and from here both look the same: the
  // connection stood, so the request may have arrived. Only the query can tell them apart.
  const cases = [
    ['lost_before', 'never_seen'],
    ['lost_after', 'approved'],
    ['error_before', 'never_seen'],
    ['error_after', 'approved'],
    ['silence', 'approved'],
  ] as const
  for (const [fault, truth] of cases) {
    void test(`${fault}: the outcome is unknown, and a query finds ${truth}`, async (t) => {
      const { subject, provider } = given()
      const faults = needs(t, subject.faults)?.[fault]
      if (faults === undefined) return
      const hasty = subject.connect(300)
      const request = { ...asked(subject.approve), capture: true }

      assert.deepEqual(await hasty.authorize({ ...request, faults }), { result: 'unknown' })

      const reported = await provider.query(request.operation_id)
      assert.equal(typeof reported === 'string' ? reported : reported.result, truth)
      // Sent again under its own id, it happens once, whichever it was.
      assert.equal((await provider.authorize(request)).result, 'approved')
      assert.deepEqual(await subject.effects?.(request.operation_id), ['charged'])
      hasty.close()
    })
  }

  void test('in maintenance nothing is sent', async (t) => {
    const { subject, provider, authorize } = given()
    const faults = needs(t, subject.faults)?.maintenance
    if (faults === undefined) return

    const [operation_id, outcome] = await authorize({ faults })

    assert.deepEqual(outcome, { result: 'not_sent', reason: 'maintenance' })
    assert.equal(await provider.query(operation_id), 'never_seen')
  })
}

function callbacks(given: Given): void {
  void test('a callback is believed exactly as it was signed', async (t) => {
    const { subject, provider, authorize } = given()
    const instrument = needs(t, subject.pending)
    if (instrument === undefined) return
    await using mailbox = await openMailbox()
    const [operation_id] = await authorize({ instrument, callback_url: mailbox.url, capture: true })
    await provider.settle?.(operation_id, 'approved')

    const { body, headers } = await mailbox.first

    const callback = provider.verifyCallback(body, headers)
    assert.ok(callback?.type === 'operation')
    assert.equal(callback.operation_id, operation_id)
    assert.ok(callback.event_id !== '')
    assert.deepEqual(callback.outcome, await provider.query(operation_id))
    const tampered = Buffer.from(body.toString().replace('1000', '9000'))
    assert.ok(!tampered.equals(body))
    assert.equal(provider.verifyCallback(tampered, headers), undefined)
    assert.equal(
      provider.verifyCallback(Buffer.concat([body, Buffer.from(' ')]), headers),
      undefined,
    )
  })

  void test('an unsigned callback is refused', () => {
    const { provider } = given()
    assert.equal(provider.verifyCallback(Buffer.from('{}'), {}), undefined)
  })
}

/** Runs last: the provider does not answer afterwards. */
function death(given: Given): void {
  void test('a provider that is gone was sent nothing, and a query then knows nothing', async (t) => {
    const { subject, provider } = given()
    const kill = needs(t, subject.kill)
    if (kill === undefined) return
    const [stored, fresh] = [provider, subject.connect()]

    await kill()

    const request = asked(subject.approve)
    assert.deepEqual(await fresh.authorize(request), { result: 'not_sent', reason: 'unreachable' })
    assert.deepEqual(await fresh.query(request.operation_id), { result: 'unknown' })
    // Only writing to a reused connection may reveal that it has ended.
    assert.match((await stored.authorize(request)).result, /^(not_sent|unknown)$/)
  })
}
