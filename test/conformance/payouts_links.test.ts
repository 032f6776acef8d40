// Payout links, and what a recipient may do with a publishable key and the client_secret.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Answer, Client } from '#testing/client.ts'
import { assertRefused } from '../support/expect.ts'
import { payingShop, reported } from '../support/paying.ts'
import { act, advance, create, assertPayoutStatus, read } from '../support/paying_out.ts'
import { money, toBank } from '../support/recipients.ts'

const shop = await payingShop()
after(() => shop.app.close())

const browser = shop.with(shop.merchant.publishable_key)

/** The recipient's page sends these details. */
function submit(made: Answer, input: object = toBank(), client: Client = browser) {
  const { payout_id, client_secret } = made.body
  return client.post(`/payouts/${payout_id}/confirm`, { client_secret, ...input })
}

describe('payout_link', () => {
  test('true and no method: requires_payout_method_data, with the address of the link', async () => {
    const { body } = await create(shop, { payout_link: true })

    assert.equal(body.status, 'requires_payout_method_data')
    assert.equal(
      body.payout_link.link,
      `${shop.base_url}/payout_link/${body.merchant_id}/${body.payout_id}#${body.client_secret}`,
    )
  })

  test('the link has no secret in lists, in events, and for keys that may only read', async () => {
    const { body: made } = await create(shop, { payout_link: true })
    const bare = made.payout_link.link.split('#')[0]
    const reader = await shop.keyWith('payouts:read')
    await shop.post(`/payouts/${made.payout_id}/cancel`, {})

    const listed = await shop.get(`/payouts/list?payout_id=${made.payout_id}`)
    const events = await shop.get(`/events/${made.merchant_id}?object_id=${made.payout_id}`)

    assert.equal(listed.body.data[0].payout_link.link, bare)
    assert.equal((await reader.get(`/payouts/${made.payout_id}`)).body.payout_link.link, bare)
    assert.ok(events.body.data.length > 0, events.text)
    for (const { event_id } of events.body.data) {
      const event = await shop.get(`/events/${made.merchant_id}/${event_id}`)
      assert.doesNotMatch(event.text, /_secret_/)
      assert.equal(event.body.content.object.payout_link.link, bare)
    }
  })

  test('true with a method: requires_fulfillment', async () => {
    assert.equal(
      (await create(shop, { payout_link: true, ...toBank() })).body.status,
      'requires_fulfillment',
    )
  })

  test('payout_link_config: logo, merchant name, theme, enabled payment methods, form layout, test mode', async () => {
    const payout_link_config = {
      logo: 'https://shop.example/logo.png',
      merchant_name: 'The Shop',
      theme: '#4285F4',
      enabled_payment_methods: [
        { payment_method: 'bank_transfer', payment_method_types: ['sepa', 'ach'] },
        { payment_method: 'card' },
      ],
      form_layout: 'tabs',
      test_mode: true,
    }

    const made = await create(shop, { payout_link: true, payout_link_config })

    assert.deepEqual(made.body.payout_link.config, payout_link_config)
    assert.deepEqual((await read(shop, made)).body.payout_link, made.body.payout_link)
    for (const wrong of [{ logo: 'x' }, { form_layout: 'pile' }, { colour: 'red' }]) {
      const body = { ...money, payout_link: true, payout_link_config: wrong }
      assertRefused(await shop.post('/payouts/create', body), 400, 'IR_04')
    }
    assertRefused(
      await shop.post('/payouts/create', { ...money, payout_link_config }),
      400,
      'IR_04',
      'payout_link_config',
    )
  })

  test('settable only at creation', async () => {
    const made = await create(shop)

    assertRefused(
      await shop.put(`/payouts/${made.body.payout_id}`, { payout_link: true }),
      400,
      'IR_04',
      'payout_link',
    )
  })
})

describe('a recipient with the client_secret', () => {
  test('submits the link → requires_confirmation; the merchant confirms → requires_fulfillment', async () => {
    const made = await create(shop, { payout_link: true })

    assertPayoutStatus(await submit(made), 'requires_confirmation')
    assertRefused(await act(shop, made, 'fulfill'), 400, 'IR_14')
    assertPayoutStatus(await act(shop, made, 'confirm'), 'requires_fulfillment')

    assertPayoutStatus(await act(shop, made, 'fulfill'), 'success')
    assert.deepEqual(await reported(shop, made.body.payout_id), [
      'payout_initiated',
      'payout_success',
    ])
  })

  test('is refused once a recipient is set by anyone: 409 IR_16, and nothing changes', async () => {
    const byRecipient = await create(shop, { payout_link: true })
    assertPayoutStatus(await submit(byRecipient), 'requires_confirmation')
    const byMerchant = await create(shop, toBank())
    const byUpdate = await create(shop, { payout_link: true })
    await shop.put(`/payouts/${byUpdate.body.payout_id}`, toBank())

    for (const made of [byRecipient, byMerchant, byUpdate]) {
      const before = (await read(shop, made)).body
      for (const body of [{}, toBank(), { payout_type: 'wallet' }]) {
        assertRefused(await submit(made, body), 409, 'IR_16')
      }
      assert.deepEqual((await read(shop, made)).body, before)
    }
  })

  test('of five recipients at once one sets the account', async () => {
    const made = await create(shop, { payout_link: true })

    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(made)))

    const [winner, ...losers] = answers.toSorted((a, b) => a.status - b.status)
    assert.ok(winner)
    assertPayoutStatus(winner, 'requires_confirmation')
    for (const loser of losers) assertRefused(loser, 409, 'IR_16')
  })

  test('auto_fulfill: a submitted payout is sent automatically', async () => {
    const { client, merchant } = await shop.neighbour()
    const made = await create(client, { payout_link: true, auto_fulfill: true })

    const submitted = await submit(made, toBank(), shop.with(merchant.publishable_key))
    assertPayoutStatus(submitted, 'requires_fulfillment')
    await advance(client, '1s')

    assertPayoutStatus(await read(client, made), 'success')
  })

  test('brings a method to a payout without a link, which the merchant then fulfils', async () => {
    const made = await create(shop)

    const answer = await submit(made)

    assertPayoutStatus(answer, 'requires_fulfillment')
    assert.equal((await read(shop, made)).body.confirmed_at, null)
    assertRefused(await submit(made), 409, 'IR_16')
    assertPayoutStatus(await act(shop, made, 'fulfill'), 'success')
  })

  test('may set their own details, and no merchant fields', async () => {
    const made = await create(shop, { payout_link: true })
    const customer = { name: 'Grace', email: 'grace@example.com' }

    const answer = await submit(made, { ...toBank(), customer, entity_type: 'individual' })

    assert.equal(answer.status, 200)
    assert.equal((await read(shop, made)).body.customer.name, 'Grace')
    for (const input of [
      { amount: 1 },
      { currency: 'USD' },
      { auto_fulfill: true },
      { recurring: true },
      { priority: 'instant' },
      { payout_method_id: 'pom_other' },
      { customer_id: 'other' },
      { customer: { id: 'other' } },
      { metadata: { a: 'b' } },
      { session_expiry: 9 },
    ]) {
      const before = (await read(shop, made)).body
      assertRefused(await submit(made, { ...toBank(), ...input }), 403, 'AU_03')
      assert.deepEqual((await read(shop, made)).body, before)
    }
  })

  test('without the client_secret 400, with a wrong one 401, and on no other route', async () => {
    const made = await create(shop, { payout_link: true })
    const path = `/payouts/${made.body.payout_id}`
    const other = await create(shop, { payout_link: true })

    assertRefused(await browser.post(`${path}/confirm`, toBank()), 400, 'IR_01', 'client_secret')
    const wrong = { client_secret: other.body.client_secret, ...toBank() }
    assertRefused(await browser.post(`${path}/confirm`, wrong), 401, 'AU_01')
    for (const [method, rest] of [
      ['GET', ''],
      ['PUT', ''],
      ['POST', '/fulfill'],
      ['POST', '/cancel'],
    ] as const) {
      const body = method === 'GET' ? undefined : {}
      assertRefused(await browser.send(method, `${path}${rest}`, body), 403, 'AU_03')
    }
    assertRefused(await browser.post('/payouts/create', money), 403, 'AU_03')
  })

  test("another merchant's publishable key does not open it", async () => {
    const made = await create(shop, { payout_link: true })
    const { merchant } = await shop.neighbour()

    assertRefused(await submit(made, toBank(), shop.with(merchant.publishable_key)), 401, 'AU_01')
  })

  test('payout session_expiry: integer seconds set by the caller, until the client secret expires; the server key still works', async () => {
    const { client, merchant } = await shop.neighbour()
    const page = shop.with(merchant.publishable_key)
    const made = await create(client, { session_expiry: 3600 })
    await advance(client, '59m')
    assertPayoutStatus(await submit(made, toBank(), page), 'requires_fulfillment')

    await advance(client, '2m')

    assertRefused(await submit(made, toBank(), page), 400, 'IR_04', 'client_secret')
    assertPayoutStatus(await act(client, made, 'confirm', toBank()), 'requires_fulfillment')
  })

  test('session_expiry for link payouts: when it is over the payout is expired', async () => {
    const { client, merchant } = await shop.neighbour()
    const made = await create(client, { payout_link: true, session_expiry: 3600 })
    assert.equal(
      new Date(made.body.expires_at).getTime() - new Date(made.body.created).getTime(),
      3_600_000,
    )

    await advance(client, '61m')

    assertPayoutStatus(await read(client, made), 'expired')
    const late = await submit(made, toBank(), shop.with(merchant.publishable_key))
    assertRefused(late, 400, 'IR_04', 'client_secret')
  })
})
