// A subscription's client_secret: the actions it allows a browser with a publishable key, and for how long.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { routes } from '#app.ts'
import { MINUTE_MS } from '#kernel/clock.ts'
import type { Answer } from '#testing/client.ts'
import { withCard } from '#testing/payment_body.ts'
import { assertRefused } from '../support/expect.ts'
import { CHALLENGED, payingShop } from '../support/paying.ts'
import {
  confirm,
  created,
  createPrice,
  assertSubscriptionStatus,
  pathOf,
  subscribed,
  withProfile,
} from '../support/subscribing.ts'

const shop = await payingShop()
after(() => shop.app.close())
const api = withProfile(shop)
const browser = withProfile(shop, shop.with(shop.merchant.publishable_key))

const details = { payment_details: withCard() }
const asBrowser = (subscription: Answer, more: object = {}) => {
  const { client_secret } = subscription.body
  return browser.post(`${pathOf(subscription)}/confirm`, { client_secret, ...details, ...more })
}
const { item_price_id } = await createPrice(api)
const OFFERS = ['/subscriptions/items', `/subscriptions/estimate?item_price_id=${item_price_id}`]
const secretOf = ({ body }: Answer) => ({ headers: { 'X-Client-Secret': body.client_secret } })

describe('confirm', () => {
  test('with the client_secret in the body: 200', async () => {
    assertSubscriptionStatus(await asBrowser(await created(api)), 'active')
  })

  test('with the client_secret in the header X-Client-Secret: 200', async () => {
    const made = await created(api)
    assertSubscriptionStatus(
      await browser.post(`${pathOf(made)}/confirm`, details, secretOf(made)),
      'active',
    )
  })

  test('shows the address to redirect the customer to', async () => {
    const sent = { payment_details: withCard(CHALLENGED) }
    const { body } = await asBrowser(await created(api), sent)
    assert.match(body.payment.next_action.redirect_to_url, /^http/)
  })

  test('without one: 400 IR_01', async () => {
    const made = await created(api)
    assertRefused(
      await browser.post(`${pathOf(made)}/confirm`, details),
      400,
      'IR_01',
      'client_secret',
    )
  })

  test('with a wrong one, or that of another subscription: 401 AU_01', async () => {
    const made = await created(api)
    const other = await created(api)
    for (const client_secret of ['wrong', `${made.body.id}_secret_x`, other.body.client_secret]) {
      assertRefused(await asBrowser(made, { client_secret }), 401, 'AU_01')
    }
    assertSubscriptionStatus(await api.get(pathOf(made)), 'created')
  })

  test('on anything but created or pending: 409 IR_16', async () => {
    const made = await created(api)
    await confirm(api, made)
    assertRefused(await asBrowser(made), 409, 'IR_16')
  })

  test('cannot say where the shopper is: 403 AU_03', async () => {
    const made = await created(api)
    const browser_info = { ip_address: '203.0.113.7' }
    const answer = await asBrowser(made, { payment_details: { ...withCard(), browser_info } })
    assertRefused(answer, 403, 'AU_03', 'payment_details.browser_info.ip_address')
  })

  test('needs X-Profile-Id as well: 400 IR_01', async () => {
    const made = await created(api)
    const plain = shop.with(shop.merchant.publishable_key)
    const answer = await plain.post(`${pathOf(made)}/confirm`, details, secretOf(made))
    assertRefused(answer, 400, 'IR_01', 'X-Profile-Id')
  })
})

describe('15 minutes', () => {
  test('until then it works, afterwards 401 AU_01; a secret key is not affected', async () => {
    const early = await created(api)
    const late = await created(api)
    shop.clock.advance(14 * MINUTE_MS)
    assertSubscriptionStatus(await asBrowser(early), 'active')

    shop.clock.advance(MINUTE_MS)

    assertRefused(await asBrowser(late), 401, 'AU_01')
    for (const path of OFFERS) assertRefused(await browser.get(path, secretOf(late)), 401, 'AU_01')
    assertSubscriptionStatus(await confirm(api, late), 'active')
  })

  test('an update starts them again', async () => {
    const made = await created(api)
    await confirm(api, made)
    shop.clock.advance(16 * MINUTE_MS)
    const [path] = OFFERS
    assertRefused(await browser.get(path ?? '', secretOf(made)), 401, 'AU_01')

    const updated = await api.put(`${pathOf(made)}/update`, await createPrice(api))

    assert.equal((await browser.get(path ?? '', secretOf(updated))).status, 200)
  })
})

describe('offers', () => {
  for (const path of OFFERS) {
    const url = path.split('?')[0]
    test(`GET ${url} with a client_secret: 200, the same as for a secret key`, async () => {
      const made = await created(api)
      const answer = await browser.get(path, secretOf(made))

      assert.equal(answer.status, 200, answer.text)
      const own = await api.get(path)
      assert.deepEqual(Object.keys(answer.body), Object.keys(own.body))
    })

    test(`GET ${url} without or with a wrong one: 400 IR_01, 401 AU_01`, async () => {
      assertRefused(await browser.get(path), 400, 'IR_01', 'client_secret')
      const wrong = { headers: { 'X-Client-Secret': 'wrong' } }
      assertRefused(await browser.get(path, wrong), 401, 'AU_01')
    })

    test(`GET ${url} takes it in the query too`, async () => {
      const { client_secret } = (await created(api)).body
      const joined = `${path}${path.includes('?') ? '&' : '?'}client_secret=${client_secret}`
      assert.equal((await browser.get(joined)).status, 200)
    })
  }

  test('an estimate for a customer, whose credit it would show, is for servers: 403 AU_03', async () => {
    const made = await created(api)
    const path = `${OFFERS[1]}&customer_id=${made.body.customer_id}`
    assertRefused(await browser.get(path, secretOf(made)), 403, 'AU_03', 'customer_id')
  })
})

test('a publishable key cannot call any other route of subscriptions: 403 AU_03', async () => {
  const { body } = await created(api)
  const others = routes.filter(
    ({ url, publishable }) => /^\/(subscriptions|invoices)/.test(url) && !publishable,
  )
  assert.ok(others.length > 15)
  for (const { method, url, example } of others) {
    const path = url.replace(':subscription_id', body.id).replace(':invoice_id', body.invoice.id)
    const headers = { 'X-Client-Secret': body.client_secret }
    assertRefused(await browser.send(method, path, example, { headers }), 403, 'AU_03')
  }
})

describe('access to the client_secret', () => {
  test('create, read and update; not confirm, lists, events and readers', async () => {
    const made = await created(api)
    const reader = withProfile(shop, await shop.keyWith('subscriptions:read'))
    const { client_secret } = made.body

    assert.equal((await api.get(pathOf(made))).body.client_secret, client_secret)
    assert.equal((await reader.get(pathOf(made))).body.client_secret, null)
    assert.equal((await confirm(api, made)).body.client_secret, null)
    const { data } = (await api.get('/subscriptions/list')).body
    for (const entry of data) assert.equal(entry.client_secret, null)
  })

  test('it is in no event', async () => {
    const made = await subscribed(api)
    const rows = await shop.services.db.run<{ body: string }>(
      'select body from events where object_id = $1',
      [made.body.id],
    )
    assert.equal(rows.length, 2)
    for (const { body } of rows) assert.doesNotMatch(body, /_secret_/)
  })
})
