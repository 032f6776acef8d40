import assert from 'node:assert/strict'
import { test } from 'node:test'
import { userByEmail } from '#resources/people/users/read.ts'
import { harness } from '#testing/harness.ts'
import { openSessionOf } from '#testing/team.ts'
import { createFirstUser } from './first_user.ts'
import { welcome } from './welcome.ts'

const FACTS = {
  base_url: 'http://127.0.0.1:8080',
  merchant_id: 'mer_1',
  profile_id: 'pro_1',
  api_key: 'snd_1',
  publishable_key: 'pk_snd_1',
  payment_response_hash_key: 'secret',
  database_url: 'postgres://127.0.0.1/florin',
  metrics_url: 'http://127.0.0.1:9090',
  bank_url: 'http://127.0.0.1:9100',
  bank_key: 'bank',
}

test('the first user has the printed password and may do everything; a restart creates no other', async () => {
  await using shop = await harness()
  const { services, merchant } = shop

  const made = await createFirstUser(services, merchant.merchant_id)
  const again = await createFirstUser(services, merchant.merchant_id)

  const user = await userByEmail(services.db, made.user_email)
  assert.ok(user?.password_hash)
  assert.ok(await services.passwords.verify(made.user_password, user.password_hash))
  assert.deepEqual(again, { user_email: made.user_email, user_password: '' })
  const client = await openSessionOf(shop, user)
  const key = await client.post(`/api_keys/${merchant.merchant_id}`, { name: 'k', scopes: ['*'] })
  assert.equal(key.status, 201, key.text)
})

test("the welcome has the dashboard's address, and the user who can sign in", () => {
  const text = welcome({ ...FACTS, user_email: 'owner@example.com', user_password: 'a1b2c3' })

  assert.ok(text.includes('User         owner@example.com'), text)
  assert.ok(text.includes('Password     a1b2c3'), text)
  assert.ok(text.includes('Dashboard    http://localhost:8080/dashboard'), text)
})
