// Passwords are guessed in vain, and guessing keeps no owner out.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { DAY_MS, MINUTE_MS } from '#kernel/clock.ts'
import { harness } from '#testing/harness.ts'
import { deleteEndedGuesses } from '#resources/people/sign_in_limits/guess.ts'
import {
  addPerson,
  cookiesOf,
  mailedReset,
  PASSWORD,
  signIn,
  WRONG,
} from '../support/signing_in.ts'

const shop = await harness({ env: { FLORIN_TRUST_PROXY: '1' } })
after(() => shop.app.close())

const HERE = '203.0.113.1'
const THERE = '203.0.113.2'

async function statusesOf(email: string, times: number, parts: Parameters<typeof signIn>[2]) {
  const answers = await Promise.all(
    Array.from({ length: times }, () => signIn(shop, email, { password: WRONG, ...parts })),
  )
  return answers.map(({ status }) => status)
}

const count = (statuses: readonly number[], status: number) =>
  statuses.filter((each) => each === status).length

test('after 5 wrong passwords an address is locked for 15 minutes, also for the right one', async () => {
  const { email } = await addPerson(shop)
  for (let n = 0; n < 5; n++) assert.deepEqual(await statusesOf(email, 1, { address: HERE }), [401])

  const locked = await signIn(shop, email, { address: HERE })
  assert.deepEqual([locked.status, locked.body.error.code], [429, 'RL_01'])
  const wait = Number(locked.headers.get('retry-after'))
  assert.ok(wait > 14 * 60 && wait <= 15 * 60)
  assert.equal((await signIn(shop, email, { address: THERE })).status, 200)
  shop.clock.advance(14 * MINUTE_MS)
  assert.equal((await signIn(shop, email, { address: HERE })).status, 429)
  shop.clock.advance(MINUTE_MS)
  assert.equal((await signIn(shop, email, { address: HERE })).status, 200)
})

test('the lock of an account that does not exist is the same', async () => {
  const { email } = await addPerson(shop)
  const locks = []
  for (const each of [email, 'not-a-user@shop.example']) {
    assert.deepEqual(await statusesOf(each, 5, { address: HERE }), Array(5).fill(401))
    locks.push(await signIn(shop, each, { address: HERE, password: WRONG }))
  }

  const errors = locks.map(({ body }) => ({ ...body.error, request_id: '' }))
  assert.deepEqual(errors[0], errors[1])
  const waits = locks.map(({ headers }) => Number(headers.get('retry-after')))
  assert.ok(Math.abs((waits[0] ?? 0) - (waits[1] ?? 0)) <= 5)
  assert.deepEqual(
    locks.map(({ status }) => status),
    [429, 429],
  )
})

test('concurrent guesses from one address share 5 tries, and no more hashes are computed', async () => {
  const { email } = await addPerson(shop)
  const before = shop.services.passwords.computed

  const statuses = await statusesOf(email, 40, { address: HERE })

  assert.equal(count(statuses, 401), 5)
  assert.equal(count(statuses, 429), 35)
  assert.equal(shop.services.passwords.computed - before, 5)
})

test('an IPv6 network of one subscriber is one address', async () => {
  const { email } = await addPerson(shop)
  for (let n = 1; n <= 5; n++) await statusesOf(email, 1, { address: `2001:db8:1:2::${n}` })

  assert.equal((await signIn(shop, email, { address: '2001:db8:1:2::6' })).status, 429)
  assert.equal((await signIn(shop, email, { address: '2001:db8:1:3::1' })).status, 200)
})

test('all addresses share 50 wrong passwords; then only known devices are let in, until 15 minutes are over', async () => {
  const { email } = await addPerson(shop)
  const { device_token } = (await signIn(shop, email, { address: HERE })).body
  const statuses = (
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => statusesOf(email, 4, { address: `198.51.100.${n}` })),
    )
  ).flat()

  assert.equal(count(statuses, 401), 50)
  assert.equal(count(statuses, 429), 30)
  const elsewhere = { address: '192.0.2.9' }
  assert.equal((await signIn(shop, email, elsewhere)).status, 429)
  const known = await signIn(shop, email, { ...elsewhere, device_token: device_token as string })
  assert.equal(known.status, 200)
  shop.clock.advance(15 * MINUTE_MS)
  assert.equal((await signIn(shop, email, elsewhere)).status, 200)
})

test('a known device has its own 5 tries', async () => {
  const { email } = await addPerson(shop)
  const { device_token } = (await signIn(shop, email, { address: HERE })).body
  const own = { address: HERE, device_token: device_token as string }
  await statusesOf(email, 6, { address: HERE })

  assert.equal((await signIn(shop, email, own)).status, 200)
  assert.equal(count(await statusesOf(email, 9, own), 401), 5)
  assert.equal((await signIn(shop, email, own)).status, 429)
})

test('a right password uses up no try', async () => {
  const { email } = await addPerson(shop)
  for (let n = 0; n < 20; n++) {
    assert.equal((await signIn(shop, email, { address: HERE })).status, 200)
  }
})

test('a browser is known by its cookie, in another browser or for another user it means nothing', async () => {
  const { email } = await addPerson(shop)
  const other = await addPerson(shop)
  const cookie = cookiesOf(await signIn(shop, email, { transport: 'cookie', address: HERE }))
  const device = cookie.split('; ').find((each) => each.includes('device')) ?? ''
  await statusesOf(email, 5, { address: THERE })
  await statusesOf(other.email, 5, { address: THERE })

  assert.equal((await signIn(shop, email, { address: THERE, cookie: device })).status, 200)
  assert.equal((await signIn(shop, other.email, { address: THERE, cookie: device })).status, 429)
  const forged = device.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
  assert.equal((await signIn(shop, email, { address: THERE, cookie: forged })).status, 429)
})

test('a device is known for 180 days', async () => {
  const { email } = await addPerson(shop)
  const { device_token } = (await signIn(shop, email, { address: HERE })).body
  const own = { address: HERE, device_token: device_token as string }
  shop.clock.advance(179 * DAY_MS)
  await statusesOf(email, 5, { address: HERE })
  assert.equal((await signIn(shop, email, own)).status, 200)
  shop.clock.advance(2 * DAY_MS)
  await statusesOf(email, 5, { address: HERE })
  assert.equal((await signIn(shop, email, own)).status, 429)
})

test('the link in a mail lets the owner in from a new device during an attack', async () => {
  const user = await addPerson(shop)
  for (let n = 0; n < 11; n++) await statusesOf(user.email, 5, { address: `198.51.100.${n}` })
  const NEW = 'tide-lamp-quartz'
  const reset = async (transport: string) => {
    const token = await mailedReset(shop, user)
    const body = { token, password: NEW, transport }
    return shop.with(undefined).post('/user/reset_password', body)
  }
  const here = { address: '192.0.2.77', password: NEW }

  const { device_token } = (await reset('bearer')).body
  assert.equal((await signIn(shop, user.email, here)).status, 429)
  assert.equal((await signIn(shop, user.email, { ...here, device_token })).status, 200)
  const cookie = cookiesOf(await reset('cookie'))
  assert.equal((await signIn(shop, user.email, { ...here, cookie })).status, 200)
})

test('devices from before a change of the password share 20 tries: a thief of the old one may have many', async () => {
  const user = await addPerson(shop)
  const collected: string[] = []
  for (let n = 0; n < 6; n++) {
    collected.push((await signIn(shop, user.email, { address: HERE })).body.device_token)
  }
  shop.clock.advance(MINUTE_MS)
  const token = await mailedReset(shop, user)
  const body = { token, password: 'tide-lamp-quartz' }
  const reset = await shop.with(undefined).post('/user/reset_password', body)

  const statuses = (
    await Promise.all(
      collected.map((device_token) => statusesOf(user.email, 5, { address: HERE, device_token })),
    )
  ).flat()

  assert.equal(count(statuses, 401), 20)
  const { device_token } = reset.body
  const own = { address: HERE, password: body.password, device_token }
  assert.equal((await signIn(shop, user.email, own)).status, 200)
})

test('when too many passwords wait, a request is refused with 503 at once, and uses up no try', async () => {
  const { email } = await addPerson(shop)
  const { passwords } = shop.services
  const queue = { is_full: true }
  const keepFull = async () => {
    while (queue.is_full) await passwords.verify('x', null)
  }
  const waiting = Array.from({ length: 52 }, keepFull)

  for (let n = 0; n < 6; n++) {
    const refused = await signIn(shop, email, { address: HERE })
    assert.deepEqual([refused.status, refused.body.error.code], [503, 'HE_00'])
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
  }
  queue.is_full = false
  await Promise.all(waiting)
  assert.equal((await signIn(shop, email, { address: HERE })).status, 200)
})

test('the old password and the password of an invitation cannot be guessed any faster', async () => {
  const { email } = await addPerson(shop)
  const { token } = (await signIn(shop, email, { address: HERE })).body
  const client = shop.as(token as string)
  const headers = { 'X-Forwarded-For': THERE }
  const body = { old_password: WRONG, new_password: PASSWORD }
  const change = () => client.post('/user/change_password', body, { headers })

  for (let n = 0; n < 5; n++) assert.equal((await change()).status, 400)
  assert.equal((await change()).status, 429)
  assert.equal((await signIn(shop, email, { address: THERE })).status, 429)
})

test('guesses that have ended are deleted, and others are not', async () => {
  await using other = await harness({ env: { FLORIN_TRUST_PROXY: '1' } })
  const { email } = await addPerson(other)
  const rows = async () =>
    (await other.services.db.run('select failures from directory.guesses', [])).length
  other.clock.advance(365 * DAY_MS)
  await deleteEndedGuesses(other.services)
  assert.equal(await rows(), 0)
  await signIn(other, email, { address: HERE, password: WRONG })
  await deleteEndedGuesses(other.services)
  assert.equal(await rows(), 2)
  other.clock.advance(16 * MINUTE_MS)

  await deleteEndedGuesses(other.services)

  assert.equal(await rows(), 0)
})

test('the time of a refusal does not depend on whether the account exists', async () => {
  const { email } = await addPerson(shop)
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let n = 0; n < 15; n++) {
    for (const [name, address] of [
      ['known', email],
      ['unknown', `nobody-${n}@shop.example`],
    ] as const) {
      const started = performance.now()
      await signIn(shop, address, { password: WRONG, address: `198.51.100.${n}` })
      times[name].push(performance.now() - started)
    }
  }

  const median = (values: number[]) => values.toSorted((a, b) => a - b)[7] ?? 0
  const ratio = median(times.known) / median(times.unknown)
  assert.ok(ratio > 0.5 && ratio < 2, `medians differ by ${ratio}`)
})
