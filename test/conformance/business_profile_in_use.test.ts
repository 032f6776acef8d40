// A business profile that is in use cannot be deleted; a deleted one still reports its objects.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { isOpen } from '#resources/payments/disputes/state.ts'
import { OPEN_PAYMENTS } from '#resources/accounts/profiles/store.ts'
import { isTerminal, payment } from '#resources/payments/payments/state.ts'
import { payout } from '#resources/payouts/payouts/state.ts'
import { subscription } from '#resources/billing/subscriptions/state.ts'
import { withServer } from '#kernel/databases.ts'
import { delayBank } from '#testing/bank.ts'
import { testDatabase } from '#testing/database.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { startReceiver } from '#testing/receiver.ts'
import {
  arrangements as disputes,
  waitForStatus,
  DISPUTE_DELAY_MS,
  disputed,
} from '../support/disputing.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, arrange, pay, payingShop, statuses } from '../support/paying.ts'
import { arrange as arrangePayout, statuses as payoutStatuses } from '../support/paying_out.ts'
import {
  arrange as arrangeSubscription,
  ProfileClient,
  statuses as subscriptionStatuses,
} from '../support/subscribing.ts'

delayBank(DISPUTE_DELAY_MS)

const shop = await payingShop()
after(() => shop.app.close())
const profiles = `/account/${shop.merchant.merchant_id}/business_profile`
let made = 0

async function newProfile(body: object = {}): Promise<string> {
  const answer = await shop.post(profiles, { profile_name: `Shop ${++made}`, ...body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.profile_id
}

const remove = (profile_id: string) => shop.delete(`${profiles}/${profile_id}`)

async function isKept(profile_id: string): Promise<void> {
  assertRefused(await remove(profile_id), 409, 'IR_16')
  assert.equal((await shop.get(`${profiles}/${profile_id}`)).status, 200)
}

describe('payments', () => {
  for (const status of statuses) {
    const isFinal = isTerminal(status as Parameters<typeof isTerminal>[0])
    test(`a profile with a payment that is ${status} ${isFinal ? 'can' : 'cannot'} be deleted`, async () => {
      const profile_id = await newProfile()
      await arrange(shop, status, { profile_id })

      if (!isFinal) return isKept(profile_id)
      assert.equal((await remove(profile_id)).status, 200)
    })
  }

  test('once the payment has ended, the profile can be deleted', async () => {
    const profile_id = await newProfile()
    const { payment_id } = (await arrange(shop, 'requires_capture', { profile_id })).body
    await isKept(profile_id)

    await shop.post(`/payments/${payment_id}/cancel`, {})

    assert.equal((await remove(profile_id)).status, 200)
  })

  test('the payment of another profile is no obstacle', async () => {
    const [busy, free] = [await newProfile(), await newProfile()]
    await arrange(shop, 'requires_capture', { profile_id: busy })

    assert.equal((await remove(free)).status, 200)
  })
})

test('a refund that waits for its batch keeps the profile', async () => {
  const profile_id = await newProfile()
  const { payment_id } = (await pay(shop, APPROVED, { profile_id })).body
  const refund = await shop.post('/refunds', { payment_id, refund_type: 'Scheduled' })
  assert.equal(refund.status, 201, refund.text)

  await isKept(profile_id)
})

test('an open dispute keeps the profile, one that is over does not', async () => {
  const profile_id = await newProfile()
  const { dispute_id } = (await disputed(shop, undefined, { profile_id })).body
  await isKept(profile_id)

  await shop.post(`/disputes/accept/${dispute_id}`, {})
  await waitForStatus(shop, dispute_id, 'dispute_accepted')

  assert.equal((await remove(profile_id)).status, 200)
})

const FINAL_PAYOUTS = ['success', 'failed', 'reversed', 'cancelled', 'expired', 'ineligible']

describe('payouts', () => {
  for (const status of ['requires_fulfillment', 'pending', 'success', 'cancelled']) {
    const isFinal = FINAL_PAYOUTS.includes(status)
    test(`a profile with a payout that is ${status} ${isFinal ? 'can' : 'cannot'} be deleted`, async () => {
      const profile_id = await newProfile()
      await arrangePayout(shop, status, { profile_id })

      if (!isFinal) return isKept(profile_id)
      assert.equal((await remove(profile_id)).status, 200)
    })
  }
})

const ENDED_SUBSCRIPTIONS = ['cancelled', 'failed', 'in_active']

describe('subscriptions', () => {
  for (const status of subscriptionStatuses) {
    const isFinal = ENDED_SUBSCRIPTIONS.includes(status)
    test(`a profile with a subscription that is ${status} ${isFinal ? 'can' : 'cannot'} be deleted`, async () => {
      const profile_id = await newProfile()
      await arrangeSubscription(shop, new ProfileClient(shop, profile_id), status)

      if (!isFinal) return isKept(profile_id)
      assert.equal((await remove(profile_id)).status, 200)
    })
  }
})

test('the indexes hold exactly the states that are not final', async () => {
  const open = await withServer(await testDatabase(), async (client) => {
    const { rows } = await client.query(
      `select relname as name, pg_get_expr(indpred, indrelid) as condition
       from pg_index join pg_class on oid = indexrelid where relname like '%\\_open'`,
    )
    const found: Record<string, string[]> = {}
    for (const [name, all] of Object.entries({
      payouts_open: Object.keys(payout.states),
      disputes_open: Object.keys(disputes),
      subscriptions_open: Object.keys(subscription.states),
    })) {
      const { condition } = rows.find((row) => row.name === name)
      const held = await client.query(
        `select status from unnest($1::text[]) as t(status) where ${condition}`,
        [all],
      )
      found[name] = held.rows.map((row) => row.status)
    }
    return found
  })

  const openPayments = Object.keys(payment.states).filter(
    (status) => !(isTerminal as (status: string) => boolean)(status),
  )
  assert.deepEqual(OPEN_PAYMENTS.toSorted(), openPayments.toSorted())
  assert.deepEqual(open, {
    payouts_open: Object.keys(payout.states).filter((status) => !FINAL_PAYOUTS.includes(status)),
    disputes_open: Object.keys(disputes).filter((status) =>
      (isOpen as (status: string) => boolean)(status),
    ),
    subscriptions_open: Object.keys(subscription.states).filter(
      (status) => !ENDED_SUBSCRIPTIONS.includes(status),
    ),
  })
  assert.deepEqual(subscriptionStatuses.toSorted(), Object.keys(subscription.states).toSorted())
  assert.ok(payoutStatuses.length > 0)
})

describe('a deleted profile', () => {
  test('takes no new payment and no new payout, and its name is free', async () => {
    const profile_id = await newProfile({ profile_name: 'Closed' })
    assert.equal((await remove(profile_id)).status, 200)

    const payment = await pay(shop, APPROVED, { profile_id })
    const again = await shop.post(profiles, { profile_name: 'Closed' })

    assertRefused(payment, 404, 'IR_05')
    const payout = { amount: 1, currency: 'EUR', profile_id }
    assertRefused(await shop.post('/payouts/create', payout), 404, 'IR_05')
    assert.equal(again.status, 201, again.text)
  })

  test('its payments can be refunded, at once and with the next batch, and its webhooks are delivered', async () => {
    await using receiver = await startReceiver()
    const profile_id = await newProfile({ webhook_details: { webhook_url: receiver.url } })
    const paid = await pay(shop, APPROVED, { profile_id })
    const { payment_id } = paid.body
    assert.equal((await remove(profile_id)).status, 200)

    await using _ = await runEventPipeline(shop)
    const refund = await shop.post('/refunds', { payment_id, amount: 100 })
    const batched = await shop.post('/refunds', {
      payment_id,
      amount: 100,
      refund_type: 'Scheduled',
    })

    assert.equal(refund.body.status, 'succeeded', refund.text)
    assert.equal(batched.status, 201, batched.text)
    await receiver.until(2)
    const types: string[] = receiver.received.map(({ body }) => JSON.parse(body).event_type)
    assert.deepEqual(types.slice(0, 2).toSorted(), ['payment_succeeded', 'refund_succeeded'])
  })

  test('an event of it can be sent again', async () => {
    await using receiver = await startReceiver()
    const profile_id = await newProfile({ webhook_details: { webhook_url: receiver.url } })
    const { payment_id } = (await pay(shop, APPROVED, { profile_id })).body
    await using _ = await runEventPipeline(shop)
    await receiver.until(1)
    assert.equal((await remove(profile_id)).status, 200)
    const rows = await shop.services.db.run<{ event_id: string }>(
      'select event_id from events where merchant_id = $1 and object_id = $2',
      [shop.merchant.merchant_id, payment_id],
    )

    const answer = await shop.post(
      `/events/${shop.merchant.merchant_id}/${rows[0]?.event_id}/retry`,
      {},
    )

    assert.equal(answer.status, 200, answer.text)
    await receiver.until(2)
  })
})
