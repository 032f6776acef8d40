// Permissions: every route by every role, every key scope, and every other caller. This file's tables state the
// expected result without asking the code. A request with an unknown version is refused right after its permission
// was checked, so no route does anything here.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { routes } from '#app.ts'
import { systemContext } from '#kernel/context.ts'
import { scopes } from '#http/authenticate.ts'
import { builtInRoles } from '#http/permissions.ts'
import type { Route } from '#http/route.ts'
import { newSession } from '#resources/people/sessions/open.ts'
import type { Client } from '#testing/client.ts'
import { ADMIN_KEY, harness } from '#testing/harness.ts'
import { addUser, signedInAs } from '#testing/team.ts'

const shop = await harness()
after(() => shop.app.close())

const OPERATIONS = 'payments refunds customers payment_links disputes payouts subscriptions'
const areaOf: Record<string, string> = {
  ...Object.fromEntries(OPERATIONS.split(' ').map((name) => [name, 'operations'])),
  analytics: 'analytics',
  users: 'users',
  profiles: 'account',
  api_keys: 'account',
  webhooks: 'account',
  requests: 'account',
  connectors: 'connectors',
  workflows: 'workflows',
}

const EVERYTHING = {
  operations: 'manage',
  connectors: 'manage',
  workflows: 'manage',
  analytics: 'view',
  users: 'manage',
  account: 'manage',
} as const

/** A single scope beside the areas. */
const besides: Record<string, string> = { merchant_customer_support: 'refunds:write' }

/** No role has more than `view` for analytics: there is nothing to change. */
const expectedOf: Record<string, Record<string, 'view' | 'manage'>> = {
  org_admin: { ...EVERYTHING },
  merchant_admin: { ...EVERYTHING },
  merchant_operator: {
    operations: 'manage',
    connectors: 'view',
    workflows: 'view',
    analytics: 'view',
    users: 'view',
    account: 'view',
  },
  merchant_developer: {
    operations: 'view',
    connectors: 'view',
    analytics: 'view',
    users: 'view',
    account: 'manage',
  },
  merchant_iam_admin: { operations: 'view', analytics: 'view', users: 'manage', account: 'view' },
  merchant_customer_support: {
    operations: 'view',
    analytics: 'view',
    users: 'view',
    account: 'view',
  },
  merchant_view_only: {
    operations: 'view',
    connectors: 'view',
    workflows: 'view',
    analytics: 'view',
    users: 'view',
    account: 'view',
  },
}

const guarded = routes.filter(({ access }) => access !== 'public')
const byScope = guarded.filter(({ access }) => access.includes(':'))

type Verdict = 'admitted' | 'refused'

async function verdictOf(client: Client, { method, url }: Route): Promise<Verdict> {
  const path = url.replaceAll(/:[a-z_]+/g, 'some_id')
  const headers = { 'X-Api-Version': '1999-12-31' }
  const { status, body } = await client.send(method, path, undefined, { headers })
  if (body?.error?.field === 'X-Api-Version') return 'admitted'
  assert.equal(status, 403, `${method} ${url}: ${JSON.stringify(body)}`)
  assert.equal(body.error.code, 'AU_03')
  return 'refused'
}

/** The routes whose verdict is not the expected one. */
async function wrongOnes(client: Client, isExpected: (row: Route) => boolean) {
  const wrong: string[] = []
  for (const row of guarded) {
    const verdict = await verdictOf(client, row)
    const expected = isExpected(row) ? 'admitted' : 'refused'
    if (verdict !== expected) wrong.push(`${row.method} ${row.url}: ${verdict}`)
  }
  return wrong
}

const parts = ({ access }: Route) => access.split(':') as [string, string | undefined]
const isForAll = ({ access }: Route) => access === 'any_key'

test('every scope of a route belongs to an area of the roles', () => {
  const unknown = byScope.map((row) => parts(row)[0]).filter((name) => !(name in areaOf))
  assert.deepEqual(unknown, [])
  assert.deepEqual(new Set(Object.keys(builtInRoles)), new Set(Object.keys(expectedOf)))
  assert.deepEqual(
    new Set(scopes.map((scope) => scope.split(':')[0])),
    new Set(Object.keys(areaOf)),
  )
})

describe('a user is admitted to exactly the routes of the role', () => {
  for (const [role_id, areas] of Object.entries(expectedOf)) {
    test(role_id, async () => {
      const user = await signedInAs(shop, role_id)
      const wrong = await wrongOnes(user, (row) => {
        const [resource, verb] = parts(row)
        if (verb === undefined) return row.access === 'session' || isForAll(row)
        const right = areas[areaOf[resource] ?? '']
        if (row.access === besides[role_id]) return true
        return right === 'manage' || (right === 'view' && verb === 'read')
      })
      assert.deepEqual(wrong, [])
    })
  }
})

describe('a key with one scope is admitted to exactly its routes', () => {
  for (const scope of scopes) {
    test(scope, async () => {
      const [own, right] = scope.split(':')
      const wrong = await wrongOnes(await shop.keyWith(scope), (row) => {
        const [resource, verb] = parts(row)
        if (row.users_only) return false
        return verb === undefined
          ? isForAll(row)
          : resource === own && (right === 'write' || verb === 'read')
      })
      assert.deepEqual(wrong, [])
    })
  }
})

test('a key with every scope is admitted to all routes but those of the operator and of users', async () => {
  const wrong = await wrongOnes(shop, ({ access, users_only }) => {
    return access !== 'admin' && access !== 'session' && !users_only
  })
  assert.deepEqual(wrong, [])
})

test('a publishable key is admitted to the routes of the table for browsers only', async () => {
  const browser = shop.with(shop.merchant.publishable_key)
  const wrong = await wrongOnes(browser, (row) => row.publishable !== undefined)
  assert.deepEqual(wrong, [])
})

test('a user without the second factor may only provide it, and reaches no merchant route', async () => {
  const { user_id } = await addUser(shop, 'merchant_admin')
  const { merchant_id } = shop.merchant
  const context = await systemContext(shop.services, merchant_id)
  const { token, write } = newSession(context, { user_id, merchant_id, is_verified: false })
  await context.commit(write)

  const wrong = await wrongOnes(shop.as(token), (row) => row.unverified === true)

  assert.deepEqual(wrong, [])
  assert.ok(guarded.every(({ access, unverified }) => !unverified || access === 'session'))
})

test('without a key and without a session every guarded route answers 401', async () => {
  for (const client of [
    shop.with(undefined),
    shop.with(`snd_${'a'.repeat(64)}`),
    shop.as('none'),
  ]) {
    for (const { method, url } of guarded) {
      const path = url.replaceAll(/:[a-z_]+/g, 'some_id')
      const { status, body } = await client.send(method, path)
      assert.equal(status, 401, `${method} ${url}`)
      assert.equal(body.error.code, 'AU_01')
    }
  }
})

test("the operator's key is admitted to the operator's routes", async () => {
  const operator = shop.with(ADMIN_KEY)
  for (const row of guarded.filter(({ access }) => access === 'admin')) {
    assert.equal(await verdictOf(operator, row), 'admitted', `${row.method} ${row.url}`)
  }
})
