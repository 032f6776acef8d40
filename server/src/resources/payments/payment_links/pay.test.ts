import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TestBank, testBank } from '#testing/bank.ts'
import { eventually } from '#testing/eventually.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { createLink, pageData, submit } from '#testing/payment_link.ts'
import type { PaymentLink } from './schema.ts'
import { runSweeps } from '#testing/sweeps.ts'

const CHALLENGED = '4000000000003220'
const DECLINED = '4000000000000002'

async function paying(): Promise<Shop> {
  return harness({ env: (await testBank()).env })
}

async function charges(bank: TestBank, payment_id: string): Promise<number> {
  const facts = await bank.log()
  return facts.filter((fact) => fact.reference === payment_id && fact.effect === 'charged').length
}

/** The link, as soon as the worker has brought it there. */
function linkWhen(shop: Shop, id: string, is: (link: PaymentLink) => boolean) {
  return eventually('the link follows its payment', async () => {
    const { body } = await shop.get(`/payment_link/${id}`)
    return is(body) && (body as PaymentLink)
  })
}

test('a one_time link is paid once: it is completed, and a second shopper is refused', async () => {
  await using shop = await paying()
  const id = await createLink(shop, { metadata: { order: '7' }, description: 'Tickets' })

  const paid = await submit(shop, id)
  const again = await submit(shop, id)

  assert.equal(paid.status, 200, paid.text)
  assert.equal(paid.body.status, 'succeeded')
  assert.match(paid.body.client_secret, /_secret_/)
  assert.equal(`${again.status} ${again.body.error.code}`, '409 IR_16')
  const link = (await shop.get(`/payment_link/${id}`)).body
  const { status, usage_count, payment_id } = link
  assert.deepEqual([status, usage_count, payment_id], ['completed', 1, paid.body.payment_id])
  const payment = (await shop.get(`/payments/${payment_id}`)).body
  assert.deepEqual(payment.metadata, { order: '7', payment_link_id: id })
  assert.equal(payment.description, 'Tickets')
  assert.equal(payment.return_url, link.url)
  assert.equal(await charges(await testBank(), payment_id), 1)
})

test('a declined payment frees the link: the shopper pays with another card', async () => {
  await using shop = await paying()
  const id = await createLink(shop)

  const declined = await submit(shop, id, { card_number: DECLINED })
  const paid = await submit(shop, id)

  assert.equal(declined.status, 200, declined.text)
  assert.deepEqual([declined.body.status, declined.body.unified_code], ['failed', 'UE_1007'])
  assert.equal(paid.body.status, 'succeeded')
  assert.notEqual(paid.body.payment_id, declined.body.payment_id)
  assert.equal((await shop.get(`/payment_link/${id}`)).body.usage_count, 1)
})

test('a failed payment of a link cannot be confirmed again, because the link may be paid since', async () => {
  await using shop = await paying()
  const profiles = await shop.get(`/account/${shop.merchant.merchant_id}/business_profile`)
  const { profile_id } = profiles.body[0]
  const path = `/account/${shop.merchant.merchant_id}/business_profile/${profile_id}`
  const changed = await shop.post(path, { is_manual_retry_enabled: true })
  assert.equal(changed.status, 200, changed.text)
  const id = await createLink(shop)
  const declined = await submit(shop, id, { card_number: DECLINED })

  const { payment_method_data } = JSON.parse(JSON.stringify(card()))
  const again = await shop.post(`/payments/${declined.body.payment_id}/confirm`, {
    payment_method: 'card',
    payment_method_data,
  })

  assert.equal(`${again.status} ${again.body.error.code}`, '409 IR_16')
})

function card() {
  const card_number = '4242424242424242'
  const rest = { card_exp_month: '12', card_exp_year: '2099', card_cvc: '123' }
  return { payment_method_data: { card: { card_number, ...rest } } }
}

test('a repeat of the same attempt returns the same payment and charges nothing again', async () => {
  await using shop = await paying()
  const id = await createLink(shop, { link_type: 'recurring' })
  const attempt_id = 'attempt-of-a-double-click'

  const answers = await Promise.all([1, 2, 3].map(() => submit(shop, id, { attempt_id })))
  const later = await submit(shop, id, { attempt_id })

  const ids = new Set([...answers, later].map(({ body }) => body.payment_id))
  assert.equal(ids.size, 1, JSON.stringify(answers.map(({ text }) => text)))
  assert.equal(later.body.status, 'succeeded')
  assert.equal(await charges(await testBank(), later.body.payment_id), 1)
})

test('while the shopper authenticates, another browser is refused, and the same one can try again', async () => {
  await using shop = await paying()
  const id = await createLink(shop)
  const first = await submit(shop, id, { card_number: CHALLENGED })
  assert.equal(first.body.status, 'requires_action', first.text)

  const other = await submit(shop, id)
  const own = await submit(shop, id, { secret: first.body.client_secret })

  assert.equal(`${other.status} ${other.body.error.code}`, '409 HE_00')
  assert.equal(other.headers.get('retry-after'), '1')
  assert.equal(own.body.status, 'succeeded', own.text)
  const earlier = (await shop.get(`/payments/${first.body.payment_id}`)).body
  assert.equal(earlier.status, 'cancelled')
})

test('an unfinished payment gives way to another one after half a minute', async () => {
  await using shop = await paying()
  const id = await createLink(shop)
  await submit(shop, id, { card_number: CHALLENGED })

  shop.clock.advance(31_000)
  const paid = await submit(shop, id)

  assert.equal(paid.body.status, 'succeeded', paid.text)
})

test('the page and the browser see the payment: with its secret the whole, without it the status', async () => {
  await using shop = await paying()
  const id = await createLink(shop)
  const { body: paid } = await submit(shop, id)
  const path = `/pay/${id}/payments/${paid.payment_id}`
  const browser = shop.with(undefined)

  const own = await browser.get(path, { headers: { 'X-Client-Secret': paid.client_secret } })
  const wrong = await browser.get(path, {
    headers: { 'X-Client-Secret': `${paid.client_secret}x` },
  })
  const none = await browser.get(path)
  const page = await browser.get(`/pay/${id}?payment_id=${paid.payment_id}&utm_source=mail`)

  const { client_secret: _, ...seen } = paid
  assert.deepEqual(own.body, seen)
  assert.deepEqual([wrong.status, none.status], [404, 404])
  const { payment, status } = pageData(page)
  assert.deepEqual(payment, { payment_id: paid.payment_id, status: 'succeeded' })
  assert.equal(status, 'completed')
})

test('a browser that lost the answer finds its payment by the attempt, and by no other', async () => {
  await using shop = await paying()
  const id = await createLink(shop)
  const attempt_id = 'attempt-with-a-lost-answer'
  const { body: paid } = await submit(shop, id, { attempt_id })
  const browser = shop.with(undefined)

  const found = await browser.get(`/pay/${id}/attempts/${attempt_id}`)
  const unknown = await browser.get(`/pay/${id}/attempts/attempt-that-was-not-made`)
  const elsewhere = await browser.get(`/pay/${await createLink(shop)}/attempts/${attempt_id}`)

  assert.deepEqual(found.body, paid)
  assert.deepEqual([unknown.status, elsewhere.status], [404, 404])
})

test('a payment of another link is unknown to the page', async () => {
  await using shop = await paying()
  const [id, other] = [await createLink(shop), await createLink(shop)]
  const { body: paid } = await submit(shop, id)
  const headers = { 'X-Client-Secret': paid.client_secret }

  const seen = await shop
    .with(undefined)
    .get(`/pay/${other}/payments/${paid.payment_id}`, { headers })
  const page = await shop.with(undefined).get(`/pay/${other}?payment_id=${paid.payment_id}`)

  assert.equal(seen.status, 404)
  assert.equal(pageData(page)['payment'], null)
})

test('a donation takes an amount within its bounds, any number of times, and each is counted once', async () => {
  await using shop = await paying()
  await using _ = await runEventPipeline(shop)
  const bounds = { suggested_amounts: [500, 1000], min_amount: 200, max_amount: 5000 }
  const id = await createLink(shop, { amount: null, link_type: 'donation', ...bounds })

  const [none, low, high] = await Promise.all([
    submit(shop, id),
    submit(shop, id, { amount: 199 }),
    submit(shop, id, { amount: 5001 }),
  ])
  const given = await Promise.all([200, 700, 5000].map((amount) => submit(shop, id, { amount })))

  assert.equal(`${none.status} ${none.body.error.code}`, '400 IR_01')
  assert.equal(`${low.status} ${low.body.error.field}`, '400 amount')
  assert.equal(`${high.status} ${high.body.error.field}`, '400 amount')
  assert.deepEqual(
    given.map(({ body }) => `${body.status} ${body.amount}`),
    ['succeeded 200', 'succeeded 700', 'succeeded 5000'],
  )
  const link = await linkWhen(shop, id, ({ usage_count }) => usage_count === 3)
  assert.equal(link.status, 'active')
})

test('a link with a limit of uses is sold out after them, also for requests at the same time', async () => {
  await using shop = await paying()
  const more = { link_type: 'recurring', usage_limit: 3, sold_out_message: 'All seats are taken.' }
  const id = await createLink(shop, more)

  const answers = await Promise.all(Array.from({ length: 12 }, () => submit(shop, id)))
  const last = await submit(shop, id)

  const paid = answers.filter(({ body }) => body.status === 'succeeded')
  const codes = new Set(
    answers.filter(({ status }) => status !== 200).map((a) => a.body.error?.code),
  )
  assert.equal(paid.length, 3, JSON.stringify(answers.map(({ text }) => text)))
  for (const code of codes) assert.ok(code === 'HE_00' || code === 'IR_16', code)
  assert.equal(`${last.status} ${last.body.error.code}`, '409 IR_16')
  const state = await shop.with(undefined).get(`/pay/${id}/status`)
  assert.deepEqual(state.body, { status: 'completed', notice: 'All seats are taken.' })
})

test('a link whose money is held is paid to the shopper, and completed by the capture', async () => {
  await using shop = await paying()
  await using _ = await runEventPipeline(shop)
  const id = await createLink(shop, { capture_method: 'manual' })
  const held = await submit(shop, id)
  assert.equal(held.body.status, 'requires_capture', held.text)

  const state = await shop.with(undefined).get(`/pay/${id}/status`)
  const before = await shop.get(`/payment_link/${id}`)
  await shop.post(`/payments/${held.body.payment_id}/capture`, {})

  assert.equal(state.body.status, 'completed')
  assert.equal(before.body.status, 'active')
  await linkWhen(shop, id, ({ status }) => status === 'completed')
})

test('a payment in progress completes a link that expired meanwhile', async () => {
  await using shop = await paying()
  await using _ = await runEventPipeline(shop)
  const id = await createLink(shop, { amount: 2500 })
  const method = {
    payment_method: 'bank_transfer',
    payment_method_type: 'sepa',
    payment_method_data: { bank_transfer: { sepa: {} } },
  }
  const waiting = await submit(shop, id, method)
  assert.equal(waiting.body.status, 'requires_action', waiting.text)

  await shop.post(`/payment_link/${id}/deactivate`)
  await runSweeps(shop)
  const settled = await shop.post(`/sandbox/payments/${waiting.body.payment_id}/settle`)

  assert.equal(settled.body.status, 'succeeded', settled.text)
  const link = await linkWhen(shop, id, ({ status }) => status === 'completed')
  assert.equal(link.usage_count, 1)
})
