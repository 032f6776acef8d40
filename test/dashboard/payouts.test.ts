// Payouts in the browser: the method form with its checks, a payout link, and every action, checked through the API.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { launchBrowser } from '../browser/browser.ts'
import { announced, visitAs } from './dashboard.ts'

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

const sepa = {
  payout_type: 'bank',
  payout_method_data: {
    bank_transfer: {
      payout_method_type: 'sepa',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
    },
  },
}

async function created(more: object = sepa): Promise<string> {
  const customer = { name: 'Ada King' }
  const made = await shop.post('/payouts/create', {
    amount: 4_200,
    currency: 'EUR',
    customer,
    ...more,
  })
  assert.equal(made.status, 201, made.text)
  return made.body.payout_id
}

const read = async (payout_id: string) => (await shop.get(`/payouts/${payout_id}`)).body
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const confirm = (page: Page, name: RegExp) => page.getByRole('dialog').getByRole('button', { name })

async function visited(
  path: string,
  work: (page: Page) => Promise<void>,
  role = 'merchant_admin',
): Promise<void> {
  await using visit = await visitAs(browser, shop, role)
  await visit.open(path)
  await visit.page.getByRole('heading', { level: 1 }).waitFor()
  await work(visit.page)
  assert.deepEqual(visit.faults, [])
}

test('a wrong IBAN is found while it is typed, and the payout is created and sent', async () => {
  let payout_id = ''
  await visited('/payouts/new', async (page) => {
    await page.getByLabel('Amount').fill('42')
    await page.getByLabel('Name', { exact: true }).fill('Ada King')
    await page.getByLabel('IBAN').fill('DE89370400440532013001')
    await page.getByText('The check digits do not match').waitFor()
    await page.getByLabel('IBAN').fill('DE89370400440532013000')
    await page.getByLabel('BIC').fill('COBADEFFXXX')
    await button(page, 'Create payout of €42.00').click()
    await confirm(page, /^Create payout of €42.00/).click()
    await page.waitForURL(/payouts\/po_/)
    payout_id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    assert.equal((await read(payout_id)).status, 'requires_fulfillment')

    await button(page, 'Send €42.00').click()
    await confirm(page, /^Send €42.00/).click()
    await announced(page, /payout is (paid|sent)/)
  })
  const { amount, customer, attempts } = await read(payout_id)
  assert.deepEqual([amount, customer.name, attempts.length], [4_200, 'Ada King', 1])
})

test('a payout link is created, and what the recipient enters is confirmed', async () => {
  await visited('/payouts/new?amount=4200&currency=EUR', async (page) => {
    await page.getByLabel('Name', { exact: true }).fill('Ada King')
    await page.getByText('The recipient enters it, with a payout link').click()
    await button(page, 'Create link for €42.00').click()
    await confirm(page, /^Create link for €42.00/).click()
    await page.waitForURL(/payouts\/po_/)
    const payout_id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const { status, payout_link } = await read(payout_id)
    assert.equal(status, 'requires_payout_method_data')
    await page.getByText(payout_link.link).waitFor()

    await shop.put(`/payouts/${payout_id}`, sepa)
    await page.reload()
    await button(page, 'Confirm').click()
    await confirm(page, /^Confirm €42.00/).click()
    await announced(page, /payout is confirmed/)
    assert.equal((await read(payout_id)).status, 'requires_fulfillment')
  })
})

test('a payout is changed, gets another method and is cancelled', async () => {
  const payout_id = await created()
  await visited(`/payouts/${payout_id}`, async (page) => {
    await button(page, 'Edit').click()
    await page.getByLabel('Description').fill('Commission for May')
    await confirm(page, /^Save/).click()
    await announced(page, /payout is changed/)
    assert.equal((await read(payout_id)).description, 'Commission for May')

    await button(page, 'Change method').click()
    await page.getByRole('combobox', { name: 'Method' }).click()
    await page.getByRole('option', { name: 'Venmo' }).click()
    await page.getByLabel('Phone number').fill('+1 415 555 0100')
    await confirm(page, /^Save the method/).click()
    await announced(page, /goes to Venmo/)
    assert.equal((await read(payout_id)).payout_type, 'wallet')

    await button(page, 'Cancel').click()
    await confirm(page, /^Cancel €42.00/).click()
    await announced(page, /payout is cancelled/)
  })
  assert.equal((await read(payout_id)).status, 'cancelled')
})

test('a role that may only read payouts is offered no action', async () => {
  const payout_id = await created()
  await visited(
    `/payouts/${payout_id}`,
    async (page) => {
      await page.getByText('Ready to send').waitFor()
      for (const name of ['Cancel', 'Edit', 'Change method', /^Send/]) {
        assert.equal(await button(page, name).count(), 0)
      }
    },
    'merchant_view_only',
  )
})
