// Holds that the acquirer drops by itself, and pages whose customer acts while something else happens.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOperation } from '#testing/bank_proxy.ts'
import type { Answer } from '#testing/client.ts'
import { type Deployment, startDeployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import { arrange, CHALLENGED, finish, pay, sale } from '../support/paying.ts'
import { advance, balance } from '../support/paying_out.ts'
import { waitForStatus, done, operationsOf, settled } from './judge.ts'

test('a hold that the acquirer has dropped becomes cancelled at its expiry, and nothing is held any more', async () => {
  await using deployment = await startDeployment()
  const { payment_id } = (await arrange(deployment.client(), 'requires_capture')).body
  const [hold] = await operationsOf(deployment, payment_id)
  const dropped = await deployment.bank.desk('POST', '/operations', {
    operation_id: 'dropped-by-the-bank',
    kind: 'void',
    amount: 0,
    currency: sale.currency,
    parent_id: hold?.operation_id,
    reference: payment_id,
  })
  assert.equal(dropped.status, 200, await dropped.text())

  await advance(deployment.client(), '8d')

  const payment = await waitForStatus(deployment, `/payments/${payment_id}`, 'cancelled')
  assert.equal(payment.body.cancellation_reason, 'authorization_expired')
  assert.equal(payment.body.amount_capturable, 0)
  assert.equal(await balance(deployment.client(), 'held'), 0)
  await settled(deployment)
})

const customer_id = 'ada'

/** A payment whose card is to be saved, on its customer's page. */
async function savingOnPage(deployment: Deployment, body: object): Promise<Answer> {
  const customer = await deployment.client().post('/customers', { customer_id, name: 'Ada King' })
  assert.equal(customer.status, 201, customer.text)
  const payment = await pay(deployment.client(), CHALLENGED, {
    customer_id,
    setup_future_usage: 'off_session',
    ...body,
  })
  assert.equal(payment.body.status, 'requires_action', payment.text)
  return payment
}

/** The customer approves on the page while a cancellation is on its way to the acquirer. */
async function approveDuringCancel(deployment: Deployment, payment: Answer): Promise<string> {
  const path = `/payments/${payment.body.payment_id}`
  const held = deployment.proxy.hold(isOperation('void'))
  const cancelling = deployment.client().post(`${path}/cancel`, {})
  await held.arrived
  await finish(deployment.client(), payment, 'approve')
  held.release()
  await cancelling
  await settled(deployment)
  return path
}

interface Saved {
  saved: number
  vaulted: number
}

async function savedCards({ sql }: Deployment): Promise<Saved> {
  const rows = await sql<Saved>(`select (select count(*) from payment_methods)::int as saved,
    (select count(*) from vault)::int as vaulted`)
  return rows[0] ?? { saved: 0, vaulted: 0 }
}

/** Charges the card that this payment has saved. */
function chargeSaved(deployment: Deployment, payment_method_id: string): Promise<Answer> {
  const body = { ...sale, payment_method_id, customer_id, confirm: true, off_session: true }
  return deployment.client().post('/payments', body)
}

test('a held payment whose page is approved while it is cancelled ends cancelled, with no card stored and no operation open', async () => {
  await using deployment = await startDeployment()
  const payment = await savingOnPage(deployment, { capture_method: 'manual' })

  const path = await approveDuringCancel(deployment, payment)

  await waitForStatus(deployment, path, 'cancelled')
  assert.deepEqual(await savedCards(deployment), { saved: 0, vaulted: 0 })
})

test('a payment whose page is approved while it is cancelled is charged, and the card it has saved can be charged again', async () => {
  await using deployment = await startDeployment()
  const payment = await savingOnPage(deployment, {})

  const path = await approveDuringCancel(deployment, payment)

  const { body } = await waitForStatus(deployment, path, 'succeeded')
  assert.equal(await done(deployment, 'charged'), sale.amount)
  assert.equal(typeof body.payment_method_id, 'string')
  const again = await chargeSaved(deployment, body.payment_method_id)
  // This card is challenged whenever it is charged.
  assert.equal(`${again.status} ${again.body.status}`, '200 requires_action', again.text)
})

test('a customer who is deleted while on the page has no card afterwards that could be charged', async () => {
  await using deployment = await startDeployment()
  const payment = await savingOnPage(deployment, {})

  const deleted = await deployment.client().delete(`/customers/${customer_id}`)
  assert.equal(deleted.status, 200, deleted.text)
  const paid = await finish(deployment.client(), payment, 'approve')

  await settled(deployment)
  const { payment_method_id } = paid.body
  if (typeof payment_method_id === 'string') {
    const body = { ...sale, payment_method_id, confirm: true, off_session: true }
    const again = await deployment.client().post('/payments', body)
    assert.ok(again.status >= 400 && again.status < 500, again.text)
  }
  await eventually('nothing of the card is stored', async () => {
    const { saved, vaulted } = await savedCards(deployment)
    return saved === 0 && vaulted === 0
  })
})
