import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { isDecline } from '#core/declines.ts'
import { createLog } from '#kernel/log.ts'
import { currencyExponent, isCurrency } from '#kernel/money.ts'
import { authorization, connectTo, refTo } from './account.ts'
import { startStripe } from './server.ts'
import { fromProviderAmount } from '#core/providers/minor_units.ts'
import { toDecline } from '#core/providers/stripe/declines.ts'
import { currencies, exponents } from '#core/providers/stripe/methods.ts'
import { stripeAmount } from '#core/providers/stripe/requests.ts'
import { stripe } from '#core/providers/stripe/stripe.ts'

test('every currency is payable, and every amount is the same money at Stripe or refused', () => {
  for (const currency of currencies) assert.ok(isCurrency(currency), currency)
  const amounts = fc.integer({ min: 0, max: 99_999_999_999 })
  fc.assert(
    fc.property(fc.constantFrom(...currencies), amounts, (currency, amount) => {
      assert.ok(isCurrency(currency))
      const given = stripeAmount({ amount, currency })
      const digits = currencyExponent(currency)
      // Stripe's rules by the currency's digits: the last of three must be 0, ariary are whole.
      const isWhole = currency === 'MGA' ? amount % 100 === 0 : digits < 3 || amount % 10 === 0
      assert.equal(given !== undefined, isWhole)
      if (given !== undefined) assert.equal(fromProviderAmount(exponents, given, currency), amount)
    }),
  )
})

test('every decline is a unified code, and an unlisted one is never guessed', () => {
  for (const [code, row] of Object.entries(stripe.declines)) assert.ok(isDecline(row.code), code)
  for (const code of ['', 'constructor', 'a_new_code']) {
    assert.deepEqual(toDecline(code), { code: 'UE_9000' })
  }
})

test('keys say whether they are live, and other texts are no keys', () => {
  const [field] = stripe.credentials
  assert.ok(field)
  const matches = (pattern: string | undefined, text: string) =>
    new RegExp(pattern ?? '$^').test(text)
  for (const [key, mode] of [
    ['sk_test_florin0000000000', 'test'],
    ['rk_live_florin0000000000', 'live'],
  ] as const) {
    assert.ok(matches(field.pattern, key))
    assert.equal(matches(field.test_pattern, key), mode === 'test')
    assert.equal(matches(field.live_pattern, key), mode === 'live')
  }
  for (const text of ['pk_test_florin0000000000', 'sk_test_', 'whsec_1', '']) {
    assert.ok(!matches(field.pattern, text), text)
  }
})

type Given = readonly [status: number, body: unknown] | 'break'

/** A server that creates intents and methods, and gives every other request this answer. */
async function standIn(given: { now: Given }) {
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const isCreation = ['/v1/payment_intents', '/v1/payment_methods'].includes(path)
    const [status, body] = isCreation ? [200, { id: 'pi_1' }] : given.now
    if (!isCreation && given.now === 'break') return void request.socket.destroy()
    response.writeHead(Number(status)).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const account = { url, key: 'sk_test_secretsecret', secrets: ['whsec_1'] }
  const provider = connectTo(account, { log })
  const stop = async () => {
    provider.close()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { provider, lines, [Symbol.asyncDispose]: stop }
}

const charge = {
  id: 'ch_1',
  status: 'succeeded',
  amount: 1_000,
  currency: 'eur',
  payment_intent: 'pi_1',
}
const intent = { id: 'pi_1', object: 'payment_intent', status: 'succeeded', latest_charge: charge }

test('an undocumented answer is unknown, with any status', async () => {
  const strange: Given[] = [
    [200, 'not JSON'],
    [200, 'null'],
    [200, []],
    [200, {}],
    [200, { ...intent, id: 'pi_2' }],
    [200, { ...intent, status: 'maybe' }],
    [200, { ...intent, latest_charge: 'ch_1' }],
    [200, { ...intent, latest_charge: { ...charge, amount: '1000' } }],
    [200, { ...intent, latest_charge: { ...charge, amount: 10.5 } }],
    [200, { ...intent, latest_charge: { ...charge, amount: -1 } }],
    [200, { ...intent, latest_charge: { ...charge, currency: 'euros' } }],
    [200, { ...intent, latest_charge: { ...charge, status: 'failed' } }],
    [200, { ...intent, status: 'requires_action', next_action: { type: 'use_stripe_sdk' } }],
    [302, ''],
    [400, { error: { type: 'idempotency_error', message: 'Other parameters.' } }],
    [404, '<h1>Not found</h1>'],
    [409, { error: { type: 'invalid_request_error', code: 'lock_timeout' } }],
    [429, { error: { type: 'invalid_request_error', code: 'rate_limit' } }],
    [500, { error: { type: 'api_error' } }],
    [503, '<h1>Service unavailable</h1>'],
  ]
  const unknown = { result: 'unknown' }
  for (const now of strange) {
    await using host = await standIn({ now })
    const request = authorization()
    const modify = { ...request, parent_id: 'op_0', parent_transaction_id: 'pi_1', final: true }
    const name = JSON.stringify(now)
    assert.deepEqual(await host.provider.authorize(request), unknown, name)
    assert.deepEqual(await host.provider.capture(modify), unknown, name)
    assert.deepEqual(await host.provider.refund(modify), unknown, name)
    assert.deepEqual(await host.provider.void(modify), unknown, name)
    assert.deepEqual(await host.provider.query(refTo(request, 'pi_1')), unknown, name)
    assert.deepEqual(await host.provider.revoke(refTo(request, 'pi_1')), unknown, name)
  }
})

test('five lost answers in a row and Stripe is left alone', async () => {
  await using host = await standIn({ now: 'break' })
  const query = () => host.provider.query(refTo(authorization(), 'pi_1'))
  for (let i = 0; i < 5; i++) assert.deepEqual(await query(), { result: 'unknown' })

  const sixth = await host.provider.authorize(authorization())

  assert.deepEqual(sixth, { result: 'not_sent', reason: 'unreachable' })
})

test('lost answers are logged without the card or the key', async () => {
  await using host = await standIn({ now: 'break' })
  const request = authorization()

  await host.provider.authorize(request)

  const text = host.lines.join('')
  assert.ok(text.includes(request.operation_id))
  for (const secret of ['4242', '987', 'secretsecret']) assert.ok(!text.includes(secret), secret)
})

test('the test server notices requests that break the published description', async () => {
  const server = await startStripe()
  const headers = { Authorization: `Bearer ${server.key}`, 'Stripe-Version': '1' }
  const post = (path: string, body: string) =>
    fetch(`${server.url}${path}`, { method: 'POST', headers, body })

  await post('/v1/payment_intents', 'amount=ten&currency=eur')
  await post('/v1/payment_intents', 'amount=10&currency=eur&colour=red')
  await post('/v1/payment_intents', 'amount=10&currency=eur&capture_method=never')
  await post('/v1/nonsense', '')
  await fetch(`${server.url}/v1/events?sort=oldest`, { headers })

  for (const word of ['must be integer', 'colour', 'capture_method', 'no such route', 'sort']) {
    assert.ok(
      server.violations.some((each) => each.includes(word)),
      word,
    )
  }
  await server.stop()
})

test('as a process of its own it serves its money log and takes faults', async () => {
  const program = resolve(import.meta.dirname, 'main.ts')
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const url = `http://127.0.0.1:${port}`
  const provider = connectTo({ url, key: 'sk_test_florin0000000000', secrets: [] })
  const request = authorization()
  const fault = { fault: 'reset_after', path: 'POST /v1/payment_intents/{intent}/confirm' }

  await fetch(`${url}/_faults`, { method: 'POST', body: JSON.stringify(fault) })

  assert.deepEqual(await provider.authorize(request), { result: 'unknown' })
  const log = (await (await fetch(`${url}/_log`)).json()) as { operation_id: string }[]
  assert.deepEqual(
    log.map(({ operation_id }) => operation_id),
    [request.operation_id],
  )
  assert.deepEqual(await (await fetch(`${url}/_violations`)).json(), [])
  provider.close()
  child.kill()
  await once(child, 'exit')
})
