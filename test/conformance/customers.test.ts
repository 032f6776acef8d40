import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { runSweeps } from '#testing/sweeps.ts'
import { harness } from '#testing/harness.ts'
import { customerCount, ISO_UTC, assertRefused } from '../support/expect.ts'

const shop = await harness()
after(() => shop.app.close())

const address = {
  line1: '12 St James Square',
  line2: 'Second floor',
  line3: 'Left door',
  city: 'London',
  state: 'Greater London',
  zip: 'SW1Y 4JH',
  country: 'GB',
  first_name: 'Ada',
  last_name: 'King',
}

const payload = {
  customer_id: 'ada',
  email: 'ada@example.com',
  name: 'Ada King',
  phone: '20 7946 0001',
  phone_country_code: '+44',
  description: 'Countess of Lovelace',
  address,
  metadata: { crm_id: '1815' },
}

const fields = [
  'customer_id',
  'merchant_id',
  'email',
  'name',
  'phone',
  'phone_country_code',
  'description',
  'address',
  'metadata',
  'default_payment_method_id',
  'created',
  'modified_at',
]

async function newCustomer(body: object = {}): Promise<string> {
  return (await shop.post('/customers', body)).body.customer_id as string
}

test('POST /customers creates with every field of the create payload and answers 201', async () => {
  const answer = await shop.post('/customers', payload)

  assert.equal(answer.status, 201)
  const { created, modified_at, ...rest } = answer.body
  assert.deepEqual(rest, {
    ...payload,
    merchant_id: shop.merchant.merchant_id,
    default_payment_method_id: null,
  })
  assert.match(created, ISO_UTC)
  assert.equal(modified_at, created)
})

test('all fields of the create payload are optional', async () => {
  const answer = await shop.post('/customers', {})

  assert.equal(answer.status, 201)
  const { customer_id, merchant_id, metadata, created, modified_at, ...rest } = answer.body
  assert.match(customer_id, /^cus_/)
  assert.equal(merchant_id, shop.merchant.merchant_id)
  assert.deepEqual(metadata, {})
  assert.equal(modified_at, created)
  assert.deepEqual([...new Set(Object.values(rest))], [null])
})

test('POST /customers needs no body at all', async () => {
  const answer = await shop.post('/customers')

  assert.equal(answer.status, 201)
})

for (const name of Object.keys(payload)) {
  test(`POST /customers without ${name} answers 201`, async () => {
    const id = `without-${name}`
    const body: Record<string, unknown> = { ...payload, customer_id: id }
    delete body[name]

    const answer = await shop.post('/customers', body)

    assert.equal(answer.status, 201)
    const absent = name === 'metadata' ? {} : null
    if (name === 'customer_id') assert.match(answer.body.customer_id, /^cus_/)
    else assert.deepEqual(answer.body[name], absent)
  })
}

test('a customer carries exactly the documented fields', async () => {
  const answer = await shop.post('/customers', {})

  assert.deepEqual(Object.keys(answer.body).toSorted(), fields.toSorted())
})

for (const name of Object.keys(address)) {
  test(`address.${name} may be left out`, async () => {
    const partial: Record<string, unknown> = { ...address }
    delete partial[name]

    const answer = await shop.post('/customers', { address: partial })

    assert.equal(answer.status, 201)
    assert.deepEqual(answer.body.address, partial)
  })
}

const unfit: [string, unknown, string?][] = [
  ['customer_id', 'list'],
  ['customer_id', ''],
  ['customer_id', 'with space'],
  ['customer_id', 'ümlaut'],
  ['customer_id', 'slash/ed'],
  ['customer_id', 7],
  ['email', 'not an address'],
  ['email', 7],
  ['email', `${'a'.repeat(250)}@b.example`],
  ['name', 7],
  ['name', 'n'.repeat(256)],
  ['phone', '+44 20'],
  ['phone', 'twelve'],
  ['phone_country_code', '44'],
  ['phone_country_code', '+44444'],
  ['description', 7],
  ['description', 'NUL \0 inside'],
  ['address', 'London'],
  ['address', { country: 'XX' }, 'address.country'],
  ['address', { country: 'GBR' }, 'address.country'],
  ['address', { country: 'gb' }, 'address.country'],
  ['address', { street: 'x' }, 'address.street'],
  ['address', { line1: 7 }, 'address.line1'],
  ['metadata', 'text'],
  ['metadata', ['a']],
  ['metadata', { nested: {} }, 'metadata.nested'],
  ['metadata', { nothing: null }, 'metadata.nothing'],
  ['default_payment_method_id', 'pm_1'],
  ['merchant_id', 'mer_1'],
  ['created', '2026-01-01T00:00:00Z'],
  ['card_number', '4242424242424242'],
]

for (const [name, value, field] of unfit) {
  const displayed = JSON.stringify(value).slice(0, 40)
  test(`POST /customers refuses ${name} ${displayed} with 400 IR_04 and stores nothing`, async () => {
    const before = await customerCount(shop)

    const answer = await shop.post('/customers', { [name]: value })

    assertRefused(answer, 400, 'IR_04', value === 'NUL \0 inside' ? undefined : (field ?? name))
    assert.equal(await customerCount(shop), before)
  })
}

test('metadata numbers and booleans are stored as text', async () => {
  const metadata = { whole: 7, broken: 0.5, yes: true, no: false, text: 'as it is' }

  const answer = await shop.post('/customers', { metadata })

  const stored = { whole: '7', broken: '0.5', yes: 'true', no: 'false', text: 'as it is' }
  assert.deepEqual(answer.body.metadata, stored)
  assert.deepEqual((await shop.get(`/customers/${answer.body.customer_id}`)).body.metadata, stored)
})

test('a second create with the same customer_id and body gives 409 HE_01 and names the first', async () => {
  await newCustomer({ customer_id: 'twice', name: 'First' })

  const answer = await shop.post('/customers', { customer_id: 'twice', name: 'First' })

  assertRefused(answer, 409, 'HE_01', 'customer_id')
  assert.equal(answer.body.error.details.existing_id, 'twice')
})

test('customer_id is unique per merchant, not beyond', async () => {
  await newCustomer({ customer_id: 'shared', name: 'Ours' })
  const { client } = await shop.neighbour()

  const answer = await client.post('/customers', { customer_id: 'shared', name: 'Theirs' })

  assert.equal(answer.status, 201)
  assert.equal((await shop.get('/customers/shared')).body.name, 'Ours')
  assert.equal((await client.get('/customers/shared')).body.name, 'Theirs')
})

test('list entries carry exactly customer_id, email, name and created', async () => {
  const made = await shop.post('/customers', { ...payload, customer_id: 'entry' })

  const answer = await shop.get('/customers/list?customer_id=entry')

  const { customer_id, email, name, created } = made.body
  assert.deepEqual(answer.body.data, [{ customer_id, email, name, created }])
})

test('GET /customers/:customer_id returns the same object as the create', async () => {
  const made = await shop.post('/customers', { ...payload, customer_id: 'read' })

  const answer = await shop.get('/customers/read')

  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, made.body)
})

test('GET, POST and DELETE of an unknown customer give 404 IR_05', async () => {
  const path = '/customers/nobody'

  const answers = [await shop.get(path), await shop.post(path, {}), await shop.delete(path)]

  for (const answer of answers) assertRefused(answer, 404, 'IR_05')
})

test('the customer of another merchant is as unknown as one that never was', async () => {
  const { client } = await shop.neighbour()
  await client.post('/customers', { customer_id: 'theirs', name: 'Theirs' })
  const path = '/customers/theirs'

  const answers = [await shop.get(path), await shop.post(path, {}), await shop.delete(path)]

  for (const answer of answers) assertRefused(answer, 404, 'IR_05')
  assert.equal((await client.get(path)).body.name, 'Theirs')
  assert.equal(
    answers[0]?.body.error.message.replace('theirs', 'nobody'),
    (await shop.get('/customers/nobody')).body.error.message,
  )
})

test('POST /customers/:customer_id leaves absent fields as they are', async () => {
  const made = await shop.post('/customers', { ...payload, customer_id: 'absent' })
  shop.clock.advance(1_000)

  const answer = await shop.post('/customers/absent', { name: 'Ada Lovelace' })

  assert.equal(answer.status, 200)
  const { modified_at, ...rest } = answer.body
  const { modified_at: first, ...before } = made.body
  assert.deepEqual(rest, { ...before, name: 'Ada Lovelace' })
  assert.ok(modified_at > first)
  assert.deepEqual((await shop.get('/customers/absent')).body, answer.body)
})

for (const name of ['email', 'name', 'phone', 'phone_country_code', 'description', 'address']) {
  test(`an update with ${name} null clears it and nothing else`, async () => {
    const customer_id = `null-${name}`
    const made = await shop.post('/customers', { ...payload, customer_id })

    const answer = await shop.post(`/customers/${customer_id}`, { [name]: null })

    assert.equal(answer.status, 200)
    const { modified_at, ...rest } = answer.body
    assert.deepEqual(
      { ...rest, modified_at: made.body.modified_at },
      { ...made.body, [name]: null },
    )
    assert.deepEqual((await shop.get(`/customers/${customer_id}`)).body.modified_at, modified_at)
  })
}

test('an update merges metadata key by key, and null removes a key', async () => {
  const id = await newCustomer({ metadata: { stored: 'a', changed: 'b', gone: 'c' } })

  const answer = await shop.post(`/customers/${id}`, {
    metadata: { changed: 2, gone: null, fresh: true },
  })

  assert.deepEqual(answer.body.metadata, { stored: 'a', changed: '2', fresh: 'true' })
})

test('an update with metadata null clears it', async () => {
  const id = await newCustomer({ metadata: { a: 'b' } })

  const answer = await shop.post(`/customers/${id}`, { metadata: null })

  assert.deepEqual(answer.body.metadata, {})
})

test('an update replaces the address', async () => {
  const id = await newCustomer({ address })

  const answer = await shop.post(`/customers/${id}`, { address: { country: 'FR', city: 'Paris' } })

  assert.deepEqual(answer.body.address, { country: 'FR', city: 'Paris' })
})

for (const name of ['customer_id', 'merchant_id', 'created']) {
  test(`an update of ${name} is refused with 400 IR_04`, async () => {
    const id = await newCustomer({ name: 'Ada' })

    const answer = await shop.post(`/customers/${id}`, { name: 'Eve', [name]: 'other' })

    assertRefused(answer, 400, 'IR_04', name)
    assert.equal((await shop.get(`/customers/${id}`)).body.name, 'Ada')
  })
}

test('concurrent updates of one customer all hold, each in its own field', async () => {
  const id = await newCustomer()
  const patches = [{ name: 'n' }, { email: 'e@example.com' }, { metadata: { k: 'v' } }]

  const answers = await Promise.all(patches.map((patch) => shop.post(`/customers/${id}`, patch)))

  assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200])
  const { name, email, metadata } = (await shop.get(`/customers/${id}`)).body
  assert.deepEqual(
    { name, email, metadata },
    { name: 'n', email: 'e@example.com', metadata: { k: 'v' } },
  )
})

test('DELETE /customers/:customer_id names the deleted customer', async () => {
  const customer_id = await newCustomer({ name: 'Ada' })

  const answer = await shop.delete(`/customers/${customer_id}`)

  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, {
    customer_id,
    deleted: true,
    customer_deleted: true,
    address_deleted: true,
    payment_methods_deleted: true,
  })
})

test('a deleted customer gives 404 IR_05 to GET, POST and DELETE', async () => {
  const path = `/customers/${await newCustomer()}`
  await shop.delete(path)

  const answers = [await shop.get(path), await shop.post(path, {}), await shop.delete(path)]

  for (const answer of answers) assertRefused(answer, 404, 'IR_05')
})

test('a deleted customer is in no list and in no count', async () => {
  const id = await newCustomer({ email: 'gone@example.com' })
  await shop.delete(`/customers/${id}`)

  const answer = await shop.get(`/customers/list?customer_id=${id}`)

  assert.deepEqual(answer.body.data, [])
  assert.equal(answer.body.total_count, 0)
})

test('the id of a deleted customer is never free again: 409 HE_01', async () => {
  await newCustomer({ customer_id: 'spent' })
  await shop.delete('/customers/spent')

  const answer = await shop.post('/customers', { customer_id: 'spent' })

  assertRefused(answer, 409, 'HE_01', 'customer_id')
  assertRefused(await shop.get('/customers/spent'), 404, 'IR_05')
})

test('deletion replaces personal data with Redacted and leaves the id', async () => {
  await newCustomer({ ...payload, customer_id: 'redacted' })

  await shop.delete('/customers/redacted')

  const [row] = await shop.services.db.run(
    `select email, name, phone, phone_country_code, description, address, metadata
      from customers where merchant_id = $1 and customer_id = $2`,
    [shop.merchant.merchant_id, 'redacted'],
  )
  assert.deepEqual(row, {
    email: 'Redacted',
    name: 'Redacted',
    phone: 'Redacted',
    phone_country_code: 'Redacted',
    description: 'Redacted',
    address: null,
    metadata: {},
  })
})

test('deletion redacts personal data on payments too, and leaves their amounts', async () => {
  await newCustomer({ ...payload, customer_id: 'gone' })
  const address = {
    line1: '12 Mill Lane',
    city: 'Leeds',
    state: 'West Yorkshire',
    zip: 'LS1 4AP',
    country: 'GB',
    first_name: 'Ada',
    last_name: 'King',
  }
  const who = { email: 'ada@example.com', name: 'Ada King', phone: '7700900123' }
  const billing = { address, phone: { number: '7700900123', country_code: '+44' } }
  const sale = { amount: 1000, currency: 'EUR', customer_id: 'gone', ...who }
  const made = await shop.post('/payments', { ...sale, billing, shipping: billing })
  assert.equal(made.status, 200, made.text)
  const other = await shop.post('/payments', { ...sale, customer_id: undefined })

  await shop.delete('/customers/gone')
  await runSweeps(shop)

  const { body } = await shop.get(`/payments/${made.body.payment_id}`)
  assert.deepEqual([body.email, body.name, body.phone], ['Redacted', 'Redacted', 'Redacted'])
  assert.equal(body.amount, 1000)
  assert.equal(body.customer_id, 'gone')
  const [row] = await shop.services.db.run(
    'select payments::text as text from payments where merchant_id = $1 and payment_id = $2',
    [shop.merchant.merchant_id, made.body.payment_id],
  )
  assert.doesNotMatch((row as { text: string }).text, /Ada|King|Mill Lane|Leeds|7700900123/)
  const untouched = await shop.get(`/payments/${other.body.payment_id}`)
  assert.equal(untouched.body.email, 'ada@example.com')
})
