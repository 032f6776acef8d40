// Payment: create request. billing, shipping and browser_info, field by field.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '#testing/client.ts'
import { billing, withCard } from '#testing/payment_body.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, arrange, pay, payingShop, sale, assertStatus } from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())

type Parts = Record<'address' | 'phone', Record<string, unknown>>

/** The billing with this field at another value; undefined leaves it out. */
function billingWith(part: keyof Parts, field: string, value: unknown): Parts {
  const parts: Parts = structuredClone(billing)
  parts[part][field] = value
  return parts
}

const required: [part: keyof Parts, field: string][] = [
  ['address', 'line1'],
  ['address', 'city'],
  ['address', 'state'],
  ['address', 'zip'],
  ['address', 'country'],
  ['address', 'first_name'],
  ['address', 'last_name'],
  ['phone', 'number'],
  ['phone', 'country_code'],
]

/** Every request that carries payment_method_data. */
const carrying: [name: string, (billing: object | undefined) => Promise<Answer>][] = [
  ['create with confirm', (billing) => pay(shop, APPROVED, { billing })],
  [
    'create without confirm',
    (billing) => shop.post('/payments', { ...sale, ...withCard(), billing }),
  ],
  [
    'confirm',
    async (billing) => {
      const { payment_id } = (await arrange(shop, 'requires_payment_method')).body
      return shop.post(`/payments/${payment_id}/confirm`, { ...withCard(), billing })
    },
  ],
  [
    'update',
    async (billing) => {
      const { payment_id } = (await arrange(shop, 'requires_payment_method')).body
      return shop.post(`/payments/${payment_id}`, { ...withCard(), billing })
    },
  ],
]

for (const [name, send] of carrying) {
  test(`${name}: billing is required in any request that carries payment_method_data`, async () => {
    const answer = await send(undefined)

    assertRefused(answer, 400, 'IR_01')
    assert.match(answer.body.error.field, /^billing/)
  })

  for (const [part, field] of required) {
    test(`${name}: billing.${part}.${field} is required: 400 IR_01 names it`, async () => {
      const answer = await send(billingWith(part, field, undefined))

      assertRefused(answer, 400, 'IR_01', `billing.${part}.${field}`)
    })
  }

  test(`${name}: address.line2 is optional, and stored when it is sent`, async () => {
    const without = await send(billing)
    const sent = await send(billingWith('address', 'line2', 'Flat 2'))

    assert.equal(without.status, 200, without.text)
    assert.equal(sent.status, 200, sent.text)
    assert.equal(sent.body.billing.address.line2, 'Flat 2')
  })
}

test('a create request with confirm false and no payment_method_data may be without billing', async () => {
  assertStatus(await shop.post('/payments', { ...sale, confirm: false }), 'requires_payment_method')
})

test('stored billing serves a confirm that brings none', async () => {
  const { payment_id } = (await arrange(shop, 'requires_payment_method', { billing })).body
  const { billing: _, ...instrument } = withCard()

  assertStatus(await shop.post(`/payments/${payment_id}/confirm`, instrument), 'succeeded')
})

test("the customer's address fills the address part before the check", async () => {
  await shop.post('/customers', { customer_id: 'ada', address: billing.address })
  const { phone } = billing

  const filled = await pay(shop, APPROVED, { customer_id: 'ada', billing: { phone } })
  const noPhone = await pay(shop, APPROVED, { customer_id: 'ada', billing: undefined })

  assertStatus(filled, 'succeeded')
  assert.equal(filled.body.billing.address.line1, billing.address.line1)
  assertRefused(noPhone, 400, 'IR_01', 'billing.phone.number')
})

const wrong: [part: keyof Parts, field: string, value: unknown][] = [
  ['address', 'line1', 7],
  ['address', 'city', 7],
  ['address', 'state', 7],
  ['address', 'zip', 7],
  ['address', 'country', 'GBR'],
  ['address', 'country', 'XX'],
  ['address', 'country', 'gb'],
  ['address', 'first_name', 7],
  ['address', 'last_name', 7],
  ['address', 'planet', 'Earth'],
  ['phone', 'number', 7],
  ['phone', 'number', 'none'],
  ['phone', 'country_code', '44'],
  ['phone', 'extension', '1'],
]

for (const object of ['billing', 'shipping']) {
  for (const [part, field, value] of wrong) {
    test(`${object}.${part}.${field} cannot be ${JSON.stringify(value)}: 400 IR_04`, async () => {
      const answer = await pay(shop, APPROVED, { [object]: billingWith(part, field, value) })

      assertRefused(answer, 400, 'IR_04', `${object}.${part}.${field}`)
    })
  }
}

for (const [part, field] of required) {
  test(`shipping has the same shape as billing: ${part}.${field} is required`, async () => {
    const answer = await pay(shop, APPROVED, { shipping: billingWith(part, field, undefined) })

    assertRefused(answer, 400, 'IR_01', `shipping.${part}.${field}`)
  })
}

test('shipping is not required', async () => {
  const answer = await pay(shop, APPROVED)

  assertStatus(answer, 'succeeded')
  assert.equal(answer.body.shipping, null)
})

const browser: [field: string, type: string, good: unknown, bad: unknown][] = [
  ['ip_address', 'client IP', '203.0.113.7', 7],
  ['user_agent', 'string', 'Mozilla/5.0', 7],
  ['accept_header', 'accepted content types', 'text/html', 7],
  ['accept_language', 'string', 'en-GB,en;q=0.9', 7],
  ['language', 'such as a locale tag', 'en-GB', 7],
  ['color_depth', 'integer', 24, '24'],
  ['screen_height', 'pixels', 1080, 10.5],
  ['screen_width', 'pixels', 1920, '1920'],
  ['time_zone', 'UTC offset in minutes', -60, '-60'],
  ['java_enabled', 'boolean', false, 'no'],
  ['java_script_enabled', 'boolean', true, 1],
  ['os_type', 'string', 'iOS', 7],
  ['os_version', 'string', '18.1', 7],
  ['device_model', 'string', 'iPhone', 7],
  ['referer', 'string', 'https://shop.example/cart', 7],
]

/** It is not shown, so the table is asked what was kept. */
async function browserInfo(payment_id: string): Promise<Record<string, unknown>> {
  const rows = await shop.services.db.run(
    'select browser_info from payments where merchant_id = $1 and payment_id = $2',
    [shop.merchant.merchant_id, payment_id],
  )
  return (rows[0] as { browser_info: Record<string, unknown> }).browser_info
}

for (const [field, type, good, bad] of browser) {
  test(`browser_info.${field} is ${type}`, async () => {
    const taken = await pay(shop, APPROVED, { browser_info: { [field]: good } })
    const refusal = await pay(shop, APPROVED, { browser_info: { [field]: bad } })

    assertStatus(taken, 'succeeded')
    assert.equal((await browserInfo(taken.body.payment_id))[field], good)
    assertRefused(refusal, 400, 'IR_04', `browser_info.${field}`)
  })
}

test('browser_info may be sent whole', async () => {
  const browser_info = Object.fromEntries(browser.map(([field, , good]) => [field, good]))

  const answer = await pay(shop, APPROVED, { browser_info })

  assertStatus(answer, 'succeeded')
  assert.deepEqual(await browserInfo(answer.body.payment_id), browser_info)
})

test('browser_info with an unknown field is 400 IR_04', async () => {
  const answer = await pay(shop, APPROVED, { browser_info: { screen_depth: 1 } })

  assertRefused(answer, 400, 'IR_04', 'browser_info.screen_depth')
})

test("user_agent defaults from the User-Agent header; a server's address is not taken for the shopper's", async () => {
  const headers = { 'User-Agent': 'Shop/1.0' }
  const body = { ...sale, confirm: true, ...withCard() }

  const answer = await shop.post('/payments', body, { headers })

  assert.deepEqual(await browserInfo(answer.body.payment_id), { user_agent: 'Shop/1.0' })
})

test('a three_ds card payment without browser_info still runs', async () => {
  const answer = await pay(shop, '4000002500003155', { authentication_type: 'three_ds' })

  assertStatus(answer, 'requires_action')
})
