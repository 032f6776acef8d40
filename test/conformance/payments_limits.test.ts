// Payment limits: each row in the limits table that applies to them.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '#testing/client.ts'
import { assertRefused } from '../support/expect.ts'
import {
  APPROVED,
  arrange,
  facts,
  pay,
  paymentCount,
  payingShop,
  sale,
  assertStatus,
} from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())

function create(body: object): Promise<Answer> {
  return shop.post('/payments', { ...sale, ...body })
}

async function update(body: object): Promise<Answer> {
  const { payment_id } = (await arrange(shop, 'requires_payment_method')).body
  return shop.post(`/payments/${payment_id}`, body)
}

const accepting: [name: string, send: (body: object) => Promise<Answer>][] = [
  ['create', create],
  ['update', update],
]

for (const length of [1, 64]) {
  test(`payment_id of ${length} characters: letters, digits, _ and - is accepted`, async () => {
    const payment_id = 'aZ09_-'.repeat(11).slice(-length)

    const answer = await create({ payment_id })

    assert.equal(answer.body.payment_id, payment_id)
    assert.equal((await shop.get(`/payments/${payment_id}`)).status, 200)
  })
}

for (const payment_id of ['', 'a'.repeat(65), 'a b', 'a.b', 'a/b', 'ä', 'a\n']) {
  test(`payment_id ${JSON.stringify(payment_id).slice(0, 12)} is refused with 400 IR_04`, async () => {
    assertRefused(await create({ payment_id }), 400, 'IR_04', 'payment_id')
  })
}

test('payment_id: reuse on retry prevents duplicates, even when retries race', async () => {
  const payment_id = 'retried'
  const send = () => pay(shop, APPROVED, { payment_id })

  const answers = await Promise.all(Array.from({ length: 20 }, send))

  const made = answers.filter((answer) => answer.status === 200)
  assert.equal(made.length, 1)
  for (const answer of answers) if (answer.status !== 200) assertRefused(answer, 409, 'HE_01')
  assert.deepEqual(await facts(payment_id), [['charged', 1000]])
})

test('payment_id: omitted ids are generated, and retries without one create new payments', async () => {
  const count = await paymentCount(shop)

  await create({})
  await create({})

  assert.equal(await paymentCount(shop), count + 2)
})

const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, 'value']))

for (const [name, send] of accepting) {
  test(`metadata: up to 50 pairs (${name})`, async () => {
    const fifty = await send({ metadata: pairs(50) })

    assert.deepEqual(fifty.body.metadata, pairs(50))
    assertRefused(await send({ metadata: pairs(51) }), 400, 'IR_04', 'metadata')
  })

  test(`metadata: key at most 40 characters (${name})`, async () => {
    assertStatus(await send({ metadata: { ['k'.repeat(40)]: 'v' } }), 'requires_payment_method')
    assertRefused(await send({ metadata: { ['k'.repeat(41)]: 'v' } }), 400, 'IR_04')
    assertRefused(await send({ metadata: { '': 'v' } }), 400, 'IR_04')
  })

  test(`metadata: value at most 500 characters (${name})`, async () => {
    assertStatus(await send({ metadata: { k: '€'.repeat(500) } }), 'requires_payment_method')
    assertRefused(await send({ metadata: { k: 'v'.repeat(501) } }), 400, 'IR_04', 'metadata.k')
  })

  test(`metadata: numbers and booleans become text, anything else is refused (${name})`, async () => {
    const answer = await send({ metadata: { n: 7, b: true } })

    assert.deepEqual(answer.body.metadata, { n: '7', b: 'true' })
    assertRefused(await send({ metadata: { k: ['v'] } }), 400, 'IR_04', 'metadata.k')
  })

  test(`merchant_order_reference_id: at most 255 characters (${name})`, async () => {
    const field = 'merchant_order_reference_id'
    const longest = 'é'.repeat(255)

    assert.equal((await send({ [field]: longest })).body[field], longest)
    assertRefused(await send({ [field]: `${longest}x` }), 400, 'IR_04', field)
  })

  test(`statement_descriptor_name: at most 22 characters (${name})`, async () => {
    const field = 'statement_descriptor_name'
    const longest = 'A'.repeat(22)

    assert.equal((await send({ [field]: longest })).body.statement_descriptor, longest)
    assertRefused(await send({ [field]: `${longest}A` }), 400, 'IR_04', field)
  })

  for (const text of ['', '7', '123 456', '***']) {
    test(`statement_descriptor_name: at least one letter, so not "${text}" (${name})`, async () => {
      const answer = await send({ statement_descriptor_name: text })

      assertRefused(answer, 400, 'IR_04', 'statement_descriptor_name')
    })
  }

  test(`statement_descriptor_name: one letter is enough (${name})`, async () => {
    assertStatus(await send({ statement_descriptor_name: '24x7' }), 'requires_payment_method')
  })
}

test('metadata: up to 50 pairs after a merge as well', async () => {
  const { payment_id } = (await create({ metadata: pairs(50) })).body

  const more = await shop.post(`/payments/${payment_id}`, { metadata: { fresh: 'x' } })
  const swapped = await shop.post(`/payments/${payment_id}`, {
    metadata: { fresh: 'x', key0: null },
  })

  assertRefused(more, 400, 'IR_04', 'metadata')
  assert.equal(Object.keys(swapped.body.metadata).length, 50)
})

const capture = async (body: object) => {
  const { payment_id } = (await arrange(shop, 'requires_capture')).body
  return shop.post(`/payments/${payment_id}/capture`, body)
}

const descriptors: [prefix: string | undefined, suffix: string | undefined][] = [
  ['A'.repeat(11), 'B'.repeat(11)],
  ['A'.repeat(22), undefined],
  ['A'.repeat(21), 'B'],
]

for (const [prefix, suffix] of descriptors) {
  test(`descriptor prefix of ${prefix?.length} plus suffix of ${suffix?.length ?? 0}: 22 characters are taken`, async () => {
    const answer = await capture({
      statement_descriptor_prefix: prefix,
      statement_descriptor_suffix: suffix,
    })

    assertStatus(answer, 'succeeded')
    assert.equal(answer.body.statement_descriptor, `${prefix}${suffix ?? ''}`)
  })
}

test('descriptor prefix plus suffix: 23 characters are refused with 400 IR_04, and nothing is captured', async () => {
  const held = await arrange(shop, 'requires_capture')
  const path = `/payments/${held.body.payment_id}`

  const answer = await shop.post(`${path}/capture`, {
    statement_descriptor_prefix: 'A'.repeat(12),
    statement_descriptor_suffix: 'B'.repeat(11),
  })

  assertRefused(answer, 400, 'IR_04')
  assert.deepEqual((await shop.get(path)).body, held.body)
})

test('capture: statement_descriptor_prefix overrides the default prefix', async () => {
  const answer = await capture({ statement_descriptor_prefix: 'OTHER' })

  assert.equal(answer.body.statement_descriptor, 'OTHER')
})

test('capture: a suffix alone is put behind the default prefix', async () => {
  const { payment_id } = (
    await arrange(shop, 'requires_capture', { statement_descriptor_name: 'BOOKS' })
  ).body

  const answer = await shop.post(`/payments/${payment_id}/capture`, {
    statement_descriptor_suffix: 'PART 1',
  })

  assert.match(answer.body.statement_descriptor, /^BOOKS.*PART 1$/)
})
