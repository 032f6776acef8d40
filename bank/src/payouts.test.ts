// Payouts to every recipient type.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorize, bytesOf, card, KEY, receiver, testBank, type TestBank } from './testing.ts'

interface Check {
  eligible: boolean
  code: string | null
}

function payout(instrument: object, fields: object = {}) {
  return authorize({ kind: 'payout', instrument, ...fields })
}

function sepa(iban: string) {
  return { type: 'bank_transfer', method_type: 'sepa', data: { iban, bic: 'COBADEFFXXX' } }
}

async function standing(bank: TestBank, { operation_id }: { operation_id: string }) {
  const { outcome, code } = (await bank.get(`/operations/${operation_id}`)).body
  return [outcome, code]
}

const good = 'DE89370400440532013000'

for (const [ending, first, later, lines, eligible] of [
  ['1234', ['approved', '00'], ['approved', '00'], ['paid_out'], true],
  ['0002', ['declined', 'P01'], ['declined', 'P01'], ['declined'], true],
  ['0019', ['pending', null], ['approved', '00'], ['pending', 'paid_out'], true],
  ['0027', ['approved', '00'], ['returned', 'P02'], ['paid_out', 'returned'], true],
  ['0035', ['declined', 'P03'], ['declined', 'P03'], ['declined'], false],
  ['0043', ['declined', 'P04'], ['declined', 'P04'], ['declined'], false],
] as const) {
  test(`a payout to an account that ends in ${ending} is ${first[0]}, later ${later[0]}`, async () => {
    await using bank = await testBank()
    const request = payout(sepa(`DE8937040044053201${ending}`))
    const check = await bank.send<Check>('POST', '/payouts/check', request)
    assert.equal(check.body.eligible, eligible)
    assert.deepEqual(await bank.log(), [])

    await bank.ask(request)
    assert.deepEqual(await standing(bank, request), first)
    bank.clock.advance(4_999)
    assert.deepEqual(await standing(bank, request), first)
    assert.deepEqual((await bank.get('/due')).body, { count: lines.length - 1 })
    await bank.restart()
    bank.clock.advance(1)

    assert.deepEqual(await standing(bank, request), later)
    assert.deepEqual((await bank.get('/due')).body, { count: 0 })
    const log = await bank.log()
    assert.deepEqual(
      log.map(({ kind, effect, amount }) => [kind, effect, amount]),
      lines.map((effect) => ['payout', effect, 1_000]),
    )
  })
}

const ways: [type: string, method_type: string, data: (account: string) => object][] = [
  ['bank_transfer', 'ach', (n) => ({ bank_account_number: n, bank_routing_number: '110000000' })],
  ['bank_transfer', 'bacs', (n) => ({ bank_account_number: n, bank_sort_code: '108800' })],
  ['bank_transfer', 'sepa', (n) => ({ iban: `DE89 3704 0044 ${n}`, bic: 'COBADEFFXXX' })],
  ['bank_transfer', 'pix', (n) => ({ bank_account_number: n, tax_id: '1' })],
  ['bank_transfer', 'pix_key', (n) => ({ pix_key: n })],
  ['bank_transfer', 'pix_emv', (n) => ({ emv: n })],
  ['bank_transfer', 'trustly', (n) => ({ iban: good, bank_account_number: n, bank_number: '1' })],
  ['bank_transfer', 'open_banking', (n) => ({ account_holder_name: 'Ada', iban: n })],
  ['wallet', 'paypal', (n) => ({ email: 'ada@example.com', telephone_number: n, paypal_id: '1' })],
  ['wallet', 'venmo', (n) => ({ telephone_number: n })],
  ['wallet', 'apple_pay', (n) => ({ dpan: n, expiry_month: '1', expiry_year: '2040' })],
  ['wallet', 'google_pay', (n) => ({ application_primary_account_number: n })],
  ['bank_redirect', 'interac', (n) => ({ email: `ada${n}@example.com` })],
  ['bank_redirect', 'open_banking', (n) => ({ account_holder_name: 'Ada', iban: n })],
  ['passthrough', 'paypal', (n) => ({ psp_token: `tok_${n}`, psp_customer_id: '1' })],
]

for (const [type, method_type, data] of ways) {
  test(`${type} ${method_type} is paid, and its account decides`, async () => {
    await using bank = await testBank()
    const pay = async (account: string) =>
      (await bank.ask(payout({ type, method_type, data: data(account) }))).body
    assert.equal((await pay('123456781234')).outcome, 'approved')
    assert.equal((await pay('123456780002')).code, 'P01')
    assert.equal((await pay('123456780043')).code, 'P04')
  })
}

test('a card is paid out to, unless its number is none or says otherwise', async () => {
  await using bank = await testBank()
  const pay = async (number: string) => (await bank.ask(payout(card(number)))).body
  assert.equal((await pay('4242424242424242')).outcome, 'approved')
  assert.equal((await pay('4000000000000002')).code, 'P01')
  assert.equal((await pay('4242424242424241')).code, '14')
})

test('only an onboarded recipient can be paid, even after a restart', async () => {
  await using bank = await testBank()
  const request = payout(sepa('DE89370400440532010043'))
  const check = async (body: object) =>
    (await bank.send<Check>('POST', '/payouts/check', body)).body

  assert.equal((await check(request)).code, 'P04')
  const onboarded = await bank.send<Check>('POST', '/payouts/onboard', request)
  await bank.restart()

  assert.equal(onboarded.body.eligible, true)
  assert.equal((await check(request)).eligible, true)
  assert.equal((await bank.ask(request)).body.outcome, 'approved')
  assert.equal((await check(payout(sepa('FR7630006000011234560043')))).code, 'P04')
})

test('a payout is returned and a pending one settled by request, and callbacks report both', async () => {
  await using bank = await testBank()
  await using caller = await receiver()
  const more = { callback_url: caller.url, merchant_id: 'm_1' }
  const done = payout(sepa(good), more)
  const slow = payout(sepa('DE89370400440532010019'), more)
  await bank.ask(done)
  await bank.ask(slow)
  const settle = (id: string, outcome: string) =>
    bank.send('POST', `/operations/${id}/settle`, { outcome })

  assert.equal((await settle(done.operation_id, 'returned')).body.outcome, 'returned')
  assert.equal((await settle(slow.operation_id, 'declined')).body.outcome, 'declined')
  assert.equal((await settle(slow.operation_id, 'returned')).body.error, 'wrong_state')
  bank.clock.advance(0)
  await caller.until(2)

  const reported = caller.received.map(({ operation }) => [
    operation.operation_id,
    operation.outcome,
  ])
  assert.deepEqual(
    new Map(reported as [string, string][]),
    new Map([
      [done.operation_id, 'returned'],
      [slow.operation_id, 'declined'],
    ]),
  )
})

test('a payout without a recipient is refused and names the field', async () => {
  await using bank = await testBank()
  for (const [instrument, named] of [
    [{ type: 'cheque' }, /instrument.type/],
    [{ type: 'bank_transfer', method_type: 'sepa', data: {} }, /instrument.data/],
    [{ type: 'wallet', data: { telephone_number: '1' } }, /method_type/],
    [{ ...card('4242'), cvc: '123' }, /instrument.number/],
  ] as const) {
    const answer = await bank.ask(payout(instrument))
    assert.equal(answer.body.error, 'invalid_request')
    assert.match(answer.body.message ?? '', named)
  }
  assert.deepEqual(await bank.log(), [])
})

test('no account number reaches the folder', async () => {
  await using bank = await testBank()
  const account = '991234567890'
  await bank.ask(payout(sepa(`DE00${account}`)))
  await bank.ask(payout(sepa(`DE00${account}`)), 'duplicate')
  await bank.send('POST', '/payouts/onboard', payout(sepa(`DE00${account}`)))
  const bytes = await bytesOf(bank.folder)
  assert.ok(!bytes.includes(account.slice(0, 8)))
  assert.ok(bytes.includes('"last_four":"7890"'))
})

test('a check can fail like any other call, and leaves no trace', async () => {
  await using bank = await testBank()
  const body = JSON.stringify(payout(sepa(good)))
  const headers = { authorization: `Bearer ${KEY}`, 'x-bank-fault': 'error_after' }
  const answer = await fetch(`${bank.base_url}/payouts/check`, { method: 'POST', headers, body })
  assert.equal(answer.status, 500)
  assert.deepEqual(await bank.log(), [])
})
