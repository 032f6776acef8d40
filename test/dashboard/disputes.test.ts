// A dispute in the browser: evidence with files, nothing lost, accept; and what a role that may only read sees.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { testBank } from '#testing/bank.ts'
import { eventually } from '#testing/eventually.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { launchBrowser } from '../browser/browser.ts'
import { announced, visitAs } from './dashboard.ts'

process.env['BANK_LATER_MS'] = '300'

const NOT_RECEIVED = '4000000000002685'
const PDF = {
  name: 'proof.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\nsigned for at the door\n'),
}

let browser: Browser
let shop: Shop

before(async () => {
  browser = await launchBrowser()
  shop = await harness({ env: (await testBank()).env })
})
after(async () => {
  await browser?.close()
  await shop?.[Symbol.asyncDispose]()
})

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

async function withDispute(
  dispute_id: string,
  work: (page: Page) => Promise<void>,
  role = 'merchant_operator',
): Promise<void> {
  await using visited = await visitAs(browser, shop, role)
  await visited.open(`/disputes/${dispute_id}`)
  await visited.page.getByText('13 days left').first().waitFor()
  await work(visited.page)
  assert.deepEqual(visited.faults, [])
}

async function choose(page: Page, label: string, file: typeof PDF): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: `Choose one: ${label}` }).click()
  await (await chooser).setFiles(file)
}

const submit = async (page: Page) => {
  await page.getByRole('button', { name: 'Submit evidence' }).click()
  await page.getByRole('button', { name: /Submit to the issuer/ }).click()
}

test('evidence with a file survives a reload and a lost connection, and is submitted once', async () => {
  const dispute_id = await disputed()
  await withDispute(dispute_id, async (page) => {
    await page.getByLabel('Tracking number').fill('RM123456785GB')
    await choose(page, 'Proof of delivery', { ...PDF, buffer: Buffer.from('no PDF') })
    await page.getByText('is not a JPEG, PNG or PDF file').waitFor()
    await choose(page, 'Proof of delivery', PDF)
    await page.getByRole('button', { name: 'Preview proof.pdf' }).waitFor()

    await page.reload()
    await page.getByRole('button', { name: 'Preview proof.pdf' }).waitFor()
    await page.route('**/disputes/evidence', (route) => route.abort(), { times: 1 })
    await submit(page)
    await page.getByText('not known whether this was carried out').waitFor()
    await page.getByRole('button', { name: /Try again: Submit/ }).click()
    await announced(page, /issuer has your evidence/)
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
  await withDispute(dispute_id, async (page) => {
    await page.getByLabel('Carrier').fill('')
    await submit(page)
    await announced(page, /issuer has your evidence/)
  })
  assert.deepEqual((await evidenceOf(dispute_id)).evidence, {
    shipping_information: { shipping_date: '1 May' },
  })
})

test('a dispute is accepted after its amount is named, and takes no evidence any more', async () => {
  const dispute_id = await disputed()
  await withDispute(dispute_id, async (page) => {
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('button', { name: 'Accept and give up €48.90' }).click()
    await announced(page, /dispute is accepted/)
    await page.getByText('No evidence was submitted.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Accept' }).count(), 0)
  })
  assert.equal(await statusOf(dispute_id), 'dispute_accepted')
})

test('a role that may only read disputes sees neither the form nor the actions', async () => {
  const dispute_id = await disputed()
  await withDispute(
    dispute_id,
    async (page) => {
      await page.getByText('No evidence was submitted.').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Accept' }).count(), 0)
      assert.equal(await page.getByRole('button', { name: 'Submit evidence' }).count(), 0)
    },
    'merchant_view_only',
  )
})
