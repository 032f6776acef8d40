// The card-testing guard and the risk rules, with the real bank: what it did is in its own log.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Answer, Client } from '#testing/client.ts'
import { testBank } from '#testing/bank.ts'
import { harness } from '#testing/harness.ts'
import { billing, withCard } from '#testing/payment_body.ts'

const DECLINED = '4000000000000002'
const bank = await testBank()
const shop = await harness({ env: bank.env })
after(() => shop.app.close())

const sale = { amount: 1000, currency: 'EUR', billing }

/** A separate merchant, so that its counts start at zero. */
async function openShop(settings: object = {}) {
  const { client, merchant } = await shop.neighbour()
  const path = `/account/${merchant.merchant_id}/business_profile/${merchant.profile_id}`
  const set = await client.post(path, settings)
  assert.equal(set.status, 200, set.text)
  const browser = shop.with(merchant.publishable_key)
  return { client, browser, profile: set.body, settle: (by: string) => advance(client, by) }
}

async function advance(client: Client, by: string): Promise<void> {
  assert.equal((await client.post('/sandbox/clock', { advance: by })).status, 200)
}

const guard = (max_failed_per_ip: number, max_failed_per_card = 0) => ({
  card_testing_guard_config: { max_failed_per_ip, max_failed_per_card, window_minutes: 60 },
})

type Open = Pick<Awaited<ReturnType<typeof openShop>>, 'client' | 'browser'>

/** As a shop does it: the server creates, the browser confirms. */
async function payInBrowser({ client, browser }: Open, number: string, body: object = {}) {
  const { payment_id, client_secret } = (await client.post('/payments', sale)).body
  return browser.post(`/payments/${payment_id}/confirm`, {
    client_secret,
    ...withCard(number),
    ...body,
  })
}

/** The number of these payments that reached the bank. */
async function reached(answers: readonly Answer[]): Promise<number> {
  const ids = new Set(answers.map((answer) => answer.body.payment_id))
  const log = await bank.log()
  return new Set(log.filter((fact) => ids.has(fact.reference)).map((fact) => fact.reference)).size
}

const codesOf = (answers: readonly Answer[]) => answers.map((answer) => answer.body.unified_code)

async function inOrder(times: number, pay: () => Promise<Answer>): Promise<Answer[]> {
  const answers = []
  for (let n = 0; n < times; n++) answers.push(await pay())
  return answers
}

describe('the card-testing guard', () => {
  test('20 simultaneous attempts from one address with a limit of 2 reach the bank at most twice', async () => {
    const open = await openShop(guard(2))

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => payInBrowser(open, DECLINED)),
    )

    assert.deepEqual(new Set(answers.map((answer) => answer.body.status)), new Set(['failed']))
    assert.equal(await reached(answers), 2)
    assert.equal(codesOf(answers).filter((code) => code === 'UE_2003').length, 18)
  })

  test('20 simultaneous attempts with one card with a limit of 2 reach the bank at most twice', async () => {
    const { client } = await openShop(guard(0, 2))
    const body = { ...sale, confirm: true, ...withCard(DECLINED) }

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.post('/payments', body)),
    )

    assert.equal(await reached(answers), 2)
  })

  test('is on for a new profile, and off at zero', async () => {
    const { profile } = await openShop()
    const off = await openShop(guard(0))

    assert.deepEqual(profile.card_testing_guard_config, guard(20).card_testing_guard_config)
    const answers = await inOrder(3, () => payInBrowser(off, DECLINED))
    assert.deepEqual(new Set(codesOf(answers)), new Set(['UE_1007']))
  })

  test('blocks the address of the connection until the window has passed, and not servers', async () => {
    const open = await openShop(guard(2))

    const tested = await inOrder(3, () => payInBrowser(open, DECLINED))
    const honest = await payInBrowser(open, '4242424242424242')
    const server = await open.client.post('/payments', { ...sale, confirm: true, ...withCard() })

    assert.deepEqual(codesOf(tested), ['UE_1007', 'UE_1007', 'UE_2003'])
    assert.equal(honest.body.unified_code, 'UE_2003')
    assert.equal(server.body.status, 'succeeded', server.text)
    await open.settle('61m')
    assert.equal((await payInBrowser(open, '4242424242424242')).body.status, 'succeeded')
  })

  test('declines of a server do not count against the address of the server', async () => {
    const { client } = await openShop(guard(1))
    const body = { ...sale, confirm: true, ...withCard(DECLINED) }

    const answers = await inOrder(3, () => client.post('/payments', body))

    assert.deepEqual(codesOf(answers), ['UE_1007', 'UE_1007', 'UE_1007'])
  })

  test('a server that says where its shopper is gets the guard for that address', async () => {
    const { client } = await openShop(guard(1))
    const from = (ip_address: string) =>
      client.post('/payments', {
        ...sale,
        confirm: true,
        ...withCard(DECLINED),
        browser_info: { ip_address },
      })

    assert.deepEqual(
      codesOf([
        await from('2001:db8:1:2::1'),
        await from('2001:db8:1:2::ffff'),
        await from('2001:db8:1:3::1'),
      ]),
      ['UE_1007', 'UE_2003', 'UE_1007'],
    )
  })

  test('approved payments and payments that were not sent do not count', async () => {
    const open = await openShop(guard(1))

    const answers = await inOrder(3, () => payInBrowser(open, '4242424242424242'))
    const { payment_id, client_secret } = (await open.client.post('/payments', sale)).body
    const down = await open.browser.post(
      `/payments/${payment_id}/confirm`,
      { client_secret, ...withCard() },
      { headers: { 'X-Sandbox-Acquirer': 'down' } },
    )

    assert.deepEqual(new Set(answers.map((answer) => answer.body.status)), new Set(['succeeded']))
    assert.equal(down.status, 502, down.text)
    assert.equal((await payInBrowser(open, '4242424242424242')).body.status, 'succeeded')
  })

  test('a browser can try ten times to pay for one payment; the server can go on', async () => {
    const open = await openShop({ ...guard(0), is_manual_retry_enabled: true })
    const { payment_id, client_secret } = (await open.client.post('/payments', sale)).body
    const path = `/payments/${payment_id}/confirm`
    const attempt = () => open.browser.post(path, { client_secret, ...withCard(DECLINED) })

    const answers = await inOrder(11, attempt)

    assert.equal(answers[9]?.body.status, 'failed')
    assert.equal(answers[10]?.status, 409)
    assert.equal(answers[10]?.body.error.code, 'IR_16')
    assert.equal((await open.client.post(path, withCard())).body.status, 'succeeded')
  })
})

describe('risk rules', () => {
  const rule = (field: string, op: string, value: unknown) => ({
    risk_rules: [{ field, op, value, action: 'block' }],
  })
  const payWith = async (settings: object, more: object) => {
    const { client } = await openShop(settings)
    const body = { ...sale, confirm: true, ...withCard(), ...more }
    return (await client.post('/payments', body)).body.unified_code
  }

  for (const [op, value] of [
    ['ne', '203.0.113.7'],
    ['not_in', ['203.0.113.7']],
  ] as const) {
    test(`${op} matches when the field is not known`, async () => {
      assert.equal(await payWith(rule('ip_address', op, value), {}), 'UE_2003')
      assert.equal(await payWith(rule('email', op, value), {}), 'UE_2003')
    })
  }

  for (const [op, value, matches] of [
    ['eq', 'Mallory@Example.com', true],
    ['in', ['MALLORY@example.com'], true],
    ['ne', 'mallory@example.COM', false],
    ['not_in', ['mallory@example.COM'], false],
    ['eq', 'other@example.com', false],
  ] as const) {
    test(`an e-mail address is compared without case: ${op} ${String(value)}`, async () => {
      const code = await payWith(rule('email', op, value), { email: 'mallory@EXAMPLE.com' })

      assert.equal(code, matches ? 'UE_2003' : null)
    })
  }

  test('a browser cannot pass a rule about its address', async () => {
    const open = await openShop(rule('ip_address', 'eq', '127.0.0.1'))

    const answer = await payInBrowser(open, '4242424242424242')

    assert.equal(answer.body.unified_code, 'UE_2003')
  })
})
