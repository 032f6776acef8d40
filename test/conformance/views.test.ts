// Saved views: a user's own and the team's, of lists that the user may read.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { runSweeps } from '#testing/sweeps.ts'
import { signedInAs } from '#testing/team.ts'
import { lists } from '#resources/reporting/views/lists.ts'
import { assertRefused } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'
import { anotherShop } from '../support/team_users.ts'
import { saveView } from '../support/viewing.ts'

const shop = await payingShop()
after(() => shop.app.close())

/** Two colleagues and an admin of a merchant of their own. */
async function openTeam() {
  const merchant = await anotherShop(shop)
  const [ada, ben, admin] = await Promise.all(
    ['merchant_customer_support', 'merchant_operator', 'merchant_admin'].map((role) =>
      signedInAs(merchant, role),
    ),
  )
  assert.ok(ada && ben && admin)
  return { merchant, ada, ben, admin }
}

test('a private view is seen by its author alone, a shared one by the team', async () => {
  const { ada, ben, admin } = await openTeam()
  const own = await saveView(ada, { name: 'Mine' })
  const shared = await saveView(ada, { name: 'Ours', is_shared: true })

  assert.deepEqual([own.status, shared.status], [201, 201])
  assert.deepEqual((await ada.get('/views?list=payments')).body, {
    count: 2,
    data: [own.body, shared.body],
  })
  for (const other of [ben, admin]) {
    assert.deepEqual((await other.get('/views')).body.data, [shared.body])
    assertRefused(await other.post(`/views/${own.body.view_id}`, { name: 'x' }), 404, 'IR_05')
    assertRefused(await other.delete(`/views/${own.body.view_id}`), 404, 'IR_05')
  }
})

test('a shared view is changed and deleted by its author, or by those who manage the team', async () => {
  const { ada, ben, admin } = await openTeam()
  const { view_id } = (await saveView(ada, { is_shared: true })).body
  const path = `/views/${view_id}`

  assertRefused(await ben.post(path, { name: 'x' }), 403, 'AU_03')
  assertRefused(await ben.delete(path), 403, 'AU_03')
  const renamed = await admin.post(path, { name: 'Declined' })
  const moved = await ada.post(path, { query: 'status=failed&currency=EUR' })
  const hidden = await ada.post(path, { is_shared: false })

  assert.equal(renamed.body.name, 'Declined')
  assert.deepEqual([moved.body.name, moved.body.query], ['Declined', 'status=failed&currency=EUR'])
  assert.equal(hidden.body.is_shared, false)
  assert.equal((await ben.get('/views')).body.count, 0)
  await ada.post(path, { is_shared: true })
  assert.deepEqual((await admin.delete(path)).body, { view_id, deleted: true })
  assert.equal((await ada.get('/views')).body.count, 0)
})

test('a role that may not read a list neither saves nor sees its views', async () => {
  const { merchant, admin } = await openTeam()
  const role = { role_name: 'Desk', groups: ['users_manage'] }
  const { role_id } = (await merchant.post('/user/role', role)).body
  const desk = await signedInAs(merchant, role_id)
  for (const list of Object.keys(lists)) {
    const made = await saveView(admin, { list, query: 'columns=created', is_shared: true })
    assert.equal(made.status, 201, made.text)

    assertRefused(await saveView(desk, { list, query: 'columns=created' }), 403, 'AU_03')
    assertRefused(await desk.get(`/views?list=${list}`), 403, 'AU_03')
    assertRefused(await desk.delete(`/views/${made.body.view_id}`), 404, 'IR_05')
  }

  assert.deepEqual((await desk.get('/views')).body, { count: 0, data: [] })
})

const refused: Readonly<Record<string, string>> = {
  'a filter of another list': 'challenge_required_by=x',
  'a place in the list': 'status=failed&starting_after=pay_1',
  'a filter twice': 'status=failed&status=succeeded',
  'an e-mail address': 'email=nadia%40shop.example',
  'an address in another filter': 'merchant_order_reference_id=nadia%40shop.example',
  'a customer who does not exist': 'customer_id=nobody',
  'no filter': '?',
  'too much': `status=${'x'.repeat(2_000)}`,
}

for (const [what, query] of Object.entries(refused)) {
  test(`the query of a view is refused with ${what}`, async () => {
    const { ada } = await openTeam()
    assertRefused(await saveView(ada, { query }), 400, 'IR_04', 'query')
    const { view_id } = (await saveView(ada)).body
    assertRefused(await ada.post(`/views/${view_id}`, { query }), 400, 'IR_04', 'query')
  })
}

test('a customer cannot be named by name or phone, and a view has a name', async () => {
  const { ada } = await openTeam()
  for (const query of ['name=Nadia', 'email=nadia']) {
    assertRefused(await saveView(ada, { list: 'customers', query }), 400, 'IR_04', 'query')
  }
  assertRefused(await saveView(ada, { name: '' }), 400, 'IR_04', 'name')
  assertRefused(await saveView(ada, { name: 'x'.repeat(65) }), 400, 'IR_04', 'name')
  assertRefused(await saveView(ada, { name: 'nadia@shop.example' }), 400, 'IR_04', 'name')
  assertRefused(await saveView(ada, { list: 'secrets' }), 400, 'IR_04', 'list')
})

test('keys have no views', async () => {
  const { merchant } = await openTeam()
  assertRefused(await saveView(merchant), 403, 'AU_03')
  assertRefused(await merchant.get('/views'), 403, 'AU_03')
})

test('the team and each user can have twenty views of a list, whatever is sent at once', async () => {
  const { ada, ben } = await openTeam()
  const own = await Promise.all(Array.from({ length: 25 }, () => saveView(ada)))
  const saved = own.filter(({ status }) => status === 201).length
  for (let n = saved; n < 20; n++) assert.equal((await saveView(ada)).status, 201)

  assertRefused(await saveView(ada), 409, 'IR_16')
  assert.equal((await ada.get('/views')).body.count, 20)
  assert.equal((await saveView(ben)).status, 201, 'another user has views of their own')
  assert.equal((await saveView(ada, { list: 'refunds' })).status, 201, 'another list')
  const { view_id } = (await saveView(ada, { is_shared: true })).body
  assertRefused(await ada.post(`/views/${view_id}`, { is_shared: false }), 409, 'IR_16')
})

test('a view that names a customer is deleted with the customer, and none can be saved afterwards', async () => {
  const { merchant, ada } = await openTeam()
  const ids = await Promise.all(
    ['Nadia', 'Omar'].map(async (name) => {
      const { customer_id } = (await merchant.post('/customers', { name })).body
      return customer_id as string
    }),
  )
  const [nadia, omar] = ids
  const on_both = { name: 'Nadia and Omar', query: `customer_id=${ids.join('%2C')}` }
  await saveView(ada, { ...on_both, is_shared: true })
  await saveView(ada, { name: 'Nadia', query: `customer_id=${nadia}` })
  const other = (await saveView(ada, { query: `customer_id=${omar}` })).body

  await merchant.delete(`/customers/${nadia}`)
  await runSweeps(shop)

  assert.deepEqual((await ada.get('/views')).body.data, [other])
  const left = await shop.services.db.run('select name from views where merchant_id = $1', [
    merchant.merchant.merchant_id,
  ])
  assert.equal(left.length, 1)
  assertRefused(await saveView(ada, { query: `customer_id=${nadia}` }), 400, 'IR_04', 'query')
})
