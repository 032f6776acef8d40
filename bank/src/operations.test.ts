import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorize, bytesOf, card, following, KEY, testBank } from './testing.ts'

test('a hundred concurrent requests with one id act once and get one answer', async () => {
  await using bank = await testBank()
  const request = authorize({ capture: true })

  const answers = await Promise.all(Array.from({ length: 100 }, () => bank.ask(request)))

  assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
  assert.equal(answers[0]?.body.outcome, 'approved')
  assert.equal((await bank.log()).length, 1)
})

test('an id that was used cannot be used for another kind, amount or currency', async () => {
  await using bank = await testBank()
  const request = authorize()
  await bank.ask(request)

  for (const change of [{ amount: 999 }, { currency: 'USD' }, { kind: 'payout' }]) {
    const answer = await bank.ask({ ...request, ...change })
    assert.equal(answer.status, 409)
    assert.equal(answer.body.error, 'operation_id_reused')
  }
  assert.equal((await bank.log()).length, 1)
})

test('the bank does not know an operation it never took in', async () => {
  await using bank = await testBank()
  const refused = following('capture', 'auth_nobody', 100)

  assert.equal((await bank.ask(refused)).body.error, 'unknown_parent')
  const answer = await bank.get(`/operations/${refused.operation_id}`)

  assert.equal(answer.status, 404)
  assert.equal(answer.body.error, 'unknown_operation')
  assert.deepEqual(await bank.log(), [])
})

test('a caller without the key is turned away everywhere but on the pages', async () => {
  await using bank = await testBank()
  for (const path of ['/operations/x', '/log', '/faults', '/health', '/nowhere']) {
    const headers = { authorization: 'Bearer wrong' }
    for (const init of [{}, { headers }]) {
      const answer = await fetch(`${bank.base_url}${path}`, init)
      assert.equal(answer.status, 401, path)
      assert.equal(((await answer.json()) as { error: string }).error, 'unauthorized')
    }
  }
})

test('a request with a fault is refused, names the field and changes nothing', async () => {
  await using bank = await testBank()
  const wrong: [object, RegExp][] = [
    [{ operation_id: '' }, /operation_id/],
    [{ operation_id: 'x'.repeat(65) }, /operation_id/],
    [{ kind: 'steal' }, /kind/],
    [{ amount: 10.5 }, /amount/],
    [{ amount: -1 }, /amount/],
    [{ currency: 'euro' }, /currency/],
    [{ capture: 'yes' }, /capture/],
    [{ authentication: 'maybe' }, /authentication/],
    [{ reference: null }, /reference/],
    [{ return_url: 'javascript:alert(1)' }, /return_url/],
    [{ callback_url: 'nowhere' }, /callback_url/],
    [{ instrument: { ...card('4242 4242'), cvc: '123' } }, /instrument.number/],
    [{ instrument: { ...card('4242424242424242'), exp_month: 13 } }, /exp_month/],
    [{ instrument: { ...card('4242424242424242'), cvc: '12' } }, /cvc/],
    [{ instrument: { type: 'cheque', method_type: 'paper' } }, /instrument.type/],
  ]
  for (const [change, named] of wrong) {
    const answer = await bank.ask(authorize(change))
    assert.equal(answer.status, 400)
    assert.equal(answer.body.error, 'invalid_request')
    assert.match(answer.body.message ?? '', named)
  }
  assert.deepEqual(await bank.log(), [])
})

test('a body that is too large or is not JSON is refused and changes nothing', async () => {
  await using bank = await testBank()
  const large = await bank.ask(authorize({ descriptor: 'x'.repeat(600_000) }))
  assert.equal(large.status, 413)
  const headers = { authorization: `Bearer ${KEY}` }
  const broken = await fetch(`${bank.base_url}/operations`, { method: 'POST', headers, body: '{' })
  assert.equal(broken.status, 400)
  assert.deepEqual(await bank.log(), [])
})

const transfers: [string, string, string[]][] = [
  ['pix', 'qr', ['data']],
  ['ach', 'bank_transfer', ['reference', 'account_number', 'bank_name']],
  ['bacs', 'bank_transfer', ['reference', 'account_number', 'bank_name']],
  ['sepa', 'bank_transfer', ['reference', 'iban', 'bank_name']],
  ['multibanco', 'voucher', ['reference']],
  ['boleto', 'voucher', ['reference']],
]

for (const [method_type, type, fields] of transfers) {
  test(`${method_type} has instructions and is approved by a settle request or after a minute`, async () => {
    await using bank = await testBank()
    const instrument = { type: 'bank_transfer', method_type, data: {} }
    const first = (await bank.ask(authorize({ instrument, capture: true }))).body
    const second = (await bank.ask(authorize({ instrument, capture: true }))).body
    assert.equal(first.outcome, 'pending')
    assert.deepEqual(Object.keys(first.instructions ?? {}), ['type', ...fields, 'expires_at'])
    assert.equal(first.instructions?.type, type)

    const path = `/operations/${first.operation_id}/settle`
    const settled = await bank.send('POST', path, { outcome: 'approved' })
    assert.equal(settled.body.outcome, 'approved')
    const again = await bank.send('POST', path, { outcome: 'declined' })
    assert.equal(again.body.error, 'wrong_state')

    bank.clock.advance(60_000)
    const waited = await bank.get(`/operations/${second.operation_id}`)
    assert.equal(waited.body.outcome, 'approved')
    assert.equal((await bank.log()).filter(({ effect }) => effect === 'charged').length, 2)
  })
}

test('a pending operation can be settled as declined', async () => {
  await using bank = await testBank()
  const instrument = { type: 'bank_transfer', method_type: 'sepa', data: {} }
  const { operation_id } = (await bank.ask(authorize({ instrument }))).body
  const path = `/operations/${operation_id}/settle`

  assert.equal((await bank.send('POST', path, { outcome: 'declined' })).body.outcome, 'declined')
  bank.clock.advance(60_000)

  assert.equal((await bank.get(`/operations/${operation_id}`)).body.outcome, 'declined')
  assert.deepEqual(
    (await bank.log()).map(({ effect }) => effect),
    ['pending', 'declined'],
  )
})

test('UPI is pending, then its address decides the outcome', async () => {
  await using bank = await testBank()
  const pay = async (method_type: string, vpa?: string) =>
    (await bank.ask(authorize({ instrument: { type: 'upi', method_type, vpa } }))).body
  const success = await pay('upi_collect', 'success@upi')
  const failure = await pay('upi_collect', 'failure@upi')
  const intent = await pay('upi_intent')
  assert.deepEqual([success.outcome, failure.outcome, intent.outcome], Array(3).fill('pending'))
  assert.equal(intent.instructions?.type, 'qr')

  bank.clock.advance(5_000)

  const now = async (id: string) => (await bank.get(`/operations/${id}`)).body
  assert.equal((await now(success.operation_id)).outcome, 'approved')
  assert.equal((await now(failure.operation_id)).code, 'D01')
  assert.equal((await now(intent.operation_id)).outcome, 'approved')
})

test('a crypto wallet that ends in fail is declined, others go to a page', async () => {
  await using bank = await testBank()
  const pay = async (wallet_address: string) => {
    const data = { wallet_address, pay_currency: 'BTC' }
    const instrument = { type: 'redirect', method: 'crypto', method_type: 'crypto_currency', data }
    return (await bank.ask(authorize({ instrument }))).body
  }
  assert.equal((await pay('bc1qfail')).code, '91')
  assert.equal((await pay('bc1qgood')).outcome, 'challenge')
})

test('no card number and no security code reaches the folder, for any outcome of the payment', async () => {
  await using bank = await testBank()
  const marked = { number: '4917610000000000', cvc: '7319' }
  const instrument = { ...card(marked.number), ...marked, holder_name: 'Zebra Quagga' }
  await bank.ask(authorize({ instrument, authentication: 'three_ds' }))
  const { operation_id } = (await bank.ask(authorize({ instrument, capture: true }))).body
  await bank.ask(following('refund', operation_id, 100))
  await bank.ask(authorize({ instrument, kind: 'payout' }))
  await bank.ask(authorize({ instrument: { ...instrument, exp_month: 99 } }))
  await bank.ask(authorize({ instrument }), 'duplicate')
  const reused = await bank.ask(authorize({ operation_id, instrument, amount: 5 }))
  assert.equal(reused.status, 409)

  const bytes = await bytesOf(bank.folder)

  for (const secret of [marked.number, marked.number.slice(0, 8), marked.cvc, 'Quagga']) {
    assert.ok(!bytes.includes(secret), secret)
  }
  assert.ok(bytes.includes('"first_six":"491761"') && bytes.includes('"last_four":"0000"'))
})

test('a restarted bank has the same operations, money, pages and timers', async () => {
  await using bank = await testBank()
  const hold = (await bank.ask(authorize())).body
  await bank.ask(following('capture', hold.operation_id, 300))
  const challenged = authorize({ instrument: card('4000000000003220') })
  await bank.ask(challenged)
  const pending = authorize({ instrument: card('4000000000003055') })
  await bank.ask(pending)
  const hidden = authorize({})
  await bank.ask(hidden, 'pending')
  const ids = [hold, challenged, pending, hidden].map(({ operation_id }) => operation_id)
  const look = async () =>
    Promise.all(
      ids.map(async (id) => ({ ...(await bank.get(`/operations/${id}`)).body, page_url: null })),
    )
  const before = await look()

  await bank.restart()

  assert.deepEqual(await look(), before)
  const tooMuch = await bank.ask(following('capture', hold.operation_id, 701))
  assert.equal(tooMuch.body.error, 'amount_exceeds_hold')
  const { page_url } = (await bank.get(`/operations/${challenged.operation_id}`)).body
  await bank.choose(page_url, 'approve')
  bank.clock.advance(5_000)
  assert.deepEqual(
    (await look()).map(({ outcome }) => outcome),
    Array(4).fill('approved'),
  )
})
