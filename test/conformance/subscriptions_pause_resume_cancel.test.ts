// POST …/pause, …/resume and …/cancel: every option, every state, and what each refuses.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { DAY_MS } from '#kernel/clock.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { ISO_UTC, assertRefused } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'
import {
  arrange,
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

const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * DAY_MS).toISOString()
const ENDED = ['cancelled', 'failed', 'in_active']
const now = { pause: { pause_option: 'immediately' }, resume: { resume_option: 'immediately' } }
const verbs = {
  pause: now.pause,
  resume: now.resume,
  cancel: { cancel_option: 'immediately' },
} as const
type Verb = keyof typeof verbs

const allowed: Readonly<Record<Verb, readonly string[]>> = {
  pause: ['active', 'trial', 'unpaid'],
  resume: ['paused'],
  cancel: ['created', 'active', 'trial', 'paused', 'unpaid', 'pending', 'onetime'],
}

for (const [verb, body] of Object.entries(verbs) as [Verb, object][]) {
  describe(`POST /subscriptions/:subscription_id/${verb}`, () => {
    for (const status of statuses) {
      const isAllowed = allowed[verb].includes(status)
      const [status_code, code] = ENDED.includes(status)
        ? ([409, 'IR_16'] as const)
        : ([400, 'IR_14'] as const)
      test(`a subscription that is ${status}: ${isAllowed ? 200 : status_code}`, async () => {
        const there = await arrange(shop, api, status)

        const answer = await api.post(`${pathOf(there)}/${verb}`, body)

        if (isAllowed) return assert.equal(answer.status, 200, answer.text)
        assertRefused(answer, status_code, code)
        assert.equal((await api.get(pathOf(there))).body.status, status)
      })
    }

    test('an unknown subscription: 404 IR_05; an unknown field: 400 IR_04', async () => {
      assertRefused(await api.post(`/subscriptions/nobody/${verb}`, body), 404, 'IR_05')
      const answer = await api.post(`/subscriptions/nobody/${verb}`, { ...body, surprise: 1 })
      assertRefused(answer, 400, 'IR_04', 'surprise')
    })

    const option = `${verb}_option`
    const date = { pause: 'pause_at', resume: 'resume_date', cancel: 'cancel_at' }[verb]

    test(`${option} is required and has known values: 400`, async () => {
      assertRefused(await api.post(`/subscriptions/nobody/${verb}`, {}), 400, 'IR_01', option)
      const answer = await api.post(`/subscriptions/nobody/${verb}`, { [option]: 'later' })
      assertRefused(answer, 400, 'IR_04', option)
    })

    test(`specific_date needs ${date}, in the future; the other options take none`, async () => {
      const path = `${pathOf(await subscribed(api))}/${verb}`
      const dated = { [option]: 'specific_date' }
      assertRefused(await api.post(path, dated), 400, 'IR_01', date)
      for (const moment of [inDays(-1), 'tomorrow']) {
        assertRefused(await api.post(path, { ...dated, [date]: moment }), 400, 'IR_04', date)
      }
      const answer = await api.post(path, { [option]: 'immediately', [date]: inDays(1) })
      assertRefused(answer, 400, 'IR_04', date)
    })
  })
}

describe('pause', () => {
  test('immediately: paused with paused_at; nothing is billed', async () => {
    const made = await subscribed(api)

    const answer = await api.post(`${pathOf(made)}/pause`, now.pause)
    await pass(shop, MONTH_DAYS)

    assertSubscriptionStatus(answer, 'paused')
    assert.match(answer.body.paused_at, ISO_UTC)
    assert.equal(answer.body.next_billing_at, null)
    assert.equal((await api.get(`${pathOf(made)}/invoices`)).body.total_count, 1)
    assert.equal((await reported(shop, made)).at(-1), 'subscription_paused')
  })

  test('at the end of the period: active until then, then paused', async () => {
    const made = await subscribed(api)

    const answer = await api.post(`${pathOf(made)}/pause`, { pause_option: 'end_of_term' })

    assertSubscriptionStatus(answer, 'active')
    assert.equal(answer.body.pause_at, made.body.period_end)
    await pass(shop, MONTH_DAYS)
    assertSubscriptionStatus(await api.get(pathOf(made)), 'paused')
  })

  test('at a date: active until then, then paused', async () => {
    const made = await subscribed(api)
    const pause_at = inDays(3)

    const answer = await api.post(`${pathOf(made)}/pause`, {
      pause_option: 'specific_date',
      pause_at,
    })

    assertSubscriptionStatus(answer, 'active')
    assert.equal(answer.body.pause_at, pause_at)
    await pass(shop, 3)
    assertSubscriptionStatus(await api.get(pathOf(made)), 'paused')
  })
})

describe('resume', () => {
  test('immediately, in the paid period: active again with next_billing_at, nothing is charged', async () => {
    const made = await subscribed(api)
    await api.post(`${pathOf(made)}/pause`, now.pause)

    const answer = await api.post(`${pathOf(made)}/resume`, now.resume)

    assertSubscriptionStatus(answer, 'active')
    assert.equal(answer.body.next_billing_at, made.body.period_end)
    assert.equal(answer.body.paused_at, null)
    assert.equal((await api.get(`${pathOf(made)}/invoices`)).body.total_count, 1)
    assert.equal((await reported(shop, made)).at(-1), 'subscription_resumed')
  })

  test('after the paid period: a new period begins and is charged at once', async () => {
    const made = await subscribed(api)
    await api.post(`${pathOf(made)}/pause`, now.pause)
    await pass(shop, MONTH_DAYS)

    const answer = await api.post(`${pathOf(made)}/resume`, now.resume)

    assertSubscriptionStatus(answer, 'active')
    assert.notEqual(answer.body.invoice.id, made.body.invoice.id)
    assert.equal(answer.body.invoice.status, 'invoice_paid')
    assert.ok(Date.parse(answer.body.period_start) > Date.parse(made.body.period_end))
  })

  test('at a date: paused until then, then active', async () => {
    const made = await subscribed(api)
    await api.post(`${pathOf(made)}/pause`, now.pause)
    const resume_date = inDays(3)

    const answer = await api.post(`${pathOf(made)}/resume`, {
      resume_option: 'specific_date',
      resume_date,
    })

    assertSubscriptionStatus(answer, 'paused')
    assert.equal(answer.body.resume_at, resume_date)
    await pass(shop, 3)
    assertSubscriptionStatus(await api.get(pathOf(made)), 'active')
  })

  for (const [handling, status] of [
    ['no_action', 'active'],
    ['schedule_payment_collection', 'unpaid'],
  ] as const) {
    test(`unpaid_invoices_handling ${handling}: ${status}`, async () => {
      const made = await subscribed(api, {}, { card: DECLINED_LATER })
      await pass(shop, MONTH_DAYS)
      await api.post(`${pathOf(made)}/pause`, now.pause)

      const answer = await api.post(`${pathOf(made)}/resume`, {
        ...now.resume,
        unpaid_invoices_handling: handling,
      })

      assertSubscriptionStatus(answer, status)
    })
  }

  test('unpaid_invoices_handling has known values: 400 IR_04', async () => {
    const body = { ...now.resume, unpaid_invoices_handling: 'other' }
    const answer = await api.post('/subscriptions/nobody/resume', body)
    assertRefused(answer, 400, 'IR_04', 'unpaid_invoices_handling')
  })

  test('a subscription that was paused in its trial continues its trial', async () => {
    const made = await subscribed(api, { trial_period: 14 })
    await api.post(`${pathOf(made)}/pause`, now.pause)

    assertSubscriptionStatus(await api.post(`${pathOf(made)}/resume`, now.resume), 'trial')
  })
})

describe('cancel', () => {
  const cancel = (subscription: { body: { id: string } }, body: object) =>
    api.post(`/subscriptions/${subscription.body.id}/cancel`, body)
  const credit = async (made: { body: { customer_id: string } }) => {
    const { body } = await api.get(`/customers/${made.body.customer_id}/credit`)
    return body.balances[0]?.amount ?? 0
  }

  test('immediately: cancelled with cancelled_at, reason and ended_at; one event', async () => {
    const made = await subscribed(api)

    const answer = await cancel(made, { cancel_option: 'immediately', reason: 'Moved away' })

    assertSubscriptionStatus(answer, 'cancelled')
    assert.match(answer.body.cancelled_at, ISO_UTC)
    assert.equal(answer.body.ended_at, answer.body.cancelled_at)
    assert.equal(answer.body.cancel_reason, 'Moved away')
    assert.equal(answer.body.next_billing_at, null)
    const events = await reported(shop, made)
    assert.deepEqual(events.slice(2), ['subscription_cancelled'])
  })

  test('at the end of the period: onetime until then without a renewal, then cancelled', async () => {
    const made = await subscribed(api)

    const answer = await cancel(made, { cancel_option: 'end_of_term' })

    assertSubscriptionStatus(answer, 'onetime')
    assert.equal(answer.body.cancel_at, made.body.period_end)
    assert.deepEqual((await reported(shop, made)).slice(2), [])
    await pass(shop, MONTH_DAYS)
    assertSubscriptionStatus(await api.get(pathOf(made)), 'cancelled')
    assert.deepEqual((await reported(shop, made)).slice(2), ['subscription_cancelled'])
    assert.equal((await api.get(`${pathOf(made)}/invoices`)).body.total_count, 1)
  })

  test('at a date: active until then, then cancelled', async () => {
    const made = await subscribed(api)
    const cancel_at = inDays(3)

    const answer = await cancel(made, { cancel_option: 'specific_date', cancel_at })

    assertSubscriptionStatus(answer, 'active')
    assert.equal(answer.body.cancel_at, cancel_at)
    await pass(shop, 3)
    assertSubscriptionStatus(await api.get(pathOf(made)), 'cancelled')
  })

  test('the open invoice is voided', async () => {
    const made = await arrange(shop, api, 'unpaid')

    const answer = await cancel(made, { cancel_option: 'immediately' })

    assert.equal(answer.body.invoice.status, 'voided')
  })

  test('of a subscription that was not confirmed: the payment is cancelled, the invoice voided', async () => {
    const made = await arrange(shop, api, 'created')

    const answer = await cancel(made, { cancel_option: 'immediately' })

    assert.deepEqual(
      [answer.body.status, answer.body.payment.status, answer.body.invoice.status],
      ['cancelled', 'cancelled', 'voided'],
    )
  })

  for (const [credit_option, amount] of [
    [undefined, 0],
    ['none', 0],
    ['prorate', 500],
    ['full', 1000],
  ] as const) {
    test(`credit_option ${credit_option}: ${amount} of the paid 1000, in the middle of the period`, async () => {
      const made = await subscribed(api)
      const { period_start, period_end } = made.body
      shop.clock.advance((Date.parse(period_end) - Date.parse(period_start)) / 2)

      await cancel(made, { cancel_option: 'immediately', ...(credit_option && { credit_option }) })
      await runSweeps(shop)

      assert.equal(await credit(made), amount)
    })
  }

  test('credit_option has known values, and a reason has up to 255 characters: 400 IR_04', async () => {
    const body = { cancel_option: 'immediately' }
    const other = await cancel({ body: { id: 'x' } }, { ...body, credit_option: 'half' })
    assertRefused(other, 400, 'IR_04', 'credit_option')
    const long = await cancel({ body: { id: 'x' } }, { ...body, reason: 'x'.repeat(256) })
    assertRefused(long, 400, 'IR_04', 'reason')
  })

  for (const status of ['created', 'paused', 'unpaid', 'pending']) {
    test(`a subscription that is ${status} cannot be cancelled at the end of its period: 400 IR_14`, async () => {
      const made = await arrange(shop, api, status)
      assertRefused(
        await cancel(made, { cancel_option: 'end_of_term' }),
        400,
        'IR_14',
        'cancel_option',
      )
    })
  }
})
