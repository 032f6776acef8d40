// `florin-server users`, as an operator runs it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { userByEmail } from '#resources/people/users/read.ts'
import { assertSentence, florin } from '#testing/command_line.ts'
import { harness, type Shop, testEnv } from '#testing/harness.ts'
import { addUser, openSessionOf } from '#testing/team.ts'

const PASSWORD = 'orbit walnut crayon'
const PUBLIC_URL = 'https://pay.example'

async function users(...args: string[]) {
  return florin(['users', ...args], await testEnv({ FLORIN_PUBLIC_URL: PUBLIC_URL }))
}

async function organizationOf({ services, merchant }: Shop): Promise<string> {
  return (await readMerchant(services.db, merchant.merchant_id)).organization_id ?? ''
}

function tokenIn(stdout: string, page: string): string {
  const [, token = ''] = new RegExp(`^${PUBLIC_URL}/user/${page}#(\\S+)$`, 'm').exec(stdout) ?? []
  assert.notEqual(token, '', stdout)
  return token
}

async function audited(shop: Shop, merchant_id: string): Promise<unknown[]> {
  const rows = await shop.services.db.run<{ action: string; object_ids: object; fields: object }>(
    `select action, object_ids, fields from audit_log
     where merchant_id = $1 and action like 'florin-server users%' order by created`,
    [merchant_id],
  )
  return rows.map((row) => ({ ...row }))
}

test('the first admin of an organization is invited by the operator, accepts, and may invite others', async () => {
  await using shop = await harness()
  const organization_id = await organizationOf(shop)
  const wanted = ['--organization', organization_id, '--role', 'org_admin']

  const ended = await users('create', 'First@Shop.example', ...wanted, '--name', 'Ada')

  assert.equal(ended.code, 0, ended.stderr)
  const token = tokenIn(ended.stdout, 'invitation')
  const anybody = shop.with(undefined)
  const accept = { token, password: PASSWORD }
  const accepted = await anybody.post('/user/accept_invite_from_email', accept)
  assert.equal(accepted.status, 200, accepted.text)
  assert.deepEqual(accepted.body.user.email, 'first@shop.example')
  const admin = shop.as(accepted.body.token)
  const invitation = { email: 'second@shop.example', role_id: 'org_admin' }
  const invited = await admin.post('/user/user/invite_multiple', invitation)
  assert.equal(invited.body.results[0].status, 'invited', invited.text)
  assert.deepEqual(await audited(shop, shop.merchant.merchant_id), [
    {
      action: 'florin-server users create',
      object_ids: { organization_id },
      fields: { role_id: 'org_admin' },
    },
  ])
  assert.doesNotMatch(JSON.stringify(await audited(shop, '')), /first@/)
})

test('a user who has not accepted gets a new link, and the earlier one stops working', async () => {
  await using shop = await harness()
  const { merchant_id } = shop.merchant
  const wanted = ['create', 'dev@shop.example', '--merchant', merchant_id, '--role']
  const first = await users(...wanted, 'merchant_developer')
  assert.equal(first.code, 0, first.stderr)

  const second = await users(...wanted, 'merchant_developer')

  assert.equal(second.code, 0, second.stderr)
  const accept = (stdout: string) =>
    shop.with(undefined).post('/user/accept_invite_from_email', {
      token: tokenIn(stdout, 'invitation'),
      password: PASSWORD,
    })
  assert.equal((await accept(first.stdout)).status, 400)
  assert.equal((await accept(second.stdout)).status, 200)
  assertSentence(await users(...wanted, 'merchant_developer'), /is already a user/)
})

test('a wrong place, role or address is refused with one sentence', async () => {
  await using shop = await harness()
  const { merchant_id } = shop.merchant
  const organization = ['--organization', await organizationOf(shop)]
  const merchant = ['--merchant', merchant_id]
  const refused: [args: string[], sentence: RegExp][] = [
    [['a@b.example', '--role', 'org_admin'], /either --merchant or --organization/],
    [['a@b.example', ...merchant, ...organization, '--role', 'x'], /either --merchant or/],
    [['a@b.example', ...merchant, '--role', 'org_admin'], /merchant has no role .*merchant_admin/],
    [['a@b.example', ...organization, '--role', 'merchant_admin'], /--organization: org_admin\./],
    [['a@b.example', '--merchant', 'mer_none', '--role', 'merchant_admin'], /mer_none/],
    [['a@b.example', '--organization', 'org_none', '--role', 'org_admin'], /org_none/],
    [['nobody', ...merchant, '--role', 'merchant_admin'], /nobody is not an e-mail address/],
  ]

  for (const [args, sentence] of refused) assertSentence(await users('create', ...args), sentence)

  assertSentence(await users('reset-link', 'nobody@shop.example'), /no user with the address/)
  assertSentence(await users('reset-2fa', 'nobody@shop.example'), /no user with the address/)
  assert.equal(await userByEmail(shop.services.db, 'a@b.example'), undefined)
})

test('a link of the operator resets the password', async () => {
  await using shop = await harness()
  const { email, user_id } = await addUser(shop, 'merchant_admin')

  const ended = await users('reset-link', email.toUpperCase())

  assert.equal(ended.code, 0, ended.stderr)
  const token = tokenIn(ended.stdout, 'reset')
  const anybody = shop.with(undefined)
  const reset = await anybody.post('/user/reset_password', { token, password: PASSWORD })
  assert.equal(reset.status, 200, reset.text)
  assert.equal((await anybody.post('/user/signin', { email, password: PASSWORD })).status, 200)
  const entry = { action: 'florin-server users reset-link', object_ids: { user_id }, fields: {} }
  const entries = JSON.stringify(await audited(shop, ''))
  assert.ok(entries.includes(JSON.stringify(entry)), entries)
  assert.ok(!entries.includes(token))
})

test('a user who has lost the second factor signs in with the password, and all sessions have ended', async () => {
  await using shop = await harness()
  const password_hash = await shop.services.passwords.hash(PASSWORD)
  const totp_secret = Buffer.from('sealed')
  const factor = { password_hash, totp_secret, totp_step: 5, recovery_codes: ['hash'] }
  const user = await addUser(shop, 'merchant_admin', factor)
  const session = await openSessionOf(shop, user)
  const { db } = shop.services
  await db.run(
    `insert into directory.passkeys (user_id, passkey_id, slot, name, credential_id, public_key, counter,
       transports, is_synced, created, version)
     values ($1, 'psk_1', 1, 'Phone', 'lost', '', 0, '[]', false, now(), 1)`,
    [user.user_id],
  )
  assert.equal((await session.get('/user')).status, 200)

  const ended = await users('reset-2fa', user.email)

  assert.equal(ended.code, 0, ended.stderr)
  assert.match(ended.stdout, /Ended: 1 session\(s\)/)
  const left = 'select passkey_id from directory.passkeys where user_id = $1'
  assert.deepEqual(await db.run(left, [user.user_id]), [])
  const row = await userByEmail(db, user.email)
  assert.deepEqual(
    [row?.totp_secret, row?.totp_step, row?.recovery_codes, row?.password_hash],
    [null, null, [], password_hash],
  )
  assert.equal((await session.get('/user')).status, 401)
  const { email } = user
  const signed = await shop.with(undefined).post('/user/signin', { email, password: PASSWORD })
  assert.equal(signed.body.two_factor_required, false, signed.text)
})

test('the list has the users of a merchant and of its organization, and no others', async () => {
  await using shop = await harness()
  await using other = await harness()
  const admin = await addUser(shop, 'org_admin')
  const operator = await addUser(shop, 'merchant_operator', { totp_secret: Buffer.from('x') })
  const stranger = await addUser(other, 'merchant_admin')

  const own = await users('list', shop.merchant.merchant_id, '--json')
  const all = await users('list')

  const lines = own.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as typeof operator)
  assert.deepEqual(
    lines.map(({ email }) => email).toSorted(),
    [admin.email, operator.email].toSorted(),
  )
  assert.ok(own.stdout.includes('"two_factor_enabled":true'))
  assert.doesNotMatch(own.stdout, /password|totp_secret/)
  for (const { email } of [admin, operator, stranger]) assert.ok(all.stdout.includes(email))
  assert.match(all.stdout, /usr_\w+ {2}mer_\w+ {2}merchant_operator {2}active {2}usr_/)
})
