// Many shoppers pay one link at the same moment, through two api processes. The judge is the bank's own log.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sleep } from '#kernel/clock.ts'
import { LEASE_MS } from '#kernel/lease.ts'
import type { Answer } from '#testing/client.ts'
import { type Deployment, startDeployment } from '#testing/deployment.ts'
import { createLink, submit } from '#testing/payment_link.ts'
import { eventually } from '#testing/eventually.ts'
import { CHALLENGED } from '../support/paying.ts'

const SHOPPERS = 100

let deployment: Deployment

/** Answers to that many concurrent submits on one link. */
function submitAtOnce(payment_link_id: string, more: object = {}): Promise<Answer[]> {
  const shoppers = Array.from({ length: SHOPPERS }, (_, n) =>
    submit(deployment.client(n % 2), payment_link_id, { ...more }),
  )
  return Promise.all(shoppers)
}

/** The bank's effects for a link's payments. */
async function factsOf(payment_link_id: string): Promise<string[]> {
  const rows = await deployment.sql<{ payment_id: string }>(
    'select payment_id from payment_claims where merchant_id = $1 and payment_link_id = $2',
    [deployment.merchant.merchant_id, payment_link_id],
  )
  const ids = new Set(rows.map((row) => row.payment_id))
  const facts = await deployment.bank.log()
  return facts.filter((fact) => ids.has(fact.reference)).map((fact) => fact.effect)
}

function refusals(answers: readonly Answer[]): Set<string> {
  const refused = answers.filter(({ status }) => status !== 200)
  return new Set(refused.map(({ status, body }) => `${status} ${body.error.code}`))
}

describe(`${SHOPPERS} shoppers at once`, () => {
  before(async () => {
    deployment = await startDeployment({ apis: 2, workers: 1 })
  })

  after(() => deployment[Symbol.asyncDispose]())

  test('a link for one payment makes one payment, which is charged once; the others get 409', async () => {
    const id = await createLink(deployment.client())

    const answers = await submitAtOnce(id)

    const paid = answers.filter(({ status }) => status === 200)
    assert.deepEqual(
      paid.map(({ body }) => body.status),
      ['succeeded'],
    )
    for (const refused of refusals(answers)) assert.match(refused, /^409 (HE_00|IR_16)$/)
    assert.deepEqual(await factsOf(id), ['charged'])
    const { body: link } = await deployment.client().get(`/payment_link/${id}`)
    assert.deepEqual([link.status, link.usage_count], ['completed', 1])
  })

  test('with a card that asks for 3-D Secure there is one payment too, and one page', async () => {
    const id = await createLink(deployment.client())

    const answers = await submitAtOnce(id, { card_number: CHALLENGED })

    const open = answers.filter(({ status }) => status === 200)
    assert.deepEqual(
      open.map(({ body }) => body.status),
      ['requires_action'],
    )
    assert.deepEqual([...refusals(answers)], ['409 HE_00'])
    const all = await deployment.client().get('/payments/list?limit=100')
    const ofLink = all.body.data.filter(
      (each: { metadata: Record<string, string> }) => each.metadata['payment_link_id'] === id,
    )
    assert.equal(ofLink.length, 1)
  })

  test('a link for seven payments takes seven, and never an eighth', async () => {
    const more = { link_type: 'recurring', usage_limit: 7 }
    const id = await createLink(deployment.client(), more)

    const rounds = [await submitAtOnce(id), await submitAtOnce(id)]

    const paid = rounds.flat().filter(({ body }) => body.status === 'succeeded')
    assert.equal(paid.length, 7)
    assert.deepEqual(
      await factsOf(id),
      Array.from({ length: 7 }, () => 'charged'),
    )
  })

  test('a link without a limit takes all of them, and each is counted once', async () => {
    const path = `/account/${deployment.merchant.merchant_id}/business_profile`
    const client = deployment.client()
    const [profile] = (await client.get(path)).body
    const guard = { max_failed_per_ip: 0, max_failed_per_card: 0, window_minutes: 60 }
    await client.post(`${path}/${profile.profile_id}`, { card_testing_guard_config: guard })
    // Both processes know it then.
    await sleep(LEASE_MS)
    const id = await createLink(client, { link_type: 'donation', amount: null })

    const answers = await submitAtOnce(id, { amount: 100 })

    assert.deepEqual([...new Set(answers.map(({ body }) => body.status))], ['succeeded'])
    const link = await eventually('all are counted', async () => {
      const { body } = await client.get(`/payment_link/${id}`)
      return body.usage_count >= SHOPPERS && body
    })
    assert.equal(link.usage_count, SHOPPERS)
    assert.equal((await factsOf(id)).length, SHOPPERS)
  })
})
