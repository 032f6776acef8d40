// An account's owner is notified of every new way into it, and can end all sessions with the link in the mail.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { DAY_MS, HOUR_MS } from '#kernel/clock.ts'
import type { MailRow } from '#core/mail/kinds.ts'
import type { UserRow } from '#resources/people/users/read.ts'
import type { Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { startMailServer } from '#testing/mail_server.ts'
import { lastMail, mailEnv, mailsOf, sendUserMail } from '#testing/user_mails.ts'
import { Authenticator, ORIGIN } from '../support/authenticator.ts'
import { assertRefused } from '../support/expect.ts'
import { addPerson, codeNow, mailedReset, PASSWORD, signIn, WRONG } from '../support/signing_in.ts'

const mail = await startMailServer()
const shop = await harness({ env: { ...mailEnv(mail), FLORIN_PUBLIC_URL: ORIGIN } })
after(async () => {
  await shop.app.close()
  await mail[Symbol.asyncDispose]()
})
const stranger = shop.with(undefined)

interface Person {
  readonly user: UserRow
  readonly client: Client
  readonly device_token: string
}

async function signedIn(): Promise<Person> {
  const user = await addPerson(shop)
  const { token, device_token } = (await signIn(shop, user.email)).body
  return { user, client: shop.as(token as string), device_token }
}

async function mailsTo({ email }: UserRow, kind: string): Promise<MailRow[]> {
  const rows = await mailsOf(shop, kind, '')
  return rows.filter((row) => row.email === email)
}

async function addPasskey(client: Client): Promise<void> {
  const { body: options } = await client.post('/user/passkeys/begin')
  const response = new Authenticator().create(options)
  const answer = await client.post('/user/passkeys', { response, name: 'Laptop\r\nof Ada' })
  assert.equal(answer.status, 201, answer.text)
}

async function addApp(client: Client): Promise<void> {
  const { secret } = (await client.post('/user/2fa/totp/begin')).body
  const totp = codeNow(shop, secret as string)
  assert.equal((await client.put('/user/2fa/totp/verify', { totp })).status, 200)
}

const changes: [kind: string, subject: string, change: (person: Person) => Promise<unknown>][] = [
  ['passkey_added', 'A passkey was added to your account', ({ client }) => addPasskey(client)],
  [
    'two_factor_added',
    'An authenticator app was added to your account',
    ({ client }) => addApp(client),
  ],
  [
    'password_changed',
    'Your password was changed',
    ({ client }) =>
      client.post('/user/change_password', { old_password: PASSWORD, new_password: WRONG }),
  ],
  [
    'password_changed',
    'Your password was changed',
    async ({ user }) => {
      const token = await mailedReset(shop, user)
      return stranger.post('/user/reset_password', { token, password: WRONG })
    },
  ],
  ['new_sign_in', 'A new sign-in to your account', ({ user }) => signIn(shop, user.email)],
]

const tokenIn = (text: string) =>
  /https:\/\/pay\.example\.com\/user\/end_sessions#(\S+)/.exec(text)?.[1] ?? ''
const end = (token: string) => stranger.post('/user/end_sessions', { token })

for (const [kind, title, change] of changes) {
  test(`${kind} is mailed once, with a link that ends all sessions`, async () => {
    const person = await signedIn()

    await change(person)

    const [row, ...more] = await mailsTo(person.user, kind)
    assert.ok(row)
    assert.deepEqual(more, [])
    assert.equal((await sendUserMail(shop, row))?.mail_status, 'sent')
    const { subject, text, to } = lastMail(mail)
    assert.deepEqual([subject, to], [title, [person.user.email]])
    assert.match(text, /If it was you, there is nothing to do\. If not, end all sessions/)
    const token = tokenIn(text)
    const password = kind === 'password_changed' ? WRONG : PASSWORD
    const late = shop.as((await signIn(shop, person.user.email, { password })).body.token as string)
    assert.equal((await late.get('/user')).status, 200)
    const ended = await end(token)
    assert.equal(ended.status, 200, ended.text)
    for (const each of [late, person.client]) assertRefused(await each.get('/user'), 401, 'AU_01')
    assert.doesNotMatch(shop.log.join('\n'), new RegExp(token.split('.').at(-1) ?? 'x'))
  })
}

test('a sign-in from a known device, and the first one ever, are not mailed', async () => {
  const { user, device_token } = await signedIn()

  await signIn(shop, user.email, { device_token })

  assert.deepEqual(await mailsTo(user, 'new_sign_in'), [])
})

describe('the link to end all sessions', () => {
  async function linkOf({ user }: Person): Promise<string> {
    await signIn(shop, user.email)
    const [row] = await mailsTo(user, 'new_sign_in')
    assert.ok(row)
    await sendUserMail(shop, row)
    return tokenIn(lastMail(mail).text)
  }

  test('shows whose sessions they are, and changes nothing until the button is pressed', async () => {
    const person = await signedIn()
    const token = await linkOf(person)

    const page = await stranger.get('/user/end_sessions')
    const read = await stranger.post('/user/end_sessions/read', { token })

    assert.equal(page.status, 200)
    assert.deepEqual(read.body, { email: person.user.email })
    assert.equal((await person.client.get('/user')).status, 200)
  })

  test('works for 7 days, for its own user only', async () => {
    const [person, other] = [await signedIn(), await signedIn()]
    const token = await linkOf(person)
    const [, expires = '', secret = ''] = token.split('.')
    const later = (Number.parseInt(expires, 36) + DAY_MS).toString(36)
    const wrong = [
      [other.user.user_id, expires, secret],
      [person.user.user_id, later, secret],
      [person.user.user_id, expires, `${secret}x`],
      [person.user.user_id, '', secret],
    ]

    for (const parts of wrong) assertRefused(await end(parts.join('.')), 400, 'IR_04', 'token')
    assert.equal((await other.client.get('/user')).status, 200)
    shop.clock.advance(7 * DAY_MS - HOUR_MS)
    assert.equal((await end(token)).status, 200)
    shop.clock.advance(HOUR_MS)
    assertRefused(await end(token), 400, 'IR_04', 'token')
  })
})

test('of one kind a user gets five mails in an hour, and none of another kind is lost', async () => {
  const person = await signedIn()
  for (let n = 0; n < 7; n++) await addPasskey(person.client)

  await addApp(person.client)

  assert.equal((await mailsTo(person.user, 'passkey_added')).length, 5)
  assert.equal((await mailsTo(person.user, 'two_factor_added')).length, 1)
  assert.equal((await person.client.get('/user/passkeys')).body.count, 7)
})
