import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Commit } from '#kernel/commit.ts'
import { type Context, systemContext } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { harness } from '#testing/harness.ts'
import { deletePlan } from './delete.ts'
import { checkAvailable, type PlanRow, readPlan, readPrice } from './read.ts'

const shop = await harness()
after(() => shop.app.close())

const { merchant_id, profile_id } = shop.merchant
const sending = { headers: { 'X-Profile-Id': profile_id } }
const PLANS = '/subscriptions/plans'
const context: Context = await systemContext(shop.services, merchant_id)

async function newPlan(plan_id: string) {
  const prices = [
    { item_price_id: `${plan_id}-1`, amount: 900, currency: 'EUR', interval: 'month' },
  ]
  const made = await shop.post(PLANS, { plan_id, name: 'Magazine', prices }, sending)
  assert.equal(made.status, 201, made.text)
  const price = await readPrice(context, `${plan_id}-1`)
  return { path: `${PLANS}/${plan_id}`, plan: await readPlan(context, plan_id), price }
}

await shop.post('/customers', { customer_id: 'ada' })

/** True if a subscription could be created. */
async function subscribe({ price }: Awaited<ReturnType<typeof newPlan>>): Promise<boolean> {
  const order = { customer_id: 'ada', item_price_id: price.item_price_id }
  const payment_details = { return_url: 'https://shop.example' }
  const answer = await shop.post('/subscriptions/create', { ...order, payment_details }, sending)
  if (answer.status !== 201) assert.equal(answer.body.error.code, 'IR_29', answer.text)
  return answer.status === 201
}

async function countUsing(plan_id: string): Promise<number> {
  const rows = await shop.services.db.run(
    'select count(*)::int as n from subscriptions where merchant_id = $1 and plan_id = $2',
    [merchant_id, plan_id],
  )
  return (rows[0] as { n: number }).n
}

test('a plan that no subscription has used is deleted with its prices', async () => {
  const { path } = await newPlan('unused')

  const answer = await shop.delete(path, sending)

  assert.deepEqual(answer.body, { plan_id: 'unused', deleted: true, status: 'deleted' })
  assert.equal((await shop.get(path, sending)).status, 404)
  await assert.rejects(readPrice(context, 'unused-1'), isFailure('IR_05'))
  assert.equal((await shop.delete(path, sending)).status, 404)
})

test('a plan that a subscription uses is archived: it is shown, and takes no new subscription', async () => {
  const made = await newPlan('used')
  assert.equal(await subscribe(made), true)

  const answer = await shop.delete(made.path, sending)

  assert.deepEqual(answer.body, { plan_id: 'used', deleted: false, status: 'archived' })
  assert.equal((await shop.get(made.path, sending)).body.status, 'archived')
  const archived: PlanRow = await readPlan(context, 'used')
  assert.throws(() => checkAvailable(archived), isFailure('IR_29'))
  assert.equal(await subscribe(made), false)
  assert.equal((await shop.delete(made.path, sending)).body.status, 'archived')
})

/** Deletes the plan, and runs the work right before one of its commits. */
function deleteBeside(plan_id: string, nth: number, work: () => Promise<unknown>) {
  const headers = { 'x-profile-id': profile_id }
  let commits = 0
  const commit: Commit = async (...writes) => {
    if (++commits === nth) await work()
    return context.commit(...writes)
  }
  const request = { ip: '127.0.0.1', headers, bytes: null }
  return deletePlan({ ...context, commit, request }, plan_id)
}

for (const nth of [1, 2]) {
  test(`a subscription right before commit ${nth} of the deletion: it keeps its plan, or is refused`, async () => {
    const made = await newPlan(`raced-${nth}`)
    const outcomes: boolean[] = []

    const answer = await deleteBeside(`raced-${nth}`, nth, async () => {
      outcomes.push(await subscribe(made))
    })

    // Before the first commit the plan is active, before the second one it is archived.
    assert.deepEqual(outcomes, [nth === 1])
    assert.equal(answer.deleted, nth === 2)
    assert.equal(await countUsing(`raced-${nth}`), nth === 1 ? 1 : 0)
    assert.equal((await shop.get(made.path, sending)).status, nth === 1 ? 200 : 404)
  })
}

test('a price that is added while the plan is deleted is deleted with it', async () => {
  const { path } = await newPlan('grown')
  const price = { item_price_id: 'grown-2', amount: 1, currency: 'EUR', interval: 'day' }

  const answer = await deleteBeside('grown', 2, async () => {
    assert.equal((await shop.post(path, { prices: [price] }, sending)).status, 200)
  })

  assert.equal(answer.deleted, true)
  await assert.rejects(readPrice(context, 'grown-2'), isFailure('IR_05'))
})

function isFailure(code: string) {
  return (error: unknown) => error instanceof Failure && error.code === code
}
