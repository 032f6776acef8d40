import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { systemContext } from '#kernel/context.ts'
import { harness } from '#testing/harness.ts'
import { moveCredit, readCredit } from './credit.ts'

const shop = await harness()
after(() => shop.app.close())

const context = await systemContext(shop.services, shop.merchant.merchant_id)
const about = { subscription_id: 'sub_1', invoice_id: null }

async function move(customer_id: string, currency: string, amount: number): Promise<void> {
  const balance = await readCredit(context, { customer_id, currency })
  const reason = amount > 0 ? 'plan_change' : 'applied'
  await context.commit(
    ...moveCredit(context, balance, { ...about, customer_id, currency, amount, reason }),
  )
}

test('the balance of each currency is the sum of its entries, newest entry first', async () => {
  await shop.post('/customers', { customer_id: 'ada' })
  await move('ada', 'EUR', 500)
  await move('ada', 'JPY', 70)
  await move('ada', 'EUR', -200)

  const { body } = await shop.get('/customers/ada/credit')

  assert.deepEqual(body.balances, [
    { currency: 'EUR', amount: 300 },
    { currency: 'JPY', amount: 70 },
  ])
  const entries = body.entries.map((entry: { amount: number; currency: string }) => [
    entry.currency,
    entry.amount,
  ])
  assert.deepEqual(entries.toSorted(), [
    ['EUR', -200],
    ['EUR', 500],
    ['JPY', 70],
  ])
})

test('two moves of one balance are two entries and one change of the balance', async () => {
  await shop.post('/customers', { customer_id: 'kim' })
  const of = { ...about, customer_id: 'kim', currency: 'EUR' }
  const late = { ...of, amount: 700, reason: 'late_payment' } as const
  const returned = { ...of, amount: 300, reason: 'returned' } as const

  await context.commit(
    ...moveCredit(context, undefined, late, returned, { ...of, amount: 0, reason: 'returned' }),
  )

  const { body } = await shop.get('/customers/kim/credit')
  assert.deepEqual(body.balances, [{ currency: 'EUR', amount: 1_000 }])
  const reasons = body.entries.map((entry: { reason: string }) => entry.reason)
  assert.deepEqual(reasons.toSorted(), ['late_payment', 'returned'])
})

test('more than the balance cannot be used', async () => {
  await shop.post('/customers', { customer_id: 'bob' })
  await move('bob', 'EUR', 100)

  await assert.rejects(move('bob', 'EUR', -101))
  assert.equal((await shop.get('/customers/bob/credit')).body.balances[0].amount, 100)
})

test('a customer without credit has none; an unknown one is not found', async () => {
  await shop.post('/customers', { customer_id: 'eve' })

  const { body } = await shop.get('/customers/eve/credit')
  const unknown = await shop.get('/customers/nobody/credit')

  assert.deepEqual(body, { customer_id: 'eve', balances: [], entries: [] })
  assert.equal(unknown.status, 404)
})
