// A payment link's page, as a browser meets it: the HTML, its data, its requests and their errors.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { ADMIN_KEY, harness } from '#testing/harness.ts'
import { createLink, pageData, submit } from '#testing/payment_link.ts'
import { freshMinute, assertRefused } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())
const browser = shop.with(undefined)
const profiles = `/account/${shop.merchant.merchant_id}/business_profile`

const open = async (id: string, query = '', headers: Record<string, string> = {}) =>
  pageData(await browser.get(`/pay/${id}${query}`, { headers }))

const address = { line1: '12 Mill Lane', city: 'Leeds', country: 'GB' }

describe('GET /pay/:payment_link_id', () => {
  test("without a key: HTML that is not cached, framed or sniffed, with the shopper's data", async () => {
    const id = await createLink(shop, {
      description: 'Two tickets',
      email: 'ada@example.com',
      order_details: [{ name: 'Ticket </script>', quantity: 2, amount: 1250, currency: 'EUR' }],
      payment_link_config: {
        seller_name: 'The Theatre',
        theme: '#1a73e8',
        sdk_layout: 'accordion',
      },
    })

    const page = await browser.get(`/pay/${id}`)

    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    assert.equal(page.headers.get('cache-control'), 'no-store')
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
    assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    assert.equal(page.headers.get('x-ratelimit-limit') !== null, true)
    const { methods, test_cards, expires_at, ...data } = pageData(page)
    assert.deepEqual(data, {
      kind: 'payment_link',
      path: `/pay/${id}`,
      status: 'active',
      notice: null,
      test_mode: true,
      locale: 'en',
      regional: null,
      seller: { name: 'The Theatre', logo: null, color: '#1a73e8' },
      amount: 2500,
      currency: 'EUR',
      exponent: 2,
      description: 'Two tickets',
      order_number: null,
      lines: [{ name: 'Ticket </script>', quantity: 2, amount: 1250 }],
      donation: null,
      require_customer_info: false,
      email: 'ada@example.com',
      layout: 'accordion',
      saved_methods: [],
      return_url: null,
      payment: null,
    })
    assert.ok((methods as object[]).length > 5 && (test_cards as object[]).length > 3)
    assert.equal(expires_at, (await shop.get(`/payment_link/${id}`)).body.expiry)
  })

  test('an unknown link: 404, as a page that says so', async () => {
    const page = await browser.get('/pay/plink_none')

    assert.equal(page.status, 404)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    assert.equal(pageData(page)['status'], 'unknown')
  })

  test('a link that has ended: 200 with its notice, and without methods or the e-mail address', async () => {
    const more = { sold_out_message: 'Sold out.', email: 'ada@example.com' }
    const [paid, off] = [await createLink(shop, more), await createLink(shop, more)]
    await submit(shop, paid)
    await shop.post(`/payment_link/${off}/deactivate`)

    const seen = [await open(paid), await open(off)]

    const facts = seen.map(({ status, notice, methods, email }) => [status, notice, methods, email])
    assert.deepEqual(facts, [
      ['completed', 'Sold out.', [], null],
      ['deactivated', null, [], null],
    ])
  })

  test('the language is that of the address, or the best of Accept-Language', async () => {
    const id = await createLink(shop)

    assert.equal((await open(id, '', { 'Accept-Language': 'xx, he;q=0.9, fr;q=0.5' })).locale, 'he')
    assert.equal((await open(id, '?locale=ja', { 'Accept-Language': 'fr' })).locale, 'ja')
  })

  test('a donation has its suggested amounts and its bounds, and amounts have the digits of the currency', async () => {
    const bounds = { suggested_amounts: [500], min_amount: 100, max_amount: 9000 }
    const id = await createLink(shop, {
      amount: null,
      currency: 'JPY',
      link_type: 'donation',
      ...bounds,
    })

    const { donation, amount, exponent } = await open(id)

    assert.deepEqual(
      [donation, amount, exponent],
      [{ suggested: [500], min: 100, max: 9000 }, null, 0],
    )
  })

  test('methods: those of the link in its order, of its currency, and of its capture method', async () => {
    const types = async (body: object, allowed?: string[]) => {
      const config = allowed && { payment_link_config: { allowed_payment_method_types: allowed } }
      const { methods } = await open(await createLink(shop, { ...body, ...config }))
      return (methods as { type: string }[]).map(({ type }) => type)
    }
    const wanted = ['pix', 'paypal', 'ideal', 'debit', 'sepa']

    assert.deepEqual(await types({}, wanted), ['paypal', 'ideal', 'credit', 'sepa'])
    assert.deepEqual(await types({ currency: 'BRL' }, wanted), ['pix', 'paypal', 'credit'])
    assert.deepEqual(await types({ capture_method: 'manual' }, wanted), [
      'paypal',
      'ideal',
      'credit',
    ])
    const all = await types({ currency: 'INR' })
    assert.ok(all.includes('upi_collect') && !all.includes('ideal') && !all.includes('apple_pay'))
  })

  test('the methods that a shopper usually pays with come first, and all but three are folded', async () => {
    const list = async (id: string, language: string) => {
      const { methods } = await open(id, '', { 'Accept-Language': language })
      const all = methods as { type: string; is_folded?: true }[]
      const shown = all.filter(({ is_folded }) => !is_folded).map(({ type }) => type)
      return { shown, all: all.map(({ type }) => type) }
    }
    await shop.post('/customers', { customer_id: 'bea', address: { country: 'BE' } })
    const [link, known] = [await createLink(shop), await createLink(shop, { customer_id: 'bea' })]

    const dutch = await list(link, 'nl, en-US;q=0.7')
    assert.deepEqual(dutch.shown, ['credit', 'ideal', 'paypal', 'klarna'])
    assert.ok(dutch.all.length > 15 && !dutch.all.includes('giropay'), dutch.all.join())
    assert.deepEqual((await list(link, 'de-DE')).shown, ['credit', 'paypal', 'klarna', 'sepa'])
    assert.deepEqual((await list(link, 'en')).shown, ['credit', 'paypal', 'klarna', 'sepa'])
    assert.deepEqual((await list(known, 'nl-NL')).shown, [
      'credit',
      'bancontact_card',
      'paypal',
      'klarna',
    ])
  })

  test('methods that a business names keep its order, discontinued ones included; a fourth one alone is not folded', async () => {
    const list = async (allowed: string[]) => {
      const payment_link_config = { allowed_payment_method_types: allowed }
      const { methods } = await open(await createLink(shop, { payment_link_config }))
      return (methods as { type: string; is_folded?: true }[]).map(
        ({ type, is_folded }) => type + (is_folded ? ' folded' : ''),
      )
    }
    const four = ['sepa', 'giropay', 'eps', 'sofort']

    assert.deepEqual(await list(['credit', ...four]), ['credit', ...four])
    assert.deepEqual(await list([...four, 'ideal', 'credit']), [
      'sepa',
      'giropay',
      'eps',
      'sofort folded',
      'ideal folded',
      'credit',
    ])
  })

  test('a discontinued method that no list names cannot be paid on the page', async () => {
    const id = await createLink(shop)
    const more = {
      payment_method: 'bank_redirect',
      payment_method_type: 'giropay',
      payment_method_data: { bank_redirect: { giropay: {} } },
    }
    assertRefused(await submit(shop, id, more), 422, 'IR_29')
  })

  test("dates follow the region of the browser's language", async () => {
    const id = await createLink(shop)
    const regional = async (language: string, query = '') =>
      (await open(id, query, { 'Accept-Language': language }))['regional']

    assert.equal(await regional('en-GB,en;q=0.9'), 'en-GB')
    assert.equal(await regional('zh-Hant-TW'), 'zh-TW')
    assert.equal(await regional('fr-CA', '?locale=de'), null)
    assert.equal(await regional('de, en-US;q=0.5'), null)
    assert.equal(await regional('x-"</script>'), null)
  })

  test("the profile's settings apply where the link has none", async () => {
    const made = await shop.post(profiles, {
      profile_name: 'Second shop',
      return_url: 'https://shop.example/thanks',
      allowed_payment_method_types: ['credit', 'paypal'],
      payment_link_config: { seller_name: 'Second', sdk_layout: 'accordion' },
    })
    const { profile_id } = made.body
    const data = await open(await createLink(shop, { profile_id }))

    assert.deepEqual(
      [(data['seller'] as { name: string }).name, data['layout'], data['return_url']],
      ['Second', 'accordion', 'https://shop.example/thanks'],
    )
    assert.deepEqual(
      (data['methods'] as { type: string }[]).map(({ type }) => type),
      ['credit', 'paypal'],
    )
  })

  test('production shows no test cards', async () => {
    const env = { FLORIN_ENVIRONMENT: 'production', FLORIN_PROVIDER: 'none' }
    await using live = await harness({ env })
    const data = pageData(await live.with(undefined).get(`/pay/${await createLink(live)}`))

    assert.deepEqual([data['test_mode'], data['test_cards']], [false, []])
  })
})

describe('POST /pay/:payment_link_id/payments', () => {
  test("the payment has the shopper's input, the connection's address, and the link's settings", async () => {
    await shop.post('/customers', { customer_id: 'eve', email: 'eve@example.com' })
    const id = await createLink(shop, { customer_id: 'eve', authentication_type: 'no_three_ds' })
    const person = { name: 'Ada King', email: 'ada@example.com', phone: '+44 7700 900123' }
    const browser_info = { ip_address: '192.0.2.1', language: 'en' }

    const paid = await submit(shop, id, { ...person, billing: { address }, browser_info })

    assert.equal(paid.body.status, 'succeeded', paid.text)
    const { body: payment } = await shop.get(`/payments/${paid.body.payment_id}`)
    const { name, email, phone, billing, customer_id, authentication_type } = payment
    assert.deepEqual({ name, email, phone }, person)
    assert.deepEqual([billing, customer_id], [{ address }, 'eve'])
    assert.equal(authentication_type, 'no_three_ds')
    const [row] = await shop.services.db.run<{ ip: string }>(
      `select browser_info->>'ip_address' as ip from payments where merchant_id = $1 and payment_id = $2`,
      [shop.merchant.merchant_id, paid.body.payment_id],
    )
    assert.equal(row?.ip, '127.0.0.1')
  })

  test('with require_customer_info: name, e-mail address and billing address are required', async () => {
    const id = await createLink(shop, { require_customer_info: true })
    const whole = { name: 'Ada', email: 'ada@example.com', billing: { address } }
    const lacking: readonly [string, object][] = [
      ['name', { ...whole, name: null }],
      ['email', { ...whole, email: null }],
      ['billing.address.line1', { ...whole, billing: {} }],
      ['billing.address.country', { ...whole, billing: { address: { line1: 'x', city: 'y' } } }],
    ]
    for (const [field, body] of lacking) {
      const answer = await submit(shop, id, { ...body })
      assertRefused(answer, 400, 'IR_01')
      assert.equal(answer.body.error.field, field)
    }
    assert.equal((await submit(shop, id, whole)).body.status, 'succeeded')
  })

  test('a method that the link does not allow: 422 IR_29; an amount that is not its own: 400 IR_04', async () => {
    const config = { allowed_payment_method_types: ['credit'] }
    const id = await createLink(shop, { payment_link_config: config })
    const ideal = {
      payment_method: 'bank_redirect',
      payment_method_type: 'ideal',
      payment_method_data: { bank_redirect: { ideal: {} } },
    }

    assertRefused(await submit(shop, id, ideal), 422, 'IR_29')
    assertRefused(await submit(shop, id, { amount: 1 }), 400, 'IR_04')
    assert.equal(
      (await submit(shop, id, { payment_method_type: 'debit' })).body.status,
      'succeeded',
    )
  })

  test('an unknown link: 404 IR_05; a missing or malformed attempt_id: 400; an unknown field: 400', async () => {
    const id = await createLink(shop)

    assertRefused(await submit(shop, 'plink_none'), 404, 'IR_05')
    assertRefused(await submit(shop, id, { attempt_id: undefined }), 400, 'IR_01')
    assertRefused(await submit(shop, id, { attempt_id: 'short' }), 400, 'IR_04')
    assertRefused(await submit(shop, id, { profile_id: 'x' }), 400, 'IR_04')
    assertRefused(await submit(shop, id, { card_number: '4242424242424241' }), 400, 'IR_04')
  })

  test('an acquirer that cannot be reached: 502, nothing is charged, and the same attempt can be sent again', async () => {
    const id = await createLink(shop)
    const attempt_id = 'attempt-while-down'

    const down = await submit(shop, id, { attempt_id }, { 'X-Sandbox-Acquirer': 'down' })
    const again = await submit(shop, id, { attempt_id })

    assertRefused(down, 502, 'CE_01')
    assert.equal(again.body.status, 'succeeded', again.text)
  })

  test('after an acquirer that could not be reached, another browser can pay', async () => {
    const id = await createLink(shop)

    await submit(shop, id, {}, { 'X-Sandbox-Acquirer': 'down' })

    assert.equal((await submit(shop, id)).body.status, 'succeeded')
  })

  test('a card that is declined again and again is blocked by the card-testing guard of the profile', async () => {
    const guard = { max_failed_per_ip: 2, max_failed_per_card: 0, window_minutes: 60 }
    const made = await shop.post(profiles, {
      profile_name: 'Guarded shop',
      card_testing_guard_config: guard,
    })
    const id = await createLink(shop, { profile_id: made.body.profile_id })
    const declined = { card_number: '4000000000000002' }

    const codes = []
    for (let n = 0; n < 4; n++) codes.push((await submit(shop, id, declined)).body.unified_code)

    assert.deepEqual(codes, ['UE_1007', 'UE_1007', 'UE_2003', 'UE_2003'])
  })

  test('the link of a suspended merchant cannot be paid', async () => {
    const { client, merchant } = await shop.neighbour()
    const id = await createLink(client)
    const operator = shop.with(ADMIN_KEY)
    const path = `/accounts/${merchant.merchant_id}`

    const suspended = await operator.post(path, { status: 'suspended' })

    assert.equal(suspended.status, 200, suspended.text)
    assertRefused(await submit(shop, id), 409, 'IR_16')
    assert.equal((await open(id))['status'], 'deactivated')
  })
})

describe('the limit of an address', () => {
  test('the page has its own, and so have its files; a secret key is not affected', async () => {
    await using tight = await harness({ env: { FLORIN_PAGE_RATE_LIMIT: '3' } })
    const id = await createLink(tight)
    const shopper = tight.with(undefined)
    freshMinute(tight)

    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await shopper.get(`/pay/${id}/status`)).status)
    const file = await shopper.get('/pay/assets/none.js')

    assert.deepEqual(statuses, [200, 200, 200, 429, 429])
    assert.equal(file.status, 404)
    assert.equal((await tight.get(`/payment_link/${id}`)).status, 200)
  })
})
