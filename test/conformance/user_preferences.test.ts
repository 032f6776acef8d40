// Preferences belong to the user, on every device.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { harness } from '#testing/harness.ts'
import { addMembership, addUser, openSessionOf, signedInAs } from '#testing/team.ts'
import { assertRefused } from '../support/expect.ts'

const shop = await harness()
after(() => shop.app.close())

const PATH = '/user/preferences'
const NONE = { theme: null, locale: null, time_zone: null, profile_id: null }

test('a preference that is saved in one session is in every other, and omitted ones stay', async () => {
  const user = await addUser(shop, 'merchant_view_only')
  const [one, other] = [await openSessionOf(shop, user), await openSessionOf(shop, user)]
  assert.deepEqual((await one.get('/user')).body.preferences, NONE)

  await one.post(PATH, { theme: 'dark', locale: 'de-AT' })
  const saved = await one.post(PATH, { time_zone: 'Europe/Vienna', profile_id: 'pro_own' })

  const wanted = {
    theme: 'dark',
    locale: 'de-AT',
    time_zone: 'Europe/Vienna',
    profile_id: 'pro_own',
  }
  assert.deepEqual(saved.body.preferences, wanted)
  assert.deepEqual((await other.get('/user')).body.preferences, wanted)
  await other.post(PATH, { theme: null, profile_id: null })
  const { preferences } = (await one.get('/user')).body
  assert.deepEqual(preferences, { ...wanted, theme: null, profile_id: null })
})

test('preferences of another user are neither read nor changed', async () => {
  const [one, other] = [
    await signedInAs(shop, 'merchant_admin'),
    await signedInAs(shop, 'merchant_admin'),
  ]

  await one.post(PATH, { theme: 'light' })

  assert.deepEqual((await other.get('/user')).body.preferences, NONE)
  assertRefused(await shop.post(PATH, { theme: 'light' }), 403, 'AU_03')
})

test('the chosen profile is of one merchant, and the oldest of more than 100 is dropped', async () => {
  const user = await addUser(shop, 'merchant_admin')
  const { merchant } = await shop.neighbour()
  await addMembership(shop, user, merchant.merchant_id, 'merchant_view_only')
  const session = await openSessionOf(shop, user)
  const many = Array.from({ length: 100 }, (_, n) => [`mer_${n}`, 'pro_theirs'])
  await shop.services.db.run('update directory.users set preferences = $1 where user_id = $2', [
    JSON.stringify({ profiles: Object.fromEntries(many) }),
    user.user_id,
  ])

  await session.post(PATH, { profile_id: 'pro_here' })
  await session.post('/user/switch_merchant', { merchant_id: merchant.merchant_id })

  assert.equal((await session.get('/user')).body.preferences.profile_id, null)
  await session.post('/user/switch_merchant', { merchant_id: shop.merchant.merchant_id })
  assert.equal((await session.get('/user')).body.preferences.profile_id, 'pro_here')
  const [row] = await shop.services.db.run(
    "select preferences -> 'profiles' as profiles from directory.users where user_id = $1",
    [user.user_id],
  )
  const { profiles } = row as { profiles: Record<string, string> }
  assert.equal(Object.keys(profiles).length, 100)
  assert.equal(profiles['mer_0'], undefined)
})

test('an unknown theme, format or zone is refused, and nothing is saved', async () => {
  const user = await signedInAs(shop, 'merchant_admin')
  const wrong = {
    theme: 'blue',
    locale: 'english please',
    time_zone: 'Mars/Olympus_Mons',
    profile_id: 'a b',
  }

  for (const [field, value] of Object.entries(wrong)) {
    assertRefused(await user.post(PATH, { [field]: value }), 400, 'IR_04', field)
  }
  assertRefused(await user.post(PATH, { time_zone: '+01:00' }), 400, 'IR_04', 'time_zone')

  assert.deepEqual((await user.get('/user')).body.preferences, NONE)
})
