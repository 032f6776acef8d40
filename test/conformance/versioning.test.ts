import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { routes } from '#app.ts'
import { currentVersion } from '#http/admit.ts'
import { ADMIN_KEY, harness } from '#testing/harness.ts'
import { assertRefused } from '../support/expect.ts'

const shop = await harness()
after(() => shop.app.close())

const unknown = { headers: { 'X-Api-Version': '1999-01-01' } }
const known = { headers: { 'X-Api-Version': currentVersion } }

async function pinned(merchant_id: string): Promise<unknown> {
  const rows = await shop.services.db.run(
    'select api_version from merchants where merchant_id = $1',
    [merchant_id],
  )
  return rows[0]?.['api_version']
}

test('routes carry no version segment in their path', () => {
  const versioned = routes.map(({ url }) => url).filter((url) => /\/v\d/.test(url))

  assert.deepEqual(
    versioned.filter((url) => !url.startsWith('/analytics/v1/')),
    [],
  )
})

test('a version is a date', () => {
  assert.match(currentVersion, /^\d{4}-\d\d-\d\d$/)
})

test('X-Api-Version is echoed', async () => {
  const answer = await shop.get('/health', known)

  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('X-Api-Version'), currentVersion)
})

test('every response names the version that answered', async () => {
  const answers = [
    await shop.get('/health'),
    await shop.post('/customers', {}),
    await shop.post('/customers', { email: 'no' }),
    await shop.with(undefined).get('/health'),
    await shop.get('/customers/nobody'),
    await shop.get('/nowhere'),
    await shop.put('/customers', {}),
    await shop.get('/health', unknown),
    await shop.get('/health/live'),
  ]

  for (const answer of answers) {
    assert.equal(answer.headers.get('X-Api-Version'), currentVersion)
  }
})

for (const version of ['1999-01-01', '2999-01-01', 'latest', '1', '']) {
  test(`the unknown version "${version}" gives 400 IR_04`, async () => {
    const answer = await shop.get('/health', { headers: { 'X-Api-Version': version } })

    assertRefused(answer, 400, 'IR_04', 'X-Api-Version')
  })
}

test('an unknown version is refused by the route of the operator too', async () => {
  const answer = await shop.with(ADMIN_KEY).post('/accounts', { merchant_name: 'Shop' }, unknown)

  assertRefused(answer, 400, 'IR_04', 'X-Api-Version')
})

test('a request with an unknown version changes nothing', async () => {
  const answer = await shop.post('/customers', { customer_id: 'unmade' }, unknown)

  assertRefused(answer, 400, 'IR_04')
  assertRefused(await shop.get('/customers/unmade'), 404, 'IR_05')
})

test('a merchant is pinned to the version of its first call', async () => {
  const { client, merchant } = await shop.neighbour()
  assert.equal(await pinned(merchant.merchant_id), null)

  const answer = await client.get('/health')

  assert.equal(answer.headers.get('X-Api-Version'), currentVersion)
  assert.equal(await pinned(merchant.merchant_id), currentVersion)
})

test('a call that was refused for its version pins nothing', async () => {
  const { client, merchant } = await shop.neighbour()

  const answer = await client.get('/health', unknown)

  assertRefused(answer, 400, 'IR_04')
  assert.equal(await pinned(merchant.merchant_id), null)
})

test('concurrent first calls all succeed and pin once', async () => {
  const { client, merchant } = await shop.neighbour()

  const answers = await Promise.all(Array.from({ length: 20 }, () => client.get('/health')))

  assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200])
  assert.equal(await pinned(merchant.merchant_id), currentVersion)
})
