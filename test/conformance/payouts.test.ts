// Payout: the create request, field by field, and the answer it gets.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { assertRefused } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'
import { create, read } from '../support/paying_out.ts'
import { money, toBank } from '../support/recipients.ts'

const shop = await payingShop()
after(() => shop.app.close())

const RESPONSE = [
  'payout_id',
  'merchant_id',
  'merchant_order_reference_id',
  'amount',
  'currency',
  'payout_type',
  'payout_method_data',
  'billing',
  'auto_fulfill',
  'customer_id',
  'customer',
  'client_secret',
  'return_url',
  'business_country',
  'description',
  'entity_type',
  'recurring',
  'metadata',
  'status',
  'error_message',
  'error_code',
  'profile_id',
  'created',
  'modified_at',
  'connector_transaction_id',
  'priority',
  'attempts',
  'payout_link',
  'unified_code',
  'unified_message',
  'payout_method_id',
]

const NEVER_UNSET = new Set([
  'payout_id',
  'merchant_id',
  'amount',
  'currency',
  'auto_fulfill',
  'recurring',
  'customer_id',
  'customer',
  'client_secret',
  'status',
  'profile_id',
  'created',
  'modified_at',
])

describe('POST /payouts/create', () => {
  test('valid amount and currency: 201, requires_fulfillment; only amount and currency are mandatory', async () => {
    const answer = await shop.post('/payouts/create', { amount: 1000, currency: 'EUR' })

    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.body.status, 'requires_fulfillment')
  })

  for (const field of ['amount', 'currency']) {
    test(`400 when ${field} is missing`, async () => {
      const { [field]: _, ...rest } = money as Record<string, unknown>
      assertRefused(await shop.post('/payouts/create', rest), 400, 'IR_01', field)
      const withNull = { ...rest, [field]: null }
      assertRefused(await shop.post('/payouts/create', withNull), 400, 'IR_01', field)
    })
  }

  for (const extra of [
    { confirm: true },
    { auto_fulfill: true },
    { confirm: true, auto_fulfill: true },
  ]) {
    test(`requires_fulfillment as returned in the create response, including with ${JSON.stringify(extra)}`, async () => {
      const answer = await create(shop, { ...toBank(), ...extra })

      assert.equal(answer.body.status, 'requires_fulfillment')
      assert.equal(answer.body.auto_fulfill, 'auto_fulfill' in extra)
    })
  }

  test('Payout response fields: all of them, and unset values are returned as null', async () => {
    const { body } = await create(shop)

    for (const name of RESPONSE) {
      assert.ok(name in body, `${name} is missing`)
      if (NEVER_UNSET.has(name)) assert.notEqual(body[name], null, name)
      else assert.equal(body[name], null, name)
    }
    assert.match(body.payout_id, /^po_/)
    assert.equal(body.merchant_id, shop.merchant.merchant_id)
    assert.ok(body.client_secret.startsWith(`${body.payout_id}_secret_`))
    assert.equal(body.auto_fulfill, false)
    assert.equal(body.recurring, false)
    assert.deepEqual(body.customer, {
      id: body.customer_id,
      name: null,
      email: null,
      phone: null,
      phone_country_code: null,
    })
  })

  test('a retrieved payout equals the created one', async () => {
    const made = await create(shop, { ...toBank(), description: 'Prize', metadata: { round: 3 } })

    assert.deepEqual((await read(shop, made)).body, made.body)
    assert.deepEqual(made.body.metadata, { round: '3' })
  })
})

/** A value that is taken, and how it is shown if not as sent; and values that are not. */
interface Row {
  field: string
  good: [value: unknown, displayed?: unknown][]
  bad: unknown[]
  isHidden?: true
}

const tooMany = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'v']))
const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, 'v']))

const rows: Row[] = [
  { field: 'amount', good: [[1], [999_999_999_999]], bad: [0, -1, 1.5, '1000'] },
  { field: 'currency', good: [['USD'], ['JPY']], bad: ['eur', 'EURO', 'XYZ', 978] },
  {
    field: 'merchant_order_reference_id',
    good: [['order-1'], ['r'.repeat(255)]],
    bad: ['r'.repeat(256), 7],
  },
  {
    field: 'payout_type',
    good: [['card'], ['bank'], ['wallet'], ['bank_redirect'], ['BANK', 'bank']],
    bad: ['cash', 'bank_transfer'],
  },
  {
    field: 'billing',
    good: [[{ address: { country: 'GB' }, phone: { number: '77', country_code: '+44' } }]],
    bad: [{ address: { country: 'XX' } }, { street: 'Mill Lane' }, 'Leeds'],
  },
  { field: 'auto_fulfill', good: [[true], [false]], bad: ['yes', 1] },
  { field: 'recurring', good: [[true], [false]], bad: ['yes', 1] },
  { field: 'confirm', good: [[false]], bad: ['yes', 1], isHidden: true },
  {
    field: 'entity_type',
    good: [
      ['Individual'],
      ['Company'],
      ['NonProfit'],
      ['PublicSector'],
      ['NaturalPerson'],
      ['Personal'],
      ['individual'],
      ['company'],
      ['nonprofit'],
      ['non_profit'],
      ['public_sector'],
      ['natural_person'],
      ['personal'],
      ['COMPANY'],
    ],
    bad: ['Robot', '', 3],
  },
  {
    field: 'priority',
    good: [
      ['instant'],
      ['fast'],
      ['regular'],
      ['wire'],
      ['cross_border'],
      ['internal'],
      ['Instant', 'instant'],
    ],
    bad: ['slow', 1],
  },
  { field: 'business_country', good: [['US'], ['GB']], bad: ['USA', 'us', 'XX'] },
  { field: 'description', good: [['A prize'], [null]], bad: ['d'.repeat(1_001), 5] },
  {
    field: 'return_url',
    good: [['https://shop.example/done']],
    bad: ['shop', 'ftp://shop.example'],
  },
  {
    field: 'metadata',
    good: [
      [fifty],
      [{ ['k'.repeat(40)]: 'v'.repeat(500) }],
      [
        { n: 5, yes: true },
        { n: '5', yes: 'true' },
      ],
    ],
    bad: [tooMany, { ['k'.repeat(41)]: 'v' }, { k: 'v'.repeat(501) }, { k: {} }, 'text'],
  },
  {
    field: 'session_expiry',
    good: [[1], [900], [7_776_000]],
    bad: [0, -5, 1.5, '900'],
    isHidden: true,
  },
  { field: 'payout_link', good: [[false, null]], bad: ['yes', 1] },
  {
    field: 'browser_info',
    good: [[{ ip_address: '203.0.113.9', user_agent: 'Firefox', color_depth: 24 }]],
    bad: [{ color_depth: 'deep' }, { cookies: true }, 'Firefox'],
    isHidden: true,
  },
]

describe('create request, field by field', () => {
  for (const { field, good, bad, isHidden } of rows) {
    for (const [value, displayed = value] of good) {
      test(`${field}: ${JSON.stringify(value)?.slice(0, 60)} is taken`, async () => {
        const answer = await create(shop, { [field]: value })

        if (!isHidden) assert.deepEqual(answer.body[field], displayed)
      })
    }
    for (const value of bad) {
      test(`${field}: ${JSON.stringify(value)?.slice(0, 60)} is refused`, async () => {
        const answer = await shop.post('/payouts/create', { ...money, [field]: value })

        assertRefused(answer, 400, 'IR_04')
        assert.ok(answer.body.error.field.startsWith(field), answer.text)
      })
    }
  }

  test('a field that the table does not have is refused', async () => {
    assertRefused(await create400({ payout_id: 'mine' }), 400, 'IR_04', 'payout_id')
  })

  test('profile_id: defaults to the account default profile', async () => {
    assert.equal((await create(shop)).body.profile_id, shop.merchant.profile_id)
  })

  test('profile_id: another profile of the merchant, or 404', async () => {
    const path = `/account/${shop.merchant.merchant_id}/business_profile`
    const { profile_id } = (await shop.post(path, { profile_name: 'Second shop' })).body

    assert.equal((await create(shop, { profile_id })).body.profile_id, profile_id)
    assertRefused(await create400({ profile_id: 'pro_unknown' }), 404, 'IR_05')
  })

  test('confirm: true without payout_type or method is refused before anything is stored', async () => {
    const before = await total()

    assertRefused(await create400({ confirm: true }), 400, 'IR_01', 'payout_type')
    assertRefused(
      await create400({ confirm: true, payout_type: 'bank' }),
      400,
      'IR_01',
      'payout_method_data',
    )
    assert.equal(await total(), before)
  })
})

function create400(body: object) {
  return shop.post('/payouts/create', { ...money, ...body })
}

async function total(): Promise<number> {
  return (await shop.get('/payouts/list?limit=1')).body.total_count
}

describe('customer', () => {
  const person = {
    name: 'Grace Hopper',
    email: 'grace@example.com',
    phone: '5550100',
    phone_country_code: '+1',
  }

  test('customer object: creates a customer', async () => {
    const { body } = await create(shop, { customer: { id: 'grace', ...person } })

    assert.equal(body.customer_id, 'grace')
    assert.deepEqual(body.customer, { id: 'grace', ...person })
    const stored = (await shop.get('/customers/grace')).body
    assert.equal(stored.name, person.name)
    assert.equal(stored.email, person.email)
  })

  test('customer object: attaches an existing customer without changing it', async () => {
    await shop.post('/customers', { customer_id: 'katherine', ...person, name: 'Katherine' })

    const { body } = await create(shop, { customer: { id: 'katherine', name: 'K. Johnson' } })

    assert.deepEqual(body.customer, { id: 'katherine', ...person, name: 'K. Johnson' })
    assert.equal((await shop.get('/customers/katherine')).body.name, 'Katherine')
  })

  test('customer object without id: the id is generated', async () => {
    const { body } = await create(shop, { customer: person })

    assert.match(body.customer_id, /^cus_/)
    assert.equal((await shop.get(`/customers/${body.customer_id}`)).body.name, person.name)
  })

  test('customer object: tax_registration_id and document_details are taken and never shown', async () => {
    const secrets = {
      tax_registration_id: 'TAX-11223344',
      document_details: { type: 'passport', document_number: 'PP-99887766' },
    }
    const answer = await create(shop, { customer: { ...person, ...secrets } })

    for (const secret of ['TAX-11223344', 'PP-99887766']) {
      assert.ok(!answer.text.includes(secret))
      assert.ok(!(await read(shop, answer)).text.includes(secret))
    }
  })

  test('two payouts at once for a customer who is not there yet: one customer', async () => {
    const customer = { id: 'twice', name: 'Dorothy' }

    const answers = await Promise.all([
      create(shop, { customer }),
      create(shop, { customer }),
      create(shop, { customer }),
    ])

    assert.deepEqual(
      answers.map(({ body }) => body.customer_id),
      ['twice', 'twice', 'twice'],
    )
  })

  test('a deleted customer is not attached, and its id is never free again', async () => {
    await shop.post('/customers', { customer_id: 'gone', name: 'Gone' })
    await shop.delete('/customers/gone')

    assertRefused(await create400({ customer: { id: 'gone' } }), 409, 'HE_01')
  })

  for (const wrong of [{ id: 'list' }, { id: 'a b' }, { email: 'x' }, { age: 7 }, 'grace']) {
    test(`customer: ${JSON.stringify(wrong)} is refused`, async () => {
      assertRefused(await create400({ customer: wrong }), 400, 'IR_04')
    })
  }
})

describe('Versioning: payout fields customer_id, email, name, phone and phone_country_code are deprecated in favour of the customer object', () => {
  const old = {
    customer_id: 'old_style',
    email: 'old@example.com',
    name: 'Old Style',
    phone: '5550199',
    phone_country_code: '+1',
  }

  for (const [field, value] of Object.entries(old)) {
    test(`${field} still works, and the answer carries a Deprecation header`, async () => {
      const answer = await create(shop, { [field]: value })

      const displayed =
        field === 'customer_id' ? answer.body.customer.id : answer.body.customer[field]
      assert.equal(displayed, value)
      assert.match(answer.headers.get('Deprecation') ?? '', /^@\d+$/)
    })
  }

  test('customer_id is generated when omitted', async () => {
    const answer = await create(shop)

    assert.match(answer.body.customer_id, /^cus_/)
    assert.equal((await shop.get(`/customers/${answer.body.customer_id}`)).status, 200)
  })

  test('the customer object is preferred, and carries no Deprecation header', async () => {
    const answer = await create(shop, { customer: { name: 'New Style' } })
    const both = await create(shop, { customer: { name: 'New Style' }, name: 'Old Style' })

    assert.equal(answer.headers.get('Deprecation'), null)
    assert.equal(both.body.customer.name, 'New Style')
    assert.notEqual(both.headers.get('Deprecation'), null)
  })

  test('customer_id and customer.id that differ are refused', async () => {
    const body = { customer_id: 'one', customer: { id: 'two' } }

    assertRefused(await create400(body), 400, 'IR_04', 'customer_id')
  })
})
