// Payment links: what a merchant creates, reads, lists and deactivates; every field, filter and error.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { DAY_MS } from '#kernel/clock.ts'
import type { Answer } from '#testing/client.ts'
import { dataUrl, hostilePngs, png } from '#testing/images.ts'
import { createLink, submit } from '#testing/payment_link.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { assertRefused } from '../support/expect.ts'
import { payingShop, reported } from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())
const { merchant_id, profile_id } = shop.merchant
const base = { amount: 2500, currency: 'EUR' }

const create = (body: object) => shop.post('/payment_link', body)
const inFuture = (ms: number) => new Date(shop.clock.now().getTime() + ms).toISOString()

describe('POST /payment_link', () => {
  test('amount and currency are enough: 201, one_time, active, for 24 hours', async () => {
    const { status, body } = await create(base)

    assert.equal(status, 201)
    assert.match(body.payment_link_id, /^plink_[0-9a-z]{26}$/)
    const { payment_link_id, created, modified_at, ...rest } = body
    const url = `${shop.base_url}/pay/${payment_link_id}`
    assert.equal(modified_at, created)
    assert.deepEqual(rest, {
      merchant_id,
      profile_id,
      link_type: 'one_time',
      status: 'active',
      url,
      link_to_pay: url,
      ...base,
      suggested_amounts: null,
      min_amount: null,
      max_amount: null,
      description: null,
      order_details: null,
      customer_id: null,
      email: null,
      send_email: false,
      email_delivery: null,
      capture_method: 'automatic',
      authentication_type: null,
      require_customer_info: false,
      payment_link_config: null,
      usage_limit: 1,
      usage_count: 0,
      sold_out_message: null,
      payment_id: null,
      metadata: {},
      expiry: new Date(new Date(created).getTime() + DAY_MS).toISOString(),
    })
  })

  test('return_url is refused with the place to set it', async () => {
    const { status, body } = await create({ ...base, return_url: 'https://shop.example/thanks' })

    assert.equal(status, 400)
    assert.match(
      body.error.message,
      /^`return_url` is not a field .* Set it on the business profile/,
    )
  })

  test('every field comes back as it was sent, and is read again', async () => {
    await shop.post('/customers', { customer_id: 'ada', name: 'Ada' })
    const sent = {
      ...base,
      profile_id,
      link_type: 'recurring',
      description: 'Two theatre tickets',
      order_details: [{ name: 'Ticket', quantity: 2, amount: 1250, currency: 'EUR' }],
      customer_id: 'ada',
      email: 'ada@example.com',
      send_email: false,
      capture_method: 'manual',
      authentication_type: 'three_ds',
      require_customer_info: true,
      payment_link_config: {
        seller_name: 'The Theatre',
        logo: 'https://shop.example/logo.png',
        theme: '#1a73e8',
        sdk_layout: 'spaced_accordion',
        allowed_payment_method_types: ['debit', 'credit', 'ideal'],
      },
      usage_limit: 40,
      sold_out_message: 'All seats are taken.',
      expiry: inFuture(30 * DAY_MS),
      metadata: { order: '77' },
    }

    const made = await create(sent)

    assert.equal(made.status, 201, made.text)
    for (const [name, value] of Object.entries(sent)) assert.deepEqual(made.body[name], value, name)
    const read = await shop.get(`/payment_link/${made.body.payment_link_id}`)
    assert.equal(read.status, 200)
    assert.deepEqual(read.body, made.body)
  })

  test('null means the same as an absent field, also inside payment_link_config', async () => {
    const names = 'link_type profile_id description order_details suggested_amounts min_amount'
    const more = 'max_amount customer_id email send_email capture_method authentication_type'
    const rest = 'require_customer_info usage_limit sold_out_message expiry metadata'
    const nulls = Object.fromEntries(`${names} ${more} ${rest}`.split(' ').map((n) => [n, null]))
    const config = { seller_name: null, logo: null, theme: null, sdk_layout: null }

    const made = await create({ ...base, ...nulls, payment_link_config: config })

    assert.equal(made.status, 201, made.text)
    assert.deepEqual([made.body.link_type, made.body.capture_method], ['one_time', 'automatic'])
  })

  test('a donation needs no amount, and may suggest and bound it', async () => {
    const bounds = { suggested_amounts: [500, 2000], min_amount: 100, max_amount: 10_000 }

    const made = await create({ currency: 'EUR', link_type: 'donation', ...bounds })

    assert.equal(made.status, 201, made.text)
    const { amount, suggested_amounts, min_amount, max_amount, usage_limit } = made.body
    assert.deepEqual({ suggested_amounts, min_amount, max_amount }, bounds)
    assert.deepEqual([amount, usage_limit], [null, null])
  })

  const missing: readonly [string, object][] = [
    ['currency', { amount: 100 }],
    ['amount', { currency: 'EUR' }],
    ['amount', { currency: 'EUR', link_type: 'recurring' }],
    ['email', { ...base, send_email: true }],
  ]
  for (const [field, body] of missing) {
    test(`without ${field}, ${JSON.stringify(body)}: 400 IR_01`, async () => {
      const answer = await create(body)
      assertRefused(answer, 400, 'IR_01')
      assert.equal(answer.body.error.field, field)
    })
  }

  const long = 'x'.repeat(1_001)
  const invalid: readonly [string, object][] = [
    ['amount', { amount: 0 }],
    ['amount', { amount: 12.5 }],
    ['currency', { currency: 'XXX' }],
    ['link_type', { link_type: 'subscription' }],
    ['description', { description: long }],
    ['sold_out_message', { sold_out_message: long }],
    ['email', { email: 'nobody' }],
    ['capture_method', { capture_method: 'later' }],
    ['authentication_type', { authentication_type: 'always' }],
    ['usage_limit', { usage_limit: 2 }],
    ['usage_limit', { link_type: 'recurring', usage_limit: 0 }],
    ['min_amount', { min_amount: 5 }],
    ['suggested_amounts', { suggested_amounts: [5] }],
    ['max_amount', { amount: null, link_type: 'donation', min_amount: 9, max_amount: 8 }],
    [
      'suggested_amounts',
      { amount: null, link_type: 'donation', min_amount: 9, suggested_amounts: [8] },
    ],
    [
      'order_details.0.currency',
      { order_details: [{ name: 'x', quantity: 1, amount: 1, currency: 'GBP' }] },
    ],
    ['expiry', { expiry: 'tomorrow' }],
    ['expiry', { expiry: inFuture(30_000) }],
    ['expiry', { expiry: inFuture(91 * DAY_MS) }],
    ['payment_link_config.theme', { payment_link_config: { theme: 'red' } }],
    ['payment_link_config.logo', { payment_link_config: { logo: 'http://shop.example/logo.png' } }],
    ['payment_link_config.logo', { payment_link_config: { logo: 'javascript:alert(1)' } }],
    ['payment_link_config.sdk_layout', { payment_link_config: { sdk_layout: 'pile' } }],
    [
      'payment_link_config.allowed_payment_method_types.0',
      { payment_link_config: { allowed_payment_method_types: ['cash'] } },
    ],
    ['payment_link_config.colour', { payment_link_config: { colour: 'red' } }],
    ['theme', { theme: '#ffffff' }],
  ]
  for (const [field, body] of invalid) {
    test(`an invalid ${field}, ${JSON.stringify(body).slice(0, 80)}: 400 IR_04`, async () => {
      const answer = await create({ ...base, ...body })
      assertRefused(answer, 400, 'IR_04')
      assert.equal(answer.body.error.field, field)
    })
  }

  test('a logo can be a small data URL; a PNG or JPEG is drawn again', async () => {
    const made = await create({ ...base, payment_link_config: { logo: dataUrl(png(40, 20)) } })
    assert.match(made.body.payment_link_config?.logo, /^data:image\/png;base64,/, made.text)
    const svg = dataUrl(Buffer.from('<svg/>'), 'svg+xml')
    const other = await create({ ...base, payment_link_config: { logo: svg } })
    assert.equal(other.body.payment_link_config?.logo, svg, other.text)
  })

  for (const [name, bytes] of Object.entries(hostilePngs)) {
    test(`a logo with ${name}: 400 IR_04`, async () => {
      const answer = await create({ ...base, payment_link_config: { logo: dataUrl(bytes) } })
      assertRefused(answer, 400, 'IR_04')
      assert.equal(answer.body.error.field, 'payment_link_config.logo')
    })
  }

  test('expiry can be 60 seconds to 90 days from now', async () => {
    for (const ms of [61_000, 90 * DAY_MS - 1_000]) {
      const expiry = inFuture(ms)
      assert.equal((await create({ ...base, expiry })).body.expiry, expiry)
    }
  })

  test('an unknown customer or profile: 404 IR_05', async () => {
    assertRefused(await create({ ...base, customer_id: 'nobody' }), 404, 'IR_05')
    assertRefused(await create({ ...base, profile_id: 'pro_none' }), 404, 'IR_05')
  })

  test('the profile is that of the body, of the header X-Profile-Id, or the default one', async () => {
    const path = `/account/${merchant_id}/business_profile`
    const other = (await shop.post(path, { profile_name: 'Second shop' })).body.profile_id
    const headers = { 'X-Profile-Id': other }

    const byHeader = await shop.post('/payment_link', base, { headers })
    const byBody = await shop.post('/payment_link', { ...base, profile_id }, { headers })

    assert.deepEqual([byHeader.body.profile_id, byBody.body.profile_id], [other, profile_id])
  })

  test('a link has up to 50 pairs of metadata; the id of the link does not count', async () => {
    const pairs = (n: number) =>
      Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, String(i)]))
    const payment_link_id = await createLink(shop, { metadata: pairs(50) })
    assertRefused(await create({ ...base, metadata: pairs(51) }), 400, 'IR_04', 'metadata')

    const { payment_id } = (await submit(shop, payment_link_id)).body

    const path = `/payments/${payment_id}`
    const payment = await shop.get(path)
    assert.deepEqual(payment.body.metadata, { ...pairs(50), payment_link_id })
    const changed = await shop.post(path, { metadata: { k0: 'changed' } })
    assert.equal(changed.status, 200, changed.text)
    assertRefused(await shop.post(path, { metadata: { one_more: '51' } }), 400, 'IR_04', 'metadata')
  })

  test('a repeat with the same Idempotency-Key creates one link', async () => {
    const once = { headers: { 'Idempotency-Key': 'one-link' } }
    const [first, second] = [
      await shop.post('/payment_link', base, once),
      await shop.post('/payment_link', base, once),
    ]
    assert.equal(second.text, first.text)
  })
})

describe('GET /payment_link/:payment_link_id', () => {
  test('an unknown link: 404 IR_05', async () => {
    assertRefused(await shop.get('/payment_link/plink_none'), 404, 'IR_05')
  })

  test('payment_links:read reads and lists; only payment_links:write creates and deactivates', async () => {
    const id = await createLink(shop)
    const reader = await shop.keyWith('payment_links:read')
    const other = await shop.keyWith('payments:write')

    assert.equal((await reader.get(`/payment_link/${id}`)).status, 200)
    assert.equal((await reader.get('/payment_link/list')).status, 200)
    assertRefused(await reader.post('/payment_link', base), 403, 'AU_03')
    assertRefused(await reader.post(`/payment_link/${id}/deactivate`), 403, 'AU_03')
    assertRefused(await other.get(`/payment_link/${id}`), 403, 'AU_03')
  })
})

describe('GET and POST /payment_link/list', () => {
  test('every filter, alone and together, the newest first', async () => {
    const { client } = await shop.neighbour()
    await client.post('/customers', { customer_id: 'bob' })
    const once = await createLink(client)
    const often = await createLink(client, { link_type: 'recurring', customer_id: 'bob' })
    const gift = await createLink(client, { link_type: 'donation', currency: 'GBP' })
    await client.post(`/payment_link/${gift}/deactivate`)

    const ids = (answer: Answer) =>
      answer.body.data.map((each: { payment_link_id: string }) => each.payment_link_id)
    const list = async (query: string) => {
      const body = Object.fromEntries(new URLSearchParams(query))
      const { limit, ...rest } = body
      const numbers = limit === undefined ? {} : { limit: Number(limit) }
      const byGet = await client.get(`/payment_link/list?${query}`)
      const byPost = await client.post('/payment_link/list', { ...rest, ...numbers })
      assert.equal(byGet.status, 200, byGet.text)
      assert.deepEqual(byPost.body, byGet.body)
      return ids(byGet)
    }

    assert.deepEqual(await list(''), [gift, often, once])
    assert.deepEqual(await list('link_type=recurring'), [often])
    assert.deepEqual(await list('link_type=recurring,one_time'), [often, once])
    assert.deepEqual(await list('status=active'), [often, once])
    assert.deepEqual(await list('status=deactivated,expired,completed'), [gift])
    assert.deepEqual(await list('customer_id=bob'), [often])
    assert.deepEqual(await list('currency=GBP'), [gift])
    assert.deepEqual(await list(`payment_link_id=${once}`), [once])
    assert.deepEqual(await list('limit=1'), [gift])
    assert.deepEqual(await list(`starting_after=${gift}`), [often, once])
    assert.deepEqual(await list('created_lte=2020-01-01T00:00:00Z'), [])
    assert.equal((await list('created_gte=2020-01-01T00:00:00Z')).length, 3)
  })

  test('an unknown filter, status, type or limit: 400 IR_04', async () => {
    for (const query of ['colour=red', 'status=paid', 'link_type=gift', 'limit=101']) {
      assertRefused(await shop.get(`/payment_link/list?${query}`), 400, 'IR_04')
    }
  })
})

describe('the end of a link', () => {
  test('deactivated: it cannot be paid, and a second deactivation is 409 IR_16', async () => {
    const id = await createLink(shop)

    const ended = await shop.post(`/payment_link/${id}/deactivate`)

    assert.equal(`${ended.status} ${ended.body.status}`, '200 deactivated')
    assertRefused(await submit(shop, id), 409, 'IR_16')
    assertRefused(await shop.post(`/payment_link/${id}/deactivate`), 409, 'IR_16')
    assertRefused(await shop.post('/payment_link/plink_none/deactivate'), 404, 'IR_05')
    assert.deepEqual(await reported(shop, id), [])
  })

  test('paid: completed, with the event payment_link_completed', async () => {
    const id = await createLink(shop)
    await submit(shop, id)

    assertRefused(await shop.post(`/payment_link/${id}/deactivate`), 409, 'IR_16')
    assert.deepEqual(await reported(shop, id), ['payment_link_completed'])
  })

  test('paid: its payment names the link as its origin, and a payment without one has none', async () => {
    const id = await createLink(shop)
    await submit(shop, id)
    const { payment_id } = (await shop.get(`/payment_link/${id}`)).body
    const alone = await shop.post('/payments', base)

    const linked = await shop.get(`/payments/${payment_id}?expand=origin`)
    const other = await shop.get(`/payments/${alone.body.payment_id}?expand=origin`)

    const origin = { payment_link_id: id, invoice_id: null, subscription_id: null }
    assert.deepEqual([linked.body.origin, other.body.origin], [origin, null])
  })

  test('expired: refused at once, and by the sweep with the event payment_link_expired', async () => {
    const id = await createLink(shop, { expiry: inFuture(61_000) })

    shop.clock.advance(62_000)
    const late = await submit(shop, id)
    await runSweeps(shop)

    assertRefused(late, 409, 'IR_16')
    assert.equal((await shop.get(`/payment_link/${id}`)).body.status, 'expired')
    assert.deepEqual(await reported(shop, id), ['payment_link_expired'])
  })

  test('a profile with an active link cannot be deleted; with one that has ended it can', async () => {
    const path = `/account/${merchant_id}/business_profile`
    const other = (await shop.post(path, { profile_name: 'Closing shop' })).body.profile_id
    const id = await createLink(shop, { profile_id: other })

    const inUse = await shop.delete(`${path}/${other}`)
    await shop.post(`/payment_link/${id}/deactivate`)

    assertRefused(inUse, 409, 'IR_16')
    assert.equal(inUse.body.error.details.payment_link_id, id)
    assert.equal((await shop.delete(`${path}/${other}`)).status, 200)
  })
})
