// A password reset leaves the factors of an account whose mailbox was proven, and removes those that a holder of a
// merchant's link may have added.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { systemContext } from '#kernel/context.ts'
import { createPasskey } from '#resources/people/passkeys/create.ts'
import { userByEmail } from '#resources/people/users/read.ts'
import type { Answer, Client } from '#testing/client.ts'
import { florin } from '#testing/command_line.ts'
import { harness, type Shop, testEnv } from '#testing/harness.ts'
import { startMailServer } from '#testing/mail_server.ts'
import { addUser, openSessionOf } from '#testing/team.ts'
import { lastMail, mailEnv, mailsOf, sendUserMail } from '#testing/user_mails.ts'
import { Authenticator, ORIGIN } from '../support/authenticator.ts'
import { assertRefused } from '../support/expect.ts'
import { startProvider, Visitor } from '../support/oidc_provider.ts'
import { addPerson, codeNow, mailedReset, PASSWORD, signIn, WRONG } from '../support/signing_in.ts'

const env = { FLORIN_PUBLIC_URL: ORIGIN }

async function addPasskey(client: Client, device: Authenticator): Promise<Answer> {
  const { body: options } = await client.post('/user/passkeys/begin')
  return client.post('/user/passkeys', { response: device.create(options) })
}

async function usePasskey(shop: Shop, device: Authenticator): Promise<Answer> {
  const stranger = shop.with(undefined)
  const { body } = await stranger.post('/user/passkeys/signin/begin')
  const response = device.get(body.options)
  return stranger.post('/user/passkeys/signin', { challenge_id: body.challenge_id, response })
}

async function addApp(shop: Shop, client: Client): Promise<void> {
  const { secret } = (await client.post('/user/2fa/totp/begin')).body
  const totp = codeNow(shop, secret as string)
  const answer = await client.put('/user/2fa/totp/verify', { totp })
  assert.equal(answer.status, 200, answer.text)
}

const reset = (shop: Shop, token: string) =>
  shop.with(undefined).post('/user/reset_password', { token, password: WRONG })

/** The token that the merchant has, if there is no mail server. */
async function invite(client: Client, email: string, role_id = 'merchant_operator') {
  const answer = await client.post('/user/user/invite_multiple', [{ email, name: 'V', role_id }])
  const [result] = answer.body.results
  assert.equal(result.status, 'invited', answer.text)
  return 'invite_url' in result ? new URL(result.invite_url as string).hash.slice(1) : undefined
}

const accept = async (shop: Shop, token: string) => {
  const body = { token, password: PASSWORD }
  const answer = await shop.with(undefined).post('/user/accept_invite_from_email', body)
  assert.equal(answer.status, 200, answer.text)
  return shop.as(answer.body.token as string)
}

const NONE = { passkeys: 0, two_factor: false }
const ALL = { passkeys: 1, two_factor: true }

test('the factors of a merchant that accepted its own invitation go with the first reset of the owner', async () => {
  await using shop = await harness({ env })
  const { client: mallory } = await shop.neighbour()
  const email = 'victim@shop.example'
  const taken = await accept(shop, (await invite(mallory, email)) ?? '')
  const device = new Authenticator()
  assert.equal((await addPasskey(taken, device)).status, 201)
  await addApp(shop, taken)
  await invite(shop, email, 'merchant_admin')

  const ended = await florin(['users', 'reset-link', email], await testEnv(env))
  const [, token = ''] = /#(\S+)/.exec(ended.stdout) ?? []
  const answer = await reset(shop, token)

  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual([answer.body.removed, answer.body.remaining], [ALL, NONE])
  assert.match(answer.body.message, /passkeys and the second factor of the account were removed/)
  assertRefused(await usePasskey(shop, device), 401, 'AU_01')
  assertRefused(await taken.get('/user'), 401, 'AU_01')
  const signed = await signIn(shop, email, { password: WRONG })
  assert.equal(signed.body.two_factor_required, false, signed.text)
  assert.deepEqual((await userByEmail(shop.services.db, email))?.recovery_codes, [])
})

test('factors that were added since stay with the next reset', async () => {
  await using shop = await harness({ env })
  const user = await addPerson(shop, 'merchant_admin', { mailbox_proven_at: null })
  await reset(shop, await mailedReset(shop, user))
  const own = shop.as((await signIn(shop, user.email, { password: WRONG })).body.token as string)
  const device = new Authenticator()
  assert.equal((await addPasskey(own, device)).status, 201)
  await addApp(shop, own)

  const again = await reset(shop, await mailedReset(shop, user))

  assert.deepEqual([again.body.removed, again.body.remaining], [NONE, ALL])
  assert.equal((await usePasskey(shop, device)).status, 200)
  const signed = await signIn(shop, user.email, { password: WRONG })
  assert.equal(signed.body.two_factor_required, true)
})

/** Which ways to the first password prove the mailbox. */
const ways: [what: string, isProven: boolean, choose: (shop: Shop) => Promise<string>][] = [
  [
    'a link from the merchant that invites proves nothing',
    false,
    async (shop) => {
      const email = 'ada@shop.example'
      await accept(shop, (await invite(shop, email)) ?? '')
      return email
    },
  ],
  [
    'an invitation from the operator proves it',
    true,
    async (shop) => {
      const email = 'operator@shop.example'
      const place = ['--merchant', shop.merchant.merchant_id, '--role', 'merchant_operator']
      const created = await florin(['users', 'create', email, ...place], await testEnv(env))
      assert.equal(created.code, 0, created.stderr)
      await accept(shop, /#(\S+)/.exec(created.stdout)?.[1] ?? '')
      return email
    },
  ],
  [
    'a change of the password by whoever is signed in proves nothing',
    false,
    async (shop) => {
      const { email } = await addPerson(shop, 'merchant_admin', { mailbox_proven_at: null })
      const own = shop.as((await signIn(shop, email)).body.token as string)
      const passwords = { old_password: PASSWORD, new_password: WRONG }
      assert.equal((await own.post('/user/change_password', passwords)).status, 200)
      return email
    },
  ],
  [
    'a link that the merchant has, accepted with the password that exists, proves nothing',
    false,
    async (shop) => {
      const { email } = await addPerson(shop, 'merchant_admin', { mailbox_proven_at: null })
      const { client } = await shop.neighbour()
      await accept(shop, (await invite(client, email)) ?? '')
      return email
    },
  ],
]

for (const [what, isProven, choose] of ways) {
  test(what, async () => {
    await using shop = await harness({ env })

    const user = await userByEmail(shop.services.db, await choose(shop))

    assert.equal(user?.mailbox_proven_at !== null, isProven)
  })
}

test('an invitation by mail proves the mailbox, and no answer has its link', async () => {
  await using mail = await startMailServer()
  await using shop = await harness({ env: { ...mailEnv(mail), ...env } })
  const email = 'mailed@shop.example'
  assert.equal(await invite(shop, email), undefined)
  const [row] = await mailsOf(shop, 'invitation')
  assert.ok(row)
  await sendUserMail(shop, row)

  await accept(shop, /\/user\/invitation#(\S+)/.exec(lastMail(mail).text)?.[1] ?? '')

  const user = await userByEmail(shop.services.db, email)
  assert.notEqual(user?.mailbox_proven_at, null)
})

test('a sign-in at the provider proves the mailbox of an account without a password only', async () => {
  await using provider = await startProvider(`${ORIGIN}/user/oidc/callback`)
  await using shop = await harness({ env: { ...provider.env, ...env } })
  const mallory = await addPerson(shop, 'merchant_admin', { mailbox_proven_at: null })
  const owner = await addUser(shop, 'merchant_admin')
  const provenAfter = async ({ email }: { email: string }) => {
    provider.person = { subject: email, claims: { email, email_verified: true } }
    const browser = new Visitor(ORIGIN, shop.base_url)
    assert.equal((await browser.finish(await browser.toCallback())).status, 200)
    return (await userByEmail(shop.services.db, email))?.mailbox_proven_at !== null
  }

  assert.equal(await provenAfter(mallory), false)
  assert.equal(await provenAfter(owner), true)
})

test('a passkey that is added while the password is reset does not stay', async () => {
  await using shop = await harness({ env })
  const user = await addPerson(shop, 'merchant_admin', { mailbox_proven_at: null })
  const client = await openSessionOf(shop, user)
  const { body: options } = await client.post('/user/passkeys/begin')
  const { db } = shop.services
  const [session] = await db.run<{ session_id: string }>(
    'select session_id from directory.sessions where user_id = $1',
    [user.user_id],
  )
  const context = await systemContext(shop.services, shop.merchant.merchant_id)
  const verified = { is_verified: true, has_two_factors: false, lacks_two_factor: false }
  const caller = {
    ...context.caller,
    session: {
      session_id: session?.session_id ?? '',
      user_id: user.user_id,
      ...verified,
      refund_limit: null,
    },
  }
  const token = await mailedReset(shop, user)
  let hasReset = false
  const adding = createPasskey(
    {
      ...context,
      caller,
      // The reset commits between what the request has read and what it writes.
      commit: async (...writes) => {
        if (!hasReset) {
          hasReset = true
          assert.equal((await reset(shop, token)).status, 200)
        }
        return context.commit(...writes)
      },
    },
    { response: { ...new Authenticator().create(options), type: 'public-key' } },
  )

  await assert.rejects(adding, { code: 'AU_03' })
  const left = 'select passkey_id from directory.passkeys where user_id = $1'
  assert.deepEqual(await db.run(left, [user.user_id]), [])
})

describe('FLORIN_REQUIRE_MAIL', () => {
  const required = { ...env, FLORIN_REQUIRE_MAIL: 'yes' }
  const one = { email: 'new@shop.example', name: 'New', role_id: 'merchant_operator' }

  test("refuses a merchant's invitations without a mail server, and creates no user", async () => {
    await using shop = await harness({ env: required })

    assertRefused(await shop.post('/user/user/invite_multiple', [one]), 400, 'IR_14')

    assert.equal(await userByEmail(shop.services.db, one.email), undefined)
    const place = ['--merchant', shop.merchant.merchant_id, '--role', one.role_id]
    const created = await florin(['users', 'create', one.email, ...place], await testEnv(required))
    assert.equal(created.code, 0, created.stderr)
    assertRefused(await shop.post('/user/user/resend_invite', { email: one.email }), 400, 'IR_14')
  })

  test('changes nothing with a mail server', async () => {
    await using mail = await startMailServer()
    await using shop = await harness({ env: { ...mailEnv(mail), ...required } })

    assert.equal(await invite(shop, one.email), undefined)
  })
})
