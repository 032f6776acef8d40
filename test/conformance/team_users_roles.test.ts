// Roles: those that a merchant makes, and who may grant which.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type BuiltInRole, builtInRoles } from '#http/permissions.ts'
import type { Client } from '#testing/client.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { addUser, openSessionOf, signedInAs } from '#testing/team.ts'
import { ISO_UTC, assertRefused } from '../support/expect.ts'
import {
  anotherShop,
  changeRole,
  cardEntry,
  INVITE,
  invite,
  newEmail,
  removeUser,
} from '../support/team_users.ts'

const shop = await harness()
after(() => shop.app.close())

const ROLE = '/user/role'
let made = 0

interface Shown {
  role_id: string
  role_name: string
}

async function newRole(client: Client, ...groups: string[]): Promise<Shown> {
  const answer = await client.post(ROLE, { role_name: `Role ${++made}`, groups })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

const idsIn = (body: Shown[]) => body.map(({ role_id }) => role_id)

/** A shop's existing key, as an organization key. */
async function keyOfOrganization(own: Shop): Promise<Client> {
  const { merchant_id } = own.merchant
  const { body } = await own.post(`/api_keys/${merchant_id}`, { name: 'Organization' })
  const text = `update api_keys k set organization_id = m.organization_id from merchants m
    where m.merchant_id = k.merchant_id and k.merchant_id = $1 and k.key_id = $2`
  await own.services.db.run(text, [merchant_id, body.key_id])
  return own.with(body.api_key)
}

describe('a role of the merchant', () => {
  test('can be created, read, listed behind the built-in roles, changed and deleted', async () => {
    const own = await anotherShop(shop)
    const groups = ['analytics_view', 'operations_view']

    const created = await own.post(ROLE, { role_name: ' Accountant ', groups })

    assert.equal(created.status, 201, created.text)
    const { role_id, created: at, last_modified_at, ...rest } = created.body
    assert.match(role_id, /^role_/)
    assert.match(at, ISO_UTC)
    assert.match(last_modified_at, ISO_UTC)
    assert.deepEqual(rest, {
      role_name: 'Accountant',
      scope: 'merchant',
      entity_type: 'merchant',
      groups: ['operations_view', 'analytics_view'],
      scopes: [],
      refund_limit: null,
      is_built_in: false,
    })
    assert.deepEqual((await own.get(`${ROLE}/${role_id}`)).body, created.body)
    assert.deepEqual(idsIn((await own.get(`${ROLE}/list`)).body), [
      ...Object.keys(builtInRoles),
      role_id,
    ])
    own.clock.advance(1_000)
    const changed = await own.put(`${ROLE}/${role_id}`, { groups: ['users_view'] })
    assert.equal(changed.body.role_name, 'Accountant')
    assert.deepEqual(changed.body.groups, ['users_view'])
    assert.notEqual(changed.body.last_modified_at, last_modified_at)
    assert.deepEqual((await own.delete(`${ROLE}/${role_id}`)).body, { role_id, deleted: true })
    assertRefused(await own.get(`${ROLE}/${role_id}`), 404, 'IR_05')
    assertRefused(await own.put(`${ROLE}/${role_id}`, {}), 404, 'IR_05')
    assertRefused(await own.delete(`${ROLE}/${role_id}`), 404, 'IR_05')
  })

  test('allows exactly the scopes of its groups, and a change applies to the next request', async () => {
    const { role_id } = await newRole(shop, 'operations_view')
    const user = await signedInAs(shop, role_id)

    assert.equal((await user.get('/customers/list')).status, 200)
    assertRefused(await user.post('/customers', { name: 'Ada' }), 403, 'AU_03')
    assertRefused(await user.get('/user/user/list'), 403, 'AU_03')
    await shop.put(`${ROLE}/${role_id}`, { groups: ['operations_manage'] })
    assert.equal((await user.post('/customers', { name: 'Ada' })).status, 201)
    await shop.put(`${ROLE}/${role_id}`, { groups: ['users_view'] })
    assertRefused(await user.get('/customers/list'), 403, 'AU_03')
  })

  test('can be granted, and the list of users shows its name', async () => {
    const { role_id, role_name } = await newRole(shop, 'operations_view')

    const { email } = await invite(shop, role_id)

    const entry = await cardEntry(shop, email)
    assert.deepEqual([entry.role_id, entry.role_name], [role_id, role_name])
  })

  test('cannot be deleted while a user has it', async () => {
    const { role_id } = await newRole(shop, 'operations_view')
    const { email } = await invite(shop, role_id)

    assertRefused(await shop.delete(`${ROLE}/${role_id}`), 409, 'IR_16')
    await changeRole(shop, email, 'merchant_view_only')
    assert.equal((await shop.delete(`${ROLE}/${role_id}`)).status, 200)
  })

  test('is never left to a user when it is deleted while it is granted', async () => {
    for (let round = 0; round < 10; round++) {
      const { role_id } = await newRole(shop, 'operations_view')
      const email = newEmail()

      const [granted, deleted] = await Promise.all([
        shop.post(INVITE, { email, role_id }),
        shop.delete(`${ROLE}/${role_id}`),
      ])

      const outcome = `${granted.status} ${deleted.status}`
      assert.ok(['200 409', '400 200'].includes(outcome), outcome)
    }
  })

  test('has a name that no other role of the merchant has, in upper or lower case', async () => {
    const groups = ['operations_view']
    const { role_id, role_name } = await newRole(shop, ...groups)
    const other = await newRole(shop, ...groups)
    const { client } = await shop.neighbour()

    const again = await shop.post(ROLE, { role_name: role_name.toUpperCase(), groups })

    assertRefused(again, 409, 'HE_01', 'role_name')
    assert.equal(again.body.error.details.existing_id, role_id)
    assertRefused(
      await shop.put(`${ROLE}/${other.role_id}`, { role_name }),
      409,
      'HE_01',
      'role_name',
    )
    assertRefused(await shop.post(ROLE, { role_name: 'admin', groups }), 409, 'HE_01', 'role_name')
    assert.equal((await shop.put(`${ROLE}/${role_id}`, { role_name })).status, 200)
    assert.equal((await client.post(ROLE, { role_name, groups })).status, 201)
  })

  test('of ten with one name that are made at once, one is made', async () => {
    const body = { role_name: 'Only one', groups: ['operations_view'] }

    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.post(ROLE, body)))

    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [201, ...Array.from({ length: 9 }, () => 409)])
  })

  test('a retry under an Idempotency-Key makes one role', async () => {
    const once = { headers: { 'Idempotency-Key': 'role-once' } }
    const body = { role_name: 'Retried', groups: ['operations_view'] }

    const first = await shop.post(ROLE, body, once)
    const second = await shop.post(ROLE, body, once)

    assert.equal(first.status, 201)
    assert.equal(second.text, first.text)
  })

  test('a merchant has at most 100', async () => {
    const own = await anotherShop(shop)
    for (let n = 0; n < 100; n++) await newRole(own, 'operations_view')

    const more = await own.post(ROLE, { role_name: 'One more', groups: ['operations_view'] })

    assertRefused(more, 400, 'IR_14')
    assert.equal(
      (await own.get(`${ROLE}/list`)).body.length,
      100 + Object.keys(builtInRoles).length,
    )
  })

  test('needs a name and known groups', async () => {
    const groups = ['operations_view']
    assertRefused(await shop.post(ROLE, { groups }), 400, 'IR_01', 'role_name')
    assertRefused(await shop.post(ROLE, { role_name: 'x' }), 400, 'IR_01', 'groups')
    assertRefused(await shop.post(ROLE, { role_name: '  ', groups }), 400, 'IR_04', 'role_name')
    assertRefused(await shop.post(ROLE, { role_name: 'x', groups: [] }), 400, 'IR_04', 'groups')
    const unknown = await shop.post(ROLE, { role_name: 'x', groups: ['everything'] })
    assertRefused(unknown, 400, 'IR_04', 'groups.0')
    const twice = await shop.post(ROLE, { role_name: 'x', groups: [...groups, ...groups] })
    assertRefused(twice, 400, 'IR_04', 'groups')
  })
})

test('built-in roles can be read, but neither changed nor deleted', async () => {
  const { body } = await shop.get(`${ROLE}/merchant_operator`)

  assert.equal(body.is_built_in, true)
  assert.equal(body.created, null)
  assertRefused(await shop.put(`${ROLE}/merchant_operator`, { role_name: 'x' }), 400, 'IR_14')
  assertRefused(await shop.delete(`${ROLE}/merchant_operator`), 400, 'IR_14')
})

describe('a user cannot grant more than they have', () => {
  /** Roles that each built-in role may grant, without the merchant's own roles. */
  const grants: Readonly<Record<BuiltInRole, readonly BuiltInRole[] | null>> = {
    org_admin: [
      'merchant_admin',
      'merchant_operator',
      'merchant_developer',
      'merchant_iam_admin',
      'merchant_customer_support',
      'merchant_view_only',
    ],
    merchant_admin: [
      'merchant_admin',
      'merchant_operator',
      'merchant_developer',
      'merchant_iam_admin',
      'merchant_customer_support',
      'merchant_view_only',
    ],
    // A view-only user also sees provider accounts and routing, and customer support refunds.
    merchant_iam_admin: ['merchant_iam_admin'],
    // These cannot invite at all.
    merchant_operator: null,
    merchant_developer: null,
    merchant_customer_support: null,
    merchant_view_only: null,
  }

  for (const [role_id, allowed] of Object.entries(grants)) {
    test(`${role_id} can invite ${allowed?.length ?? 'no'} roles, and is offered these`, async () => {
      const own = await anotherShop(shop)
      const client = await signedInAs(own, role_id)
      const offered = idsIn((await client.get(`${ROLE}/list/invite`)).body)

      for (const each of Object.keys(builtInRoles)) {
        const answer = await client.post(INVITE, { email: newEmail(), role_id: each })
        const isAllowed = allowed?.some((name) => name === each) ?? false
        const isOrganization = each === 'org_admin' && role_id === 'org_admin'
        if (isAllowed || isOrganization) assert.equal(answer.status, 200, `${each} ${answer.text}`)
        else assertRefused(answer, 403, 'AU_03')
      }
      if (allowed) assert.deepEqual(offered, allowed)
    })
  }

  test('a role of the merchant is offered to those who have its scopes', async () => {
    const narrow = await newRole(shop, 'operations_view', 'users_manage')
    const wide = await newRole(shop, 'operations_manage')
    const iam = await signedInAs(shop, 'merchant_iam_admin')

    const offered = idsIn((await iam.get(`${ROLE}/list/invite`)).body)

    assert.ok(offered.includes(narrow.role_id))
    assert.ok(!offered.includes(wide.role_id))
    assertRefused(
      await iam.post(INVITE, { email: newEmail(), role_id: wide.role_id }),
      403,
      'AU_03',
    )
  })

  test('roles of organizations are offered to those who may act for the organization', async () => {
    const own = await anotherShop(shop)
    const query = `${ROLE}/list/invite?entity_type=organization`
    const admin = await signedInAs(own, 'org_admin')
    const key = await keyOfOrganization(own)

    assert.deepEqual((await own.get(query)).body, [])
    for (const client of [admin, key]) {
      assert.deepEqual(idsIn((await client.get(query)).body), ['org_admin'])
      const { email } = await invite(client, 'org_admin')
      assert.equal((await cardEntry(own, email)).entity_type, 'organization')
    }
    assertRefused(
      await own.get(`${ROLE}/list/invite?entity_type=profile`),
      400,
      'IR_04',
      'entity_type',
    )
  })

  test('a key grants only what its scopes cover', async () => {
    const key = await shop.keyWith('users:write', 'payments:read')

    const admin = await key.post(INVITE, { email: newEmail(), role_id: 'merchant_view_only' })

    assertRefused(admin, 403, 'AU_03')
    const { role_id } = await newRole(shop, 'users_view')
    assert.equal((await key.post(INVITE, { email: newEmail(), role_id })).status, 200)
    const offered = (await key.get(`${ROLE}/list/invite`)).body
    assert.ok(offered.every((role: { groups: string[] }) => String(role.groups) === 'users_view'))
    assert.ok(idsIn(offered).includes(role_id))
  })

  test('a user who may do more is neither changed nor deleted', async () => {
    const iam = await signedInAs(shop, 'merchant_iam_admin')
    const operator = await addUser(shop, 'merchant_operator')
    const narrow = await newRole(shop, 'operations_view')
    const support = await addUser(shop, narrow.role_id)

    assertRefused(await changeRole(iam, operator.email, 'merchant_view_only'), 403, 'AU_03')
    assertRefused(await removeUser(iam, operator.email), 403, 'AU_03')
    assertRefused(await changeRole(iam, support.email, 'merchant_operator'), 403, 'AU_03')
    assert.equal((await changeRole(iam, support.email, 'merchant_iam_admin')).status, 200)
    assert.equal((await removeUser(iam, support.email)).status, 200)
  })

  test('an admin of a merchant neither makes, changes nor deletes an admin of the organization', async () => {
    const own = await anotherShop(shop)
    const [one, two] = [await addUser(own, 'org_admin'), await addUser(own, 'org_admin')]
    const admin = await signedInAs(own, 'merchant_admin')

    for (const client of [admin, own as Client]) {
      assertRefused(await changeRole(client, one.email, 'merchant_view_only'), 403, 'AU_03')
      assertRefused(await removeUser(client, two.email), 403, 'AU_03')
      assertRefused(
        await client.post(INVITE, { email: newEmail(), role_id: 'org_admin' }),
        403,
        'AU_03',
      )
    }
    const { email } = await addUser(own, 'merchant_view_only')
    assertRefused(await changeRole(admin, email, 'org_admin'), 403, 'AU_03')
    const orgAdmin = await openSessionOf(own, one)
    assert.equal((await removeUser(orgAdmin, two.email)).status, 200)
  })

  test('a role is made and changed only within the scopes of the caller', async () => {
    const iam = await signedInAs(shop, 'merchant_iam_admin')
    const wide = await newRole(shop, 'operations_manage')
    const groups = ['operations_manage']

    assertRefused(await iam.post(ROLE, { role_name: 'Wide', groups }), 403, 'AU_03', 'groups')
    assertRefused(await iam.put(`${ROLE}/${wide.role_id}`, { role_name: 'Mine' }), 403, 'AU_03')
    assertRefused(await iam.delete(`${ROLE}/${wide.role_id}`), 403, 'AU_03')
    const own = await newRole(iam, 'operations_view')
    assertRefused(await iam.put(`${ROLE}/${own.role_id}`, { groups }), 403, 'AU_03', 'groups')
  })

  test('a user cannot raise the own role by changing it', async () => {
    const { role_id } = await newRole(shop, 'users_manage')
    const user = await signedInAs(shop, role_id)

    assertRefused(
      await user.put(`${ROLE}/${role_id}`, { groups: ['account_manage'] }),
      403,
      'AU_03',
    )
  })
})
