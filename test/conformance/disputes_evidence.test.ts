// Evidence: every field in the table, its answers and refusals, and its deadline.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { delayBank, testBank } from '#testing/bank.ts'
import { upload } from '#testing/files.ts'
import { recoverNow } from '#testing/recover.ts'
import { waitForStatus, DISPUTE_DELAY_MS, disputed } from '../support/disputing.ts'
import { ISO_UTC, assertRefused, until } from '../support/expect.ts'
import { payingShop, reported } from '../support/paying.ts'

delayBank(DISPUTE_DELAY_MS)

const shop = await payingShop()
after(() => shop.app.close())

/** The interface's groups: text fields and fields that take a file id. */
const table: Readonly<Record<string, { text: string[]; file: string[] }>> = {
  customer_information: {
    text: [
      'customer_name',
      'customer_email_address',
      'customer_purchase_ip',
      'billing_address',
      'access_activity_log',
    ],
    file: ['customer_signature', 'customer_communication'],
  },
  product_information: {
    text: ['product_description', 'service_date'],
    file: ['service_documentation', 'receipt'],
  },
  cancellation_and_refund_policy: {
    text: [
      'cancellation_policy_disclosure',
      'cancellation_rebuttal',
      'refund_policy_disclosure',
      'refund_refusal_explanation',
    ],
    file: ['cancellation_policy', 'refund_policy'],
  },
  shipping_information: {
    text: ['shipping_address', 'shipping_carrier', 'shipping_date', 'shipping_tracking_number'],
    file: ['shipping_documentation'],
  },
  recurring_information: {
    text: [],
    file: ['invoice_showing_distinct_transactions', 'recurring_transaction_agreement'],
  },
  uncategorized: { text: ['uncategorized_text'], file: ['uncategorized_file'] },
}
const textFields = Object.values(table).flatMap(({ text }) => text)
const fileFields = Object.values(table).flatMap(({ file }) => file)

async function opened(): Promise<string> {
  return (await disputed(shop)).body.dispute_id as string
}

const submit = (dispute_id: string, fields: object = {}) =>
  shop.post('/disputes/evidence', { dispute_id, ...fields })
const evidenceOf = async (dispute_id: string) =>
  (await shop.get(`/disputes/evidence/${dispute_id}`)).body
const newFile = async () => (await upload(shop)).body.file_id as string

test('POST /disputes/evidence answers dispute_id, status submitted and evidence_submitted_at; the dispute reads dispute_challenged', async () => {
  const dispute_id = await opened()

  const answer = await submit(dispute_id, { product_description: 'Two books' })

  assert.equal(answer.status, 200, answer.text)
  const { evidence_submitted_at, ...rest } = answer.body
  assert.deepEqual(rest, { dispute_id, status: 'submitted' })
  assert.match(evidence_submitted_at, ISO_UTC)
  const { body } = await shop.get(`/disputes/${dispute_id}`)
  assert.equal(body.status, 'dispute_challenged')
  assert.equal(body.evidence_submitted_at, evidence_submitted_at)
  assert.deepEqual(await reported(shop, dispute_id), ['dispute_opened', 'dispute_challenged'])
})

test('every field of the table is taken and found again in its group', async () => {
  const dispute_id = await opened()
  const file_id = await newFile()
  const texts = Object.fromEntries(textFields.map((field) => [field, `about ${field}`]))
  const files = Object.fromEntries(fileFields.map((field) => [field, file_id]))

  assert.equal((await submit(dispute_id, { ...texts, ...files })).status, 200)

  const { evidence, files: described, ...rest } = await evidenceOf(dispute_id)
  const expected = Object.entries(table).map(([group, { text, file }]) => [
    group,
    Object.fromEntries([
      ...text.map((field) => [field, `about ${field}`]),
      ...file.map((field) => [field, file_id]),
    ]),
  ])
  assert.deepEqual(evidence, Object.fromEntries(expected))
  assert.deepEqual(Object.keys(rest), ['dispute_id', 'status', 'evidence_submitted_at'])
  assert.deepEqual(
    described.map(({ evidence_type }: { evidence_type: string }) => evidence_type).toSorted(),
    fileFields.toSorted(),
  )
})

for (const field of [...textFields, ...fileFields]) {
  test(`${field} takes a string and nothing else`, async () => {
    for (const value of [7, null, true, {}, ['x']]) {
      assertRefused(await submit('dp_any', { [field]: value }), 400, 'IR_04', field)
    }
  })
}

test('dispute_id is required, and any one other field', async () => {
  assertRefused(
    await shop.post('/disputes/evidence', { customer_name: 'Ada' }),
    400,
    'IR_01',
    'dispute_id',
  )
  const dispute_id = await opened()

  assertRefused(await submit(dispute_id), 400, 'IR_01')
  const answer = await submit(dispute_id, { customer_name: 'Ada' })

  assert.equal(answer.body.status, 'submitted', answer.text)
})

test('a field that is not in the table gives 400', async () => {
  assertRefused(await submit('dp_any', { weather: 'fine' }), 400, 'IR_04', 'weather')
})

test('a text beyond 20,000 characters gives 400', async () => {
  const long = 'x'.repeat(20_001)

  assertRefused(
    await submit('dp_any', { uncategorized_text: long }),
    400,
    'IR_04',
    'uncategorized_text',
  )
})

test('evidence may be submitted repeatedly; missing fields stay, an empty value clears its field', async () => {
  const dispute_id = await opened()
  const file_id = await newFile()
  await submit(dispute_id, { customer_name: 'Ada', service_date: 'May', receipt: file_id })

  await submit(dispute_id, { customer_name: 'Ada King', service_date: '' })

  assert.deepEqual((await evidenceOf(dispute_id)).evidence, {
    customer_information: { customer_name: 'Ada King' },
    product_information: { receipt: file_id },
  })
  await submit(dispute_id, { receipt: '' })
  const { evidence, files } = await evidenceOf(dispute_id)
  assert.deepEqual(evidence, { customer_information: { customer_name: 'Ada King' } })
  assert.deepEqual(files, [])
})

test("GET /disputes/evidence/:dispute_id has each file's name, size, type and availability", async () => {
  const dispute_id = await opened()
  const file = (await upload(shop, undefined, 'receipt.pdf')).body

  await submit(dispute_id, { receipt: file.file_id })

  const { file_id, file_name, file_size, file_type } = file
  assert.deepEqual((await evidenceOf(dispute_id)).files, [
    { evidence_type: 'receipt', file_id, file_name, file_size, file_type, available: true },
  ])
})

test('before anything is submitted the evidence is empty', async () => {
  const dispute_id = await opened()

  assert.deepEqual(await evidenceOf(dispute_id), {
    dispute_id,
    status: 'dispute_opened',
    evidence_submitted_at: null,
    evidence: {},
    files: [],
  })
})

test('400 when a referenced file id does not exist; nothing is submitted', async () => {
  const dispute_id = await opened()
  const theirs = (await upload((await shop.neighbour()).client)).body.file_id

  for (const receipt of ['file_nothing', theirs]) {
    assertRefused(
      await submit(dispute_id, { customer_name: 'Ada', receipt }),
      400,
      'IR_04',
      'receipt',
    )
  }

  assert.equal((await shop.get(`/disputes/${dispute_id}`)).body.status, 'dispute_opened')
  assert.deepEqual((await evidenceOf(dispute_id)).evidence, {})
})

test('a file that evidence names cannot be deleted; one that it no longer names can', async () => {
  const dispute_id = await opened()
  const file_id = await newFile()
  await submit(dispute_id, { receipt: file_id })

  assertRefused(await shop.delete(`/files/${file_id}`), 409, 'IR_16')
  assert.equal((await shop.get(`/files/${file_id}`)).body.expires_at, null)
  await submit(dispute_id, { receipt: '' })

  assert.ok((await shop.get(`/files/${file_id}`)).body.expires_at)
  assert.equal((await shop.delete(`/files/${file_id}`)).status, 200)
})

test('400 when the dispute is past its evidence deadline, for submitting and for deleting', async () => {
  await using own = await payingShop()
  const { body } = await disputed(own)
  const { dispute_id } = body
  await own.post('/disputes/evidence', { dispute_id, customer_name: 'Ada' })
  await own.post('/sandbox/clock', { advance: '15d' })

  const late = await own.post('/disputes/evidence', { dispute_id, customer_name: 'Eve' })
  assertRefused(late, 400, 'IR_14')
  const field = { dispute_id, evidence_type: 'customer_name' }
  assertRefused(await own.send('DELETE', '/disputes/evidence', field), 400, 'IR_14')

  // Evidence submitted in time is with the issuer, however long that takes.
  assert.equal((await own.get(`/disputes/${dispute_id}`)).body.status, 'dispute_challenged')
})

test('DELETE /disputes/evidence takes the field out, by body or by query; any evidence field name, text or file', async () => {
  const dispute_id = await opened()
  const file_id = await newFile()
  await submit(dispute_id, { customer_name: 'Ada', service_date: 'May', receipt: file_id })

  const byBody = await shop.send('DELETE', '/disputes/evidence', {
    dispute_id,
    evidence_type: 'receipt',
  })
  const byQuery = await shop.delete(
    `/disputes/evidence?dispute_id=${dispute_id}&evidence_type=service_date`,
  )

  assert.deepEqual(byBody.body, { dispute_id, evidence_type: 'receipt', deleted: true })
  assert.deepEqual(byQuery.body, { dispute_id, evidence_type: 'service_date', deleted: true })
  const { evidence, files } = await evidenceOf(dispute_id)
  assert.deepEqual(evidence, { customer_information: { customer_name: 'Ada' } })
  assert.deepEqual(files, [])
  assert.equal((await shop.delete(`/files/${file_id}`)).status, 200)
})

test('DELETE /disputes/evidence: 404 for a field that is absent, 400 for a type there is not, or none', async () => {
  const dispute_id = await opened()
  const ask = (body: object) => shop.send('DELETE', '/disputes/evidence', body)

  assertRefused(await ask({ dispute_id, evidence_type: 'receipt' }), 404, 'IR_05')
  assertRefused(await ask({ dispute_id, evidence_type: 'weather' }), 400, 'IR_04', 'evidence_type')
  assertRefused(await ask({ dispute_id }), 400, 'IR_01', 'evidence_type')
  assertRefused(await ask({ evidence_type: 'receipt' }), 400, 'IR_01', 'dispute_id')
  assertRefused(await ask({ dispute_id, evidence_type: 'receipt', more: 1 }), 400, 'IR_04', 'more')
})

const verdicts = [
  ['winning_evidence', 'dispute_won'],
  ['losing_evidence', 'dispute_lost'],
] as const

for (const [uncategorized_text, status] of verdicts) {
  test(`uncategorized_text = ${uncategorized_text}: ${status} a little later`, async () => {
    const dispute_id = await opened()

    await submit(dispute_id, { uncategorized_text })

    await waitForStatus(shop, dispute_id, status)
    assert.deepEqual(await reported(shop, dispute_id), [
      'dispute_opened',
      'dispute_challenged',
      status,
    ])
    assertRefused(await submit(dispute_id, { customer_name: 'late' }), 400, 'IR_14')
  })
}

test('acquirer unreachable before anything was sent: 502, nothing was submitted, and the file is free', async () => {
  const dispute_id = await opened()
  const receipt = await newFile()
  const headers = { 'X-Sandbox-Acquirer': 'down' }

  const answer = await shop.post('/disputes/evidence', { dispute_id, receipt }, { headers })

  assertRefused(answer, 502, 'CE_01')
  assert.deepEqual((await evidenceOf(dispute_id)).evidence, {})
  assert.equal((await shop.delete(`/files/${receipt}`)).status, 200)
  assert.equal((await submit(dispute_id, { customer_name: 'Ada' })).body.status, 'submitted')
})

test('an answer that was lost: the status is processing, and the evidence is submitted all the same', async () => {
  const dispute_id = await opened()
  const bank = await testBank()
  await bank.desk('POST', '/faults', { rates: { error_before: 1 } })
  const answer = await submit(dispute_id, { customer_name: 'Ada' })
  await bank.desk('DELETE', '/faults')
  assert.deepEqual(answer.body, { dispute_id, status: 'processing', evidence_submitted_at: null })

  await until(async () => {
    await recoverNow(shop.services, shop.merchant.merchant_id)
    return (await shop.get(`/disputes/${dispute_id}`)).body.status === 'dispute_challenged'
  })

  const { evidence, evidence_submitted_at } = await evidenceOf(dispute_id)
  assert.deepEqual(evidence, { customer_information: { customer_name: 'Ada' } })
  assert.match(evidence_submitted_at, ISO_UTC)
})
