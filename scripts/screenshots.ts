// Takes screenshots of the hosted pages: `npm run screenshots` takes those for the guides, into docs/images; with
// FLORIN_SCREENSHOTS=FOLDER every state at three widths, in light and dark, to look at before a change is committed.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { insertInvoice } from '#testing/invoice.ts'
import { type Hosted, startHosted } from '../test/browser/hosted_page.ts'
import { pageStates } from '../test/browser/hosted_page_states.ts'

interface Picture {
  state: string
  width: number
  scheme: 'light' | 'dark'
  file: string
}

const guide: readonly Picture[] = [
  picture('the usual ways to pay', 1280, 'light', 'checkout-form'),
  picture('the form as tabs', 1280, 'dark', 'checkout-tabs-dark'),
  picture('the usual ways to pay', 320, 'light', 'checkout-phone'),
  picture('the form in Arabic', 768, 'light', 'checkout-arabic'),
  picture('a declined card', 320, 'dark', 'checkout-declined'),
  picture('a bank transfer', 320, 'light', 'checkout-transfer'),
  picture('a receipt', 320, 'light', 'checkout-receipt'),
]

const all: readonly Picture[] = Object.keys(pageStates).flatMap((state) =>
  [320, 768, 1280].flatMap((width) =>
    (['light', 'dark'] as const).map((scheme) =>
      picture(state, width, scheme, `${state.replaceAll(' ', '_')}_${width}_${scheme}`),
    ),
  ),
)

function picture(state: string, width: number, scheme: 'light' | 'dark', file: string): Picture {
  return { state, width, scheme, file }
}

const folder = process.env['FLORIN_SCREENSHOTS'] ?? resolve(import.meta.dirname, '../docs/images')
const pictures = process.env['FLORIN_SCREENSHOTS'] === undefined ? guide : all

test('the hosted page is photographed', async () => {
  await using hosted = await startHosted()
  mkdirSync(folder, { recursive: true })
  const byState = Map.groupBy(pictures, ({ state }) => state)
  for (const [state, shots] of byState) await photograph(hosted, state, shots)
})

interface InvoicePicture {
  invoice?: Record<string, unknown>
  query?: string
  width: number
  scheme: 'light' | 'dark'
  file: string
}

const invoices: readonly InvoicePicture[] = [
  { width: 1280, scheme: 'light', file: 'invoice-open' },
  {
    invoice: { status: 'invoice_paid', unified_code: null, paid_at: new Date('2026-06-03T10:01Z') },
    width: 1280,
    scheme: 'dark',
    file: 'invoice-paid-dark',
  },
  { query: '?lang=he', width: 320, scheme: 'light', file: 'invoice-hebrew' },
]

test('the page of an invoice is photographed', async () => {
  await using hosted = await startHosted()
  mkdirSync(folder, { recursive: true })
  for (const [n, { invoice, query = '', ...shot }] of invoices.entries()) {
    const number = `2026-00012${n}`
    const { url } = await insertInvoice(hosted.shop, { invoice: { number, ...invoice } })
    await hosted.visit(url + query, async (page) => {
      await page.locator('.column .foot').waitFor()
      await take(page, { state: '', ...shot })
    })
  }
})

test('the PDF of an invoice is photographed, if pdftoppm of poppler is installed', async (t) => {
  if (spawnSync('pdftoppm', ['-v']).error) return t.skip('pdftoppm is not installed')
  await using hosted = await startHosted()
  const address = {
    first_name: '太郎',
    last_name: '田中',
    line1: '丸の内一丁目1番1号',
    country: 'JP',
  }
  const paid = { status: 'invoice_paid', paid_at: new Date('2026-06-03T10:01Z') }
  const billing = { address, email: 'taro@example.com' }
  const { path } = await insertInvoice(hosted.shop, {
    invoice: { ...paid, number: '2026-000123', unified_code: null, billing },
  })
  const { bytes } = await hosted.shop.get(`${path}/pdf`)
  const target = join(folder, 'invoice-pdf')
  const run = spawnSync('pdftoppm', ['-r', '80', '-png', '-singlefile', '-', target], {
    input: bytes,
  })
  assert.equal(run.status, 0, run.stderr.toString())
})

async function photograph(hosted: Hosted, name: string, shots: readonly Picture[]): Promise<void> {
  const { link, query = '', reach } = pageStates[name] ?? {}
  const { url } = await hosted.createLink(link)
  await hosted.visit(url + query, async (page) => {
    await page.locator('.column .foot').waitFor()
    await reach?.(page, hosted)
    for (const shot of shots) await take(page, shot)
  })
}

async function take(page: Page, { width, scheme, file }: Picture): Promise<void> {
  await page.setViewportSize({ width, height: width < 500 ? 640 : 860 })
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.evaluate('document.activeElement.blur()')
  await page.screenshot({ path: join(folder, `${file}.png`), fullPage: true })
}
