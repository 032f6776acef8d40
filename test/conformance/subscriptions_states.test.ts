// Subscription states: each transition with its invoice and its events.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Answer } from '#testing/client.ts'
import { assertRefused } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'
import {
  arrange,
  confirm,
  created,
  DECLINED_LATER,
  assertSubscriptionStatus,
  MONTH_DAYS,
  pass,
  pathOf,
  reported,
  statuses,
  subscribed,
  withProfile,
} from '../support/subscribing.ts'

const shop = await payingShop()
after(() => shop.app.close())
const api = withProfile(shop)
const profile = `/account/${shop.merchant.merchant_id}/business_profile/${shop.merchant.profile_id}`

const read = (subscription: Answer) => api.get(pathOf(subscription))
const STARTED = ['invoice_paid', 'subscription_active']
const sinceStart = async (subscription: Answer) =>
  (await reported(shop, subscription)).slice(STARTED.length)

async function invoicesOf(subscription: Answer): Promise<string[]> {
  const { body } = await api.get(`${pathOf(subscription)}/invoices`)
  return body.data.map((invoice: { status: string }) => invoice.status)
}

interface Event {
  event_type: string
  content: { type: string; object: Record<string, unknown> & { invoice: { status: string } } }
}

async function eventsOf(subscription: Answer): Promise<Event[]> {
  const rows = await shop.services.db.run<{ body: string }>(
    'select body from events where object_id = $1 order by sequence',
    [subscription.body.id],
  )
  return rows.map(({ body }) => JSON.parse(body))
}

describe('created', () => {
  test('confirmed: active, invoice_paid and subscription_active are sent', async () => {
    assert.deepEqual(await reported(shop, await subscribed(api)), STARTED)
  })

  test('confirmed with a trial: trial, subscription_trial is sent', async () => {
    const made = await subscribed(api, { trial_period: 14 })
    assert.deepEqual(await reported(shop, made), ['subscription_trial'])
  })

  test('declined: failed, invoice_payment_failed is sent', async () => {
    const made = await subscribed(api, {}, { card: '4000000000000002' })
    assertSubscriptionStatus(made, 'failed')
    assert.deepEqual(await reported(shop, made), ['invoice_payment_failed'])
  })

  test('not confirmed for 24 hours: in_active, the invoice is voided, subscription_inactive is sent', async () => {
    const made = await created(api)

    await pass(shop, 1)

    const { body } = await read(made)
    assert.deepEqual([body.status, body.invoice.status], ['in_active', 'voided'])
    assert.notEqual(body.ended_at, null)
    assert.deepEqual(await reported(shop, made), ['subscription_inactive'])
  })

  test('the first period begins with the confirmation, not with the creation', async () => {
    const made = await created(api)
    shop.clock.advance(3_600_000)

    const { body } = await confirm(api, made)

    assert.ok(Date.parse(body.period_start) - Date.parse(made.body.created) >= 3_600_000)
  })
})

describe('trial', () => {
  test('ends, and the charge succeeds: active, invoice_paid is sent', async () => {
    const made = await subscribed(api, { trial_period: 14 })

    await pass(shop, 14)

    const answer = await read(made)
    assertSubscriptionStatus(answer, 'active')
    assert.deepEqual([answer.body.invoice.amount, answer.body.cycles_billed], [1000, 1])
    assert.deepEqual((await reported(shop, made)).slice(1), ['invoice_paid'])
  })

  test('ends, and the charge is declined: unpaid, invoice_payment_failed is sent', async () => {
    const made = await subscribed(api, { trial_period: 14 }, { card: DECLINED_LATER })

    await pass(shop, 14)

    assertSubscriptionStatus(await read(made), 'unpaid')
    assert.deepEqual((await reported(shop, made)).slice(1), ['invoice_payment_failed'])
  })
})

describe('active', () => {
  test('a renewal that is paid: active, the period moves, invoice_paid is sent', async () => {
    const made = await subscribed(api)

    await pass(shop, MONTH_DAYS)

    const { body } = await read(made)
    assert.equal(body.status, 'active')
    assert.equal(body.period_start, made.body.period_end)
    assert.equal(body.cycles_billed, 2)
    assert.deepEqual(await invoicesOf(made), ['invoice_paid', 'invoice_paid'])
    assert.deepEqual(await sinceStart(made), ['invoice_paid'])
  })

  test('a renewal that is declined: unpaid, invoice payment_failed, invoice_payment_failed is sent', async () => {
    const made = await subscribed(api, {}, { card: DECLINED_LATER })

    await pass(shop, MONTH_DAYS)

    assertSubscriptionStatus(await read(made), 'unpaid')
    assert.deepEqual(await invoicesOf(made), ['payment_failed', 'invoice_paid'])
    assert.deepEqual(await sinceStart(made), ['invoice_payment_failed'])
  })

  test('the last cycle of a price is billed: onetime, then in_active at the end of the period', async () => {
    const made = await subscribed(api, { cycles: 2 })
    await pass(shop, MONTH_DAYS)
    const last = await read(made)
    assertSubscriptionStatus(last, 'onetime')
    assert.equal(last.body.next_billing_at, null)

    await pass(shop, MONTH_DAYS)

    assertSubscriptionStatus(await read(made), 'in_active')
    assert.deepEqual(await sinceStart(made), ['invoice_paid', 'subscription_inactive'])
  })

  test('a price with one cycle is onetime from the start', async () => {
    assertSubscriptionStatus(await subscribed(api, { cycles: 1 }), 'onetime')
  })
})

describe('unpaid', () => {
  /** The days after the first failure, as a profile has them by default. */
  const RETRY_DAYS = [1, 3, 5, 7]

  test('is retried 1, 3, 5 and 7 days after the first failure, then cancelled by default', async () => {
    const made = await subscribed(api, {}, { card: DECLINED_LATER })
    await pass(shop, MONTH_DAYS)
    let day = 0
    for (const [n, next] of RETRY_DAYS.entries()) {
      const { body } = await read(made)
      assert.equal(body.status, 'unpaid', `before day ${next}`)
      const invoice = (await api.get(`/invoices/${body.invoice.id}`)).body
      assert.equal(invoice.attempt_count, n + 1)
      await pass(shop, next - day)
      day = next
    }

    const { body } = await read(made)
    assert.deepEqual([body.status, body.invoice.status], ['cancelled', 'voided'])
    assert.equal(body.cancel_reason, 'payment_failed')
    const events = await sinceStart(made)
    assert.deepEqual(events, [
      ...RETRY_DAYS.map(() => 'invoice_payment_failed'),
      'invoice_payment_failed',
      'subscription_cancelled',
    ])
  })

  for (const final_action of ['unpaid', 'paused'] as const) {
    test(`the profile chooses the action after the last retry: ${final_action}`, async () => {
      const dunning = { retry_days: [1], final_action }
      assert.equal((await shop.post(profile, { dunning })).status, 200)
      const made = await subscribed(api, {}, { card: DECLINED_LATER })
      await pass(shop, MONTH_DAYS)

      await pass(shop, 1)

      assertSubscriptionStatus(await read(made), final_action)
      assert.deepEqual((await invoicesOf(made))[0], 'payment_failed')
      await pass(shop, 30)
      assertSubscriptionStatus(await read(made), final_action)
    })
  }
})

describe('DELETE /customers/:customer_id', () => {
  for (const status of statuses) {
    const isBilled = ['active', 'trial', 'pending', 'paused'].includes(status)
    test(`with a subscription that is ${status}: ${isBilled ? '409 IR_16' : '200'}`, async () => {
      const made = await arrange(shop, api, status)

      const answer = await shop.delete(`/customers/${made.body.customer_id}`)

      if (isBilled) return assertRefused(answer, 409, 'IR_16')
      assert.equal(answer.status, 200, answer.text)
      await pass(shop, 1)
      const ended = await read(made)
      assert.ok(['cancelled', 'failed', 'in_active'].includes(ended.body.status), ended.text)
    })
  }
})

describe('events', () => {
  test('the content is the subscription as it was, with its payment and invoice', async () => {
    const made = await subscribed(api)

    const [paid, active] = await eventsOf(made)

    for (const event of [paid, active]) {
      assert.equal(event?.content.type, 'subscription_details')
      const { client_secret: _, ...shown } = made.body
      assert.deepEqual(event?.content.object, shown)
    }
  })

  test('their sequence numbers order them, and each transition is sent once', async () => {
    const made = await subscribed(api)
    await api.post(`${pathOf(made)}/pause`, { pause_option: 'immediately' })
    await api.post(`${pathOf(made)}/resume`, { resume_option: 'immediately' })
    await api.post(`${pathOf(made)}/cancel`, { cancel_option: 'immediately' })

    const rows = await shop.services.db.run<{ sequence: number; event_type: string }>(
      'select sequence, event_type from events where object_id = $1 order by sequence',
      [made.body.id],
    )

    assert.deepEqual(
      rows.map(({ event_type }) => event_type),
      [...STARTED, 'subscription_paused', 'subscription_resumed', 'subscription_cancelled'],
    )
    assert.equal(new Set(rows.map(({ sequence }) => sequence)).size, rows.length)
    const shown = (await eventsOf(made)).map(({ content }) => content.object['status'])
    assert.deepEqual(shown, ['active', 'active', 'paused', 'active', 'cancelled'])
  })
})
