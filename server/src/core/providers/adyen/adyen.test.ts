// The test server's tests cover Adyen itself; these cover any other server at its address, and the tables.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { isDecline } from '#core/declines.ts'
import { methodTypeNames } from '#core/method_types.ts'
import { createLog } from '#kernel/log.ts'
import { ref } from '#testing/provider_contract/bench.ts'
import type { AuthorizeRequest } from '../request.ts'
import type { AccountOptions } from '../provider_type.ts'
import { adyen } from './adyen.ts'
import { declineRow, declines } from './declines.ts'
import { baseUrls } from './wire.ts'

const operation_id = 'op_1'
const request: AuthorizeRequest = {
  operation_id,
  amount: 1_000,
  currency: 'EUR',
  capture: true,
  instrument: {
    type: 'card',
    number: '4111111111111111',
    exp_month: 3,
    exp_year: 2030,
    cvc: '987',
  },
  authentication: null,
  customer_present: true,
  reference: 'pay_1',
}
const capture = { ...request, parent_id: 'op_0', parent_transaction_id: 'PSP0', final: true }
const approved = {
  resultCode: 'Authorised',
  pspReference: 'PSP1',
  merchantReference: operation_id,
  amount: { value: 1_000, currency: 'EUR' },
}
const received = {
  status: 'received',
  pspReference: 'PSP2',
  paymentPspReference: 'PSP0',
  merchantAccount: 'Shop',
  reference: 'op_1/capture',
  amount: { value: 1_000, currency: 'EUR' },
}

type Answer = readonly [status: number, body: unknown]

/** A server that gives every request the same answer. */
async function standIn(answer: { now: Answer }, more: Partial<AccountOptions> = {}) {
  const seen = { keys: [] as unknown[] }
  const server = createServer((request, response) => {
    seen.keys.push(request.headers['idempotency-key'])
    const [status, body] = answer.now
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const provider = adyen.connect({
    merchant_id: 'mer_1',
    connector_id: 'con_1',
    credentials: { api_key: 'secret-api-key', merchant_account: 'Shop' },
    webhook_secrets: [],
    settings: {},
    card_entry: 'raw',
    test_mode: true,
    urls: { checkout: url, disputes: url },
    log,
    ...more,
  })
  const stop = async () => {
    provider.close()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { provider, seen, lines, [Symbol.asyncDispose]: stop }
}

function error(status: number, errorCode: string | number, errorType: string): Answer {
  return [status, { status, errorCode, errorType, message: 'Something' }]
}

test('an undocumented answer to a payment is unknown, with any status', async () => {
  const strange: Answer[] = [
    [200, 'not JSON'],
    [200, 'null'],
    [200, '[]'],
    [200, {}],
    [200, { ...approved, merchantReference: 'op_2' }],
    [200, { ...approved, resultCode: 'Perhaps' }],
    [200, { ...approved, resultCode: 'ChallengeShopper' }],
    [200, { ...approved, resultCode: 'PartiallyAuthorised' }],
    [200, { ...approved, pspReference: undefined }],
    [200, { ...approved, amount: { value: '1000', currency: 'EUR' } }],
    [200, { ...approved, amount: { value: 10.5, currency: 'EUR' } }],
    [200, { ...approved, amount: { value: -1, currency: 'EUR' } }],
    [200, { ...approved, amount: { value: 1_000, currency: 'USD' } }],
    [
      200,
      {
        resultCode: 'RedirectShopper',
        action: { type: 'redirect', method: 'POST', url: 'https://a' },
      },
    ],
    [200, { resultCode: 'RedirectShopper', action: { type: 'redirect', method: 'GET' } }],
    [202, approved],
    [404, 'Not found'],
    [429, 'Too many'],
    [500, approved],
    [503, '<h1>Maintenance</h1>'],
    [422, 'no JSON'],
    [401, 'a proxy'],
    error(422, '704', 'validation'),
    error(422, '000', 'internal'),
    error(500, '905', 'configuration'),
  ]
  const answer: { now: Answer } = { now: [200, approved] }
  for (const now of strange) {
    answer.now = now
    await using shop = await standIn(answer)
    const outcome = await shop.provider.authorize(request)
    assert.deepEqual(outcome, { result: 'unknown' }, JSON.stringify(now))
  }
})

test('an undocumented answer to a capture is unknown', async () => {
  const strange: Answer[] = [
    [201, {}],
    [201, { ...received, status: 'refused' }],
    [201, { ...received, paymentPspReference: 'PSP9' }],
    [201, { ...received, reference: 'op_2/capture' }],
    [201, { ...received, pspReference: undefined }],
    error(422, '704', 'validation'),
    [500, received],
  ]
  const answer: { now: Answer } = { now: [201, received] }
  await using shop = await standIn(answer)
  for (const now of strange) {
    answer.now = now
    assert.deepEqual(await shop.provider.capture(capture), { result: 'unknown' })
  }
  answer.now = [201, received]
  const pending = { result: 'pending', transaction_id: 'PSP2', instructions: null }
  assert.deepEqual(await shop.provider.capture(capture), pending)
})

test('refused credentials are certain: nothing was sent', async () => {
  const answer: { now: Answer } = { now: error(401, '000', 'security') }
  await using shop = await standIn(answer)
  const notSent = { result: 'not_sent', reason: 'unauthorized' }
  for (const now of [error(401, '000', 'security'), error(403, '901', 'security')]) {
    answer.now = now
    assert.deepEqual(await shop.provider.authorize(request), notSent)
    assert.deepEqual(await shop.provider.capture(capture), notSent)
    // The customer's payment stays open.
    const parameters = { redirectResult: 'x' }
    const outcome = await shop.provider.continue?.(ref(operation_id), parameters)
    assert.deepEqual(outcome, { result: 'unknown' })
  }
})

test('a request that Adyen refuses before acting is declined or refused', async () => {
  await using shop = await standIn({ now: error(422, 14_030, 'validation') })

  const declined = await shop.provider.authorize(request)
  const refused = await shop.provider.capture(capture)

  assert.ok(declined.result === 'declined')
  assert.deepEqual([declined.code, declined.provider_code], ['UE_4001', '14030'])
  assert.ok(refused.result === 'refused')
  assert.deepEqual([refused.code, refused.provider_code], ['PE_01', '14030'])
})

test('every call has its own key, a revocation none, and a repeated return the same one', async () => {
  await using shop = await standIn({ now: [200, approved] })
  const { provider, seen } = shop
  await provider.authorize(request)
  await provider.capture({ ...capture, operation_id: 'op_2' })
  assert.deepEqual(await provider.revoke(ref(operation_id)), { result: 'unknown' })
  for (const redirectResult of ['a', 'a', 'b']) {
    await provider.continue?.(ref(operation_id), { redirectResult })
  }

  const [payment, modification, revocation, first, again, other] = seen.keys
  assert.deepEqual([payment, modification, revocation], ['op_1', 'op_2', undefined])
  assert.equal(again, first)
  assert.notEqual(other, first)
  assert.ok(String(first).length <= 64)
})

test('only an authorize can be revoked, and no other request is made', async () => {
  await using shop = await standIn({ now: [201, received] })
  assert.deepEqual(await shop.provider.revoke(ref('op_1', 'capture')), { result: 'unknown' })
  assert.equal(shop.seen.keys.length, 0)
})

test('an account that keeps failing is not asked for a moment', async () => {
  await using shop = await standIn({ now: [500, ''] })
  for (let n = 0; n < 5; n++) await shop.provider.authorize(request)

  const notSent = { result: 'not_sent', reason: 'unreachable' }
  assert.deepEqual(await shop.provider.authorize(request), notSent)
  assert.equal(shop.seen.keys.length, 5)
})

test('no credential, card or customer is logged', async () => {
  await using shop = await standIn({ now: [500, 'secret-body'] })
  await shop.provider.authorize({ ...request, shopper: { email: 'ada@example.com' } })
  await shop.provider.capture(capture)

  const text = shop.lines.join('\n')
  assert.match(text, /op_1/)
  for (const secret of ['secret-api-key', '4111111111111111', '987', 'ada@', 'secret-body']) {
    assert.ok(!text.includes(secret), secret)
  }
})

test('a live account is reached by its prefix, and without a valid one not at all', async () => {
  const urls = (live_prefix: string | undefined, test_mode = false) => {
    const credentials: Record<string, string> = live_prefix === undefined ? {} : { live_prefix }
    const log = createLog('silent')
    return baseUrls({ credentials, test_mode, urls: {}, log, connector_id: null }).checkout
  }
  const live = 'https://1797a841fbb37ca7-AdyenDemo-checkout-live.adyenpayments.com/checkout'
  assert.equal(urls('1797a841fbb37ca7-AdyenDemo'), live)
  assert.equal(urls(undefined, true), 'https://checkout-test.adyen.com')
  for (const bad of [
    undefined,
    '',
    'evil.example/',
    '1797a841fbb37ca7-A.evil.example',
    'x'.repeat(99),
  ])
    assert.equal(urls(bad), undefined)

  await using shop = await standIn({ now: [200, approved] }, { test_mode: false, urls: {} })
  const notSent = { result: 'not_sent', reason: 'not_configured' }
  assert.deepEqual(await shop.provider.authorize(request), notSent)
  assert.equal((await shop.provider.check?.())?.result, 'invalid')
})

test('every method type has a row, and every reason is a sentence', () => {
  assert.deepEqual(Object.keys(adyen.methods).toSorted(), methodTypeNames.toSorted())
  for (const row of Object.values(adyen.methods)) {
    if ('not' in row) assert.match(row.not, /^[A-Z].*\.$/)
  }
})

test('every refusal reason has a unified code, and one that is not listed is UE_9000', () => {
  for (const [code, row] of Object.entries(declines)) {
    assert.ok(isDecline(row.code))
    assert.deepEqual(declineRow(code), row)
  }
  for (const code of ['', '999', 'constructor']) assert.equal(declineRow(code).code, 'UE_9000')
})
