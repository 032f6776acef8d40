// Each fault against the real bank; whether it acted is read from its log.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { createFaultDesk, dice, names } from './faults.ts'
import { authorize, card, following, KEY, receiver, testBank, type TestBank } from './testing.ts'

async function effects(bank: TestBank): Promise<string[]> {
  return (await bank.log()).map(({ effect }) => effect)
}

for (const [name, status, acts] of [
  ['error_before', 500, false],
  ['error_after', 500, true],
  ['maintenance', 503, false],
] as const) {
  test(`${name} answers ${status} and ${acts ? 'has acted' : 'has done nothing'}`, async () => {
    await using bank = await testBank()
    const request = authorize()

    const answer = await bank.ask(request, name)

    assert.equal(answer.status, status)
    if (name === 'maintenance') assert.equal(answer.body.error, 'maintenance')
    assert.deepEqual(await effects(bank), acts ? ['held'] : [])
    const again = await bank.ask(request)
    assert.equal(again.body.outcome, 'approved')
    assert.deepEqual(await effects(bank), ['held'])
  })
}

for (const [name, acts] of [
  ['reset_before', false],
  ['reset_after', true],
] as const) {
  test(`${name} resets the connection and ${acts ? 'has acted' : 'has done nothing'}`, async () => {
    await using bank = await testBank()
    await assert.rejects(bank.ask(authorize(), name), (error) => {
      const { cause } = error as Error & { cause: { code: string } }
      return cause.code === 'ECONNRESET' || cause.code === 'UND_ERR_SOCKET'
    })
    assert.deepEqual(await effects(bank), acts ? ['held'] : [])
  })
}

for (const [name, acts] of [
  ['timeout_before', false],
  ['timeout', true],
] as const) {
  test(`${name} never answers and ${acts ? 'has acted' : 'has done nothing'}`, async () => {
    await using bank = await testBank()
    const waiting = fetch(`${bank.base_url}/operations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'x-bank-fault': name },
      body: JSON.stringify(authorize()),
      signal: AbortSignal.timeout(250),
    })
    await assert.rejects(waiting, { name: 'TimeoutError' })
    assert.deepEqual(await effects(bank), acts ? ['held'] : [])
  })
}

test('delay answers later and loses nothing', async () => {
  await using bank = await testBank()
  const start = performance.now()
  const answer = await bank.ask(authorize(), 'delay=120')
  assert.ok(performance.now() - start >= 115)
  assert.equal(answer.body.outcome, 'approved')
})

test('duplicate declines with the code for it and moves no money, and stays declined', async () => {
  await using bank = await testBank()
  const request = authorize({ capture: true })
  const answer = await bank.ask(request, 'duplicate')
  assert.equal(answer.body.outcome, 'declined')
  assert.equal(answer.body.code, '94')
  assert.equal((await bank.ask(request)).body.code, '94')
  assert.deepEqual(await effects(bank), ['declined'])
})

test('pending acts immediately, says pending, and reports the outcome a second later', async () => {
  await using bank = await testBank()
  await using caller = await receiver()
  const request = authorize({ callback_url: caller.url })

  const answer = await bank.ask(request, 'pending')

  assert.equal(answer.body.outcome, 'pending')
  assert.equal(answer.body.code, null)
  assert.deepEqual(await effects(bank), ['held'])
  bank.clock.advance(999)
  assert.equal((await bank.ask(request)).body.outcome, 'pending')
  bank.clock.advance(1)
  await caller.until(1)
  assert.equal(caller.received[0]?.operation.outcome, 'approved')
  assert.deepEqual(await effects(bank), ['held'])
})

async function movements(bank: TestBank): Promise<(readonly [string, number])[]> {
  return (await bank.log()).map(({ effect, amount }) => [effect, amount] as const)
}

test('act_late acts after the wait, and no query finds the operation before', async () => {
  await using bank = await testBank()
  const request = authorize()
  const waiting = bank.ask(request, 'act_late=500')
  await bank.clock.untilWaiting(1)
  bank.clock.advance(499)

  const early = await bank.get(`/operations/${request.operation_id}`)
  bank.clock.advance(1)

  assert.deepEqual([early.status, early.body.error], [404, 'unknown_operation'])
  assert.equal((await waiting).body.outcome, 'approved')
  assert.deepEqual(await effects(bank), ['held'])
})

test('act_late acts although the caller has hung up', async () => {
  await using bank = await testBank()
  const request = authorize()
  const caller = new AbortController()
  const waiting = fetch(`${bank.base_url}/operations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'x-bank-fault': 'act_late=500' },
    body: JSON.stringify(request),
    signal: caller.signal,
  })
  await bank.clock.untilWaiting(1)
  caller.abort()
  await assert.rejects(waiting, { name: 'AbortError' })

  bank.clock.advance(500)

  const reported = await bank.get(`/operations/${request.operation_id}`)
  assert.equal(reported.body.outcome, 'approved')
  assert.deepEqual(await effects(bank), ['held'])
})

test('the same operation held twice by act_late acts once, and both callers get the same answer', async () => {
  await using bank = await testBank()
  const request = authorize({ capture: true })
  const waiting = [bank.ask(request, 'act_late=500'), bank.ask(request, 'act_late=900')]
  await bank.clock.untilWaiting(2)

  bank.clock.advance(900)

  const [first, second] = await Promise.all(waiting)
  assert.equal(first?.body.outcome, 'approved')
  assert.deepEqual(second, first)
  assert.deepEqual(await effects(bank), ['charged'])
})

test('a request that is held when the bank stops is lost', async () => {
  await using bank = await testBank()
  const request = authorize()
  const waiting = assert.rejects(bank.ask(request, 'act_late=500'))
  await bank.clock.untilWaiting(1)

  await bank.restart()
  bank.clock.advance(500)

  await waiting
  assert.equal((await bank.get(`/operations/${request.operation_id}`)).status, 404)
  assert.deepEqual(await effects(bank), [])
})

test('query_lags hides an operation from queries, but not from its resend or its revocation', async () => {
  await using bank = await testBank()
  const request = authorize()
  const made = await bank.ask(request, 'query_lags=500')
  const query = () => bank.get(`/operations/${request.operation_id}`)
  bank.clock.advance(499)

  const lagging = await query()

  assert.deepEqual([lagging.status, lagging.body.error], [404, 'unknown_operation'])
  assert.deepEqual(await bank.ask(request), made)
  assert.deepEqual(await bank.revoke(request.operation_id), made)
  assert.deepEqual(await effects(bank), ['held'])
  bank.clock.advance(1)
  assert.deepEqual(await query(), made)
})

test('capture_less charges half the requested amount, and says so', async () => {
  await using bank = await testBank()
  for (const [amount, moved] of [
    [1_001, 500],
    [1, 1],
    [0, 0],
  ] as const) {
    const request = authorize({ capture: true, amount })
    assert.equal((await bank.ask(request, 'capture_less')).body.amount, moved)
    assert.deepEqual((await movements(bank)).at(-1), ['charged', moved])
    assert.equal((await bank.ask(request)).body.amount, moved)
    assert.equal((await bank.get(`/operations/${request.operation_id}`)).body.amount, moved)
    const refund = following('refund', request.operation_id, moved + 1)
    assert.equal((await bank.ask(refund)).body.error, 'amount_exceeds_captured')
  }
})

test('capture_less captures half; the rest of the hold remains, or is released by a final capture', async () => {
  await using bank = await testBank()
  const { operation_id } = (await bank.ask(authorize())).body

  const part = await bank.ask(following('capture', operation_id, 600), 'capture_less')
  const final = { ...following('capture', operation_id, 700), final: true }
  const last = await bank.ask(final, 'capture_less')

  assert.deepEqual([part.body.amount, last.body.amount], [300, 350])
  assert.deepEqual(await movements(bank), [
    ['held', 1_000],
    ['captured', 300],
    ['captured', 350],
    ['released', 350],
  ])
})

test('capture_less charges half after a page too, and leaves holds and refunds alone', async () => {
  await using bank = await testBank()
  const instrument = card('4000003800000446')
  const asked = authorize({ instrument, capture: true, authentication: 'three_ds' })
  const challenged = await bank.ask(asked, 'capture_less')
  assert.deepEqual([challenged.body.outcome, challenged.body.amount], ['challenge', 1_000])

  await bank.choose(challenged.body.page_url, 'approve')
  await bank.ask(following('refund', asked.operation_id, 200), 'capture_less')
  await bank.ask(authorize(), 'capture_less')

  const reported = await bank.get(`/operations/${asked.operation_id}`)
  assert.deepEqual([reported.body.outcome, reported.body.amount], ['approved', 500])
  assert.deepEqual(
    (await movements(bank)).filter(([effect]) => effect !== 'challenged'),
    [
      ['charged', 500],
      ['refunded', 200],
      ['held', 1_000],
    ],
  )
})

test('drop_hold releases the rest of a hold without an event, even after a restart', async () => {
  await using bank = await testBank()
  await using caller = await receiver()
  const request = authorize({ callback_url: caller.url })
  assert.equal((await bank.ask(request, 'drop_hold=500')).body.outcome, 'approved')
  await bank.ask(following('capture', request.operation_id, 300))
  await bank.restart()
  bank.clock.advance(499)
  assert.deepEqual(await effects(bank), ['held', 'captured'])

  bank.clock.advance(1)

  for (const kind of ['capture', 'void'] as const) {
    const answer = await bank.ask(following(kind, request.operation_id, 1))
    assert.deepEqual([answer.status, answer.body.error], [422, 'wrong_state'])
  }
  assert.deepEqual((await movements(bank)).at(-1), ['released', 700])
  assert.deepEqual((await bank.get<{ events: object[] }>('/events')).body.events, [])
  assert.deepEqual(caller.received, [])
})

test('drop_hold=0 drops the hold immediately, and a released hold is not dropped again', async () => {
  await using bank = await testBank()
  const dropped = await bank.ask(authorize(), 'drop_hold=0')
  assert.equal(dropped.body.outcome, 'approved')
  bank.clock.advance(0)
  const { operation_id } = (await bank.ask(authorize(), 'drop_hold=10')).body
  await bank.ask(following('void', operation_id))
  await bank.ask(authorize({ capture: true }), 'drop_hold=10')

  bank.clock.advance(10)

  assert.deepEqual(await effects(bank), ['held', 'released', 'held', 'released', 'charged'])
})

test('refuse_void refuses a void and keeps the hold, which can still be voided or captured', async () => {
  await using bank = await testBank()
  const { operation_id } = (await bank.ask(authorize())).body
  const request = following('void', operation_id)

  const answer = await bank.ask(request, 'refuse_void')

  assert.deepEqual([answer.status, answer.body.error], [422, 'wrong_state'])
  assert.deepEqual(await effects(bank), ['held'])
  assert.equal((await bank.get(`/operations/${request.operation_id}`)).status, 404)
  await bank.ask(following('capture', operation_id, 300), 'refuse_void')
  assert.equal((await bank.ask(request)).body.outcome, 'approved')
  assert.deepEqual(await effects(bank), ['held', 'captured', 'released'])
})

test('faults of money and of time can be set at a rate, and strike only where they apply', async () => {
  await using bank = await testBank()
  const rates = { capture_less: 1, refuse_void: 1, drop_hold: 1, query_lags: 1 }
  await bank.send('POST', '/faults', { rates, delay_ms: [100, 100] })

  const charged = await bank.ask(authorize({ capture: true }))
  const { operation_id } = (await bank.ask(authorize())).body
  const refused = await bank.ask(following('void', operation_id))

  assert.deepEqual([charged.status, charged.body.amount], [200, 500])
  assert.equal(refused.body.error, 'wrong_state')
  assert.equal((await bank.get(`/operations/${operation_id}`)).status, 404)
  bank.clock.advance(100)
  assert.equal((await bank.get(`/operations/${operation_id}`)).status, 200)
  assert.deepEqual(await movements(bank), [
    ['charged', 500],
    ['held', 1_000],
    ['released', 1_000],
  ])
})

test('the README of the bank describes every fault', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const described = [...readme.matchAll(/^\| `([a-z_]+)(?:=<ms>)?` \|/gm)].map(([, name]) => name)
  assert.deepEqual(new Set(described), new Set(names))
})

test('several faults can be combined', async () => {
  await using bank = await testBank()
  const start = performance.now()
  const answer = await bank.ask(authorize(), 'delay=60, error_after')
  assert.ok(performance.now() - start >= 55)
  assert.equal(answer.status, 500)
  assert.deepEqual(await effects(bank), ['held'])
})

test('an unknown fault is refused before anything is done', async () => {
  await using bank = await testBank()
  for (const header of ['meteor', 'delay', 'delay=soon', 'callback_late=999999999', 'drop_hold']) {
    const answer = await bank.ask(authorize(), header)
    assert.equal(answer.status, 400, header)
  }
  assert.deepEqual(await effects(bank), [])
})

test('a query can fail too, and changes nothing', async () => {
  await using bank = await testBank()
  const request = authorize()
  await bank.ask(request)
  await bank.send('POST', '/faults', { rates: { maintenance: 1 } })
  assert.equal((await bank.get(`/operations/${request.operation_id}`)).status, 503)
  await bank.send('DELETE', '/faults')
  assert.equal((await bank.get(`/operations/${request.operation_id}`)).status, 200)
})

test('faults for all are set, reported and cleared', async () => {
  await using bank = await testBank()
  const settings = { rates: { error_before: 1 }, seed: 7, delay_ms: [10, 500] }

  assert.deepEqual((await bank.send('POST', '/faults', settings)).body, settings)
  assert.deepEqual((await bank.get('/faults')).body, settings)
  assert.equal((await bank.ask(authorize())).status, 500)
  await bank.send('DELETE', '/faults')

  assert.equal((await bank.ask(authorize())).status, 200)
  assert.deepEqual((await bank.get<{ rates: object }>('/faults')).body.rates, {})
})

test('faults that were drawn are counted, by the dice and by a header', async () => {
  await using bank = await testBank()
  await bank.send('POST', '/faults', { rates: { callback_twice: 1 } })
  await bank.ask(authorize())
  await bank.send('DELETE', '/faults')

  await bank.ask(authorize(), 'callback_twice')
  await bank.ask(authorize())

  assert.deepEqual((await bank.get('/faults/drawn')).body, { callback_twice: 2 })
})

test('faults for all are refused when a name, a rate or a range is wrong', async () => {
  await using bank = await testBank()
  const wrong = [
    { rates: { meteor: 0.5 } },
    { rates: { delay: 2 } },
    { rates: { delay: 'often' } },
    { delay_ms: [500, 10] },
    { delay_ms: 7 },
    { seed: 'lucky' },
  ]
  for (const settings of wrong) {
    const answer = await bank.send('POST', '/faults', settings)
    assert.equal(answer.status, 400, JSON.stringify(settings))
  }
})

test('with all faults together, a caller that retries gets each operation done once', async () => {
  await using bank = await testBank()
  const rates = { reset_before: 0.1, reset_after: 0.1, error_before: 0.1, error_after: 0.1 }
  const settings = { rates: { ...rates, maintenance: 0.1, delay: 0.2 }, seed: 7, delay_ms: [0, 9] }
  await bank.send('POST', '/faults', settings)
  const requests = Array.from({ length: 150 }, () => authorize({ capture: true }))

  const tries = await Promise.all(
    requests.map(async (request) => {
      for (let attempt = 1; ; attempt += 1) {
        const answer = await bank.ask(request).catch(() => undefined)
        if (answer?.status === 200) return attempt
      }
    }),
  )

  assert.ok(tries.some((attempt) => attempt > 2))
  const log = await bank.log()
  assert.equal(log.length, requests.length)
  assert.equal(new Set(log.map(({ operation_id }) => operation_id)).size, requests.length)
})

test('the same seed gives the same faults, at about the rate that was set', () => {
  const run = (seed: number) => {
    const desk = createFaultDesk()
    desk.set({ rates: { error_after: 0.2, delay: 0.5 }, seed, delay_ms: [10, 20] })
    return Array.from({ length: 2_000 }, () => desk.next(undefined))
  }
  assert.deepEqual(run(7), run(7))
  assert.notDeepEqual(run(7), run(8))
  const failed = run(7).filter(({ after }) => after === 'error_after').length
  assert.ok(failed > 320 && failed < 480, `${failed} of 2000`)
  assert.ok(run(7).every(({ delay_ms }) => delay_ms === 0 || (delay_ms >= 10 && delay_ms <= 20)))
})

test('the dice stay between nought and one and use the whole of it', () => {
  const roll = dice(42)
  const rolls = Array.from({ length: 10_000 }, roll)
  assert.ok(rolls.every((value) => value >= 0 && value < 1))
  const mean = rolls.reduce((sum, value) => sum + value, 0) / rolls.length
  assert.ok(Math.abs(mean - 0.5) < 0.02, `${mean}`)
})
