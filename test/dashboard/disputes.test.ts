// A dispute in the browser: evidence with files, nothing lost, accept; and what a role that may only read sees.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delayBank, testBank } from '#testing/bank.ts'
import { eventually } from '#testing/eventually.ts'
import { harness } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { openStage, type Visit, workAs } from './dashboard.ts'

delayBank(300)

const NOT_RECEIVED = '4000000000002685'
const PDF = {
  name: 'proof.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\nsigned for at the door\n'),
}

const { browser, shop } = await openStage(harness({ env: (await testBank()).env }))

async function disputed(): Promise<string> {
  const body = paymentBody({ amount: 4_890, currency: 'EUR', ...withCard(NOT_RECEIVED) })
  const { payment_id } = (await shop.post('/payments', body)).body
  const first = async () =>
    (await shop.get(`/disputes/list?payment_id=${payment_id}`)).body.data[0]?.dispute_id
  await eventually('the payment is disputed', async () => (await first()) !== undefined)
  return first()
}

const statusOf = async (dispute_id: string) =>
  (await shop.get(`/disputes/${dispute_id}`)).body.status
const evidenceOf = async (dispute_id: string) =>
  (await shop.get(`/disputes/evidence/${dispute_id}`)).body

function withDispute(
  dispute_id: string,
  work: (visit: Visit) => Promise<void>,
  role = 'merchant_operator',
): Promise<void> {
  return workAs({ browser, shop, role }, `/disputes/${dispute_id}`, async (visit) => {
    await visit.page.getByText('13 days left').first().waitFor()
    await work(visit)
  })
}

async function attach(visit: Visit, label: string, file: typeof PDF): Promise<void> {
  const chooser = visit.page.waitForEvent('filechooser')
  await visit.press(visit.button(`Choose one: ${label}`))
  await (await chooser).setFiles(file)
}

const submit = async (visit: Visit) => {
  await visit.press(visit.button('Review and submit'))
  await visit.press(visit.button(/Submit to the issuer/))
}

test('evidence with a file survives a reload and a lost connection, and is submitted once', async () => {
  const dispute_id = await disputed()
  await withDispute(dispute_id, async (visit) => {
    const { page } = visit
    await visit.type(page.getByLabel('Tracking number'), 'RM123456785GB')
    await attach(visit, 'Proof of delivery', { ...PDF, buffer: Buffer.from('no PDF') })
    await page.getByText('is not a JPEG, PNG or PDF file').waitFor()
    await attach(visit, 'Proof of delivery', PDF)
    await page.getByRole('button', { name: 'Preview proof.pdf' }).waitFor()

    await page.reload()
    await page.getByRole('button', { name: 'Preview proof.pdf' }).waitFor()
    await page.route('**/disputes/evidence', (route) => route.abort(), { times: 1 })
    await submit(visit)
    await page.getByText('not known whether this was carried out').waitFor()
    await visit.press(page.getByRole('button', { name: /Try again: Submit/ }))
    await visit.announced(/issuer has your evidence/)
  })

  const { evidence, files } = await evidenceOf(dispute_id)
  assert.equal(await statusOf(dispute_id), 'dispute_challenged')
  assert.equal(evidence.shipping_information.shipping_tracking_number, 'RM123456785GB')
  assert.deepEqual(
    files.map((file: { file_name: string }) => file.file_name),
    ['proof.pdf'],
  )
})

test('a submitted field is removed, and other fields stay', async () => {
  const dispute_id = await disputed()
  await shop.post('/disputes/evidence', {
    dispute_id,
    shipping_carrier: 'Royal Mail',
    shipping_date: '1 May',
  })
  await withDispute(dispute_id, async (visit) => {
    const { page } = visit
    await visit.type(page.getByLabel('Carrier'), '')
    await submit(visit)
    await visit.announced(/issuer has your evidence/)
  })
  assert.deepEqual((await evidenceOf(dispute_id)).evidence, {
    shipping_information: { shipping_date: '1 May' },
  })
})

test('a dispute is accepted after its amount is named, and takes no evidence any more', async () => {
  const dispute_id = await disputed()
  await withDispute(dispute_id, async (visit) => {
    const { page } = visit
    await visit.press(page.getByRole('button', { name: 'Accept' }))
    await visit.press(page.getByRole('button', { name: 'Accept and give up €48.90' }))
    await visit.announced(/dispute is accepted/)
    await page.getByText('No evidence was submitted.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Accept' }).count(), 0)
  })
  assert.equal(await statusOf(dispute_id), 'dispute_accepted')
})

test('a disputed payment leads to its dispute', async () => {
  const dispute_id = await disputed()
  const { payment_id } = (await shop.get(`/disputes/${dispute_id}`)).body
  const role = 'merchant_operator'
  await workAs({ browser, shop, role }, `/payments/${payment_id}`, async (visit) => {
    await visit.card('Timeline').getByText('Needs your response').waitFor()
    assert.equal(await visit.button('Refund').count(), 0)
    await visit.press(visit.page.getByRole('link', { name: 'Respond to the dispute' }))
    await visit.page.waitForURL(`**/dashboard/disputes/${dispute_id}`)
  })
})

test('a role that may only read disputes sees neither the form nor the actions', async () => {
  const dispute_id = await disputed()
  await withDispute(
    dispute_id,
    async (visit) => {
      const { page } = visit
      await page.getByText('No evidence was submitted.').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Accept' }).count(), 0)
      assert.equal(await page.getByRole('button', { name: 'Review and submit' }).count(), 0)
    },
    'merchant_view_only',
  )
})
