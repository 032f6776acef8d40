// The api is killed while a shopper pays a single-use link. Whatever the bank did, the link is paid once: until the
// outcome is known no other shopper can pay it, and afterwards it is completed, or free again.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { derivedId } from '#kernel/ids.ts'
import { eventually } from '#testing/eventually.ts'
import { createLink, submit } from '#testing/payment_link.ts'
import { crashPoints, CrashDeployment, type Send } from './deployment.ts'

let crash: CrashDeployment

async function readLink(id: string) {
  return (await crash.client().get(`/payment_link/${id}`)).body
}

async function chargesOf(id: string): Promise<number> {
  const { merchant_id } = crash.deployment.merchant
  const rows = await crash.deployment.sql<{ payment_id: string }>(
    'select payment_id from payment_claims where merchant_id = $1 and payment_link_id = $2',
    [merchant_id, id],
  )
  const ids = new Set(rows.map((row) => row.payment_id))
  const facts = await crash.deployment.bank.log()
  return facts.filter(({ reference, effect }) => ids.has(reference) && effect === 'charged').length
}

describe('the api is killed', () => {
  before(async () => {
    crash = await CrashDeployment.create()
  })

  after(() => crash.stop())

  for (const where of crashPoints) {
    test(`killed ${where}, the link is paid once`, async () => {
      const id = await createLink(crash.client())
      const { created } = await readLink(id)
      const attempt_id = 'the-attempt-that-is-cut'
      const payment_id = derivedId('pay', `${id}:${attempt_id}`, new Date(created))
      const send: Send = (headers) => submit(crash.client(), id, { attempt_id }, headers)

      const kind = 'authorize'
      const cut = await crash.killAt(where, {
        object_id: payment_id,
        kind,
        table: 'payments',
        send,
      })
      assert.ok(cut, 'the operation is on record as sent, and nothing more')
      const meanwhile = await submit(crash.client(), id)
      await crash.recover(cut)
      const isCharged = (await chargesOf(id)) > 0
      const afterwards = await submit(crash.client(), id)

      assert.equal(`${meanwhile.status} ${meanwhile.body.error.code}`, '409 HE_00')
      if (isCharged) assert.equal(afterwards.body.error?.code, 'IR_16', afterwards.text)
      else assert.equal(afterwards.body.status, 'succeeded', afterwards.text)
      assert.equal(await chargesOf(id), 1)
      await eventually('it is completed', async () => (await readLink(id)).status === 'completed')
      assert.equal((await readLink(id)).usage_count, 1)
    })
  }

  test('a repeat of the attempt that was cut finds its payment and charges nothing again', async () => {
    const id = await createLink(crash.client())
    const { created } = await readLink(id)
    const attempt_id = 'the-attempt-that-is-repeated'
    const payment_id = derivedId('pay', `${id}:${attempt_id}`, new Date(created))
    const send: Send = (headers) => submit(crash.client(), id, { attempt_id }, headers)
    const where = 'after the answer and before the second commit'
    const at = { object_id: payment_id, kind: 'authorize', table: 'payments', send } as const
    const cut = await crash.killAt(where, at)
    assert.ok(cut)

    const repeated = await submit(crash.client(), id, { attempt_id })
    await crash.recover(cut)
    const known = await submit(crash.client(), id, { attempt_id })

    assert.deepEqual([repeated.body.payment_id, repeated.body.status], [payment_id, 'processing'])
    assert.deepEqual([known.body.payment_id, known.body.status], [payment_id, 'succeeded'])
    assert.equal(await chargesOf(id), 1)
  })
})
