// Every card number in both tables, with the real bank.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cards, isLuhnValid, networkOf } from './cards.ts'
import { authorize, card, testBank, type ApiOperation, type TestBank } from './testing.ts'
import { codes } from './codes.ts'

let bank: TestBank

before(async () => {
  bank = await testBank()
})
after(() => bank[Symbol.asyncDispose]())

async function pay(number: string, fields: object = {}): Promise<ApiOperation> {
  return (await bank.ask(authorize({ instrument: card(number), ...fields }))).body
}

async function payAndChoose(
  number: string,
  choice: string,
  fields: object = {},
): Promise<ApiOperation> {
  const { operation_id, page_url } = await pay(number, fields)
  await bank.choose(page_url, choice)
  return (await bank.get(`/operations/${operation_id}`)).body
}

/** The decline codes in the published tables, repeated here to detect a mistake there. */
const declined: Record<string, string> = {
  '4000000000000002': '05',
  '5105105105105100': '05',
  '4000000000009995': '51',
  '4000000000009987': '41',
  '4000000000009979': '43',
  '4000000000000069': '54',
  '4000000000000127': 'N7',
  '4000000000000119': '96',
  '4000000000006975': '61',
  '4100000000000019': 'R01',
  '4000008400001280': 'A05',
  '4000000000003063': '65',
}

for (const [number, code] of Object.entries(declined)) {
  test(`${number} is declined with ${code}`, async () => {
    const answer = await pay(number)
    assert.equal(answer.outcome, 'declined')
    assert.equal(answer.code, code)
    assert.equal(answer.message, codes[code]?.message)
  })
}

for (const [number, rule] of Object.entries(cards).filter(([key]) => key.startsWith('4000009'))) {
  const unified_code = `UE_${number.slice(7, 11)}`
  test(`${number} fails as ${unified_code}`, async () => {
    const isChallenged = unified_code.startsWith('UE_5')
    const first = await pay(number)
    assert.equal(first.outcome, isChallenged ? 'challenge' : 'declined')
    const answer = isChallenged ? await payAndChoose(number, 'approve') : first
    assert.equal(answer.outcome, 'declined')
    assert.equal(answer.code, rule.code)
    assert.equal(codes[answer.code ?? '']?.means, unified_code)
  })
}

const plain = ['4242424242424242', '4111111111111111', '5555555555554444']
for (const number of [...plain, '378282246310005', '6011111111111117', '38000000000006']) {
  test(`${number} is approved without a challenge, even with three_ds`, async () => {
    const answer = await pay(number, { authentication: 'three_ds' })
    assert.equal(answer.outcome, 'approved')
    assert.equal(answer.code, '00')
    assert.deepEqual(answer.network, { name: networkOf(number), code: '00', message: 'Approved' })
  })
}

for (const number of ['4000000000000259', '4000000000002685', '4000000000001976']) {
  test(`${number} is approved; its dispute is opened later`, async () => {
    assert.equal((await pay(number)).outcome, 'approved')
    assert.notEqual(cards[number]?.dispute, undefined)
  })
}

for (const number of ['4000003800000446', '4000000000003220']) {
  test(`${number} is always challenged; the choice decides`, async () => {
    for (const authentication of ['three_ds', 'no_three_ds', null]) {
      assert.equal((await pay(number, { authentication })).outcome, 'challenge')
    }
    assert.equal((await payAndChoose(number, 'approve')).outcome, 'approved')
    assert.equal((await payAndChoose(number, 'decline')).code, 'A01')
    assert.equal((await payAndChoose(number, 'abandon')).code, 'A03')
  })
}

test('a card of a UE_5xxx code fails as declined or abandoned when that is chosen', async () => {
  assert.equal((await payAndChoose('4000009501100005', 'decline')).code, 'A01')
  assert.equal((await payAndChoose('4000009501100005', 'abandon')).code, 'A03')
})

test('4000002500003155 and any other number are challenged only if three_ds is requested', async () => {
  for (const number of ['4000002500003155', '4012888888881881']) {
    assert.equal((await pay(number)).outcome, 'approved')
    assert.equal((await pay(number, { authentication: 'no_three_ds' })).outcome, 'approved')
    const answer = await payAndChoose(number, 'approve', { authentication: 'three_ds' })
    assert.equal(answer.outcome, 'approved')
  }
})

test('4000008400001629 passes the challenge and is then declined by the issuer', async () => {
  assert.equal((await payAndChoose('4000008400001629', 'approve')).code, '05')
  assert.equal((await payAndChoose('4000008400001629', 'decline')).code, 'A01')
})

test('4000000000003063 wants authentication and is approved after it', async () => {
  const without = await pay('4000000000003063', { authentication: 'no_three_ds' })
  assert.equal(without.code, '65')
  const asked = { authentication: 'three_ds' }
  assert.equal((await payAndChoose('4000000000003063', 'approve', asked)).outcome, 'approved')
})

test('4000000000003097 wants authentication only while the customer is absent', async () => {
  assert.equal((await pay('4000000000003097')).outcome, 'approved')
  const absent = { customer_present: false }
  assert.equal((await pay('4000000000003097', absent)).code, '65')
  const asked = { ...absent, authentication: 'three_ds' }
  assert.equal((await payAndChoose('4000000000003097', 'approve', asked)).outcome, 'approved')
})

test('4000000000003055 is pending and approved five seconds later', async () => {
  const { operation_id, outcome } = await pay('4000000000003055')
  assert.equal(outcome, 'pending')
  bank.clock.advance(4_999)
  assert.equal((await bank.get(`/operations/${operation_id}`)).body.outcome, 'pending')
  bank.clock.advance(1)
  assert.equal((await bank.get(`/operations/${operation_id}`)).body.outcome, 'approved')
})

test('4000000000003055 with three_ds waits for the page and then five seconds more', async () => {
  const asked = { authentication: 'three_ds' }
  const chosen = await payAndChoose('4000000000003055', 'approve', asked)
  assert.equal(chosen.outcome, 'pending')
  bank.clock.advance(5_000)
  const later = await bank.get(`/operations/${chosen.operation_id}`)
  assert.equal(later.body.outcome, 'approved')
})

test('4000000000000341 is approved only while the customer is there', async () => {
  assert.equal((await pay('4000000000000341')).outcome, 'approved')
  assert.equal((await pay('4000000000000341', { customer_present: false })).code, '05')
})

test('4000000000009235 is approved for review: the money is held and not taken', async () => {
  const answer = await pay('4000000000009235', { capture: true })
  assert.equal(answer.outcome, 'approved')
  assert.equal(answer.review, true)
  const log = await bank.log()
  assert.equal(log.findLast((fact) => fact.operation_id === answer.operation_id)?.effect, 'held')
})

test('a number that fails the Luhn check is declined as invalid', async () => {
  assert.ok(!isLuhnValid('4242424242424241'))
  assert.equal((await pay('4242424242424241')).code, '14')
})

test('every number of the tables passes the Luhn check', () => {
  assert.deepEqual(
    Object.keys(cards).filter((number) => !isLuhnValid(number)),
    [],
  )
})
