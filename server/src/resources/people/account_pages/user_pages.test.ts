// User pages and their link reads, as a browser requests them: without a key.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DAY_MS } from '#kernel/clock.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { addResetLink, inviteUser } from '#testing/invitation.ts'
import { addUser } from '#testing/team.ts'

let shop: Shop

before(async () => {
  shop = await harness()
})
after(() => shop?.[Symbol.asyncDispose]())

const read = (url: string, token: string) => shop.with(undefined).post(url, { token })
const readInvitation = (token: string) => read('/user/invitation/read', token)
const readReset = (token: string) => read('/user/reset/read', token)

for (const path of ['/user/invitation', '/user/reset']) {
  test(`${path} is a page that runs one script of this server and is not stored, framed or referred to`, async () => {
    const { status, headers, text } = await shop.with(undefined).get(path)

    assert.equal(status, 200)
    const policy = headers.get('content-security-policy') ?? ''
    const [, integrity = ''] =
      /<script type="module" src="[^"]+" integrity="([^"]+)"/.exec(text) ?? []
    assert.match(policy, /^default-src 'none'; script-src '/)
    assert.ok(policy.includes(`script-src '${integrity}';`), policy)
    assert.match(policy, /form-action 'none'; frame-ancestors 'none'/)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('x-frame-options'), 'DENY')
  })
}

test('anyone with an invitation link sees its details, and reading it changes nothing', async () => {
  const { token, user } = await inviteUser(shop)

  for (const _ of ['first', 'second']) {
    const { status, body } = await readInvitation(token)
    assert.equal(status, 200)
    const { expires_at, ...rest } = body
    assert.ok(Date.parse(expires_at) > shop.clock.now().getTime())
    assert.deepEqual(rest, {
      email: user.email,
      has_account: false,
      entity_name: 'Test shop',
      role_name: 'Operator',
      proves_mailbox: false,
    })
  }
})

test('a wrong, foreign, incomplete or expired invitation gets one answer without personal data', async () => {
  const [one, other] = [await inviteUser(shop), await inviteUser(shop)]
  const secret = one.token.split('.').at(-1) ?? ''
  const swapped = [...other.token.split('.').slice(0, -1), secret].join('.')
  const wrong = [
    swapped,
    one.token.slice(0, -1),
    `${one.token}x`,
    'x',
    'a.b.c',
    (await addResetLink(shop)).token,
  ]
  const answers = await Promise.all(wrong.map(readInvitation))
  shop.clock.advance(DAY_MS)
  answers.push(await readInvitation(one.token))

  for (const { status, body } of answers) {
    assert.equal(status, 400)
    assert.equal(body.error.code, 'IR_04')
    assert.equal(body.error.field, 'token')
    assert.equal(body.error.message, answers[0]?.body.error.message)
  }
})

test('a link to choose a password names its account, until it expires', async () => {
  const { token, user } = await addResetLink(shop)

  assert.deepEqual((await readReset(token)).body, { email: user.email })
  const { user_id } = await addUser(shop, 'merchant_operator')
  const secret = token.split('.').at(-1) ?? ''
  assert.equal((await readReset(`${user_id}.${secret}`)).status, 400)
  assert.equal((await readReset((await inviteUser(shop)).token)).status, 400)
  shop.clock.advance(DAY_MS)
  assert.equal((await readReset(token)).status, 400)
})

test('the token is in no line of the log, and too many questions from one address are refused', async () => {
  await using limited = await harness({ env: { FLORIN_PAGE_RATE_LIMIT: '3' } })
  const { token } = await inviteUser(limited)
  const ask = () => limited.with(undefined).post('/user/invitation/read', { token })

  const statuses = []
  for (let n = 0; n < 5; n++) statuses.push((await ask()).status)

  assert.ok(statuses.includes(429), String(statuses))
  assert.ok(limited.log.length > 0)
  assert.ok(!limited.log.some((line) => line.includes(token.split('.').at(-1) ?? '')))
})
