// The page of a payout link in a real browser: a recipient enters where the money goes.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { isFullProof } from '#testing/proof.ts'
import { closePages, testBrowser, widthOf } from './browser.ts'
import { visiting } from './merchant_page.ts'

let browser: Browser
let florin: Shop

before(async () => {
  browser = await testBrowser()
  florin = await harness({ env: (await testBank()).env })
})
after(async () => {
  await closePages(browser)
  await florin?.[Symbol.asyncDispose]()
})

interface Made {
  payout_id: string
  merchant_id: string
  payout_link: { link: string }
}

async function createLink(more: object = {}): Promise<Made> {
  const body = { amount: 25_000, currency: 'EUR', payout_link: true, customer: { name: 'Ada' } }
  const made = await florin.post('/payouts/create', { ...body, ...more })
  assert.equal(made.status, 201, made.text)
  return made.body as Made
}

async function read({ payout_id }: Made) {
  return (await florin.get(`/payouts/${payout_id}`)).body
}

const save = (page: Page) => page.getByRole('button', { name: 'Save details' }).click()

test('a recipient enters a bank account, and the merchant sees its last four characters', async () => {
  const made = await createLink()

  await visiting(browser, made.payout_link.link, async (page) => {
    await page.getByRole('heading', { name: '€250.00' }).waitFor()
    await page.getByLabel('Account holder').fill('Ada King')
    await page.getByLabel('IBAN').pressSequentially('DE89370400440532013000')
    assert.equal(await page.getByLabel('IBAN').inputValue(), 'DE89 3704 0044 0532 0130 00')
    await page.getByLabel('BIC').fill('COBADEFFXXX')
    await save(page)
    await page.getByRole('heading', { name: 'Your details are saved' }).waitFor()
  })

  const payout = await read(made)
  assert.equal(payout.status, 'requires_confirmation')
  assert.match(payout.payout_method_data.bank.iban, /^\*+3000$/)
})

test('each method of the link has its own fields, and the keyboard is enough', async () => {
  const made = await createLink({ currency: 'USD' })

  await visiting(browser, made.payout_link.link, async (page) => {
    await page.getByLabel('Bank account (ACH)').waitFor()
    const focused = () => page.evaluate('document.activeElement.id || document.activeElement.value')
    await page.keyboard.press('Tab')
    assert.equal(await focused(), 'ach')
    for (const [id, text] of [
      ['account_holder_name', 'Grace Hopper'],
      ['bank_account_number', '000123456789'],
      ['bank_routing_number', '110000000'],
    ] as const) {
      await page.keyboard.press('Tab')
      assert.equal(await focused(), id)
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your details are saved' }).waitFor()
  })

  assert.equal((await read(made)).payout_method_data.bank.payout_method_type, 'ach')
})

const mistakes = [
  ['EUR', 'IBAN', 'DE89 3704 0044 0532 0130 01', 'This is not an IBAN'],
  ['EUR', 'BIC', 'COBA', '8 or 11 characters'],
  ['USD', 'Routing number', '110000001', 'nine digits'],
  ['GBP', 'Sort code', '2000', 'six digits'],
] as const

for (const [currency, label, wrong, message] of mistakes) {
  test(`a ${label} that cannot be right is marked when the field is left`, async () => {
    const made = await createLink({ currency })

    await visiting(browser, made.payout_link.link, async (page) => {
      const field = page.getByLabel(label, { exact: true })
      await field.fill(wrong)
      await field.blur()
      await page.getByText(message).waitFor()
      assert.equal(await field.getAttribute('aria-invalid'), 'true')
      await save(page)
      assert.equal((await read(made)).status, 'requires_payout_method_data')
    })
  })
}

test('the link takes details once; cancelled, expired, unknown and incomplete links say so', async () => {
  const done = await createLink()
  const input = { payout_method_data: { wallet: { paypal: paypal } }, payout_type: 'wallet' }
  assert.equal((await florin.post(`/payouts/${done.payout_id}/confirm`, input)).status, 200)
  const cancelled = await createLink()
  await florin.post(`/payouts/${cancelled.payout_id}/cancel`, {})
  const open = await createLink()
  const expired = await createLink({ session_expiry: 1 })
  florin.clock.advance(2_000)

  const base = open.payout_link.link.split('#')[0] ?? ''
  for (const [link, title] of [
    [done.payout_link.link, 'Your details are saved'],
    [cancelled.payout_link.link, 'This payout was cancelled'],
    [expired.payout_link.link, 'This link has expired'],
    [base, 'This link does not exist'],
    [`${base}x#y`, 'This link does not exist'],
  ] as const) {
    await visiting(browser, link, async (page) => {
      await page.getByRole('heading', { name: title }).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Save details' }).count(), 0)
    })
  }
})

const paypal = { email: 'ada@example.com', telephone_number: '+447700900123', paypal_id: 'ADA1' }

test('a wrong client_secret enters nothing', async () => {
  const made = await createLink()
  const link = `${made.payout_link.link.slice(0, -3)}xyz`

  await visiting(browser, link, async (page) => {
    await page.getByLabel('IBAN').fill('DE89370400440532013000')
    await page.getByLabel('BIC').fill('COBADEFFXXX')
    await save(page)
    await page.waitForTimeout(1_000)
  })

  assert.equal((await read(made)).status, 'requires_payout_method_data')
})

/** Each theme and each width once. */
const SCREENS = [
  ['light', 320],
  ['dark', 1280],
] as const
const MORE_SCREENS = [
  ['dark', 320],
  ['light', 1280],
] as const

for (const [colorScheme, width] of isFullProof ? [...SCREENS, ...MORE_SCREENS] : SCREENS) {
  test(`axe finds nothing at ${width} px, ${colorScheme}, and nothing is cut off`, async () => {
    const config = { merchant_name: 'Mill Lane Books', theme: '#7c3aed' }
    const made = await createLink({ currency: 'USD', payout_link_config: config })

    const visit = async (page: Page) => {
      await page.getByRole('button', { name: 'Save details' }).waitFor()
      for (const state of ['open', 'marked']) {
        if (state === 'marked') await save(page)
        const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
        const { violations } = await new AxeBuilder({ page })
          .setLegacyMode()
          .withTags(tags)
          .analyze()
        assert.deepEqual(
          violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
          [],
        )
        assert.ok((await widthOf(page)) <= width)
        const folder = process.env['FLORIN_SCREENSHOTS']
        const name = `payout-${state}-${width}-${colorScheme}.png`
        if (folder) await page.screenshot({ path: join(folder, name), fullPage: true })
      }
    }
    const options = { colorScheme, viewport: { width, height: 800 } }
    await visiting(browser, made.payout_link.link, visit, options)
  })
}
