import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorization, card, openAccount, refTo } from './account.ts'
import type { Outcome } from '#core/providers/provider.ts'
import { methods } from '#core/providers/stripe/methods.ts'

function idOf(outcome: Outcome): string {
  assert.ok('transaction_id' in outcome && outcome.transaction_id !== null, JSON.stringify(outcome))
  return outcome.transaction_id
}

test('an intent is created unconfirmed, its id is committed, and only then is it confirmed', async () => {
  await using account = await openAccount()
  const steps: string[] = []
  const acknowledge = async (id: string) => {
    steps.push(...account.server.requests.map(({ template }) => template), id.slice(0, 3))
  }

  const outcome = await account.provider.authorize(authorization({ acknowledge }))

  assert.equal(outcome.result, 'approved')
  assert.deepEqual(
    steps.toSorted(),
    ['/v1/payment_intents', '/v1/payment_methods', 'pi_'].toSorted(),
  )
  const [last] = account.server.requests.slice(-1)
  assert.equal(last?.template, '/v1/payment_intents/{intent}/confirm')
  // The number is sent once, to create the PaymentMethod.
  const withNumber = account.server.requests.filter(({ raw }) => raw.includes('4242424242424242'))
  assert.deepEqual(
    withNumber.map(({ template }) => template),
    ['/v1/payment_methods'],
  )
  assert.deepEqual(account.server.violations, [])
})

test('an id that cannot be committed is not confirmed, and nothing was sent', async () => {
  await using account = await openAccount()
  const request = authorization({ acknowledge: () => Promise.reject(new Error('closed')) })

  const outcome = await account.provider.authorize(request)

  assert.deepEqual(outcome, { result: 'not_sent', reason: 'unreachable' })
  assert.deepEqual(account.server.world.effects, [])
  assert.ok(!account.server.requests.some(({ path }) => path.endsWith('/confirm')))
})

test('an authorize without a committed id is revoked without a call', async () => {
  await using account = await openAccount()
  const { provider, server } = account

  assert.deepEqual(await provider.revoke(refTo(authorization(), null)), { result: 'revoked' })
  assert.equal(await provider.query(refTo(authorization(), null)), 'never_seen')

  assert.equal(server.requests.length, 0)
})

test('a confirmation that arrives after its revocation is refused', async () => {
  await using account = await openAccount()
  const { server, provider } = account
  let id = ''
  const acknowledge = async (given: string) => void (id = given)
  const request = authorization({ acknowledge })
  server.arm('hold', { path: 'POST /v1/payment_intents/{intent}/confirm' })
  const authorized = provider.authorize(request)
  while (!server.requests.some(({ path }) => path.endsWith('/confirm'))) {
    await new Promise((done) => setTimeout(done, 5))
  }

  assert.deepEqual(await provider.revoke(refTo(request, id)), { result: 'revoked' })
  server.release()

  assert.deepEqual(await authorized, { result: 'revoked' })
  assert.deepEqual(await provider.query(refTo(request, id)), { result: 'revoked' })
  assert.deepEqual(server.world.effects, [])
})

test('revoking an approved hold reports it and does not release it', async () => {
  await using account = await openAccount()
  const request = authorization({ capture: false })
  const approved = await account.provider.authorize(request)

  const reported = await account.provider.revoke(refTo(request, idOf(approved)))

  assert.deepEqual(reported, approved)
  assert.deepEqual(account.server.effects(request.operation_id), ['held'])
})

test('a hold reports its deadline, what is held and the network transaction', async () => {
  await using account = await openAccount()

  const outcome = await account.provider.authorize(authorization({ capture: false }))

  assert.ok(outcome.result === 'approved')
  assert.ok(Date.parse(outcome.capture_before ?? '') > Date.now())
  assert.deepEqual([outcome.held, outcome.amount], [1_000, 1_000])
  assert.match(outcome.network_transaction_id ?? '', /^\d+$/)
})

test('a hold that Stripe has released is approved with nothing held', async () => {
  await using account = await openAccount()
  const { provider } = account
  const request = authorization({ capture: false })
  const id = idOf(await provider.authorize(request))
  const { operation_id: parent_id, currency, reference } = request
  const parent = { parent_id, parent_transaction_id: id }
  await provider.void({ operation_id: 'op_void', currency, reference, ...parent })

  const outcome = await provider.query(refTo(request, id))

  assert.ok(outcome !== 'never_seen' && outcome.result === 'approved')
  assert.equal(outcome.held, 0)
})

test('3-D Secure leads to a page, and the approval has its result', async () => {
  await using account = await openAccount()
  const request = authorization({ instrument: card('4000002760003184') })
  const challenge = await account.provider.authorize(request)
  assert.ok(challenge.result === 'challenge')
  const page = { method: 'POST', body: 'went=well', redirect: 'manual' } as const

  const answer = await fetch(challenge.page_url, page)

  assert.match(answer.headers.get('location') ?? '', /^https:\/\/shop\.example\/back/)
  const outcome = await account.provider.query(refTo(request, challenge.transaction_id))
  assert.ok(outcome !== 'never_seen' && outcome.result === 'approved')
  assert.deepEqual(outcome.three_ds, { version: '2.2.0', result: 'Y', eci: '05' })
})

test('a failed authentication is declined as such', async () => {
  await using account = await openAccount()
  const request = authorization({ authentication: 'three_ds' })
  const challenge = await account.provider.authorize(request)
  account.server.settle(request.operation_id, 'badly')

  const outcome = await account.provider.query(refTo(request, idOf(challenge)))

  assert.ok(outcome !== 'never_seen' && outcome.result === 'declined')
  assert.deepEqual([outcome.code, outcome.elsewhere], ['UE_5001', undefined])
})

test('without a customer, or without 3-D Secure, a card that needs a page is declined', async () => {
  await using account = await openAccount()
  const instrument = card('4000002760003184')

  for (const more of [{ customer_present: false }, { authentication: 'no_three_ds' }] as const) {
    const outcome = await account.provider.authorize(authorization({ instrument, ...more }))
    assert.ok(outcome.result === 'declined')
    assert.equal(outcome.code, 'UE_2002')
  }
})

test('a decline has the network code, and soft ones are worth another acquirer', async () => {
  await using account = await openAccount()
  const decline = (number: string) =>
    account.provider.authorize(authorization({ instrument: card(number) }))

  const funds = await decline('4000000000009995')
  const generic = await decline('4000000000000002')

  assert.ok(funds.result === 'declined' && generic.result === 'declined')
  assert.deepEqual(funds.network, { name: 'visa', code: '51', message: null })
  assert.deepEqual([funds.elsewhere, generic.elsewhere], [undefined, true])
})

test('amount 0 verifies the card with a SetupIntent and saves it; a renewal charges it off session', async () => {
  await using account = await openAccount()
  const { provider, server } = account
  const stored = { use: 'first', network_transaction_id: null } as const
  const first = authorization({ amount: 0, currency: 'JPY', stored_credential: stored })

  const verified = await provider.authorize(first)

  assert.ok(verified.result === 'approved' && verified.saved_method !== undefined)
  assert.deepEqual([verified.amount, verified.currency], [0, 'JPY'])
  assert.match(verified.transaction_id, /^seti_/)
  assert.deepEqual(await provider.query(refTo(first, verified.transaction_id)), verified)
  assert.deepEqual(server.world.effects, [])
  const renewal = await provider.authorize(
    authorization({
      saved_method: verified.saved_method,
      customer_present: false,
      stored_credential: { use: 'renewal', network_transaction_id: null },
    }),
  )
  assert.equal(renewal.result, 'approved')
  assert.match(server.requests.at(-1)?.raw.toString() ?? '', /off_session=true/)
  assert.deepEqual(server.violations, [])
})

test('a card that is saved with a payment has a customer at Stripe', async () => {
  await using account = await openAccount()
  const stored_credential = { use: 'first', network_transaction_id: null } as const
  const shopper = { name: 'Ada', email: 'ada@example.com', billing: { country: 'GB', zip: 'N1' } }

  const outcome = await account.provider.authorize(authorization({ stored_credential, shopper }))

  assert.ok(outcome.result === 'approved')
  assert.match(outcome.saved_method ?? '', /^cus_\w+:pm_\w+$/)
  assert.deepEqual(account.server.violations, [])
})

test('an account that may not send card numbers sends nothing', async () => {
  await using account = await openAccount({ raw_cards: false })

  const outcome = await account.provider.authorize(authorization())

  assert.deepEqual(outcome, { result: 'not_sent', reason: 'not_configured' })
})

test('an amount that Stripe cannot express, and a method that it does not offer, are declined without a call', async () => {
  await using account = await openAccount()
  const wallet = { type: 'redirect', method: 'wallet', method_type: 'dana', data: {} } as const

  const outcomes = [
    await account.provider.authorize(authorization({ amount: 1_234, currency: 'KWD' })),
    await account.provider.authorize(authorization({ amount: 150, currency: 'MGA' })),
    await account.provider.authorize(authorization({ instrument: wallet })),
  ]

  assert.deepEqual(
    outcomes.map((outcome) => outcome.result === 'declined' && outcome.code),
    ['UE_4001', 'UE_4001', 'UE_2001'],
  )
  assert.equal(account.server.requests.length, 0)
})

test('amounts are converted to Stripe units and back', async () => {
  await using account = await openAccount()

  const outcome = await account.provider.authorize(authorization({ amount: 500, currency: 'ISK' }))

  assert.ok(outcome.result === 'approved')
  assert.deepEqual([outcome.amount, outcome.currency], [500, 'ISK'])
  assert.equal(account.server.world.effects[0]?.amount, 50_000)
})

const currencyOf: Readonly<Record<string, string>> = {
  pix: 'BRL',
  boleto: 'BRL',
  ach: 'USD',
  bacs: 'GBP',
  cashapp: 'USD',
  samsung_pay: 'KRW',
}

const instructions: ReadonlySet<string> = new Set([
  'pix',
  'ach',
  'sepa',
  'bacs',
  'multibanco',
  'boleto',
])

for (const [method_type, row] of Object.entries(methods)) {
  if (!('as' in row) || row.as === 'card') continue
  const isTransfer = instructions.has(method_type)
  const next = isTransfer ? 'instructions' : method_type === 'blik' ? 'the phone' : 'a page'
  test(`${method_type} leads to ${next}, and is approved when the customer has paid`, async () => {
    await using account = await openAccount()
    const data = { social_security_number: '123.456.789-09', blik_code: '123456' }
    const instrument = isTransfer
      ? ({ type: 'bank_transfer', method_type, data } as const)
      : ({ type: 'redirect', method: 'wallet', method_type, data } as const)
    const currency = currencyOf[method_type] ?? 'EUR'
    const request = authorization({ instrument, currency })

    const first = await account.provider.authorize(request)

    assert.equal(first.result, next === 'a page' ? 'challenge' : 'pending')
    if (first.result === 'pending') assert.equal(first.instructions !== null, isTransfer)
    if (first.result === 'challenge') assert.ok(URL.canParse(first.page_url))
    assert.deepEqual(await account.provider.query(refTo(request, idOf(first))), first)
    account.server.settle(request.operation_id, 'well')
    const outcome = await account.provider.query(refTo(request, idOf(first)))
    assert.ok(outcome !== 'never_seen' && outcome.result === 'approved')
    assert.deepEqual([outcome.amount, outcome.currency], [1_000, currency])
    assert.deepEqual(account.server.violations, [])
  })
}

test('a transfer has an account, a reference and a deadline that does not move', async () => {
  await using account = await openAccount()
  const transfer = (method_type: string, currency: string) =>
    account.provider.authorize(
      authorization({ instrument: { type: 'bank_transfer', method_type, data: {} }, currency }),
    )

  const outcomes = [
    await transfer('sepa', 'EUR'),
    await transfer('bacs', 'GBP'),
    await transfer('ach', 'USD'),
  ]

  const found = outcomes.map((outcome) => {
    assert.ok(outcome.result === 'pending' && outcome.instructions?.type === 'bank_transfer')
    assert.ok(Date.parse(outcome.instructions.expires_at) > Date.now())
    const { iban, account_number } = outcome.instructions
    return iban ?? account_number
  })
  assert.deepEqual(found, ['DE89370400440532013000', '601613 31926819', '110000000 000123456789'])
})
