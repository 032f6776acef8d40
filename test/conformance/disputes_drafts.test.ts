// Evidence drafts: shared, saved field by field, never sent, emptied by the submission; and the preview of a submission.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { DAY_MS } from '#kernel/clock.ts'
import { registry } from '#resources/resources.ts'
import { relayAll } from '#testing/audit_trail.ts'
import { delayBank, testBank } from '#testing/bank.ts'
import type { Answer, Client } from '#testing/client.ts'
import { testDatabase } from '#testing/database.ts'
import { upload } from '#testing/files.ts'
import { harness } from '#testing/harness.ts'
import { recoverNow } from '#testing/recover.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { addUser, openSessionOf, signedInAs } from '#testing/team.ts'

import {
  arrangements,
  assertReceived,
  DISPUTE_DELAY_MS,
  disputed,
  waitForStatus,
} from '../support/disputing.ts'
import { assertRefused, ISO_UTC } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'

delayBank(DISPUTE_DELAY_MS)

const shop = await payingShop()
after(() => shop.app.close())
const nadia = await addUser(shop, 'merchant_operator')
const byNadia = await openSessionOf(shop, nadia)
const byOmar = await signedInAs(shop, 'merchant_operator')

async function opened(): Promise<string> {
  return (await disputed(shop)).body.dispute_id as string
}

const pathOf = (dispute_id: string) => `/disputes/evidence/${dispute_id}/draft`
const save = (by: Client, dispute_id: string, revision: number, fields: object) =>
  by.post(pathOf(dispute_id), { revision, ...fields })
const submit = (dispute_id: string, fields: object) =>
  shop.post('/disputes/evidence', { dispute_id, ...fields })
const draftOf = async (dispute_id: string) => (await shop.get(pathOf(dispute_id))).body

function valuesIn({ fields }: Answer['body']): Record<string, string> {
  const list = fields as { evidence_type: string; value: string }[]
  return Object.fromEntries(list.map(({ evidence_type, value }) => [evidence_type, value]))
}

const valuesOf = async (dispute_id: string) => valuesIn(await draftOf(dispute_id))

test('a draft begins empty, and each field names who changed it last, and when', async () => {
  const dispute_id = await opened()
  const empty = await draftOf(dispute_id)

  const saved = await save(byNadia, dispute_id, 0, { customer_name: 'Ada King' })
  await save(shop, dispute_id, 1, { shipping_carrier: 'Royal Mail' })

  assert.deepEqual(empty, { dispute_id, revision: 0, fields: [], files: [] })
  assert.equal(saved.status, 200, saved.text)
  const { fields, revision } = await draftOf(dispute_id)
  assert.equal(revision, 2)
  assert.deepEqual(valuesIn({ fields }), {
    customer_name: 'Ada King',
    shipping_carrier: 'Royal Mail',
  })
  const [first, second] = fields
  assert.equal(first.edited_by, nadia.user_id)
  assert.match(first.edited_at, ISO_UTC)
  assert.match(second.edited_by, /^key_/)
})

test('changes of different fields are merged, even from the same revision at the same time', async () => {
  const dispute_id = await opened()
  await save(byNadia, dispute_id, 0, { customer_name: 'Ada' })

  const answers = await Promise.all([
    save(byNadia, dispute_id, 1, { service_date: '1 May' }),
    save(byOmar, dispute_id, 1, { shipping_date: '2 May' }),
  ])

  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  assert.deepEqual(await valuesOf(dispute_id), {
    customer_name: 'Ada',
    service_date: '1 May',
    shipping_date: '2 May',
  })
})

test('of two changes of one field from the same revision one is refused, by name, and saves nothing', async () => {
  const dispute_id = await opened()
  await save(byNadia, dispute_id, 0, { customer_name: 'Ada' })
  await save(byNadia, dispute_id, 1, { customer_name: 'Ada King' })

  const refused = await save(byOmar, dispute_id, 1, { customer_name: 'A. K.', service_date: 'May' })

  assertRefused(refused, 409, 'IR_16')
  assert.match(refused.body.error.message, /changed since revision 1: customer_name/)
  assert.deepEqual(refused.body.error.details, { revision: 2, evidence_types: ['customer_name'] })
  assert.deepEqual(await valuesOf(dispute_id), { customer_name: 'Ada King' })
  const again = await save(byOmar, dispute_id, 2, { customer_name: 'A. K.' })
  assert.deepEqual(valuesIn(again.body), { customer_name: 'A. K.' })
})

test('a field that left the draft since is not put back', async () => {
  const dispute_id = await opened()
  await save(byNadia, dispute_id, 0, { customer_name: 'Ada' })
  await save(byNadia, dispute_id, 1, { customer_name: '' })

  assertRefused(await save(byOmar, dispute_id, 1, { customer_name: 'Eve' }), 409, 'IR_16')
  assert.deepEqual(await valuesOf(dispute_id), {})
})

test('a value that is saved already, or was submitted, changes nothing', async () => {
  const dispute_id = await opened()
  await submit(dispute_id, { shipping_carrier: 'Royal Mail' })
  await save(byNadia, dispute_id, 0, { customer_name: 'Ada' })

  const same = await save(byOmar, dispute_id, 0, { customer_name: 'Ada' })
  const submitted = await save(byOmar, dispute_id, 1, { shipping_carrier: 'Royal Mail' })

  assert.deepEqual([same.body.revision, submitted.body.revision], [1, 1])
  assert.deepEqual(await valuesOf(dispute_id), { customer_name: 'Ada' })
})

test('an empty value of a submitted field stays in the draft, and clears the field when it is submitted', async () => {
  const dispute_id = await opened()
  await submit(dispute_id, { shipping_carrier: 'Royal Mail', service_date: '1 May' })

  await save(byNadia, dispute_id, 0, { shipping_carrier: '' })
  assert.deepEqual(await valuesOf(dispute_id), { shipping_carrier: '' })
  await submit(dispute_id, { shipping_carrier: '' })

  assert.deepEqual(await valuesOf(dispute_id), {})
  const { evidence } = (await shop.get(`/disputes/evidence/${dispute_id}`)).body
  assert.deepEqual(evidence, { product_information: { service_date: '1 May' } })
})

test('a draft is never sent: the bank gets the fields of the submission alone', async () => {
  const dispute_id = await opened()
  await save(byNadia, dispute_id, 0, { uncategorized_text: 'Not checked yet' })

  await submit(dispute_id, { customer_name: 'Ada King' })

  await assertReceived(shop, dispute_id, { texts: { customer_name: 'Ada King' }, files: [] })
  assert.deepEqual(await valuesOf(dispute_id), { uncategorized_text: 'Not checked yet' })
})

test('a submission takes its fields out of the draft, and leaves a text that was changed meanwhile', async () => {
  const dispute_id = await opened()
  await save(byNadia, dispute_id, 0, { customer_name: 'Ada', service_date: '1 May' })
  await save(byOmar, dispute_id, 1, { service_date: '2 May' })

  await submit(dispute_id, { customer_name: 'Ada', service_date: '1 May' })

  assert.deepEqual(await valuesOf(dispute_id), { service_date: '2 May' })
  assertRefused(await save(byOmar, dispute_id, 1, { customer_name: 'Eve' }), 409, 'IR_16')
})

test('evidence that was certainly not sent stays in the draft; an answer that was lost empties it once it is found', async () => {
  const dispute_id = await opened()
  const fields = { customer_name: 'Ada' }
  await save(byNadia, dispute_id, 0, fields)
  const bank = await testBank()

  const headers = { 'X-Sandbox-Acquirer': 'down' }
  const down = await shop.post('/disputes/evidence', { dispute_id, ...fields }, { headers })
  const afterDown = await valuesOf(dispute_id)
  await bank.desk('POST', '/faults', { rates: { error_before: 1 } })
  const lost = await submit(dispute_id, fields)
  await bank.desk('DELETE', '/faults')
  const whileUnknown = await valuesOf(dispute_id)
  await recoverNow(shop.services, shop.merchant.merchant_id)

  assertRefused(down, 502, 'CE_01')
  assert.equal(lost.body.status, 'processing', lost.text)
  assert.deepEqual([afterDown, whileUnknown], [fields, fields])
  await waitForStatus(shop, dispute_id, 'dispute_challenged')
  assert.deepEqual(await valuesOf(dispute_id), {})
})

for (const status of ['dispute_accepted', 'dispute_cancelled', 'dispute_won', 'dispute_lost']) {
  test(`a draft of a dispute with the status ${status} can be read and not changed`, async () => {
    const { dispute_id } = (await arrangements[status]?.(shop))?.body ?? {}

    assertRefused(await save(byNadia, dispute_id, 0, { customer_name: 'Ada' }), 400, 'IR_14')
    assertRefused(
      await shop.post('/disputes/evidence/preview', { dispute_id, customer_name: 'Ada' }),
      400,
      'IR_14',
    )
    assert.equal((await draftOf(dispute_id)).revision, 0)
  })
}

test('after the deadline a draft can be read and not changed', async () => {
  await using late = await payingShop()
  const { dispute_id } = (await disputed(late)).body
  await save(late, dispute_id, 0, { customer_name: 'Ada' })

  late.clock.advance(30 * DAY_MS)

  assertRefused(await save(late, dispute_id, 1, { customer_name: 'Eve' }), 400, 'IR_14')
  assert.deepEqual(valuesIn((await late.get(pathOf(dispute_id))).body), { customer_name: 'Ada' })
})

test('a draft is bounded like evidence, and its requests are checked', async () => {
  const dispute_id = await opened()

  assertRefused(
    await save(shop, dispute_id, 0, { customer_name: 'x'.repeat(20_001) }),
    400,
    'IR_04',
    'customer_name',
  )
  assertRefused(await save(shop, dispute_id, 0, { receipt: 'none' }), 400, 'IR_04', 'receipt')
  assertRefused(await save(shop, dispute_id, 0, { shoe_size: '42' }), 400, 'IR_04', 'shoe_size')
  assertRefused(await save(shop, dispute_id, 0, {}), 400, 'IR_01')
  assertRefused(await save(shop, dispute_id, 7, { receipt: '' }), 400, 'IR_04', 'revision')
  assertRefused(await shop.post(pathOf(dispute_id), { receipt: '' }), 400, 'IR_01', 'revision')
  assertRefused(await save(shop, 'dp_none', 0, { receipt: '' }), 404, 'IR_05')
  assertRefused(await shop.get(pathOf('dp_none')), 404, 'IR_05')
})

test('a file in a draft cannot be deleted and does not expire; one that leaves it can be', async () => {
  const dispute_id = await opened()
  const { file_id } = (await upload(shop)).body
  await save(shop, dispute_id, 0, { receipt: file_id })

  const { files } = await draftOf(dispute_id)
  assert.deepEqual([files[0].evidence_type, files[0].file_name], ['receipt', 'receipt.pdf'])
  assert.equal((await shop.get(`/files/${file_id}`)).body.expires_at, null)
  assertRefused(await shop.delete(`/files/${file_id}`), 409, 'IR_16')
  // Other evidence does not release it.
  await submit(dispute_id, { customer_name: 'Ada' })
  assertRefused(await shop.delete(`/files/${file_id}`), 409, 'IR_16')

  const { revision } = await draftOf(dispute_id)
  await save(shop, dispute_id, revision, { receipt: '' })

  assert.equal((await shop.delete(`/files/${file_id}`)).status, 200)
})

test('disputes:read reads a draft, only disputes:write changes it, and profiles bound both', async () => {
  const dispute_id = await opened()
  const { merchant_id } = shop.merchant
  const base = `/account/${merchant_id}/business_profile`
  const { profile_id } = (await shop.post(base, { profile_name: `Other ${dispute_id}` })).body
  const newKey = async (parts: object) =>
    shop.with((await shop.post(`/api_keys/${merchant_id}`, { name: 'k', ...parts })).body.api_key)
  const reader = await newKey({ scopes: ['disputes:read'] })
  const other = await newKey({ scopes: ['*'], profile_ids: [profile_id] })
  const viewer = await signedInAs(shop, 'merchant_view_only')

  for (const by of [reader, viewer]) {
    assert.equal((await by.get(pathOf(dispute_id))).status, 200)
    assertRefused(await save(by, dispute_id, 0, { customer_name: 'Ada' }), 403, 'AU_03')
  }
  assertRefused(await other.get(pathOf(dispute_id)), 404, 'IR_05')
  assertRefused(await save(other, dispute_id, 0, { customer_name: 'Ada' }), 404, 'IR_05')
  const { client: neighbour } = await shop.neighbour()
  assertRefused(await neighbour.get(pathOf(dispute_id)), 404, 'IR_05')
})

test('a draft survives a restart', async () => {
  const env = { ...(await testBank()).env, DATABASE_URL: await testDatabase() }
  const first = await harness({ env })
  const { dispute_id } = (await disputed(first)).body
  const { api_key } = first.merchant
  await save(first, dispute_id, 0, { customer_name: 'Ada' })
  await first.app.close()

  const second = await harness({ env })
  const { body } = await second.with(api_key).get(pathOf(dispute_id))
  await second.app.close()

  assert.deepEqual(valuesIn(body), { customer_name: 'Ada' })
})

test("a draft of an erased customer's dispute is deleted with its file when the dispute has ended", async () => {
  await using own = await payingShop()
  const { customer_id } = (await own.post('/customers', { name: 'Nadia' })).body
  const { dispute_id } = (await disputed(own, undefined, { customer_id })).body
  const { file_id } = (await upload(own)).body
  await save(own, dispute_id, 0, { customer_name: 'Nadia', receipt: file_id })
  const count = async () =>
    (await own.services.db.run('select 1 from evidence_drafts where dispute_id = $1', [dispute_id]))
      .length

  await own.delete(`/customers/${customer_id}`)
  await runSweeps(own)
  const whileOpen = await count()
  await own.post(`/disputes/accept/${dispute_id}`)
  await relayAll(own, registry.reactions)

  assert.deepEqual([whileOpen, await count()], [1, 0])
  assert.equal((await own.get(`/files/${file_id}`)).status, 404)
  assertRefused(await save(own, dispute_id, 0, { customer_name: 'Nadia' }), 400, 'IR_14')
})

test('the preview is what the bank receives, with the fields that were submitted before', async () => {
  const dispute_id = await opened()
  const { file_id } = (await upload(shop)).body
  await submit(dispute_id, { shipping_carrier: 'Royal Mail', service_date: '1 May' })
  const fields = { uncategorized_text: 'Two books', receipt: file_id, service_date: '' }

  const preview = await shop.post('/disputes/evidence/preview', { dispute_id, ...fields })
  await submit(dispute_id, fields)

  assert.equal(preview.status, 200, preview.text)
  const { texts, files } = preview.body as Preview
  const names = [...texts, ...files].map(({ evidence_type }) => evidence_type)
  assert.deepEqual(names, ['shipping_carrier', 'uncategorized_text', 'receipt'])
  await assertReceived(shop, dispute_id, {
    texts: Object.fromEntries(texts.map((each) => [each.evidence_type, each.value])),
    files: files.map(({ evidence_type: field, file_name, file_type, file_size }) => ({
      field,
      file_name,
      file_type,
      file_size,
    })),
  })
})

interface Preview {
  texts: { evidence_type: string; value: string }[]
  files: { evidence_type: string; file_name: string; file_type: string; file_size: number }[]
}

test('a preview sends and stores nothing, and refuses what a submission refuses', async () => {
  const dispute_id = await opened()
  const preview = (fields: object) =>
    shop.post('/disputes/evidence/preview', { dispute_id, ...fields })

  await preview({ customer_name: 'Ada' })

  assert.equal((await shop.get(`/disputes/${dispute_id}`)).body.status, 'dispute_opened')
  assert.deepEqual(await valuesOf(dispute_id), {})
  assertRefused(await preview({}), 400, 'IR_01')
  assertRefused(await preview({ receipt: 'none' }), 400, 'IR_04', 'receipt')
})
