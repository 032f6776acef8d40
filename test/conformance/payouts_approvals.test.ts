// Payout approvals: different users approve a payout before it is sent, as many as its profile asks for.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Answer, Client } from '#testing/client.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { addUser, openSessionOf, signedInAs } from '#testing/team.ts'
import { MINUTE_MS } from '#kernel/clock.ts'
import { assertRefused } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'
import { act, assertPayoutStatus, create, read } from '../support/paying_out.ts'
import { money, toBank } from '../support/recipients.ts'
import { changeRole, removeUser } from '../support/team_users.ts'

const shop = await payingShop()
after(() => shop.app.close())

const { merchant_id } = shop.merchant
const profiles = `/account/${merchant_id}/business_profile`
let made = 0

/** A new profile whose payouts need this many approvals. */
async function profileWith(payout_approvals: number): Promise<string> {
  const body = { profile_name: `approvals ${++made}`, payout_approvals }
  const answer = await shop.post(profiles, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.profile_id
}

async function changeProfile(profile_id: string, body: object): Promise<void> {
  const answer = await shop.post(`${profiles}/${profile_id}`, body)
  assert.equal(answer.status, 200, answer.text)
}

async function payoutWith(approvals: number, body: object = {}, by: Client = shop) {
  const profile_id = await profileWith(approvals)
  return create(by, { ...toBank(), profile_id, ...body })
}

const operator = () => signedInAs(shop, 'merchant_operator')

async function approve(client: Client, payout: Answer): Promise<Answer> {
  const answer = await act(client, payout, 'approve')
  assert.equal(answer.status, 200, answer.text)
  return answer
}

function assertMissing(answer: Answer, approvals_required: number, approvals_missing: number) {
  assertRefused(answer, 422, 'IR_29')
  assert.deepEqual(answer.body.error.details, { approvals_required, approvals_missing })
}

describe('a payout that needs approvals', () => {
  test('is sent after as many different users as the profile says have approved it', async () => {
    const payout = await payoutWith(2)
    assert.deepEqual(
      [payout.body.approvals, payout.body.approvals_required, payout.body.prepared_by],
      [[], 2, []],
    )
    const ada = await addUser(shop, 'merchant_operator')
    const grace = await addUser(shop, 'merchant_admin')

    assertMissing(await act(shop, payout, 'fulfill'), 2, 2)
    await approve(await openSessionOf(shop, ada), payout)
    const refused = await act(shop, payout, 'fulfill')
    assertMissing(refused, 2, 1)
    assert.match(refused.body.error.message, /needs 2 approvals by different users.*1 is missing/)
    await approve(await openSessionOf(shop, grace), payout)

    const sent = await act(shop, payout, 'fulfill')
    assertPayoutStatus(sent, 'success')
    const approvers = sent.body.approvals.map(({ user_id }: { user_id: string }) => user_id)
    assert.deepEqual(approvers, [ada.user_id, grace.user_id])
  })

  test('is not approved twice by one user', async () => {
    const payout = await payoutWith(2)
    const ada = await operator()
    const first = await approve(ada, payout)

    const second = await approve(ada, payout)

    assert.deepEqual(second.body, first.body)
    assertMissing(await act(shop, payout, 'fulfill'), 2, 1)
  })

  test('is not approved by a key, whatever its scopes', async () => {
    const payout = await payoutWith(1)

    const answer = await act(shop, payout, 'approve')

    assertRefused(answer, 403, 'AU_03')
    assert.match(answer.body.error.message, /for users: sign in/)
    assertMissing(await act(shop, payout, 'fulfill'), 1, 1)
  })

  test('is not approved by a role that cannot send payouts', async () => {
    const payout = await payoutWith(1)
    const answer = await act(await signedInAs(shop, 'merchant_view_only'), payout, 'approve')
    assertRefused(answer, 403, 'AU_03')
  })

  test('is not approved by the user who created it', async () => {
    const ada = await operator()
    const payout = await payoutWith(1, {}, ada)
    assert.equal(payout.body.prepared_by.length, 1)

    const answer = await act(ada, payout, 'approve')

    assertRefused(answer, 403, 'AU_03')
    assert.match(answer.body.error.message, /another user must approve/)
    await approve(await operator(), payout)
    assertPayoutStatus(await act(ada, payout, 'fulfill'), 'success')
  })

  test('is not approved by a user who changed its content, even after someone else changed it again', async () => {
    const payout = await payoutWith(1)
    const ada = await operator()
    await ada.put(`/payouts/${payout.body.payout_id}`, toBank())
    await shop.put(`/payouts/${payout.body.payout_id}`, toBank())

    assertRefused(await act(ada, payout, 'approve'), 403, 'AU_03')
  })

  test('cannot be automatic: 422 IR_29 on creation, on confirmation and when it moves to such a profile', async () => {
    const profile_id = await profileWith(1)
    const asked = { ...money, ...toBank(), auto_fulfill: true }
    const free = await create(shop, { ...toBank() })
    const automatic = await create(shop, { ...money, payout_link: true, auto_fulfill: true })

    const answers = [
      await shop.post('/payouts/create', { ...asked, profile_id }),
      await act(shop, free, 'confirm', { auto_fulfill: true, profile_id }),
      await act(shop, automatic, 'confirm', { profile_id, ...toBank() }),
    ]

    for (const answer of answers) {
      assertRefused(answer, 422, 'IR_29')
      assert.equal(answer.body.error.field, 'auto_fulfill')
    }
  })

  test('is not approved before it can be sent, and not after it was', async () => {
    const waiting = await payoutWith(1, { payout_link: true, payout_method_data: undefined })
    assertRefused(await act(await operator(), waiting, 'approve'), 400, 'IR_14')
    const incomplete = await create(shop, { profile_id: await profileWith(1) })
    assertRefused(await act(await operator(), incomplete, 'approve'), 400, 'IR_01')
    const sent = await create(shop, toBank())
    await act(shop, sent, 'fulfill')
    assertRefused(await act(await operator(), sent, 'approve'), 409, 'IR_16')
  })
})

describe('approvals cover the content that they were given for', () => {
  const changes: Record<string, (payout_id: string) => Promise<Answer>> = {
    'another amount': (id) => shop.post(`/payouts/${id}/confirm`, { amount: 999_99 }),
    'another currency': (id) => shop.post(`/payouts/${id}/confirm`, { currency: 'USD' }),
    'another account': (id) => shop.put(`/payouts/${id}`, toBank()),
    'another recipient': (id) =>
      shop.post(`/payouts/${id}/confirm`, { customer: { name: 'Eve Adams' } }),
    'another description': (id) => shop.put(`/payouts/${id}`, { description: 'Rent' }),
    'another priority': (id) => shop.put(`/payouts/${id}`, { priority: 'instant' }),
  }

  for (const [name, change] of Object.entries(changes)) {
    test(`${name} removes them`, async () => {
      const payout = await payoutWith(1)
      await approve(await operator(), payout)

      const changed = await change(payout.body.payout_id)

      assert.equal(changed.status, 200, changed.text)
      assert.deepEqual(changed.body.approvals, [])
      assertMissing(await act(shop, payout, 'fulfill'), 1, 1)
    })
  }

  test('metadata, and a confirmation without changes, leave them', async () => {
    const payout = await payoutWith(1)
    await approve(await operator(), payout)

    await shop.put(`/payouts/${payout.body.payout_id}`, { metadata: { invoice: '77' } })
    await act(shop, payout, 'confirm')

    assertPayoutStatus(await act(shop, payout, 'fulfill'), 'success')
  })
})

describe('the number applies when the payout is sent', () => {
  test('raised, it asks for more; lowered, for fewer', async () => {
    const profile_id = await profileWith(1)
    const payout = await create(shop, { ...toBank(), profile_id })
    await approve(await operator(), payout)

    await changeProfile(profile_id, { payout_approvals: 3 })
    assertMissing(await act(shop, payout, 'fulfill'), 3, 2)
    assert.equal((await read(shop, payout)).body.approvals_required, 3)
    await changeProfile(profile_id, { payout_approvals: 1 })

    assertPayoutStatus(await act(shop, payout, 'fulfill'), 'success')
  })

  test('an automatic payout that was created before the number was raised waits for its approvals', async () => {
    const profile_id = await profileWith(0)
    const body = { ...toBank(), profile_id, auto_fulfill: true }
    const payout = await create(shop, body)
    await changeProfile(profile_id, { payout_approvals: 1 })

    await runSweeps(shop)
    assertPayoutStatus(await read(shop, payout), 'requires_fulfillment')
    await approve(await operator(), payout)
    shop.clock.advance(2 * MINUTE_MS)
    await runSweeps(shop)

    assertPayoutStatus(await read(shop, payout), 'success')
  })

  test('a removed user’s approval does not count, nor one whose role cannot send payouts any more', async () => {
    const payout = await payoutWith(2)
    const admin = await signedInAs(shop, 'merchant_admin')
    const [removed, demoted] = [
      await addUser(shop, 'merchant_operator'),
      await addUser(shop, 'merchant_operator'),
    ]
    await approve(await openSessionOf(shop, removed), payout)
    await approve(await openSessionOf(shop, demoted), payout)

    assert.equal((await removeUser(admin, removed.email)).status, 200)
    assertMissing(await act(shop, payout, 'fulfill'), 2, 1)
    assert.equal((await changeRole(admin, demoted.email, 'merchant_view_only')).status, 200)

    assertMissing(await act(shop, payout, 'fulfill'), 2, 2)
  })

  test('a role that the merchant made counts while it has payouts:write', async () => {
    const groups = ['operations_manage']
    const admin = await signedInAs(shop, 'merchant_admin')
    const role = await admin.post('/user/role', { role_name: 'Approver', groups })
    assert.equal(role.status, 201, role.text)
    const payout = await payoutWith(1)
    await approve(await signedInAs(shop, role.body.role_id), payout)

    const weaker = { groups: ['operations_view'] }
    await admin.put(`/user/role/${role.body.role_id}`, weaker)
    assertMissing(await act(shop, payout, 'fulfill'), 1, 1)
    await admin.put(`/user/role/${role.body.role_id}`, { groups })

    assertPayoutStatus(await act(shop, payout, 'fulfill'), 'success')
  })

  test('an approval by a user of the organization counts', async () => {
    const payout = await payoutWith(1)
    await approve(await signedInAs(shop, 'org_admin'), payout)
    assertPayoutStatus(await act(shop, payout, 'fulfill'), 'success')
  })
})

test('the audit trail has each approval, its removal, and each change of the number', async () => {
  const payout = await payoutWith(1)
  const { payout_id, profile_id } = payout.body
  const { user_id } = await addUser(shop, 'merchant_operator')
  await approve(await openSessionOf(shop, { user_id }), payout)
  await shop.put(`/payouts/${payout_id}`, { description: 'Rent' })
  await changeProfile(profile_id, { payout_approvals: 0 })

  const about = (await shop.get(`/audit?object_id=${payout_id}`)).body.data
  const settings = (await shop.get(`/audit?object_id=${profile_id}`)).body.data

  const [removal, approval] = about
  assert.equal(approval.action, 'POST /payouts/:payout_id/approve')
  assert.equal(approval.user_id, user_id)
  assert.deepEqual(approval.changes.approvals.from, [])
  assert.equal(approval.changes.approvals.to[0].user_id, user_id)
  assert.equal(removal.action, 'PUT /payouts/:payout_id')
  assert.deepEqual(removal.changes.approvals.to, [])
  assert.deepEqual(settings[0].changes, { payout_approvals: { from: 1, to: 0 } })
})

test('lists have the approvals; events have them without the profile’s number', async () => {
  const payout = await payoutWith(1)
  const { payout_id } = payout.body
  await approve(await operator(), payout)
  await act(shop, payout, 'fulfill')

  const [listed] = (await shop.get(`/payouts/list?payout_id=${payout_id}`)).body.data
  const events = (await shop.get(`/events/${merchant_id}?object_id=${payout_id}`)).body.data

  assert.equal(listed.approvals.length, 1)
  assert.equal(listed.approvals_required, 1)
  const { object } = (await shop.get(`/events/${merchant_id}/${events[0].event_id}`)).body.content
  assert.equal(object.approvals.length, 1)
  assert.ok(!('approvals_required' in object))
})
