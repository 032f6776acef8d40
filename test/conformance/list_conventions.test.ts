import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answer, Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { assertRefused } from '../support/expect.ts'

const shop = await harness()
after(() => shop.app.close())

const LIST = '/customers/list'
const MOMENT = Date.parse('2026-03-01T00:00:00.000Z')
const AT = (n: number) => new Date(MOMENT + n * 1_000).toISOString()

interface Filled {
  client: Client
  merchant_id: string
  /** As the list must show them. */
  ids: string[]
}

/** A merchant with customers whose creation times `when` gives, written straight into the table. */
async function filled(count: number, when: (n: number) => string): Promise<Filled> {
  const { client, merchant } = await shop.neighbour()
  const { merchant_id } = merchant
  const rows = Array.from({ length: count }, (_, n) => ({
    customer_id: `c${String((n * 7) % count).padStart(6, '0')}`,
    created: when(n),
  }))
  await shop.services.db.run(
    `insert into customers (merchant_id, customer_id, email, name, metadata, created, modified_at, version)
      select $1, r.customer_id, r.customer_id || '@example.com', 'Ada', '{}', r.created, r.created, 1
      from json_to_recordset($2) as r(customer_id text, created timestamptz)`,
    [merchant_id, JSON.stringify(rows)],
  )
  const key = (row: { created: string; customer_id: string }) => `${row.created} ${row.customer_id}`
  const sorted = rows.toSorted((a, b) => (key(a) < key(b) ? 1 : -1))
  return { client, merchant_id, ids: sorted.map((row) => row.customer_id) }
}

function idsOf(answer: Answer): string[] {
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.map((entry: { customer_id: string }) => entry.customer_id)
}

let many: Filled
let tied: Filled
before(async () => {
  many = await filled(37, AT)
  tied = await filled(37, () => AT(0))
})

test('both envelopes in one: count, total_count, data and has_more, with limit and offset', async () => {
  const answer = await many.client.get(`${LIST}?limit=5&offset=2`)

  assert.equal(answer.status, 200)
  const { data, ...rest } = answer.body
  assert.deepEqual(rest, {
    count: 5,
    total_count: 37,
    total_count_relation: 'eq',
    has_more: true,
    limit: 5,
    offset: 2,
  })
  assert.equal(data.length, 5)
})

test('an empty list has the same envelope', async () => {
  const { client } = await shop.neighbour()

  const answer = await client.get(LIST)

  assert.deepEqual(answer.body, {
    count: 0,
    total_count: 0,
    total_count_relation: 'eq',
    has_more: false,
    limit: 10,
    offset: 0,
    data: [],
  })
})

test('the newest entry comes first', async () => {
  const answer = await many.client.get(`${LIST}?limit=37`)

  assert.deepEqual(idsOf(answer), many.ids)
})

test('order names newest or oldest, and nothing else', async () => {
  const newest = await many.client.get(`${LIST}?limit=37&order=newest`)
  const unknown = await many.client.get(`${LIST}?order=name`)

  assert.deepEqual(idsOf(newest), many.ids)
  assertRefused(unknown, 400, 'IR_04', 'order')
})

test('entries of one moment are ordered by id', async () => {
  const answer = await tied.client.get(`${LIST}?limit=37`)

  assert.deepEqual(idsOf(answer), tied.ids)
})

test('has_more is false on the page that holds the last entry', async () => {
  const exact = await many.client.get(`${LIST}?limit=7&offset=30`)
  const short = await many.client.get(`${LIST}?limit=6&offset=30`)
  const beyond = await many.client.get(`${LIST}?limit=5&offset=37`)

  assert.deepEqual([exact.body.has_more, exact.body.count], [false, 7])
  assert.deepEqual([short.body.has_more, short.body.count], [true, 6])
  assert.deepEqual([beyond.body.has_more, beyond.body.count], [false, 0])
})

for (const name of ['distinct moments', 'one moment']) {
  const shelf = () => (name === 'one moment' ? tied : many)

  test(`walking by offset sees every entry exactly once (${name})`, async () => {
    const seen: string[] = []

    for (let offset = 0, more = true; more; offset += 5) {
      const answer = await shelf().client.get(`${LIST}?limit=5&offset=${offset}`)
      seen.push(...idsOf(answer))
      more = answer.body.has_more
    }

    assert.deepEqual(seen, shelf().ids)
  })

  test(`walking by starting_after sees every entry exactly once (${name})`, async () => {
    const seen: string[] = []

    for (let more = true; more; ) {
      const after = seen.length === 0 ? '' : `&starting_after=${seen.at(-1)}`
      const answer = await shelf().client.get(`${LIST}?limit=5${after}`)
      seen.push(...idsOf(answer))
      more = answer.body.has_more
    }

    assert.deepEqual(seen, shelf().ids)
  })

  test(`walking back by ending_before sees every entry exactly once, each page newest first (${name})`, async () => {
    const last = shelf().ids.at(-1) as string
    const seen: string[] = [last]

    for (let more = true; more; ) {
      const answer = await shelf().client.get(`${LIST}?limit=5&ending_before=${seen[0]}`)
      seen.unshift(...idsOf(answer))
      more = answer.body.has_more
      assert.equal(answer.body.total_count, 37)
    }

    assert.deepEqual(seen, shelf().ids)
  })

  test(`with order=oldest walking in each way sees every entry exactly once, oldest first (${name})`, async () => {
    const { client, ids } = shelf()
    const oldest = ids.toReversed()
    const skipped = idsOf(await client.get(`${LIST}?order=oldest&limit=30&offset=7`))
    const seen: string[] = []
    const back = [oldest.at(-1) as string]

    for (let more = true; more; ) {
      const after = seen.length === 0 ? '' : `&starting_after=${seen.at(-1)}`
      const answer = await client.get(`${LIST}?order=oldest&limit=5${after}`)
      seen.push(...idsOf(answer))
      more = answer.body.has_more
      assert.equal(answer.body.total_count, 37)
    }
    for (let more = true; more; ) {
      const answer = await client.post(LIST, {
        order: 'oldest',
        limit: 5,
        ending_before: back[0],
      })
      back.unshift(...idsOf(answer))
      more = answer.body.has_more
    }

    assert.deepEqual(skipped, oldest.slice(7))
    assert.deepEqual(seen, oldest)
    assert.deepEqual(back, oldest)
  })

  test(`any limit walks through all entries (${name})`, async () => {
    for (const limit of [1, 2, 3, 7, 36, 37, 38, 100]) {
      const seen: string[] = []
      for (let more = true; more; ) {
        const body = { limit, ...(seen.length > 0 && { starting_after: seen.at(-1) }) }
        const answer = await shelf().client.post(LIST, body)
        seen.push(...idsOf(answer))
        more = answer.body.has_more
      }
      assert.deepEqual(seen, shelf().ids)
    }
  })
}

test('entries made during a walk by starting_after neither repeat nor hide one', async () => {
  const { client, ids } = await filled(9, (n) => AT(n))
  const first = idsOf(await client.get(`${LIST}?limit=5`))
  await client.post('/customers', {})

  const second = idsOf(await client.get(`${LIST}?limit=5&starting_after=${first.at(-1)}`))

  assert.deepEqual([...first, ...second], ids)
})

test('starting_after an entry that was deleted goes on where it stood', async () => {
  const { client, ids } = await filled(6, (n) => AT(n))
  const first = idsOf(await client.get(`${LIST}?limit=3`))
  await client.delete(`/customers/${first.at(-1)}`)

  const second = idsOf(await client.get(`${LIST}?limit=3&starting_after=${first.at(-1)}`))

  assert.deepEqual([...first, ...second], ids)
})

test('starting_after an id that names nothing gives 400 IR_04', async () => {
  const unknown = await many.client.get(`${LIST}?starting_after=nobody`)
  const { client } = await shop.neighbour()
  const others = await client.get(`${LIST}?starting_after=${many.ids[0]}`)

  assertRefused(unknown, 400, 'IR_04', 'starting_after')
  assertRefused(others, 400, 'IR_04', 'starting_after')
})

test('ending_before reads the page that starting_after left, with the same filters', async () => {
  const filters = `name=Ada&created_gte=${AT(3)}&limit=5`
  const first = idsOf(await many.client.get(`${LIST}?${filters}`))
  const second = idsOf(await many.client.get(`${LIST}?${filters}&starting_after=${first.at(-1)}`))

  const back = await many.client.get(`${LIST}?${filters}&ending_before=${second[0]}`)

  assert.deepEqual(idsOf(back), first)
  assert.equal(back.body.has_more, false)
  const skipped = await many.client.get(`${LIST}?limit=2&offset=2&ending_before=${first[4]}`)
  assert.deepEqual(idsOf(skipped), first.slice(0, 2))
})

test('ending_before an id that names nothing, or together with starting_after, gives 400 IR_04', async () => {
  const unknown = await many.client.get(`${LIST}?ending_before=nobody`)
  const [one, other] = many.ids
  const both = await many.client.get(`${LIST}?ending_before=${one}&starting_after=${other}`)

  assertRefused(unknown, 400, 'IR_04', 'ending_before')
  assertRefused(both, 400, 'IR_04', 'ending_before')
})

test('created_gte and created_lte take in their own moment', async () => {
  const query = `created_gte=${AT(10)}&created_lte=${AT(12)}&limit=100`

  const answer = await many.client.get(`${LIST}?${query}`)

  assert.deepEqual(
    answer.body.data.map((entry: { created: string }) => entry.created),
    [AT(12), AT(11), AT(10)],
  )
  assert.equal(answer.body.total_count, 3)
})

test('a moment without a zone is read as UTC', async () => {
  const bare = await many.client.get(`${LIST}?created_gte=2026-03-01T00:00:36`)
  const zoned = await many.client.get(`${LIST}?created_gte=2026-03-01T00:00:36Z`)

  assert.equal(bare.status, 200, bare.text)
  assert.deepEqual(bare.body, zoned.body)
  assert.equal(bare.body.total_count, 1)
})

test('created_gte takes any ISO 8601 zone, and a bare date as its first moment in UTC', async () => {
  const zoned = encodeURIComponent('2026-03-01T02:00:36+02:00')

  const late = await many.client.get(`${LIST}?created_gte=${zoned}`)
  const day = await many.client.get(`${LIST}?created_gte=2026-03-01&created_lte=2026-03-02`)
  const dayBefore = await many.client.get(`${LIST}?created_lte=2026-02-28`)

  assert.equal(late.body.total_count, 1)
  assert.equal(day.body.total_count, 37)
  assert.equal(dayBefore.body.total_count, 0)
})

test('created_gte takes the widest zones that ISO 8601 can write', async () => {
  const early = await many.client.post(LIST, { created_gte: '2026-03-01T00:00:00+23:59' })
  const late = await many.client.post(LIST, { created_gte: '2026-03-01T00:00:00-23:59' })

  assert.deepEqual([early.status, early.body.total_count], [200, 37])
  assert.deepEqual([late.status, late.body.total_count], [200, 0])
})

const moments = [
  'yesterday',
  '1772323200',
  '2026-13-01',
  '2026-02-30',
  '2026-02-30T00:00:00Z',
  '0000-01-01',
  '2026-03-01T25:00:00Z',
  '',
]

for (const name of ['created_gte', 'created_lte']) {
  for (const moment of moments) {
    test(`${name} "${moment}" is no ISO 8601 moment: 400 IR_04`, async () => {
      const byGet = await many.client.get(`${LIST}?${name}=${encodeURIComponent(moment)}`)
      const byPost = await many.client.post(LIST, { [name]: moment })

      assertRefused(byGet, 400, 'IR_04', name)
      assertRefused(byPost, 400, 'IR_04', name)
    })
  }
}

test('GET with a query and POST with a body answer the same', async () => {
  const queries = [
    {},
    { limit: 3 },
    { limit: 3, offset: 4 },
    { limit: 4, starting_after: many.ids[5] ?? '' },
    { limit: 4, ending_before: many.ids[5] ?? '' },
    { created_gte: AT(3), created_lte: AT(9) },
    { email: 'c000003@example.com' },
    { name: 'Ada', limit: 2 },
    { customer_id: 'c000001,c000002' },
  ]

  for (const query of queries) {
    const text = Object.entries(query).map(([name, value]) => `${name}=${value}`)
    const byGet = await many.client.get(`${LIST}?${text.join('&')}`)
    const byPost = await many.client.post(LIST, query)

    assert.equal(byPost.status, 200)
    assert.deepEqual(byPost.body, byGet.body)
  }
})

test('an unknown filter gives 400 IR_04, by GET and by POST', async () => {
  const byGet = await many.client.get(`${LIST}?colour=red`)
  const byPost = await many.client.post(LIST, { colour: 'red' })

  assertRefused(byGet, 400, 'IR_04', 'colour')
  assertRefused(byPost, 400, 'IR_04', 'colour')
})

test('customer_id filters by one id', async () => {
  const answer = await many.client.get(`${LIST}?customer_id=c000004`)

  assert.deepEqual(idsOf(answer), ['c000004'])
  assert.equal(answer.body.total_count, 1)
})

test('customer_id filters by several ids: separated by commas, repeated, or as a JSON array', async () => {
  const wanted = ['c000004', 'c000009', 'nobody']
  const found = many.ids.filter((id) => wanted.includes(id))

  const answers = [
    await many.client.get(`${LIST}?customer_id=${wanted.join(',')}`),
    await many.client.get(`${LIST}?${wanted.map((id) => `customer_id=${id}`).join('&')}`),
    await many.client.post(LIST, { customer_id: wanted.join(',') }),
    await many.client.post(LIST, { customer_id: wanted }),
  ]

  for (const answer of answers) assert.deepEqual(idsOf(answer), found)
})

test('more ids than a filter takes are refused, not dropped: 400 IR_04', async () => {
  const ids = Array.from({ length: 101 }, (_, n) => `id${n}`)

  const array = await many.client.post(LIST, { customer_id: ids })
  const commas = await many.client.get(`${LIST}?customer_id=${ids.join(',')}`)

  assertRefused(array, 400, 'IR_04', 'customer_id')
  assertRefused(commas, 400, 'IR_04', 'customer_id')
})

test('email and name filter by the exact text, and filters add up', async () => {
  const { client } = await shop.neighbour()
  await client.post('/customers', { customer_id: 'a', name: 'Ada', email: 'ada@example.com' })
  await client.post('/customers', { customer_id: 'b', name: 'Ada', email: 'b@example.com' })
  await client.post('/customers', { customer_id: 'c', name: 'Adam', email: 'ada@example.com' })

  const byEmail = await client.get(`${LIST}?email=ada@example.com`)
  const byName = await client.get(`${LIST}?name=Ada`)
  const byBoth = await client.get(`${LIST}?name=Ada&email=ada@example.com`)

  assert.deepEqual(idsOf(byEmail).toSorted(), ['a', 'c'])
  assert.deepEqual(idsOf(byName).toSorted(), ['a', 'b'])
  assert.deepEqual(idsOf(byBoth), ['a'])
})

for (const name of ['email', 'name', 'starting_after', 'customer_id']) {
  test(`a NUL character in ${name} is refused in a query as in a body: 400 IR_04`, async () => {
    const byGet = await many.client.get(`${LIST}?${name}=%00`)
    const byPost = await many.client.post(LIST, { [name]: '\0' })

    assertRefused(byPost, 400, 'IR_04')
    assertRefused(byGet, 400, 'IR_04')
  })
}

test('the entries of another merchant are in no list', async () => {
  const answer = await many.client.get(`${LIST}?customer_id=${tied.ids.join(',')}&limit=100`)
  const { client } = await shop.neighbour()

  assert.equal(answer.body.total_count, 37)
  assert.equal((await client.get(`${LIST}?name=Ada`)).body.total_count, 0)
})

test('total_count is exact up to 10000; beyond, it reads 10000 and the relation gte', async () => {
  const { client } = await filled(10_000, (n) => AT(n))
  const exact = await client.get(`${LIST}?limit=1`)
  await client.post('/customers', {})

  const more = await client.get(`${LIST}?limit=1`)

  assert.deepEqual([exact.body.total_count, exact.body.total_count_relation], [10_000, 'eq'])
  assert.deepEqual([more.body.total_count, more.body.total_count_relation], [10_000, 'gte'])
  const last = await client.get(`${LIST}?limit=1&offset=10000`)
  assert.deepEqual([last.body.count, last.body.has_more], [1, false])
})
