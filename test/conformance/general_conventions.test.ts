import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { after, test } from 'node:test'
import { routes } from '#app.ts'
import type { Answer } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { withCard } from '#testing/payment_body.ts'
import { customerCount, ISO_UTC, assertRefused } from '../support/expect.ts'

const shop = await harness()
after(() => shop.app.close())

const { merchant_id, profile_id } = shop.merchant
const profiles = `/account/${merchant_id}/business_profile`
const body = { name: 'Ada' }

function typed(type: string) {
  return { headers: { 'Content-Type': type } }
}

/** A body with no Content-Type at all; fetch would add one. */
async function withoutType(path: string, text: string): Promise<{ status: number; text: string }> {
  const headers = { 'api-key': shop.merchant.api_key, 'Content-Length': Buffer.byteLength(text) }
  const sent = request(shop.base_url + path, { method: 'POST', headers }).end(text)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let received = ''
  for await (const chunk of response) received += String(chunk)
  return { status: response.statusCode ?? 0, text: received }
}

for (const type of [
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'Application/JSON',
]) {
  test(`requests that carry a body send Content-Type: ${type}`, async () => {
    const answer = await shop.post('/customers', body, typed(type))

    assert.equal(answer.status, 201)
    assert.equal(answer.body.name, 'Ada')
  })
}

for (const type of [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/merge-patch+json',
  'application/jsonp',
  'application/octet-stream',
]) {
  test(`Content-Type: ${type} gives 415 IR_06`, async () => {
    const answer = await shop.post('/customers', body, typed(type))

    assertRefused(answer, 415, 'IR_06')
  })
}

test('a body without a Content-Type gives 415 IR_06', async () => {
  const answer = await withoutType('/customers', JSON.stringify(body))

  assert.equal(answer.status, 415)
  assert.equal(JSON.parse(answer.text).error.code, 'IR_06')
})

const notJson: [string, string | Uint8Array][] = [
  ['cut short', '{"name":"Ada"'],
  ['a form', 'name=Ada'],
  ['with a comma too many', '{"name":"Ada",}'],
  ['with single quotes', "{'name':'Ada'}"],
  ['blank', '   '],
  ['not UTF-8', Buffer.from('{"name":"\xff"}', 'latin1')],
]

for (const [what, raw] of notJson) {
  test(`requests are JSON: a body that is ${what} gives 400 IR_06`, async () => {
    const answer = await shop.post('/customers', undefined, { raw })

    assertRefused(answer, 400, 'IR_06')
  })
}

for (const raw of ['[]', '"text"', '7', 'true', 'null']) {
  test(`a request body is an object: ${raw} gives 400 IR_04 and creates nothing`, async () => {
    const before = await customerCount(shop)

    const answer = await shop.post('/customers', undefined, { raw })

    assertRefused(answer, 400, 'IR_04')
    assert.equal(await customerCount(shop), before)
  })
}

test('responses are JSON, those to refused requests too', async () => {
  const answers = [
    await shop.get('/health'),
    await shop.post('/customers', {}),
    await shop.get('/nowhere'),
    await shop.with(undefined).get('/health'),
    await shop.put('/customers', {}),
    await shop.post('/customers', undefined, { raw: '{' }),
  ]

  for (const answer of answers) {
    assert.match(answer.headers.get('Content-Type') ?? '', /^application\/json(; charset=utf-8)?$/)
    assert.equal(typeof answer.body, 'object')
  }
})

test('text in any script comes back as it was sent', async () => {
  const name = 'Zoë 大きな 🌍 "quoted" \\ \n'

  const made = await shop.post('/customers', { name })

  assert.equal(made.body.name, name)
  assert.equal((await shop.get(`/customers/${made.body.customer_id}`)).body.name, name)
})

test('every route but the public ones asks for the header api-key', async () => {
  const stranger = shop.with(undefined)
  const asked = routes.filter(({ access }) => access !== 'public')
  const urls = asked.map(({ method, url }) => [method, url.replaceAll(/:[a-z_]+/g, 'x')] as const)

  for (const [method, url] of urls) assertRefused(await stranger.send(method, url), 401, 'AU_01')
})

test('timestamps are ISO 8601 strings in UTC', async () => {
  const { customer_id, created, modified_at } = (await shop.post('/customers', {})).body
  const updated = await shop.post(`/customers/${customer_id}`, { name: 'Ada' })
  const listed = await shop.get('/customers/list?limit=1')
  const profile = await shop.get(`${profiles}/${profile_id}`)
  const key = await shop.post(`/api_keys/${merchant_id}`, {
    name: 'k',
    expiration: '2100-01-01T02:00:00+02:00',
  })
  const health = await shop.get('/health')

  const moments = [
    created,
    modified_at,
    updated.body.created,
    updated.body.modified_at,
    listed.body.data[0].created,
    profile.body.created,
    profile.body.modified_at,
    profile.body.webhook_details.secret_last_rotated_at,
    key.body.created,
    key.body.modified_at,
    key.body.expiration,
    health.body.time,
  ]
  for (const moment of moments) assert.match(moment, ISO_UTC)
  assert.equal(key.body.expiration, '2100-01-01T00:00:00.000Z')
})

test('a timestamp is the moment of the request', async () => {
  const before = shop.clock.now().toISOString()

  const { created } = (await shop.post('/customers', {})).body

  assert.ok(created >= before && created <= shop.clock.now().toISOString())
})

test('GET reads: any number of them changes nothing', async () => {
  const { customer_id } = (await shop.post('/customers', body)).body
  const path = `/customers/${customer_id}`

  const answers = [await shop.get(path), await shop.get(path), await shop.get(path)]

  assert.deepEqual(new Set(answers.map((answer) => answer.text)).size, 1)
})

test('POST creates', async () => {
  const before = await customerCount(shop)

  const answer = await shop.post('/customers', body)

  assert.equal(answer.status, 201)
  assert.equal(await customerCount(shop), before + 1)
})

test('POST performs an action and answers 200', async () => {
  const answer = await shop.post(`${profiles}/${profile_id}/rotate_webhook_secret`, {})

  assert.equal(answer.status, 200)
})

test('DELETE deletes', async () => {
  const path = `/customers/${(await shop.post('/customers', body)).body.customer_id}`

  const answer = await shop.delete(path)

  assert.equal(answer.status, 200)
  assertRefused(await shop.get(path), 404, 'IR_05')
})

const impossible: [string, string, string[]][] = [
  ['PUT', '/customers', ['POST']],
  ['DELETE', '/customers', ['POST']],
  ['GET', '/customers', ['POST']],
  ['PATCH', '/customers/x', ['DELETE', 'GET', 'POST']],
  ['PUT', '/customers/x', ['DELETE', 'GET', 'POST']],
  ['POST', '/health', ['GET']],
  ['DELETE', profiles, ['GET', 'POST']],
  ['GET', `/api_keys/${merchant_id}`, ['POST']],
  ['GET', `${profiles}/${profile_id}/rotate_webhook_secret`, ['POST']],
  ['OPTIONS', '/customers/x', ['DELETE', 'GET', 'POST']],
  ['POST', '/health/live', ['GET']],
]

for (const [method, path, possible] of impossible) {
  const displayed = path.replace(merchant_id, ':merchant_id').replace(profile_id, ':profile_id')
  test(`${method} ${displayed} gives 405 IR_03 and names ${possible.join(', ')}`, async () => {
    const answer: Answer = await shop.send(method, path)

    assertRefused(answer, 405, 'IR_03')
    assert.deepEqual(answer.headers.get('Allow')?.split(', ').toSorted(), possible)
  })
}

test('a URL with a slash at its end is the one without, and with two it is unknown', async () => {
  const answers = [
    await shop.post('/customers/', {}),
    await shop.get('/health/'),
    await shop.get('/customers/list/?limit=1'),
    await shop.get('/health//'),
  ]

  assert.deepEqual(
    answers.map((answer) => answer.status),
    [201, 200, 200, 404],
  )
})

test('a merchant-supplied identifier makes a retry safe: the second create is refused', async () => {
  const first = await shop.post('/customers', { customer_id: 'retried', name: 'Ada' })
  const count = await customerCount(shop)

  const retry = await shop.post('/customers', { customer_id: 'retried', name: 'Ada' })

  assert.equal(first.status, 201)
  assertRefused(retry, 409, 'HE_01')
  assert.equal(await customerCount(shop), count)
})

for (const length of [65, 100, 101, 300, 8_000]) {
  test(`an id of ${length} characters in a path: 401 without a key, 404 IR_05 with one`, async () => {
    for (const path of [`/payments/${'a'.repeat(length)}`, `/customers/${'a'.repeat(length)}`]) {
      assertRefused(await shop.with(undefined).get(path), 401, 'AU_01')
      assertRefused(await shop.get(path), 404, 'IR_05')
    }
  })
}

test('an answer to a publishable key says that it is JSON, and so does one that is replayed', async () => {
  const { card } = withCard().payment_method_data
  const browser = shop.with(shop.merchant.publishable_key)
  const sending = { headers: { 'Idempotency-Key': 'type' } }

  const answers = [
    await browser.post('/tokens', { card }),
    await shop.post('/customers', body, sending),
    await shop.post('/customers', body, sending),
  ]

  for (const { status, headers, text } of answers) {
    assert.equal(status, 201, text)
    assert.equal(headers.get('Content-Type'), 'application/json; charset=utf-8')
  }
})
