// Each fault against the real bank; whether it acted is read from its log.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFaultDesk, dice } from './faults.ts'
import { authorize, KEY, receiver, testBank, type TestBank } from './testing.ts'

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

test('pending acts at once, says pending, and tells the outcome a second later', async () => {
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

test('several faults can be named at once', async () => {
  await using bank = await testBank()
  const start = performance.now()
  const answer = await bank.ask(authorize(), 'delay=60, error_after')
  assert.ok(performance.now() - start >= 55)
  assert.equal(answer.status, 500)
  assert.deepEqual(await effects(bank), ['held'])
})

test('a fault nobody knows is refused before anything is done', async () => {
  await using bank = await testBank()
  for (const header of ['meteor', 'delay', 'delay=soon', 'callback_late=999999999']) {
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

test('faults for all are set, told and cleared', async () => {
  await using bank = await testBank()
  const settings = { rates: { error_before: 1 }, seed: 7, delay_ms: [10, 500] }

  assert.deepEqual((await bank.send('POST', '/faults', settings)).body, settings)
  assert.deepEqual((await bank.get('/faults')).body, settings)
  assert.equal((await bank.ask(authorize())).status, 500)
  await bank.send('DELETE', '/faults')

  assert.equal((await bank.ask(authorize())).status, 200)
  assert.deepEqual((await bank.get<{ rates: object }>('/faults')).body.rates, {})
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

test('through every fault at once, a caller that asks again gets each operation done once', async () => {
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
