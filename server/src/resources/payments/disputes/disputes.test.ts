import assert from 'node:assert/strict'
import { test } from 'node:test'
import { balances } from '#core/ledger/read.ts'
import { pollEvents } from '#resources/payments/provider_callbacks/poll_events.ts'
import { delayBank, testBank } from '#testing/bank.ts'
import type { Answer } from '#testing/client.ts'
import { ADMIN_KEY, harness, type Shop } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { recoverNow } from '#testing/recover.ts'
import { handleDisputeUpdate } from './handle_update.ts'
import { eventually } from '#testing/eventually.ts'

delayBank(300)

const AMOUNT = 1000
const FEE = 150
// The bank's dispute fee; it is not returned.
const BANK_FEE = 1500

async function disputedShop(): Promise<Shop> {
  const shop = await harness({ env: (await testBank()).env })
  const { merchant_id } = shop.merchant
  await shop.with(ADMIN_KEY).post(`/accounts/${merchant_id}`, { dispute_fees: { EUR: FEE } })
  return shop
}

async function pay(shop: Shop, card_number = '4000000000000259'): Promise<Answer> {
  const body = paymentBody({ amount: AMOUNT, ...withCard(card_number) })
  const paid = await shop.post('/payments', body)
  assert.equal(paid.body.status, 'succeeded', paid.text)
  return paid
}

/** Pays, and waits until the shop's only dispute has this state. */
async function opened(shop: Shop, card?: string): Promise<Answer> {
  await pay(shop, card)
  return stands(shop, 'dispute_opened')
}

async function stands(shop: Shop, status: string): Promise<Answer> {
  const only = async () => (await shop.get('/disputes/list')).body.data[0]
  await eventually('it comes about', async () => (await only())?.status === status)
  return shop.get(`/disputes/${(await only()).dispute_id}`)
}

async function decide(shop: Shop, { body }: Answer, decision: string, status: string) {
  const path = `/disputes/${body.connector_dispute_id}/decide`
  await (await testBank()).desk('POST', path, { decision })
  return stands(shop, status)
}

/** The books, line by line: what moved, and what stood on `available` and `reserved_for_disputes` after it. */
async function lines(shop: Shop): Promise<string[]> {
  const rows = await shop.services.db.run<{
    cause: string
    debit: string
    credit: string
    amount: number
  }>(
    `select cause, debit, credit, amount from transfers where merchant_id = $1
     order by created, array_position(array['capture', 'dispute', 'dispute_loss'], cause), transfer_id`,
    [shop.merchant.merchant_id],
  )
  const standing: Record<string, number> = {}
  return rows.map(({ cause, debit, credit, amount }) => {
    standing[debit] = (standing[debit] ?? 0) - amount
    standing[credit] = (standing[credit] ?? 0) + amount
    const { available = 0, reserved_for_disputes: reserved = 0, fees = 0 } = standing
    return `${cause} ${amount}: available ${available}, reserved ${reserved}, fees ${fees}`
  })
}

async function standing(shop: Shop, account: string): Promise<number> {
  const rows = await balances({ ...shop.services, merchant_id: shop.merchant.merchant_id })
  return Number(rows.find((row) => row.account === account)?.balance ?? 0)
}

/** The available balance is the sum of the lines that the merchant can read. */
async function explained(shop: Shop): Promise<void> {
  const { data } = (await shop.get('/ledger/transfers?limit=100')).body
  const changes = (data as { change_of_available: number }[]).map(
    (line) => line.change_of_available,
  )
  const [reported] = (await shop.get('/balances')).body.balances
  assert.equal(
    changes.reduce((sum, change) => sum + change, 0),
    reported.available,
  )
  assert.equal(reported.available, await standing(shop, 'available'))
}

const ACCEPTED = [
  'capture 1000: available 1000, reserved 0, fees 0',
  'dispute 1000: available 0, reserved 1000, fees 0',
  'acquirer_fee 1500: available 0, reserved 1000, fees -1500',
  'dispute_fee 150: available -150, reserved 1000, fees -1350',
]

test('from opening to won: every line of the books explains the balance, which is whole again', async () => {
  await using shop = await disputedShop()
  const { body } = await opened(shop)
  assert.deepEqual(await lines(shop), ACCEPTED)

  const evidence = { dispute_id: body.dispute_id, uncategorized_text: 'winning_evidence' }
  await shop.post('/disputes/evidence', evidence)
  assert.deepEqual(await lines(shop), ACCEPTED, 'an answer moves nothing')
  await stands(shop, 'dispute_won')

  assert.deepEqual(await lines(shop), [
    ...ACCEPTED,
    'dispute_fee_return 150: available 0, reserved 1000, fees -1500',
    'dispute_return 1000: available 1000, reserved 0, fees -1500',
  ])
  assert.equal(await standing(shop, 'available'), AMOUNT)
  assert.equal(await standing(shop, 'acquirer_receivable'), BANK_FEE - AMOUNT)
  await explained(shop)
})

test('from opening to lost: the reserved amount and the fee are gone', async () => {
  await using shop = await disputedShop()
  const { body } = await opened(shop)

  const evidence = { dispute_id: body.dispute_id, uncategorized_text: 'losing_evidence' }
  await shop.post('/disputes/evidence', evidence)
  await stands(shop, 'dispute_lost')

  assert.deepEqual(await lines(shop), [
    ...ACCEPTED,
    'dispute_loss 1000: available -150, reserved 0, fees -1350',
  ])
  assert.equal(await standing(shop, 'available'), -FEE)
  assert.equal(await standing(shop, 'acquirer_receivable'), BANK_FEE)
  await explained(shop)
})

const ends = [
  ['accepted', (shop: Shop, one: Answer) => shop.post(`/disputes/accept/${one.body.dispute_id}`)],
  ['expired', (shop: Shop) => shop.post('/sandbox/clock', { advance: '15d' })],
] as const

for (const [end, act] of ends) {
  test(`a dispute that is ${end} is final: the reserved amount is gone`, async () => {
    await using shop = await disputedShop()

    await act(shop, await opened(shop))
    await stands(shop, `dispute_${end}`)

    const last = 'dispute_loss 1000: available -150, reserved 0, fees -1350'
    assert.deepEqual(await lines(shop), [...ACCEPTED, last])
  })
}

test('a cardholder who withdraws gives everything back; one who goes on after a defeat takes it again', async () => {
  await using withdrawn = await disputedShop()
  await decide(withdrawn, await opened(withdrawn), 'withdraw', 'dispute_cancelled')
  assert.equal(await standing(withdrawn, 'available'), AMOUNT)
  assert.equal(await standing(withdrawn, 'reserved_for_disputes'), 0)

  await using escalated = await disputedShop()
  const { body } = await opened(escalated)
  await escalated.post('/disputes/evidence', { dispute_id: body.dispute_id, customer_name: 'Ada' })
  const won = await decide(escalated, { body } as Answer, 'win', 'dispute_won')
  assert.equal(await standing(escalated, 'available'), AMOUNT)
  await decide(escalated, won, 'escalate', 'dispute_opened')

  assert.equal(await standing(escalated, 'available'), -FEE)
  assert.equal(await standing(escalated, 'reserved_for_disputes'), AMOUNT)
})

test('an inquiry takes no money until it becomes a dispute, or is accepted', async () => {
  await using shop = await disputedShop()
  const inquiry = await opened(shop, '4000000000001976')
  assert.equal(await standing(shop, 'available'), AMOUNT)

  await shop.post(`/disputes/accept/${inquiry.body.dispute_id}`)

  assert.deepEqual((await lines(shop)).slice(1), [
    'dispute 1000: available 0, reserved 1000, fees 0',
    'dispute_loss 1000: available 0, reserved 0, fees 0',
    'dispute_fee 150: available -150, reserved 0, fees 150',
  ])
})

test("the booked dispute fees equal the bank's, at every revision", async () => {
  await using shop = await disputedShop()
  const { body } = await opened(shop, '4000000000001976')
  assert.equal(await standing(shop, 'fees'), 0, 'an inquiry costs nothing')
  await shop.post('/disputes/evidence', { dispute_id: body.dispute_id, customer_name: 'Ada' })
  const won = await decide(shop, { body } as Answer, 'win', 'dispute_won')

  await decide(shop, won, 'escalate', 'dispute_opened')

  const facts = (await (await testBank()).log()).filter(
    (fact) => fact.operation_id === body.connector_dispute_id && fact.effect === 'fee_charged',
  )
  assert.deepEqual(
    facts.map((fact) => fact.amount),
    [BANK_FEE],
  )
  const charged = (await lines(shop)).filter((line) => line.startsWith('acquirer_fee'))
  assert.equal(charged.length, 1)
  assert.equal(await standing(shop, 'fees'), FEE - BANK_FEE)
})

test('an inquiry that was won and becomes a dispute all the same takes the money then', async () => {
  await using shop = await disputedShop()
  const { body } = await opened(shop, '4000000000001976')
  await shop.post('/disputes/evidence', { dispute_id: body.dispute_id, customer_name: 'Ada' })
  const won = await decide(shop, { body } as Answer, 'win', 'dispute_won')
  assert.equal(await standing(shop, 'available'), AMOUNT)

  const again = await decide(shop, won, 'escalate', 'dispute_opened')

  assert.equal(again.body.dispute_stage, 'dispute')
  assert.equal(await standing(shop, 'available'), -FEE)
  assert.equal(await standing(shop, 'reserved_for_disputes'), AMOUNT)
})

/** A dispute in a shop whose callbacks are all lost: it learns only what it polls. */
async function deaf(): Promise<{ shop: Shop; body: Answer['body'] }> {
  const shop = await disputedShop()
  shop.services.public_url = 'http://127.0.0.1:9'
  const { payment_id } = (await pay(shop)).body
  await eventually('it comes about', async () =>
    (await (await testBank()).log()).some(
      (fact) => fact.reference === payment_id && fact.effect === 'dispute_opened',
    ),
  )
  assert.equal((await shop.get('/disputes/list')).body.count, 0)
  while ((await pollEvents(shop.services)) > 0);
  return { shop, body: (await stands(shop, 'dispute_opened')).body }
}

test('a dispute whose callbacks were all lost is found by polling, once', async () => {
  const { shop, body } = await deaf()
  await using _ = shop

  assert.equal(await standing(shop, 'reserved_for_disputes'), AMOUNT)
  assert.deepEqual(await toldOf(shop, body.dispute_id), ['dispute_opened'])
})

test('the same event fifty times at once opens one dispute', async () => {
  await using shop = await disputedShop()
  const { body } = await opened(shop)
  const reported = await shop.services.provider.queryDispute(body.connector_dispute_id)
  assert.ok(typeof reported === 'object' && !('result' in reported))
  const { merchant_id } = shop.merchant
  await shop.services.db.run('delete from disputes where merchant_id = $1', [merchant_id])
  await shop.services.db.run('delete from events where merchant_id = $1', [merchant_id])
  await shop.services.db.run(
    `delete from transfers where merchant_id = $1 and cause like 'dispute%'`,
    [merchant_id],
  )

  const all = Array.from({ length: 50 }, () =>
    handleDisputeUpdate(shop.services, { merchant_id, connector_id: null }, reported),
  )
  await Promise.all(all)

  assert.equal((await shop.get('/disputes/list')).body.count, 1)
  assert.equal(await standing(shop, 'reserved_for_disputes'), AMOUNT)
})

test('evidence whose answer was lost is sent again to the last byte the same, and counts once', async () => {
  const { shop, body } = await deaf()
  await using _ = shop
  const bank = await testBank()
  const { dispute_id, connector_dispute_id } = body
  await bank.desk('POST', '/faults', { rates: { error_after: 1 } })
  const fields = { uncategorized_text: 'text', customer_name: 'Ada', billing_address: 'Leeds' }
  const sent = await shop.post('/disputes/evidence', { dispute_id, ...fields })
  await bank.desk('DELETE', '/faults')
  assert.equal(sent.body.status, 'processing', sent.text)
  const busy = await shop.post(`/disputes/accept/${dispute_id}`)
  assert.equal(`${busy.status} ${busy.body.error.code}`, '409 HE_00')

  await recoverNow(shop.services, shop.merchant.merchant_id)

  assert.equal((await shop.get(`/disputes/${dispute_id}`)).body.status, 'dispute_challenged')
  assert.deepEqual(await toldOf(shop, dispute_id), ['dispute_opened', 'dispute_challenged'])
  const facts = (await bank.log()).filter((fact) => fact.operation_id === connector_dispute_id)
  assert.equal(facts.filter((fact) => fact.effect === 'dispute_challenged').length, 1)
  const { evidence } = (await shop.get(`/disputes/evidence/${dispute_id}`)).body
  assert.equal(evidence.customer_information.customer_name, 'Ada')
})

test('while one answer is in flight another gets 409; both at once never leave a dispute in between', async () => {
  await using shop = await disputedShop()
  const { dispute_id } = (await opened(shop)).body

  const answers = await Promise.all([
    shop.post(`/disputes/accept/${dispute_id}`),
    shop.post('/disputes/evidence', { dispute_id, customer_name: 'Ada' }),
    shop.post(`/disputes/accept/${dispute_id}`),
  ])

  assert.ok(answers.some((answer) => answer.status === 200))
  for (const { status, body } of answers) {
    const refusal = `${status} ${body.error?.code ?? ''}`
    assert.ok(['200 ', '409 HE_00', '400 IR_14'].includes(refusal), refusal)
  }
  const [row] = await shop.services.db.run('select 1 from disputes where answer is not null', [])
  assert.equal(row, undefined)
})

test('after a refused answer the dispute is queried, and its reported state is applied', async () => {
  const { shop, body } = await deaf()
  await using _ = shop
  const path = `/disputes/${body.connector_dispute_id}/decide`
  await (await testBank()).desk('POST', path, { decision: 'withdraw' })

  const answer = await shop.post(`/disputes/accept/${body.dispute_id}`)

  assert.equal(`${answer.status} ${answer.body.error?.code}`, '400 IR_14', answer.text)
  await stands(shop, 'dispute_cancelled')
  assert.equal(await standing(shop, 'available'), AMOUNT)
})

async function toldOf(shop: Shop, dispute_id: string): Promise<string[]> {
  const rows = await shop.services.db.run<{ event_type: string }>(
    `select event_type from events where merchant_id = $1 and object_id = $2 order by sequence`,
    [shop.merchant.merchant_id, dispute_id],
  )
  return rows.map(({ event_type }) => event_type)
}
