// The adapter's payments against the test server: what is asked for, and what the answers mean.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { createLog } from '#kernel/log.ts'
import { type MethodName, methodOfType } from '#core/method_types.ts'
import { adyen } from '#core/providers/adyen/adyen.ts'
import type { Provider } from '#core/providers/provider.ts'
import type { AuthorizeRequest, CardInstrument, Instrument } from '#core/providers/request.ts'
import { ref } from '#testing/provider_contract/bench.ts'
import { account, startTestServer } from './account.ts'
import type { AdyenServer } from './server.ts'
import { THREE_DS_NUMBER } from './triggers.ts'

let server: AdyenServer
let provider: Provider
before(async () => {
  server = await startTestServer()
  provider = adyen.connect({ ...account(server.url), log: createLog('silent') })
})
after(async () => {
  provider.close()
  await server.stop()
  assert.deepEqual(server.violations, [])
})

const card: CardInstrument = {
  type: 'card',
  number: '4111111111111111',
  exp_month: 3,
  exp_year: 2030,
  cvc: '737',
}

function asked(more: Partial<AuthorizeRequest> = {}): AuthorizeRequest {
  return {
    operation_id: newId('op'),
    reference: 'pay_1',
    amount: 1_000,
    currency: 'EUR',
    capture: true,
    instrument: card,
    authentication: null,
    customer_present: true,
    return_url: 'https://shop.example/back',
    ...more,
  }
}

/** The last request's body. */
function lastBody(): Record<string, unknown> {
  return JSON.parse(server.bodies.at(-1) ?? '{}') as Record<string, unknown>
}

test('every card payment is only held, and found by its operation id; the payment is in the metadata', async () => {
  const request = asked()
  const outcome = await provider.authorize(request)

  assert.equal(outcome.result, 'approved')
  const { reference, metadata, additionalData, captureDelayHours } = lastBody()
  assert.equal(reference, request.operation_id)
  assert.deepEqual(metadata, { payment: 'pay_1' })
  assert.deepEqual(additionalData, { manualCapture: 'true' })
  assert.equal(captureDelayHours, undefined)
  assert.deepEqual(server.effects(request.operation_id), ['held'])
  assert.equal(server.state.keys.has(request.operation_id), true)
})

test('a method that cannot hold is captured at once, whatever the account does otherwise', async () => {
  const data = {
    type: 'redirect',
    method: 'bank_redirect',
    method_type: 'ideal',
    data: {},
  } as const
  const request = asked({ instrument: data })
  const outcome = await provider.authorize(request)

  assert.ok(outcome.result === 'challenge')
  assert.equal(lastBody()['captureDelayHours'], 0)
  assert.equal(lastBody()['additionalData'], undefined)
  await server.visit(outcome.page_url, 'approve')
  assert.deepEqual(server.effects(request.operation_id), ['charged'])
})

test('an amount of 0 verifies the card, holds nothing and is not captured', async () => {
  const request = asked({ amount: 0 })
  const outcome = await provider.authorize(request)

  assert.ok(outcome.result === 'approved' && outcome.amount === 0)
  assert.equal(lastBody()['additionalData'], undefined)
  assert.deepEqual(server.effects(request.operation_id), [])
})

test('an address is sent as a whole, and a state as a code or not at all', async () => {
  const sent = async (state: string, zip?: string) => {
    const billing = { line1: '12 Mill Lane', city: 'Leeds', zip, state, country: 'GB' }
    await provider.authorize(asked({ shopper: { billing } }))
    return lastBody()['billingAddress'] as Record<string, string> | undefined
  }
  assert.equal((await sent('NY', 'LS1'))?.['stateOrProvince'], 'NY')
  const whole = await sent('West Yorkshire', 'LS1')
  assert.deepEqual(whole, {
    street: '12 Mill Lane',
    houseNumberOrName: 'N/A',
    city: 'Leeds',
    postalCode: 'LS1',
    country: 'GB',
  })
  assert.equal(await sent('NY'), undefined)
})

test('a stored method is charged later without its details', async () => {
  const shopper = { customer_id: 'c', email: 'ada@example.com', name: 'Ada Lovelace' }
  const first = { use: 'first', network_transaction_id: null } as const
  const stored = await provider.authorize(asked({ shopper, stored_credential: first }))
  assert.ok(stored.result === 'approved')
  assert.equal(lastBody()['storePaymentMethod'], true)
  // Three characters at least, and another merchant's customer is another shopper.
  assert.equal(lastBody()['shopperReference'], 'mer_1/c')
  const { saved_method, network_transaction_id } = stored
  assert.ok(saved_method && network_transaction_id)

  const renewal = { use: 'renewal', network_transaction_id } as const
  const request = asked({
    shopper,
    saved_method,
    stored_credential: renewal,
    customer_present: false,
    instrument: { ...card, cvc: undefined },
  })
  const outcome = await provider.authorize(request)

  assert.equal(outcome.result, 'approved')
  const body = lastBody()
  assert.deepEqual(body['paymentMethod'], { type: 'scheme', storedPaymentMethodId: saved_method })
  assert.equal(body['recurringProcessingModel'], 'Subscription')
  assert.equal(body['shopperInteraction'], 'ContAuth')
  const chain = { manualCapture: 'true', networkTxReference: network_transaction_id }
  assert.deepEqual(body['additionalData'], chain)
})

test('the customer authenticates on a page, and the payment is decided when they are back', async () => {
  const request = asked({ instrument: { ...card, number: THREE_DS_NUMBER } })
  const challenge = await provider.authorize(request)
  assert.ok(challenge.result === 'challenge')
  const parameters = await server.visit(challenge.page_url, 'approve')
  assert.deepEqual(server.effects(request.operation_id), [])

  const outcome = await provider.continue?.(ref(request.operation_id), parameters)
  const again = await provider.continue?.(ref(request.operation_id), parameters)

  assert.ok(outcome?.result === 'approved')
  assert.deepEqual(outcome.three_ds, { version: '2.2.0', result: 'Y', eci: '05' })
  assert.deepEqual(again, outcome)
  assert.deepEqual(server.effects(request.operation_id), ['held'])
})

test('a failed authentication declines the payment', async () => {
  const request = asked({ authentication: 'three_ds' })
  const challenge = await provider.authorize(request)
  assert.ok(challenge.result === 'challenge')

  const parameters = await server.visit(challenge.page_url, 'refuse')
  const outcome = await provider.continue?.(ref(request.operation_id), parameters)

  assert.ok(outcome?.result === 'declined')
  assert.equal(outcome.code, 'UE_5001')
})

test("another payment's return parameters do not approve a payment", async () => {
  const [mine, theirs] = [
    asked({ authentication: 'three_ds' }),
    asked({ authentication: 'three_ds' }),
  ]
  await provider.authorize(mine)
  const challenge = await provider.authorize(theirs)
  assert.ok(challenge.result === 'challenge')
  const parameters = await server.visit(challenge.page_url, 'approve')

  const outcomes = [
    await provider.continue?.(ref(mine.operation_id), parameters),
    await provider.continue?.(ref(mine.operation_id), { redirectResult: 'invented' }),
    await provider.continue?.(ref(mine.operation_id), {}),
  ]

  for (const outcome of outcomes) assert.deepEqual(outcome, { result: 'unknown' })
})

test('without a page to return to, no authentication is attempted', async () => {
  const { return_url: _, ...request } = asked({ instrument: { ...card, number: THREE_DS_NUMBER } })

  assert.equal((await provider.authorize(request)).result, 'approved')

  assert.deepEqual(lastBody()['authenticationData'], { attemptAuthentication: 'never' })
})

test('a decline has the code of the table, the words of Adyen and of the issuer', async () => {
  const refused = await provider.authorize(asked({ instrument: { ...card, holder_name: 'ERROR' } }))

  assert.ok(refused.result === 'declined')
  assert.deepEqual(
    [refused.code, refused.elsewhere, refused.provider_code, refused.provider_message],
    ['UE_3002', true, '4', 'Acquirer Error'],
  )
  assert.deepEqual(refused.network, { name: 'visa', code: '05', message: 'Do not honor' })
})

test('a request that Adyen refuses before acting is declined with its error', async () => {
  const outcome = await provider.authorize(asked({ instrument: { ...card, number: '4' } }))

  assert.ok(outcome.result === 'declined')
  assert.deepEqual([outcome.code, outcome.provider_code], ['UE_1003', '101'])
})

test('amounts are sent in Adyen’s units, and one that it cannot express is not sent', async () => {
  const sent = async (amount: number, currency: string) => {
    const outcome = await provider.authorize(asked({ amount, currency }))
    assert.ok(outcome.result === 'approved', JSON.stringify(outcome))
    assert.deepEqual([outcome.amount, outcome.currency], [amount, currency])
    return (lastBody()['amount'] as { value: number }).value
  }
  assert.equal(await sent(1_000, 'ISK'), 100_000)
  assert.equal(await sent(1_000, 'CLP'), 100_000)
  assert.equal(await sent(100_000, 'IDR'), 1_000)
  assert.equal(await sent(1_000, 'JPY'), 1_000)

  const before = server.requests.length
  const outcome = await provider.authorize(asked({ amount: 150, currency: 'IDR' }))

  assert.ok(outcome.result === 'declined')
  assert.equal(outcome.code, 'UE_4001')
  const capture = { ...asked(), parent_id: 'op_1', parent_transaction_id: 'PSP', final: true }
  const refused = await provider.capture({ ...capture, amount: 150, currency: 'IDR' })
  assert.equal(refused.result, 'refused')
  assert.equal(server.requests.length, before)
})

const data: Readonly<Record<string, object>> = {
  apple_pay: { payment_data: { version: 'EC_v1', data: 'x' } },
  google_pay: { token: { type: 'PAYMENT_GATEWAY', token: '{"signature":"x"}' } },
  vipps: { telephone_number: '+4712345678' },
  mb_way: { telephone_number: '+351912345678' },
  online_banking_fpx: { issuer: 'maybank2u' },
  boleto: { social_security_number: '123.456.789-09' },
}

function instrumentFor(method: MethodName | undefined, method_type: string): Instrument {
  const more = { method_type, data: { ...data[method_type] } }
  switch (method) {
    case 'wallet':
    case 'pay_later':
    case 'bank_redirect':
    case 'crypto':
      return { type: 'redirect', method, ...more }
    case 'bank_transfer':
      return { type: 'bank_transfer', ...more }
    case 'upi': {
      const isCollect = method_type === 'upi_collect'
      const type = isCollect ? 'upi_collect' : 'upi_intent'
      return { type: 'upi', method_type: type, ...(isCollect ? { vpa: 'ada@bank' } : {}) }
    }
    case 'card':
    case undefined:
      return card
  }
}

for (const [type, support] of Object.entries(adyen.methods)) {
  if (!('as' in support)) continue
  test(`${type} is asked for as ${support.as}, and paid`, async () => {
    const shopper = {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      billing: { line1: '1 High Street', city: 'London', zip: 'N1', country: 'GB' },
      browser: { ip_address: '192.0.2.1', user_agent: 'x' },
    }
    const request = asked({ instrument: instrumentFor(methodOfType.get(type), type), shopper })
    const outcome = await provider.authorize(request)

    const { paymentMethod } = lastBody() as { paymentMethod: { type: string } }
    assert.equal(paymentMethod.type, support.as)
    if (outcome.result === 'challenge') await server.visit(outcome.page_url, 'approve')
    else if (outcome.result === 'pending') server.settle(request.operation_id, 'approve')
    else assert.equal(outcome.result, 'approved')
    const effect = support.holds === false ? 'charged' : 'held'
    assert.deepEqual(server.effects(request.operation_id), [effect])
  })
}

test('a method that is not offered, or that misses a required field, is not sent', async () => {
  const before = server.requests.length
  for (const instrument of [
    instrumentFor('wallet', 'venmo'),
    { type: 'redirect', method: 'wallet', method_type: 'vipps', data: {} } as const,
    { type: 'provider_page', method_type: 'credit' } as const,
  ]) {
    const outcome = await provider.authorize(asked({ instrument }))
    assert.ok(outcome.result === 'declined' && outcome.code === 'UE_4001')
  }
  assert.equal(server.requests.length, before)
})

test('instructions are passed on: a code to scan, a voucher to pay', async () => {
  const pix = await provider.authorize(asked({ instrument: instrumentFor('bank_transfer', 'pix') }))
  const multibanco = instrumentFor('bank_transfer', 'multibanco')
  const voucher = await provider.authorize(asked({ instrument: multibanco }))

  assert.ok(pix.result === 'pending' && pix.instructions?.type === 'qr')
  assert.ok(Date.parse(pix.instructions.expires_at) > Date.now())
  assert.ok(voucher.result === 'pending' && voucher.instructions?.type === 'voucher')
  assert.match(voucher.instructions.reference, /^12345 /)
})

test('a modification repeats its stored bytes, and without them the same ones', async () => {
  const request = asked()
  const held = await provider.authorize(request)
  assert.ok(held.result === 'approved')
  const parent_transaction_id = held.transaction_id
  const capture = {
    ...asked({ amount: 600 }),
    parent_id: request.operation_id,
    parent_transaction_id,
    final: true,
  }
  const body = provider.compose?.('capture', capture)
  assert.ok(body)

  const first = await provider.capture({ ...capture, body })
  assert.equal(server.bodies.at(-1), body)
  assert.equal(first.result, 'pending')
  assert.deepEqual(await provider.capture({ ...capture, body }), first)

  // Without several captures the first one releases the rest.
  assert.deepEqual(server.effects(capture.operation_id), ['captured', 'released'])
})

test('credentials are checked without moving money', async () => {
  const before = server.state.log.length
  const check = async (credentials: Record<string, string>) => {
    const options = { ...account(server.url), credentials, log: createLog('silent') }
    const other = adyen.connect(options)
    const outcome = await other.check?.()
    other.close()
    return outcome?.result
  }
  const { credentials } = account(server.url)

  assert.equal(await check(credentials), 'valid')
  assert.equal(await check({ ...credentials, api_key: 'wrong' }), 'invalid')
  assert.equal(await check({ ...credentials, merchant_account: 'Other' }), 'invalid')
  server.arm('error_before')
  assert.equal(await check(credentials), 'unknown')
  assert.equal(server.state.log.length, before)
})
