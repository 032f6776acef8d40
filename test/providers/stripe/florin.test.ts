// Payments of a merchant with a Stripe account, through Florin's API, with Stripe's webhooks.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkAccounts } from '#roles/doctor/provider_accounts.ts'
import { readBankLog } from '#roles/doctor/bank_log.ts'
import { runDoctor } from '#roles/doctor/run.ts'
import { eventually } from '#testing/eventually.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { recoverNow } from '#testing/recover.ts'
import { startStripe, type StripeServer } from './server.ts'

let server: StripeServer
let shop: Shop
let account = ''
before(async () => {
  server = await startStripe({ later_ms: 50 })
  shop = await harness({ env: { FLORIN_STRIPE_URL: server.url } })
  account = `/account/${shop.merchant.merchant_id}/connectors`
  const { body, status, text } = await shop.post(account, {
    connector_name: 'stripe',
    credentials: { secret_key: server.key },
    webhook_secret: server.secrets[0],
  })
  assert.equal(status, 201, text)
  account = `${account}/${body.connector_id}`
  server.postman.configure({ url: body.webhook_url })
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  await server.stop()
  assert.deepEqual(server.violations, [])
})

function pay(payment_id: string, more: object = {}, number = '4242424242424242') {
  const { payment_method_data } = withCard(number)
  return shop.post('/payments', paymentBody({ payment_id, payment_method_data, ...more }))
}

async function attemptOf(payment_id: string): Promise<string> {
  const { attempts } = (await shop.get(`/payments/${payment_id}?expand=attempts`)).body
  assert.equal(attempts.length, 1)
  return attempts[0].attempt_id
}

async function reaches(path: string, status: string): Promise<Record<string, unknown>> {
  let body: Record<string, unknown> = {}
  await eventually(`${path} is ${status}`, async () => {
    body = (await shop.get(path)).body
    return body['status'] === status
  })
  return body
}

test('an automatic payment succeeds, shows the transaction of Stripe, and is refunded in parts', async () => {
  const { body, text } = await pay('automatic')
  assert.equal(body.status, 'succeeded', text)
  assert.match(body.connector_transaction_id, /^pi_/)
  for (const [refund_id, amount] of [
    ['one', 400],
    ['two', 600],
  ] as const) {
    const refund = await shop.post('/refunds', { payment_id: 'automatic', refund_id, amount })
    assert.equal(refund.body.status, 'succeeded', refund.text)
  }
  const effects = server.effects(await attemptOf('automatic'))
  assert.deepEqual(effects, ['charged'])
})

test('a manual payment is held until the deadline of Stripe at the latest, captured in part, and released', async () => {
  const { body } = await pay('manual', { capture_method: 'manual' })
  assert.equal(body.status, 'requires_capture')
  assert.ok(Date.parse(body.capture_before) <= Date.now() + 7 * 86_400_000)
  const captured = await shop.post('/payments/manual/capture', { amount_to_capture: 400 })
  assert.deepEqual([captured.body.status, captured.body.amount_received], ['succeeded', 400])
})

test('several captures need a setting of the account, and are refused before anything is sent', async () => {
  const before = server.requests.length
  const refused = await pay('several', { capture_method: 'manual_multiple' })
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'IR_29'], refused.text)
  assert.equal(server.requests.length, before)
})

test('an amount that Stripe cannot express is neither captured nor refunded, and nothing is sent', async () => {
  const dinars = { amount: 10_000, currency: 'KWD' }
  await pay('held_dinars', { ...dinars, capture_method: 'manual' })
  await pay('dinars', dinars)
  const before = server.requests.length
  const capture = await shop.post('/payments/held_dinars/capture', { amount_to_capture: 5_005 })
  const refund = await shop.post('/refunds', { payment_id: 'dinars', amount: 5_005 })
  for (const { status, body } of [capture, refund]) {
    assert.deepEqual([status, body.error.code], [422, 'IR_29'])
    assert.match(body.error.message, /Stripe cannot move 5005/)
  }
  assert.equal(server.requests.length, before)
  const whole = await shop.post('/refunds', { payment_id: 'dinars', amount: 5_000 })
  assert.equal(whole.body.status, 'succeeded', whole.text)
})

test('a decline has our code and the words of Stripe', async () => {
  const { body } = await pay('declined', {}, '4000000000009995')
  assert.deepEqual(
    [body.status, body.unified_code, body.error_code],
    ['failed', 'UE_1001', 'insufficient_funds'],
  )
})

test('a shopper with 3-D Secure returns, and the payment has succeeded', async () => {
  const { body } = await pay(
    'secure',
    { return_url: 'https://shop.example/back', authentication_type: 'three_ds' },
    '4000000000003220',
  )
  assert.equal(body.status, 'requires_action', JSON.stringify(body))
  const attempt = await attemptOf('secure')
  server.settle(attempt, 'well')
  const back = await shop
    .with(undefined)
    .send(
      'GET',
      `/payments/return/${shop.merchant.merchant_id}/secure?operation_id=${attempt}&payment_intent=pi_1`,
      undefined,
      { redirect: 'manual' },
    )
  assert.equal(back.status, 303, back.text)
  await reaches('/payments/secure', 'succeeded')
})

/** Cancels a payment whose customer has not acted: Stripe's intent ends with it. */
async function cancelOpen(payment_id: string): Promise<void> {
  const cancelled = await shop.post(`/payments/${payment_id}/cancel`, {})
  assert.equal(cancelled.body.status, 'cancelled', cancelled.text)
  await recoverNow(shop.services, shop.merchant.merchant_id)
  const { attempts } = (await shop.get(`/payments/${payment_id}?expand=attempts`)).body
  assert.deepEqual(
    [attempts[0].status, attempts[0].finished_at === null],
    ['declined', false],
    JSON.stringify(attempts),
  )
}

test('a payment whose customer never completes the page is cancelled, and nothing stays open', async () => {
  const { body } = await pay(
    'abandoned',
    { return_url: 'https://shop.example/back', authentication_type: 'three_ds' },
    '4000000000003220',
  )
  assert.equal(body.status, 'requires_action', JSON.stringify(body))
  await cancelOpen('abandoned')
})

test('a customer who is asked on the phone is waited for until a deadline, and nothing stays open', async () => {
  const { body, text } = await pay('on_phone', {
    currency: 'PLN',
    payment_method: 'bank_redirect',
    payment_method_type: 'blik',
    payment_method_data: { bank_redirect: { blik: { blik_code: '123456' } } },
    return_url: 'https://shop.example/back',
  })
  const { type, display_to_timestamp } = body.next_action ?? {}
  assert.deepEqual([body.status, type], ['requires_action', 'wait_screen_information'], text)
  assert.ok(Date.parse(display_to_timestamp) > Date.now())
  await cancelOpen('on_phone')
})

test('a confirmation whose answer is lost is found by recovery, and charged once', async () => {
  server.postman.configure({ deliver: 'never' })
  server.arm('reset_after', { path: 'POST /v1/payment_intents/{intent}/confirm' })
  const { body } = await pay('lost')
  assert.equal(body.status, 'processing', JSON.stringify(body))
  await recoverNow(shop.services, shop.merchant.merchant_id)
  assert.equal((await shop.get('/payments/lost')).body.status, 'succeeded')
  assert.deepEqual(server.effects(await attemptOf('lost')), ['charged'])
  server.postman.configure({ deliver: 'now' })
})

test('a confirmation that never arrived is revoked by recovery, and the payment can be confirmed again', async () => {
  server.arm('reset_before', { path: 'POST /v1/payment_intents/{intent}/confirm' })
  const { body } = await pay('unsent')
  assert.equal(body.status, 'processing', JSON.stringify(body))
  await recoverNow(shop.services, shop.merchant.merchant_id)
  assert.equal((await shop.get('/payments/unsent')).body.status, 'requires_payment_method')
  assert.deepEqual(server.effects(await attemptOf('unsent')), [])
})

test('a refund that Stripe fails later is failed, and the money is back in the balance', async () => {
  await pay('returned', {}, '4000000000005126')
  const { body } = await shop.post('/refunds', { payment_id: 'returned', refund_id: 'returning' })
  assert.ok(['succeeded', 'pending', 'failed'].includes(body.status), JSON.stringify(body))
  await reaches('/refunds/returning', 'failed')
})

async function payDisputed(payment_id: string): Promise<string> {
  await pay(payment_id, {}, '4000000000000259')
  let dispute_id = ''
  await eventually('the dispute is open', async () => {
    const { data } = (await shop.get(`/disputes/list?payment_id=${payment_id}`)).body
    dispute_id = data[0]?.dispute_id ?? ''
    return dispute_id !== ''
  })
  return dispute_id
}

test('a dispute is answered with text and a file', async () => {
  const dispute_id = await payDisputed('disputed')
  const uncategorized_text = 'winning_evidence'
  const answered = await shop.post('/disputes/evidence', { dispute_id, uncategorized_text })
  assert.deepEqual([answered.status, answered.body.status], [200, 'submitted'], answered.text)
})

test('a dispute is answered at the account that it came from, whichever account the payment used last', async () => {
  const dispute_id = await payDisputed('moved')
  const move = (connector: string, connector_id: string | null) =>
    shop.services.db.run(
      `update payments set connector = $1, connector_id = $2 where payment_id = 'moved'`,
      [connector, connector_id],
    )
  await move('bank', null)
  const evidence = { dispute_id, uncategorized_text: 'winning_evidence' }
  const answered = await shop.post('/disputes/evidence', evidence)
  assert.deepEqual([answered.status, answered.body.status], [200, 'submitted'], answered.text)
  await move('stripe', account.split('/').at(-1) ?? '')
})

test('webhooks that come twice, late and in the wrong order change nothing more', async () => {
  server.postman.configure({ deliver: 'shuffled' })
  await pay('shuffled', {}, '4000000000007726')
  await shop.post('/refunds', { payment_id: 'shuffled', refund_id: 'slow' })
  await eventually('the refund is done at Stripe', async () => {
    await server.postman.flush()
    return (await shop.get('/refunds/slow')).body.status === 'succeeded'
  })
  server.postman.configure({ deliver: 'twice' })
  const { body } = await pay('twice')
  assert.equal(body.status, 'succeeded')
  server.postman.configure({ deliver: 'now' })
})

test('a callback with a wrong signature is refused', async () => {
  const url = `/provider_callbacks/stripe/${shop.merchant.merchant_id}/${account.split('/').at(-1)}`
  const headers = { 'stripe-signature': 't=1,v1=00' }
  const refused = await shop.with(undefined).send('POST', url, { id: 'evt_1' }, { headers })
  assert.deepEqual([refused.status, refused.body.error.code], [401, 'AU_01'])
})

test('credentials are rotated under load, and the old key ends at once: no payment fails', async () => {
  const key = 'sk_test_florin1111111111'
  const end = new AbortController()
  const results: string[] = []
  const client = async (n: number) => {
    for (let i = 0; !end.signal.aborted; i++) {
      const { body, text } = await pay(`rotated_${n}_${i}`)
      results.push(body.status ?? text)
    }
  }
  const clients = [0, 1, 2].map(client)
  await eventually('payments run', async () => results.length > 10)
  server.keys.add(key)
  const changed = await shop.post(account, { credentials: { secret_key: key } })
  assert.equal(changed.status, 200, changed.text)
  server.keys.delete(server.key)
  const done = results.length
  await eventually('payments go on', async () => results.length > done + 20)
  end.abort()
  await Promise.all(clients)
  assert.deepEqual([...new Set(results)], ['succeeded'])
})

test('after all of this the books are right, and the log of the bank has nothing to say about Stripe', async () => {
  const { is_well, text } = await runDoctor(shop.services, { readLog: () => readBankLog([]) })
  assert.ok(is_well, text)
})

test('the doctor compares the account with the list of Stripe, and finds what only one of them has', async () => {
  const clean = await checkAccounts(shop.services)
  assert.ok(clean.is_well, clean.text)
  const { refunds } = (await shop.get('/payments/automatic?expand=refunds')).body
  assert.equal(refunds.length, 2)
  await shop.services.db.run(
    `update operations set status = 'refused' where object_id = 'one' and kind = 'refund'`,
    [],
  )
  await shop.services.db.run(
    `update operations set operation_id = 'op_elsewhere' where object_id = 'two' and kind = 'refund'`,
    [],
  )
  const { is_well, text } = await checkAccounts(shop.services)
  assert.equal(is_well, false)
  assert.match(text, /refund of 400 EUR\) is on the list, and refused on record/)
  assert.match(text, /refund of 600 EUR\) is on the list and not on record/)
  assert.match(text, /op_elsewhere .* is not on the list/)
})
