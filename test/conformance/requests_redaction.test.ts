// Neither secrets nor personal data reach the request log: each route gets marked values in every text, and routes that
// answer with a secret are called.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { registry } from '#resources/resources.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { signedInAs } from '#testing/team.ts'
import { readLogged, untilLogged } from '../support/request_log.ts'

const env = { FLORIN_PROVIDER: 'instant', FLORIN_REQUEST_LOG: 'yes' }
const MARK = 'Zebedee Quux'
let shop: Shop

before(async () => {
  shop = await harness({ env })
})
after(() => shop.app.close())

/** Every text in the body is the mark, and so is a field that no route has. */
function marked(value: unknown): unknown {
  if (typeof value === 'string') return MARK
  if (Array.isArray(value)) return value.map(marked)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, inner]) => [name, marked(inner)])
  return { ...Object.fromEntries(fields), [MARK]: MARK }
}

async function rowsOf(merchant_id: string): Promise<string[]> {
  const rows = await shop.services.db.run<{ row: string }>(
    `select r::text as row from requests r where merchant_id = $1`,
    [merchant_id],
  )
  return rows.map(({ row }) => row)
}

test('a value that no schema allows is in no row, whatever the route and wherever it was sent', async () => {
  const { client, merchant } = await shop.neighbour()
  const { merchant_id } = merchant
  let sent = 0
  for (const { method, url, access, example = {}, upload } of registry.routes) {
    if (access === 'public' || access === 'admin' || upload !== undefined) continue
    const path = url.replaceAll(/:[a-z_]+/g, (name) =>
      name === ':merchant_id' ? merchant_id : encodeURIComponent(MARK),
    )
    const query =
      method === 'GET' ? `?limit=${encodeURIComponent(MARK)}&${encodeURIComponent(MARK)}=1` : ''
    const body = method === 'GET' ? undefined : marked(example)
    const headers = { 'User-Agent': `${MARK} <${MARK}>`, 'X-Profile-Id': MARK }
    const { status } = await client.send(method, path + query, body, { headers })
    assert.ok(status >= 400 || url.startsWith('/requests'), `${method} ${url}: ${status}`)
    if (!url.startsWith('/requests')) sent++
  }
  await untilLogged(client, 'limit=1&order=oldest')
  for (let last = -1, now = 0; last !== now; ) {
    last = now
    await shop.app.request_log?.drained()
    now = (await rowsOf(merchant_id)).length
  }

  const rows = await rowsOf(merchant_id)

  assert.equal(rows.length, sent)
  assert.ok(sent > 150, String(sent))
  assert.deepEqual(
    rows.filter((row) => /zebedee|quux/i.test(row)),
    [],
  )
})

test('an identifier that a person has elsewhere is in no row, even if it looks like an id', async () => {
  const { client, merchant } = await shop.neighbour()
  const mark = 'zebedee48291736'
  const customer = { id: 'ours', name: 'Ada', tax_registration_id: mark }
  const made = await client.post('/payouts/create', { amount: 100, currency: 'EUR', customer })
  assert.equal(made.status, 201, made.text)
  await client.post('/payments', {
    amount: 100,
    currency: 'INR',
    payment_method: 'upi',
    payment_method_type: 'upi_collect',
    payment_method_data: { upi: { upi_collect: { vpa_id: mark } } },
  })
  await untilLogged(client, 'limit=2', 2)

  const rows = await rowsOf(merchant.merchant_id)

  assert.ok(rows.some((row) => row.includes('ours')))
  assert.deepEqual(
    rows.filter((row) => row.includes(mark)),
    [],
  )
})

test('secrets in answers are never stored', async () => {
  const { client, merchant } = await shop.neighbour()
  const { merchant_id, profile_id } = merchant
  const secrets: string[] = [merchant.api_key]
  const made = await client.post(`/api_keys/${merchant_id}`, { name: 'k', scopes: ['*'] })
  secrets.push(made.body.api_key)
  const profile = await client.get(`/account/${merchant_id}/business_profile/${profile_id}`)
  assert.equal(profile.status, 200)
  const rotated = await client.post(
    `/account/${merchant_id}/business_profile/${profile_id}/rotate_webhook_secret`,
  )
  secrets.push(...Object.values(rotated.body as Record<string, unknown>).filter(isSecret))
  const payment = await client.post('/payments', { amount: 100, currency: 'EUR' })
  secrets.push(payment.body.client_secret)
  await untilLogged(client, 'limit=10', 4)

  const rows = await rowsOf(merchant_id)

  assert.ok(secrets.length >= 3 && secrets.every((each) => each.length > 10), secrets.join())
  for (const secret of secrets) assert.ok(rows.every((row) => !row.includes(secret)))
})

function isSecret(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 32 && !/^(pro|mer)_|^\d{4}-/.test(value)
}

test("a user's own routes and the team's are logged without bodies", async () => {
  const client = await signedInAs(shop, 'merchant_admin')
  await client.get('/user')
  await client.post('/user/user/invite_multiple', [
    { email: 'quux@shop.example', name: MARK, role_id: 'merchant_view_only' },
  ])

  const invited = await readLogged(client, 'route=/user/user/invite_multiple')
  const own = await readLogged(client, 'route=/user')

  for (const each of [invited, own]) {
    assert.match(String(each.user_id), /^usr_/)
    assert.equal(each.key_id, null)
    assert.equal(each.request_body, null)
    assert.equal(each.response_body, null)
  }
})

test('a long body is cut with a mark, and a list is stored as its number of entries', async () => {
  const { client } = await shop.neighbour()
  await client.post('/customers', { customer_id: 'one' })
  await client.get('/customers/list')

  const list = await readLogged(client, 'route=/customers/list')

  assert.equal(JSON.parse(list.response_body ?? '').data, '[entries: 1]')
  assert.ok(!(list.response_body ?? '').includes('"one"'))
})
