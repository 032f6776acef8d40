// A payment that waits for its customer is confirmed with another card: the open page is voided first, then the new
// card is charged. Whatever is lost in between, the payment can be finished.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isOperation } from '#testing/bank_proxy.ts'
import type { Answer } from '#testing/client.ts'
import { makeOlder, pollNow } from '#testing/commit_faults.ts'
import { type Deployment, startDeployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import { withCard } from '#testing/payment_body.ts'
import { arrange, sale } from '../support/paying.ts'
import { waitForStatus, done, operationsOf, settled } from './judge.ts'

let deployment: Deployment
before(async () => {
  deployment = await startDeployment()
})
after(() => deployment[Symbol.asyncDispose]())

const MINUTE_MS = 60_000

async function onPage(body: object = {}): Promise<string> {
  const { payment_id } = (await arrange(deployment.client(), 'requires_action', body)).body
  return payment_id as string
}

function confirm(payment_id: string): Promise<Answer> {
  return deployment.client().post(`/payments/${payment_id}/confirm`, withCard())
}

/** Recovery finds out all there is to find out. */
async function recovered(payment_id: string): Promise<void> {
  await eventually('no operation on the new card is open', async () => {
    await pollNow(deployment, payment_id)
    const operations = await operationsOf(deployment, payment_id)
    return operations.every(({ is_open }) => !is_open)
  })
}

/** Whatever recovery decided, the merchant can be paid: once. */
async function assertPayable(payment_id: string): Promise<void> {
  const path = `/payments/${payment_id}`
  const { status } = (await deployment.client().get(path)).body
  if (status !== 'succeeded') {
    const answer = await confirm(payment_id)
    assert.equal(`${status}, then ${answer.body.status}`, `${status}, then succeeded`, answer.text)
  }
  await settled(deployment, payment_id)
  assert.equal(await done(deployment, 'charged', payment_id), sale.amount)
}

test('a payment confirmed with another card can still be paid when the answer to the void of its page is lost', async () => {
  const payment_id = await onPage()
  deployment.proxy.next(isOperation('void'), 'lose_answer')

  await confirm(payment_id)
  await recovered(payment_id)

  await assertPayable(payment_id)
})

test('a payment confirmed with another card can still be paid when the new authorization never reaches the acquirer', async () => {
  const payment_id = await onPage()
  deployment.proxy.next(isOperation('authorize'), 'drop')

  await confirm(payment_id)
  await makeOlder(deployment, payment_id, 2 * MINUTE_MS)
  await recovered(payment_id)

  const payment = (await deployment.client().get(`/payments/${payment_id}`)).body
  assert.ok(
    payment.status !== 'requires_action' || payment.next_action !== null,
    'the customer must act, but there is no page to act on',
  )
  await assertPayable(payment_id)
})

test('a page expires in time although 150 older payments are due and cannot be expired', async () => {
  const [stuck, expired] = [await onPage(), await onPage()]
  // Not reachable by requests: due, and every attempt to expire them changes nothing.
  await deployment.sql(
    `insert into payments select (jsonb_populate_record(p, jsonb_build_object(
        'payment_id', 'stuck-' || n, 'status', 'processing', 'next_action', null,
        'authorization_id', null, 'operation_id', null,
        'action_before', now() - interval '1 day'))).*
      from payments p, generate_series(1, 150) n where payment_id = $1`,
    [stuck],
  )
  try {
    await deployment.sql(`update payments set action_before = now() where payment_id = $1`, [
      expired,
    ])

    await waitForStatus(deployment, `/payments/${expired}`, 'failed')
  } finally {
    await deployment.sql(`delete from payments where payment_id like 'stuck-%'`)
  }
})

test('a page that was closed for another card is not answered as if nothing had been sent', async () => {
  const payment_id = await onPage()
  const maintenance = { status: 503, body: { error: 'maintenance', message: 'Try again later.' } }
  deployment.proxy.next(isOperation('authorize'), maintenance)

  const answer = await confirm(payment_id)

  assert.equal(`${answer.status} ${answer.body.status}`, '200 requires_payment_method', answer.text)
  assert.equal(answer.body.error_code, 'not_sent')
  await assertPayable(payment_id)
})
