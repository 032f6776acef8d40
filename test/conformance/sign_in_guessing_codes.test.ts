// Guessing app codes comes to an end: after 100 wrong ones in a row no code is accepted, whatever the clock says.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { DAY_MS, MINUTE_MS } from '#kernel/clock.ts'
import { systemContext } from '#kernel/context.ts'
import { sealSecret } from '#resources/people/two_factor/secret.ts'
import { newSecret, newRecoveryCodes } from '#resources/people/two_factor/secret.ts'
import { userById, userUpdate } from '#resources/people/users/access.ts'
import { removeSecondFactor } from '#roles/commands/users_recover.ts'
import type { Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { mailsOf } from '#testing/user_mails.ts'
import { assertRefused } from '../support/expect.ts'
import { addPerson, codeNow, mailedReset, PASSWORD, signIn, WRONG } from '../support/signing_in.ts'

const shop = await harness()
after(() => shop.app.close())

/** A user with an app, and so many wrong codes before. */
async function withApp(second_factor_failures = 0) {
  const made = await addPerson(shop)
  const { db, commit } = shop.services
  const context = await systemContext(shop.services, '')
  const secret = newSecret()
  const { codes, hashes } = newRecoveryCodes(context, made.user_id)
  const totp_secret = sealSecret(context, made.user_id, secret)
  const user = await userById(db, made.user_id)
  assert.ok(user)
  await commit(userUpdate(user, { totp_secret, recovery_codes: hashes, second_factor_failures }))
  return { user: made, secret, recovery_code: codes[0] ?? '' }
}

type Person = Awaited<ReturnType<typeof withApp>>

async function halfSignedIn({ user }: Person, password = PASSWORD): Promise<Client> {
  const answer = await signIn(shop, user.email, { password })
  assert.equal(answer.body.two_factor_required, true, answer.text)
  return shop.as(answer.body.token as string)
}

const verify = (client: Client, totp: string) => client.post('/user/2fa/totp/verify', { totp })
const right = ({ secret }: Person) => codeNow(shop, secret)
const wrong = (person: Person) => (right(person).startsWith('9') ? '000000' : '999999')
const mails = async ({ user }: Person) =>
  (await mailsOf(shop, 'second_factor_locked', '')).filter(({ email }) => email === user.email)

test('after 100 wrong codes, over hours and sessions, no code is accepted, and the owner gets one mail', async () => {
  const person = await withApp()
  let checked = 0
  for (let round = 0; round < 25; round++) {
    const client = await halfSignedIn(person)
    for (let n = 0; n < 4; n++) {
      const answer = await verify(client, wrong(person))
      assertRefused(answer, 400, 'IR_04', 'totp')
      checked++
    }
    shop.clock.advance(5 * MINUTE_MS + 1_000)
  }
  assert.equal(checked, 100)

  for (const days of [0, 1, 365]) {
    shop.clock.advance(days * DAY_MS)
    const answer = await verify(await halfSignedIn(person), right(person))
    assertRefused(answer, 400, 'IR_14')
    assert.match(answer.body.error.message, /Use a recovery code/)
  }
  assert.equal((await mails(person)).length, 1)
})

test('concurrent guesses do not go beyond the last try', async () => {
  const person = await withApp(98)
  const client = await halfSignedIn(person)

  const answers = await Promise.all(Array.from({ length: 10 }, () => verify(client, wrong(person))))

  assert.equal(answers.filter(({ body }) => body.error.code === 'IR_04').length, 2)
  assert.equal((await mails(person)).length, 1)
})

test('a right code starts the count again', async () => {
  const person = await withApp(99)
  assert.equal((await verify(await halfSignedIn(person), right(person))).status, 200)
  shop.clock.advance(MINUTE_MS)

  const client = await halfSignedIn(person)
  for (let n = 0; n < 3; n++) assertRefused(await verify(client, wrong(person)), 400, 'IR_04')

  assert.equal((await verify(client, right(person))).status, 200)
  assert.deepEqual(await mails(person), [])
})

test('a device that gave a code before is refused too', async () => {
  const person = await withApp()
  const first = await verify(await halfSignedIn(person), right(person))
  const { device_token } = first.body
  await shop.services.db.run(
    'update directory.users set second_factor_failures = 100 where user_id = $1',
    [person.user.user_id],
  )
  shop.clock.advance(MINUTE_MS)

  const client = await halfSignedIn(person)
  const sent = { totp: right(person), device_token }

  assertRefused(await client.post('/user/2fa/totp/verify', sent), 400, 'IR_14')
})

const waysOut: [what: string, unlock: (person: Person) => Promise<string>][] = [
  [
    'a recovery code',
    async (person) => {
      const body = { recovery_code: person.recovery_code }
      const client = await halfSignedIn(person)
      assert.equal((await client.post('/user/2fa/recovery_code/verify', body)).status, 200)
      return PASSWORD
    },
  ],
  [
    'a reset of the password by mail',
    async ({ user }) => {
      const body = { token: await mailedReset(shop, user), password: WRONG }
      assert.equal((await shop.with(undefined).post('/user/reset_password', body)).status, 200)
      return WRONG
    },
  ],
]

for (const [what, unlock] of waysOut) {
  test(`after ${what} app codes are accepted again`, async () => {
    const person = await withApp(100)
    assertRefused(await verify(await halfSignedIn(person), right(person)), 400, 'IR_14')

    const password = await unlock(person)

    const answer = await verify(await halfSignedIn(person, password), right(person))
    assert.equal(answer.status, 200, answer.text)
  })
}

test('the operator helps with florin-server users reset-2fa', async () => {
  const person = await withApp(100)

  await removeSecondFactor(shop.services, person.user.email)

  const { body } = await signIn(shop, person.user.email)
  assert.equal(body.two_factor_required, false)
  const row = await userById(shop.services.db, person.user.user_id)
  assert.equal(row?.second_factor_failures, 0)
})
