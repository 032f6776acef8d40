// The page of an invoice in a real browser: a customer reads it, downloads it and pays it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { insertInvoice, payInvoice, type TestInvoice } from '#testing/invoice.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { until } from '../support/expect.ts'
import { widthOf } from './browser.ts'
import {
  APPROVED,
  CHALLENGED,
  fillCard,
  heading,
  type Hosted,
  NARROW,
  NO_FUNDS,
  payButton,
  startHosted,
} from './hosted_page.ts'

let hosted: Hosted

before(async () => {
  hosted = await startHosted()
})
after(() => hosted?.[Symbol.asyncDispose]())

async function pay(page: Page, number: string): Promise<void> {
  await fillCard(page, number)
  await payButton(page).click()
}

async function statusOf(invoice_id: string): Promise<string> {
  return (await hosted.shop.get(`/invoices/${invoice_id}`)).body.status as string
}

const paid = (page: Page) => heading(page, 'Payment successful').waitFor()

test('a customer whose renewal was declined reads why, and pays with another card', async () => {
  const { url, invoice_id } = await insertInvoice(hosted.shop)

  const mistakes = await hosted.visit(url, async (page) => {
    await page.locator('.bad-note', { hasText: 'insufficient funds' }).waitFor()
    await page.getByText('Pro plan').waitFor()
    await page.getByText('Ada King').waitFor()
    await pay(page, APPROVED)
    await paid(page)
    await page.locator('.state-paid').waitFor()
    await page.reload()
    await paid(page)
  })

  assert.deepEqual(mistakes, [])
  assert.equal(await statusOf(invoice_id), 'invoice_paid')
  await hosted.visit(url, async (page) => {
    await heading(page, 'This invoice is paid').waitFor()
    await page.getByText('Visa ending in 4242').waitFor()
    assert.equal(await payButton(page).count(), 0)
  })
})

test('a declined card is explained, and what was typed is still there but for the code', async () => {
  const { url, invoice_id } = await insertInvoice(hosted.shop, {
    invoice: { unified_code: null, status: 'invoice_created', attempt_count: 0 },
  })

  await hosted.visit(url, async (page) => {
    await pay(page, NO_FUNDS)
    await page.locator('.bad-note', { hasText: 'insufficient funds' }).waitFor()
    assert.equal(await page.getByLabel('Name on card').inputValue(), 'Ada King')
    assert.equal(await page.getByLabel('Security code').inputValue(), '')
  })

  assert.equal(await statusOf(invoice_id), 'payment_failed')
})

test('3-D Secure takes the customer to the bank and back to the invoice, which is paid then', async () => {
  const { url, invoice_id } = await insertInvoice(hosted.shop)

  await hosted.visit(url, async (page) => {
    await pay(page, CHALLENGED)
    await page.getByRole('button', { name: 'Approve' }).click()
    await paid(page)
    assert.equal(new URL(page.url()).pathname, new URL(url).pathname)
    assert.equal(new URL(page.url()).search, '')
  })

  assert.equal(await statusOf(invoice_id), 'invoice_paid')
})

test('a payment that waits for its confirmation can be confirmed in another browser, or replaced', async () => {
  const made = await insertInvoice(hosted.shop)
  const challenged = await payInvoice(hosted.shop, made, { card_number: CHALLENGED })
  assert.equal(challenged.body.status, 'requires_action')

  await hosted.visit(made.url, async (page) => {
    await heading(page, 'Confirm with your bank').waitFor()
    await page.getByRole('link', { name: 'Confirm with your bank' }).click()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
  })
  await hosted.visit(made.url, async (page) => {
    await page.getByRole('button', { name: 'Pay another way' }).click()
    await pay(page, APPROVED)
    await paid(page)
  })

  assert.equal(await statusOf(made.invoice_id), 'invoice_paid')
})

test('the PDF is downloaded in the language that the customer chose', async () => {
  const { url } = await insertInvoice(hosted.shop, { invoice: { number: '2026-004711' } })

  await hosted.visit(url, async (page) => {
    await page.getByLabel('Language').selectOption('ja')
    const link = page.getByRole('link', { name: 'PDFをダウンロード' })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    assert.equal(download.suggestedFilename(), '2026-004711.pdf')
    assert.match(download.url(), /\/pdf\?lang=ja$/)
  })
})

test('a test card of the sandbox pays with two clicks', async () => {
  const { url } = await insertInvoice(hosted.shop)

  await hosted.visit(url, async (page) => {
    await page.getByText('Test mode: no money moves.').waitFor()
    await page.getByText('Test cards').click()
    await page.getByRole('button', { name: /4242 4242 4242 4242/ }).click()
    await payButton(page).click()
    await paid(page)
  })
})

test('a wrong secret has a page that says so, and nothing of the invoice', async () => {
  const { url } = await insertInvoice(hosted.shop)

  await hosted.visit(`${url.slice(0, -2)}__`, async (page) => {
    await heading(page, 'This invoice does not exist').waitFor()
    assert.equal(await page.getByText('Ada King').count(), 0)
  })
})

/** In light and dark. */
async function isAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
      [],
    )
  }
}

/** Pays it and refunds a part; returns the number of the credit note. */
async function refundPart(made: TestInvoice): Promise<string> {
  const { shop } = hosted
  const { payment_id } = (await payInvoice(shop, made)).body
  const read = async () => (await shop.get(`/invoices/${made.invoice_id}`)).body.credit_notes
  await using _ = await runEventPipeline(shop)
  await shop.post('/refunds', { payment_id, amount: 700 })
  await until(async () => (await read()).length === 1)
  await runSweeps(shop)
  return (await read())[0].number
}

test('a refunded invoice says how much was refunded, and its credit note is downloaded', async () => {
  const made = await insertInvoice(hosted.shop)
  const number = await refundPart(made)

  const mistakes = await hosted.visit(made.url, async (page) => {
    await heading(page, 'A part of this invoice was refunded').waitFor()
    await page.locator('.state-void', { hasText: 'Partly refunded' }).waitFor()
    const sums = page.locator('.invoice-details .lines li')
    await sums.filter({ hasText: 'Refunded' }).getByText('-€7.00').waitFor()
    await sums.filter({ hasText: 'Net amount paid' }).getByText('€18.00').waitFor()
    const notes = page.getByRole('region', { name: 'Credit notes' })
    await notes.getByText(number, { exact: true }).waitFor()
    const link = notes.getByRole('link', { name: `Download PDF: ${number}` })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    assert.equal(download.suggestedFilename(), `${number}.pdf`)
    await isAccessible(page)
    await page.setViewportSize(NARROW)
    assert.ok((await widthOf(page)) <= NARROW.width)
    await notes.getByText(number, { exact: true }).waitFor()
  })

  assert.deepEqual(mistakes, [])
})

for (const [state, invoice, title] of [
  ['open', {}, 'Pay Default'],
  ['paid', { status: 'invoice_paid', paid_at: new Date() }, 'This invoice is paid'],
  ['void', { status: 'voided' }, 'This invoice is void'],
  ['under review', { status: 'manual_review' }, 'Your payment is being reviewed'],
] as const) {
  test(`axe finds no violation on an invoice that is ${state}, in light and dark, also on a phone`, async () => {
    const { url } = await insertInvoice(hosted.shop, { invoice })
    await hosted.visit(url, async (page) => {
      if (state !== 'open') await heading(page, title).waitFor()
      await page.locator('.column .foot').waitFor()
      await isAccessible(page)
      await page.setViewportSize(NARROW)
      assert.ok((await widthOf(page)) <= NARROW.width)
      await page.getByRole('button', { name: 'Show invoice details' }).click()
      await page.getByText('Pro plan').waitFor()
      assert.ok((await widthOf(page)) <= NARROW.width)
    })
  })
}

test('the page and its scripts are in the language of the reader, from right to left in Arabic', async () => {
  const { url } = await insertInvoice(hosted.shop)
  await hosted.visit(
    url,
    async (page) => {
      await page.getByText('المبلغ المستحق').first().waitFor()
      assert.equal(await page.evaluate('document.documentElement.dir'), 'rtl')
    },
    { locale: 'ar' },
  )
})
