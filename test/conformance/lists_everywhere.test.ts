// The list conventions hold for lists that answer with an array, too: users, API keys, roles, profiles and attempts.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { routes } from '#app.ts'
import type { Answer } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { assertRefused } from '../support/expect.ts'

const shop = await harness()
after(() => shop.app.close())
const { merchant_id } = shop.merchant

/**
 * A user's sessions, passkeys and views, an object's notes, and the 20 best results: few enough for one answer. A
 * stream goes on from a cursor.
 */
const isShort = (url: string) =>
  /^(\/user\/(sessions|passkeys)|\/search|\/views|.*\/(notes|stream))$/.test(url)

interface Shape {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, Shape>>
}

const lists = routes.filter(({ answer }) => {
  const { type, properties } = answer as Shape
  return type === 'array' || properties?.['data']?.type === 'array'
})

test('every list accepts limit, offset, created_gte and created_lte', () => {
  const conventions = ['limit', 'offset', 'created_gte', 'created_lte']
  const lacking = lists
    .filter(({ url }) => !isShort(url))
    .filter(({ query, body }) => {
      const { properties = {} } = (query ?? body ?? {}) as Shape
      return !conventions.every((name) => name in properties)
    })

  assert.deepEqual(
    lacking.map(({ method, url }) => `${method} ${url}`),
    [],
  )
})

test('every list that accepts starting_after accepts ending_before', () => {
  const namesOf = ({ query, body }: (typeof lists)[number]) =>
    Object.keys(((query ?? body ?? {}) as Shape).properties ?? {})
  const forward = lists.filter((list) => namesOf(list).includes('starting_after'))
  const lacking = forward.filter((list) => !namesOf(list).includes('ending_before'))

  assert.ok(forward.length > 20, String(forward.length))
  assert.deepEqual(
    lacking.map(({ method, url }) => `${method} ${url}`),
    [],
  )
})

test('every list with filters can begin with the oldest entry', () => {
  const propertiesOf = ({ query, body }: (typeof lists)[number]) =>
    ((query ?? body ?? {}) as Shape).properties ?? {}
  const lacking = lists.filter((list) => {
    const { starting_after, order } = propertiesOf(list)
    const { enum: orders = [] } = (order ?? {}) as { enum?: readonly string[] }
    return starting_after !== undefined && !orders.includes('oldest')
  })

  // The timeline is read from many lists, each from its newest entry.
  assert.deepEqual(
    [...new Set(lacking.map(({ url }) => url))],
    ['/customers/:customer_id/timeline'],
  )
})

test('every list path answers GET and POST', () => {
  const ways = (url: string) => routes.filter((each) => each.url === url).map((each) => each.method)
  // The role choice has one method in the interface.
  const urls = lists
    .map(({ url }) => url)
    .filter((url) => /\/list(\/|$)/.test(url) && url !== '/user/role/list/invite')

  assert.ok(urls.includes('/user/user/list'))
  for (const url of urls) assert.deepEqual(ways(url).toSorted(), ['GET', 'POST'], url)
})

interface List {
  readonly url: string
  /** Creates an entry. */
  readonly to: string
  /** The field that names an entry. */
  readonly by: string
  readonly entry: (name: string) => object
}

const arrays: Record<string, List> = {
  users: {
    url: '/user/user/list',
    to: '/user/user/invite_multiple',
    by: 'email',
    entry: (email) => ({ email, role_id: 'merchant_view_only' }),
  },
  'API keys': {
    url: `/api_keys/${merchant_id}/list`,
    to: `/api_keys/${merchant_id}`,
    by: 'name',
    entry: (name) => ({ name }),
  },
  roles: {
    url: '/user/role/list',
    to: '/user/role',
    by: 'role_name',
    entry: (role_name) => ({ role_name, groups: ['analytics_view'] }),
  },
  'business profiles': {
    url: `/account/${merchant_id}/business_profile`,
    to: `/account/${merchant_id}/business_profile`,
    by: 'profile_name',
    entry: (profile_name) => ({ profile_name }),
  },
}

const names = ['a@shop.example', 'b@shop.example', 'c@shop.example'] as const

function valuesOf(answer: Answer, field: string): string[] {
  assert.equal(answer.status, 200, answer.text)
  return answer.body.map((entry: Record<string, string>) => entry[field]).toSorted()
}

for (const [what, { url, to, by, entry }] of Object.entries(arrays)) {
  test(`the list of ${what} is narrowed by created_gte and created_lte, inclusive`, async () => {
    const [a, b, c] = names
    for (const name of names) {
      shop.clock.advance(60_000)
      const made = await shop.post(to, entry(name))
      assert.ok(made.status < 300, made.text)
    }
    const all = await shop.get(`${url}?limit=100`)
    const at = (name: string): string =>
      all.body.find((each: Record<string, string>) => each[by] === name).created
    const list = async (query: string) => valuesOf(await shop.get(`${url}?${query}`), by)

    assert.deepEqual(await list(`created_gte=${at(b)}`), [b, c])
    assert.deepEqual(await list(`created_gte=${at(a)}&created_lte=${at(b)}`), [a, b])
    assert.deepEqual(await list(`created_gte=${at(c)}`), [c])
    assert.equal((await list(`created_gte=${at(a)}&limit=1&offset=2`)).length, 1)
    assert.ok(!(await list(`created_lte=${at(b)}`)).includes(c))
    assertRefused(await shop.get(`${url}?created_gte=soon`), 400, 'IR_04', 'created_gte')
  })
}

test('POST /user/user/list answers like GET, with the matching X-Total-Count', async () => {
  const filter = { limit: 2, created_gte: '2020-01-01T00:00:00Z', status: 'invitation_sent' }

  const read = await shop.get(
    '/user/user/list?limit=2&created_gte=2020-01-01T00:00:00Z&status=invitation_sent',
  )
  const searched = await shop.post('/user/user/list', filter)

  assert.equal(searched.status, 200, searched.text)
  assert.deepEqual(searched.body, read.body)
  assert.equal(searched.headers.get('X-Total-Count'), '3')
  assert.equal(read.headers.get('X-Total-Count'), '3')
  assertRefused(await shop.post('/user/user/list', { colour: 'red' }), 400, 'IR_04', 'colour')
})

test('the attempts of an event are narrowed by GET and by POST', async () => {
  const event = await shop.post(`/events/${merchant_id}/test`, { event_type: 'payment_succeeded' })
  const url = `/events/${merchant_id}/${event.body.event_id}/attempts`
  const created_lte = '2020-01-01T00:00:00Z'

  const read = await shop.get(`${url}?created_lte=${created_lte}`)
  const searched = await shop.post(url, { created_lte })

  assert.deepEqual(read.body.data, [])
  assert.deepEqual(searched.body, read.body)
  assert.equal(searched.status, 200)
})
