// The invoice page: its words in every language, its policy, its size.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAsset, readAssets } from './assets.ts'
import { blankPage } from './blank.ts'
import type { InvoicePageData } from './contract.ts'
import { renderInvoicePage } from './invoice_page.ts'
import { languages, messagesIn } from '@florin/locales/languages.ts'

const data: InvoicePageData = {
  ...blankPage('en'),
  kind: 'invoice',
  path: '/invoice/mer_1/inv_1/secret',
  seller: { name: 'Northwind Coffee', logo: null, color: '#ffd400' },
  amount: 2500,
  layout: 'accordion',
  invoice: null,
}

test('only its own script runs, and the page is neither cached nor framed', () => {
  const { html, headers } = renderInvoicePage(data, readAssets())
  const policy = headers['content-security-policy'] ?? ''
  assert.ok(policy.includes(`script-src '${readAssets()['invoice.js']?.integrity}';`))
  assert.match(policy, /frame-ancestors 'none'/)
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(html.match(/<script(?! type="application)/g)?.length, 1)
})

test('a visit transfers less than 60 kB with gzip', async () => {
  const sizeOf = async (name: string) => {
    const file = readAssets()[name]?.url.split('/').at(-1) ?? ''
    return (await findAsset(file, 'gzip'))?.body.length ?? Infinity
  }
  const { html } = renderInvoicePage({ ...data, locale: 'ar' }, readAssets())
  const sizes = [await sizeOf('invoice.js'), await sizeOf('invoice.css'), Buffer.byteLength(html)]
  const total = sizes.reduce((sum, size) => sum + size, 0)
  assert.ok(total < 60_000, `${total} bytes`)
})

test('another language is one file, with the messages of the card form and of the invoice', async () => {
  for (const language of Object.keys(languages)) {
    const file = readAssets()[`invoice.${language}.json`]?.url.split('/').at(-1) ?? ''
    const messages: unknown = JSON.parse((await findAsset(file))?.body.toString() ?? '')
    assert.deepEqual(messages, messagesIn(language, 'invoice'))
  }
})
