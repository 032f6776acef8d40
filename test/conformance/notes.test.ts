// Notes: team members write them on payments, disputes and customers.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { delayBank } from '#testing/bank.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { signedInAs } from '#testing/team.ts'
import { DISPUTE_DELAY_MS } from '../support/disputing.ts'
import { assertRefused } from '../support/expect.ts'
import { addNote, kinds, notesPath } from '../support/noting.ts'
import { APPROVED, pay, payingShop } from '../support/paying.ts'

delayBank(DISPUTE_DELAY_MS)
const shop = await payingShop()
after(() => shop.app.close())
const support = await signedInAs(shop, 'merchant_customer_support')
const admin = await signedInAs(shop, 'merchant_admin')

for (const kind of kinds) {
  describe(`notes on ${kind}`, () => {
    test('are listed newest first with their author, for the team and for keys that read the object', async () => {
      const path = await notesPath(shop, kind)
      const first = await addNote(support, path, 'Photo received.')
      const second = await addNote(admin, path, 'Refund agreed.')

      const { body } = await shop.get(path)

      assert.deepEqual([first.status, second.status], [201, 201])
      assert.deepEqual(body, { count: 2, data: [second.body, first.body] })
      assert.notEqual(first.body.user_id, second.body.user_id)
      assert.equal(first.body.object_id, path.split('/')[2])
    })

    test('are deleted by their author alone', async () => {
      const path = await notesPath(shop, kind)
      const { note_id } = (await addNote(support, path)).body

      assertRefused(await admin.delete(`${path}/${note_id}`), 403, 'AU_03')
      const deleted = await support.delete(`${path}/${note_id}`)

      assert.deepEqual(deleted.body, { note_id, deleted: true })
      assert.deepEqual((await shop.get(path)).body.data, [])
      assertRefused(await support.delete(`${path}/${note_id}`), 404, 'IR_05')
    })

    test('are not written by keys, not empty or endless, and not on unknown objects', async () => {
      const path = await notesPath(shop, kind)

      assertRefused(await addNote(shop, path), 403, 'AU_03')
      assertRefused(await addNote(support, path, ''), 400, 'IR_04', 'text')
      assertRefused(await addNote(support, path, 'x'.repeat(2_001)), 400, 'IR_04', 'text')
      assertRefused(await addNote(support, `/${kind}/nobody/notes`), 404, 'IR_05')
      assertRefused(await support.get(`/${kind}/nobody/notes`), 404, 'IR_05')
    })

    test('of another merchant do not exist', async () => {
      const path = await notesPath(shop, kind)
      const { note_id } = (await addNote(support, path)).body
      const { client } = await shop.neighbour()

      assertRefused(await client.get(path), 404, 'IR_05')
      const elsewhere = await notesPath(shop, kind)
      assertRefused(await support.delete(`${elsewhere}/${note_id}`), 404, 'IR_05')
    })
  })
}

test('a payment and a customer with the same id have notes of their own', async () => {
  await shop.post('/customers', { customer_id: 'same' })
  await pay(shop, APPROVED, { payment_id: 'same' })
  const { note_id } = (await addNote(support, '/customers/same/notes')).body

  assert.equal((await shop.get('/payments/same/notes')).body.count, 0)
  assertRefused(await support.delete(`/payments/same/notes/${note_id}`), 404, 'IR_05')
})

test('a hundred notes fit on an object, and no more when many are sent at once', async () => {
  const path = await notesPath(shop, 'customers')
  const answers = []
  for (let batch = 0; batch < 11; batch++) {
    answers.push(...(await Promise.all(Array.from({ length: 10 }, () => addNote(support, path)))))
  }
  const { count } = (await shop.get(path)).body

  assert.equal(answers.filter(({ status }) => status === 201).length, count)
  assert.ok(count <= 100)
  assert.ok(answers.every(({ status }) => status === 201 || status === 409))
  assertRefused(await fill(path, 100 - count), 409, 'IR_16')
})

/** The answer to one more note than fit. */
async function fill(path: string, free: number) {
  for (let n = 0; n < free; n++) await addNote(support, path)
  return addNote(support, path)
}

test('the notes on a customer and their payments are deleted with the customer, and none follows', async () => {
  const { customer_id } = (await shop.post('/customers', { name: 'Nadia' })).body
  const { payment_id } = (await pay(shop, APPROVED, { customer_id })).body
  const on_payment = `/payments/${payment_id}/notes`
  await addNote(support, `/customers/${customer_id}/notes`, 'Nadia moved.')
  await addNote(support, on_payment, 'Nadia called.')

  await shop.delete(`/customers/${customer_id}`)
  await runSweeps(shop)

  const left = await shop.services.db.run(
    `select text from notes where customer_id = $1 or payment_id = $2`,
    [customer_id, payment_id],
  )
  assert.deepEqual(left, [])
  assertRefused(await addNote(support, on_payment), 409, 'IR_16')
  assertRefused(await addNote(support, `/customers/${customer_id}/notes`), 404, 'IR_05')
})
