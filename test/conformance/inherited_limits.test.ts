// A key that is created or changed is never less limited than the key or the user behind the request: every limit,
// every kind of creator, and a request that leaves the limit out, narrows it, repeats it or widens it.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#kernel/clock.ts'
import type { Answer, Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { signedInAs } from '#testing/team.ts'
import { assertRefused } from '../support/expect.ts'

const shop = await harness()
after(() => shop.app.close())

const { merchant_id, profile_id } = shop.merchant
const keys = `/api_keys/${merchant_id}`
const base = `/account/${merchant_id}/business_profile`
const second: string = (await shop.post(base, { profile_name: 'Second' })).body.profile_id

const start = shop.clock.now().getTime()
const after_ms = (ms: number) => new Date(start + ms).toISOString()
const may = ['api_keys:write', 'payments:read']
const developer = [
  ...[
    'payments',
    'refunds',
    'customers',
    'payment_links',
    'disputes',
    'payouts',
    'subscriptions',
  ].map((name) => `${name}:read`),
  'analytics:read',
  'users:read',
  'profiles:write',
  'api_keys:write',
  'webhooks:write',
]

type Ask = 'absent' | 'narrower' | 'equal' | 'wider' | 'open'
type Values = Readonly<Record<Exclude<Ask, 'absent'>, unknown>>
const UNBOUND = { none: true } as const

interface Row {
  readonly limit: string
  /** The creator's limits; a user's only limit is the role's scopes. */
  readonly creator: 'key' | 'user'
  readonly bound: object | typeof UNBOUND
  /** The requested values. */
  readonly values: Values
  /** A new key's value if the request leaves the limit out; absent: the request is refused. */
  readonly inherits?: unknown
  readonly type?: 'secret' | 'publishable'
}

const times = {
  narrower: after_ms(HOUR_MS / 2),
  equal: after_ms(HOUR_MS),
  wider: after_ms(2 * HOUR_MS),
}
const addresses = {
  narrower: ['127.0.0.1', '127.1.0.0/16'],
  equal: ['127.0.0.0/8'],
  wider: ['127.0.0.1', '203.0.113.7'],
  open: [],
}
const profiles = {
  narrower: [second],
  equal: [profile_id],
  wider: [profile_id, second],
  open: [],
}
const origins = {
  narrower: ['https://a.example'],
  equal: ['https://a.example', 'https://b.example'],
  wider: ['https://c.example'],
  open: [],
}

/** A secret key has no origins, and a key with profiles cannot reach the route: the doors are tested below. */
const table: readonly Row[] = [
  {
    limit: 'scopes',
    creator: 'key',
    bound: {},
    values: { narrower: ['payments:read'], equal: may, wider: ['payments:write'], open: ['*'] },
  },
  {
    limit: 'scopes',
    creator: 'user',
    bound: {},
    values: {
      narrower: ['payments:read'],
      equal: developer,
      wider: ['payments:write'],
      open: ['*'],
    },
  },
  {
    limit: 'expiration',
    creator: 'key',
    bound: { expiration: times.equal },
    values: { ...times, open: 'never' },
    inherits: times.equal,
  },
  {
    limit: 'expiration',
    creator: 'key',
    type: 'publishable',
    bound: { expiration: times.equal },
    values: { ...times, open: 'never' },
    inherits: times.equal,
  },
  {
    limit: 'allowed_ips',
    creator: 'key',
    bound: { allowed_ips: addresses.equal },
    values: addresses,
    inherits: addresses.equal,
  },
  {
    limit: 'expiration',
    creator: 'user',
    bound: UNBOUND,
    values: { ...times, open: 'never' },
    inherits: 'never',
  },
  { limit: 'allowed_ips', creator: 'user', bound: UNBOUND, values: addresses, inherits: [] },
  ...(['key', 'user'] as const).flatMap((creator): Row[] => [
    { limit: 'profile_ids', creator, bound: UNBOUND, values: profiles, inherits: [] },
    {
      limit: 'allowed_origins',
      creator,
      bound: UNBOUND,
      values: origins,
      inherits: [],
      type: 'publishable',
    },
  ]),
]

const asks: readonly Ask[] = ['absent', 'narrower', 'equal', 'wider', 'open']

async function newKey(body: object): Promise<{ client: Client; path: string }> {
  const made = await shop.post(keys, { name: 'k', ...body })
  assert.equal(made.status, 201, made.text)
  return { client: shop.with(made.body.api_key), path: `${keys}/${made.body.key_id}` }
}

async function creatorOf({ creator, bound }: Row): Promise<Client> {
  if (creator === 'user') return signedInAs(shop, 'merchant_developer')
  return (await newKey({ scopes: may, ...(bound === UNBOUND ? {} : bound) })).client
}

/** The request's other limits, so that only the row's own decides. */
function others({ limit, type }: Row): object {
  return limit === 'scopes' || type === 'publishable' ? {} : { scopes: ['payments:read'] }
}

function asked({ limit, values }: Row, ask: Ask): object {
  return ask === 'absent' ? {} : { [limit]: values[ask] }
}

function isWider({ bound, limit }: Row, ask: Ask): boolean {
  if (ask === 'wider' || ask === 'open') return bound !== UNBOUND
  return ask === 'absent' && limit === 'scopes'
}

function assertTooWide(answer: Answer, { limit }: Row): void {
  assertRefused(answer, 403, 'AU_03', limit)
  assert.match(answer.body.error.message, /Send |does not have itself/, 'says what to send')
}

describe('a new key', () => {
  for (const row of table) {
    test(`${row.limit}, ${row.type ?? 'secret'}, created by a ${row.creator}`, async () => {
      const by = await creatorOf(row)

      for (const ask of asks) {
        const body = { name: 'new', type: row.type ?? 'secret', ...others(row), ...asked(row, ask) }
        const answer = await by.post(keys, body)

        if (isWider(row, ask)) assertTooWide(answer, row)
        else {
          assert.equal(answer.status, 201, `${ask}: ${answer.text}`)
          const expected = ask === 'absent' ? row.inherits : row.values[ask]
          assert.deepEqual(answer.body[row.limit], expected, ask)
        }
      }
    })
  }
})

describe('a key that is changed', () => {
  for (const row of table) {
    test(`${row.limit}, ${row.type ?? 'secret'}, changed by a ${row.creator}`, async () => {
      const by = await creatorOf(row)
      const type = row.type ?? 'secret'

      await Promise.all(
        asks.map(async (ask) => {
          // Before, it is inside the limit; only for an absent field it is wider, and stays so.
          const before = asked(row, ask === 'absent' ? 'open' : 'narrower')
          const { path } = await newKey({ type, ...others(row), ...before })
          const answer = await by.post(path, { name: 'changed', ...asked(row, ask) })

          if (isWider(row, ask === 'absent' ? 'open' : ask)) {
            assertTooWide(answer, row)
            const unchanged = (await shop.get(path)).body
            assert.equal(unchanged.name, 'k')
            const expected = ask === 'absent' ? row.values.open : row.values.narrower
            assert.deepEqual(unchanged[row.limit], expected)
          } else {
            assert.equal(answer.status, 200, `${ask}: ${answer.text}`)
            const expected = ask === 'absent' ? row.values.open : row.values[ask]
            assert.deepEqual(answer.body[row.limit], expected, ask)
          }
        }),
      )
    })
  }

  test('a key does not prolong itself, or open itself to other addresses', async () => {
    const bounds = { expiration: after_ms(HOUR_MS), allowed_ips: ['127.0.0.1'] }
    const { client, path } = await newKey({ scopes: may, ...bounds })

    assertRefused(await client.post(path, { expiration: 'never' }), 403, 'AU_03', 'expiration')
    assertRefused(await client.post(path, { allowed_ips: [] }), 403, 'AU_03', 'allowed_ips')
    const shorter = await client.post(path, { expiration: after_ms(MINUTE_MS) })

    assert.equal(shorter.status, 200, shorter.text)
  })

  test('a key gives none of its scopes to a key that works from more addresses', async () => {
    const limited = await newKey({ scopes: may, allowed_ips: ['127.0.0.1'] })
    const open = await newKey({ scopes: ['api_keys:read'] })

    const answer = await limited.client.post(open.path, { scopes: may })

    assertRefused(answer, 403, 'AU_03', 'allowed_ips')
    const both = await limited.client.post(open.path, { scopes: may, allowed_ips: ['127.0.0.1'] })
    assert.equal(both.status, 200, both.text)
  })
})

test('a key that is bound to profiles, or to origins, neither creates nor changes keys', async () => {
  const target = await newKey({ scopes: ['payments:read'] })
  const bound = await newKey({ scopes: may, profile_ids: [second] })
  const page = await newKey({ type: 'publishable', allowed_origins: origins.equal })

  for (const { client } of [bound, page]) {
    for (const body of [{}, { profile_ids: [second] }, { allowed_origins: origins.narrower }]) {
      assertRefused(await client.post(keys, { name: 'k', ...body }), 403, 'AU_03')
      assertRefused(await client.post(target.path, { name: 'k', ...body }), 403, 'AU_03')
    }
  }
})
