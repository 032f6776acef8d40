// Payments of a merchant with an Adyen account, through Florin's API, with Adyen's webhooks.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkAccounts } from '#roles/doctor/provider_accounts.ts'
import { runDoctor } from '#roles/doctor/run.ts'
import { eventually } from '#testing/eventually.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { API_KEY, HMAC_KEY, MERCHANT_ACCOUNT, startTestServer } from './account.ts'
import type { AdyenServer } from './server.ts'
import { fates, THREE_DS_NUMBER } from './triggers.ts'

let server: AdyenServer
let shop: Shop
before(async () => {
  server = await startTestServer()
  shop = await harness({ env: { FLORIN_ADYEN_URL: server.url } })
  const { body, status, text } = await shop.post(
    `/account/${shop.merchant.merchant_id}/connectors`,
    {
      connector_name: 'adyen',
      credentials: { api_key: API_KEY, merchant_account: MERCHANT_ACCOUNT },
      webhook_secret: HMAC_KEY,
    },
  )
  assert.equal(status, 201, text)
  assert.deepEqual(body.credentials, { merchant_account: MERCHANT_ACCOUNT })
  server.outbox.url = body.webhook_url
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  await server.stop()
  assert.deepEqual(server.violations, [])
})

function pay(
  payment_id: string,
  more: object = {},
  card: object = {},
  number = '4111111111111111',
) {
  const { payment_method_data } = withCard(number, card)
  return shop.post('/payments', paymentBody({ payment_id, payment_method_data, ...more }))
}

async function reaches(payment_id: string, status: string): Promise<Record<string, unknown>> {
  let body: Record<string, unknown> = {}
  await eventually(`${payment_id} is ${status}`, async () => {
    body = (await shop.get(`/payments/${payment_id}`)).body
    return body['status'] === status
  })
  return body
}

test('an automatic payment is processing until Adyen reports the capture, then succeeded; it is refunded once', async () => {
  const { body, text } = await pay('automatic')
  assert.ok(['processing', 'succeeded'].includes(body.status), text)
  const paid = await reaches('automatic', 'succeeded')
  assert.equal(paid['amount_received'], 1000)
  const refund = await shop.post('/refunds', { payment_id: 'automatic', refund_id: 'back' })
  assert.equal(refund.body.status, 'pending', refund.text)
  await eventually('the refund is reported', async () => {
    return (await shop.get('/refunds/back')).body.status === 'succeeded'
  })
  const { attempts } = (await shop.get('/payments/automatic?expand=attempts')).body
  const [{ attempt_id }] = attempts
  assert.deepEqual(server.effects(attempt_id), ['held'])
  assert.deepEqual(server.effects(`${attempt_id}_capture`), ['captured'])
})

test('a manual payment is held, captured in part, and the rest cannot be captured again', async () => {
  const { body } = await pay('manual', { capture_method: 'manual' })
  assert.equal(body.status, 'requires_capture')
  const captured = await shop.post('/payments/manual/capture', { amount_to_capture: 400 })
  assert.ok([200].includes(captured.status), captured.text)
  const { amount_received } = await reaches('manual', 'succeeded')
  assert.equal(amount_received, 400)
})

test('a refusal is declined with our code and with the words of Adyen', async () => {
  const { body } = await pay('refused', {}, { card_holder_name: 'NOT_ENOUGH_BALANCE' })
  assert.deepEqual([body.status, body.unified_code, body.error_code], ['failed', 'UE_1001', '12'])
})

test('a shopper with 3-D Secure returns with parameters that complete the payment', async () => {
  const return_url = 'https://shop.example/back'
  const { body } = await pay('secure', { return_url }, {}, THREE_DS_NUMBER)
  assert.equal(body.status, 'requires_action', JSON.stringify(body))
  const parameters = await server.visit(body.next_action.redirect_to_url, 'approve')
  const { attempts } = (await shop.get('/payments/secure?expand=attempts')).body
  const query = new URLSearchParams({ operation_id: attempts[0].attempt_id, ...parameters })
  const back = await shop
    .with(undefined)
    .send(
      'GET',
      `/payments/return/${shop.merchant.merchant_id}/secure?${query.toString()}`,
      undefined,
      {
        redirect: 'manual',
      },
    )
  assert.equal(back.status, 303, back.text)
  const paid = await reaches('secure', 'succeeded')
  assert.equal(paid['amount_received'], 1000)
})

test('an answer that is lost is settled by the webhook, and nothing is charged twice', async () => {
  server.arm('reset_after', { path: '/payments' })
  const { body } = await pay('lost')
  assert.ok(['processing', 'succeeded'].includes(body.status))
  await reaches('lost', 'succeeded')
  const { attempts } = (await shop.get('/payments/lost?expand=attempts')).body
  assert.equal(attempts.length, 1)
  const [{ attempt_id }] = attempts
  assert.deepEqual(server.effects(attempt_id), ['held'])
  assert.deepEqual(server.effects(`${attempt_id}_capture`), ['captured'])
})

test('a chargeback opens a dispute, which is defended with a document', async () => {
  await pay('charged_back', {}, { card_holder_name: fates.CHARGEBACK })
  await reaches('charged_back', 'succeeded')
  let dispute: Record<string, unknown> | undefined
  await eventually('the dispute is open', async () => {
    const { data } = (await shop.get('/disputes/list?payment_id=charged_back')).body
    dispute = data[0]
    return dispute !== undefined
  })
  const dispute_id = dispute?.['dispute_id']
  const uncategorized_text = 'The goods were delivered.'
  const answered = await shop.post('/disputes/evidence', { dispute_id, uncategorized_text })
  assert.deepEqual([answered.status, answered.body.status], [200, 'submitted'], answered.text)
  // The test server decides for a defended merchant.
  await eventually('the dispute is won', async () => {
    return (await shop.get(`/disputes/${String(dispute_id)}`)).body.status === 'dispute_won'
  })
})

test('a capture that Adyen takes back later is unbooked once, and the payment has failed', async () => {
  const before = (await shop.get('/balances')).body
  await pay('taken_back', {}, { card_holder_name: fates.CAPTURE_FAILED })
  const failed = await reaches('taken_back', 'failed')
  assert.deepEqual([failed['amount_received'], failed['unified_code']], [0, 'UE_4004'])
  assert.deepEqual((await shop.get('/balances')).body.balances, before.balances)
  const { is_well, text } = await runDoctor(shop.services, {})
  assert.ok(is_well, text)
  const accounts = await checkAccounts(shop.services)
  assert.match(accounts.text, /Adyen.*cannot be checked: its provider has no list/)
})
