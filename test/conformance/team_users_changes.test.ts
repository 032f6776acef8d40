// Team users: changing their roles and deleting them, in every state.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { newMembership } from '#resources/people/users/create.ts'
import type { Answer, Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { addUser, openSessionOf, signedInAs } from '#testing/team.ts'
import { ISO_UTC, assertRefused } from '../support/expect.ts'
import {
  anotherShop,
  changeRole,
  count,
  cardEntry,
  INVITE,
  invite,
  linkWorks,
  membershipsOf,
  newEmail,
  removeUser,
  USERS,
} from '../support/team_users.ts'

const shop = await harness()
after(() => shop.app.close())

describe('changing a role', () => {
  test('keeps the state, in both states', async () => {
    const pending = await invite(shop)
    const active = await addUser(shop, 'merchant_view_only')

    for (const { email } of [pending, active]) {
      const { status } = await cardEntry(shop, email)
      const answer = await changeRole(shop, email, 'merchant_operator')
      assert.equal(answer.status, 200, answer.text)
      const { updated_at, ...rest } = answer.body
      assert.match(updated_at, ISO_UTC)
      assert.deepEqual(rest, { email, role_id: 'merchant_operator' })
      const entry = await cardEntry(shop, email)
      assert.equal(entry.role_id, 'merchant_operator')
      assert.equal(entry.status, status)
    }
    assert.equal(
      await linkWorks(shop, { email: pending.email, invite_url: pending.invite_url }),
      true,
    )
  })

  test('applies to the next request of the user', async () => {
    const user = await addUser(shop, 'merchant_view_only')
    const session = await openSessionOf(shop, user)
    assertRefused(await session.post('/customers', { name: 'Ada' }), 403, 'AU_03')

    await changeRole(shop, user.email, 'merchant_operator')

    assert.equal((await session.post('/customers', { name: 'Ada' })).status, 201)
  })

  test('of an unknown user, or of a user of another merchant, is 404', async () => {
    const { client } = await shop.neighbour()
    const { email } = await addUser(shop, 'merchant_view_only')

    assertRefused(await changeRole(shop, newEmail(), 'merchant_operator'), 404, 'IR_05', 'email')
    assertRefused(await changeRole(client, email, 'merchant_operator'), 404, 'IR_05', 'email')
    assertRefused(await removeUser(client, email), 404, 'IR_05', 'email')
  })

  test('to a role that cannot be granted is 400', async () => {
    const { email } = await addUser(shop, 'merchant_view_only')

    assertRefused(await changeRole(shop, email, 'role_none'), 400, 'IR_04', 'role_id')
    assertRefused(await changeRole(shop, email, 'constructor'), 400, 'IR_04', 'role_id')
  })

  test('a user cannot change their own role', async () => {
    const user = await addUser(shop, 'merchant_admin')
    const session = await openSessionOf(shop, user)

    assertRefused(await changeRole(session, user.email, 'merchant_view_only'), 400, 'IR_14')
  })

  test('an org_admin who becomes an operator of the merchant loses the organization, and back', async () => {
    const own = await anotherShop(shop)
    const admin = await signedInAs(own, 'org_admin')
    const { email } = await addUser(own, 'org_admin')

    assert.equal((await changeRole(admin, email, 'merchant_operator')).status, 200)
    const demoted = await cardEntry(own, email)
    assert.equal((await changeRole(admin, email, 'org_admin')).status, 200)
    const promoted = await cardEntry(own, email)

    assert.deepEqual([demoted.role_id, demoted.entity_type], ['merchant_operator', 'merchant'])
    assert.deepEqual([promoted.role_id, promoted.entity_type], ['org_admin', 'organization'])
    assert.equal(promoted.status, 'active')
    assert.equal((await membershipsOf(own, email)).length, 1)
  })

  test('a pending invitation that moves to the organization gets a new link', async () => {
    const own = await anotherShop(shop)
    const admin = await signedInAs(own, 'org_admin')
    const { email, invite_url } = await invite(admin)

    const { body } = await changeRole(admin, email, 'org_admin')

    const entry = await cardEntry(own, email)
    assert.equal(entry.status, 'invitation_sent')
    assert.equal(entry.name, 'Ada')
    assert.equal(await linkWorks(shop, { email: email, invite_url: invite_url }), false)
    assert.equal(await linkWorks(shop, { email: email, invite_url: body.invite_url }), true)
  })

  test('a user with a role at the organization and one at the merchant has one after the change', async () => {
    const own = await anotherShop(shop)
    const admin = await signedInAs(own, 'org_admin')
    const { email, user_id } = await addUser(own, 'org_admin')
    const { merchant_id } = own.merchant
    const place = { entity_id: merchant_id, entity_type: 'merchant' } as const
    const second = { user_id, role_id: 'merchant_view_only' }
    await own.services.commit(newMembership(place, second, null, own.clock.now()).write)

    const answer = await changeRole(admin, email, 'merchant_operator')

    assert.equal(answer.status, 200, answer.text)
    const held = await membershipsOf(own, email)
    assert.deepEqual(
      held.map((row) => [row.entity_id, row.role_id, row.status]),
      [[merchant_id, 'merchant_operator', 'active']],
    )
  })
})

describe('deleting a user', () => {
  test('takes the address in the body or in the query', async () => {
    const one = await invite(shop)
    const two = await addUser(shop, 'merchant_view_only')

    const first = await removeUser(shop, one.email)
    const second = await shop.delete(`/user/user/delete?email=${two.email}`)

    assert.deepEqual(first.body, { email: one.email, deleted: true })
    assert.deepEqual(second.body, { email: two.email, deleted: true })
    assertRefused(await removeUser(shop, one.email), 404, 'IR_05', 'email')
    assertRefused(await shop.delete('/user/user/delete'), 400, 'IR_01', 'email')
    assertRefused(await shop.delete('/user/user/delete?email=x'), 400, 'IR_04', 'email')
  })

  test('ends the access with the next request', async () => {
    const user = await addUser(shop, 'merchant_admin')
    const session = await openSessionOf(shop, user)
    assert.equal((await session.get('/customers/list')).status, 200)

    await removeUser(shop, user.email)

    assertRefused(await session.get('/customers/list'), 401, 'AU_01')
  })

  test('ends the access to this merchant only, if there is another one', async () => {
    const user = await addUser(shop, 'merchant_admin')
    const session = await openSessionOf(shop, user)
    const { client: other } = await shop.neighbour()
    await other.post(INVITE, { email: user.email, role_id: 'merchant_view_only' })

    await removeUser(shop, user.email)

    assertRefused(await session.get('/customers/list'), 403, 'AU_03')
    assert.equal((await session.get('/user')).status, 200)
  })

  test('erases a person without another merchant, and leaves a person with one', async () => {
    const { client: other } = await shop.neighbour()
    const { email, user_id } = await addUser(shop, 'merchant_view_only')
    await other.post(INVITE, { email, role_id: 'merchant_view_only' })
    const isStored = async () => (await count(shop, 'directory.users', 'user_id', user_id)) === 1

    await removeUser(shop, email)
    assert.ok(await isStored())
    assert.equal(await cardEntry(shop, email), undefined)
    assert.ok(await cardEntry(other, email))

    await removeUser(other, email)
    assert.equal(await isStored(), false)
  })

  test('a person who is deleted by two merchants at once is erased', async () => {
    const { client: other } = await shop.neighbour()
    for (let round = 0; round < 5; round++) {
      const { email, user_id } = await addUser(shop, 'merchant_view_only')
      await other.post(INVITE, { email, role_id: 'merchant_view_only' })

      const answers = await Promise.all([removeUser(shop, email), removeUser(other, email)])

      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      )
      assert.equal(await count(shop, 'directory.users', 'user_id', user_id), 0)
    }
  })

  test('a user who is invited again gets a link that never existed before', async () => {
    const { client: other } = await shop.neighbour()
    const email = newEmail()
    await other.post(INVITE, { email, role_id: 'merchant_view_only' })
    const urls = new Set<string>()
    for (let round = 0; round < 3; round++) {
      urls.add((await invite(shop, 'merchant_view_only', email)).invite_url)
      await removeUser(shop, email)
    }

    assert.equal(urls.size, 3)
  })

  test('a user cannot delete themselves', async () => {
    const user = await addUser(shop, 'merchant_admin')
    const session = await openSessionOf(shop, user)

    assertRefused(await removeUser(session, user.email), 400, 'IR_14')
  })
})

describe('the last admin of an organization', () => {
  test('can be neither deleted nor demoted', async () => {
    const own = await anotherShop(shop)
    const user = await addUser(own, 'org_admin')
    const admin = await openSessionOf(own, user)
    const merchantAdmin = await signedInAs(own, 'merchant_admin')
    // An invitation that is not accepted does not count.
    await invite(admin, 'org_admin')
    const demote = { email: user.email, role_id: 'merchant_operator' }

    for (const client of [admin, merchantAdmin, own as Client]) {
      assertRefused(await removeUser(client, user.email), 409, 'IR_16')
      assertRefused(await client.post('/user/user/update_role', demote), 409, 'IR_16')
    }
  })

  test('stays when two admins remove each other at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const own = await anotherShop(shop)
      const [a, b] = [await addUser(own, 'org_admin'), await addUser(own, 'org_admin')]
      const [asA, asB] = [await openSessionOf(own, a), await openSessionOf(own, b)]
      const demote = { email: a.email, role_id: 'merchant_operator' }

      const answers: Answer[] = await Promise.all([
        removeUser(asA, b.email),
        round % 2 === 0 ? removeUser(asB, a.email) : asB.post('/user/user/update_role', demote),
      ])

      const statuses = answers.map(({ status }) => status)
      assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses))
      const other = answers.find(({ status }) => status !== 200)
      // The other admin was already gone when the request began: 401 without an account, 403 without the role.
      assert.ok([409, 403, 401].includes(other?.status ?? 0), other?.text)
      const { body } = await own.get(`${USERS}?entity_type=organization&status=active`)
      assert.equal(body.length, 1)
    }
  })
})
