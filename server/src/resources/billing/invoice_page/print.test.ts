import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CreditNoteView, InvoiceView } from '@florin/pages/contract.ts'
import { invoiceText } from '@florin/pages/invoice_page.ts'
import { languages } from '@florin/locales/languages.ts'
import { dataUrl, hostilePngs, png } from '#testing/images.ts'
import { creditNoteDocument, invoiceDocument } from './documents.ts'
import { logoBytes } from './logo.ts'
import { type Printed, printDocument } from './print.ts'

const period = { period_start: '2026-11-16T00:00:00Z', period_end: '2026-12-16T00:00:00Z' }

const view: InvoiceView = {
  number: '2026-000001',
  state: 'paid',
  issued_at: '2026-11-16T09:00:00Z',
  due_at: '2026-11-16T09:00:00Z',
  paid_at: '2026-11-16T09:01:00Z',
  ...period,
  customer: { name: '王小明', email: 'wang@example.com', address: ['建国路 88 号'], country: 'CN' },
  lines: [{ description: 'Pro plan', quantity: 1, amount: 2900, ...period }],
  lines_left_out: 0,
  total: 2900,
  credit_applied: 900,
  credit_granted: 0,
  amount: 2000,
  amount_waived: 0,
  amount_received: 2000,
  given_back: { refunded: 0, refund_pending: 0, charged_back: 0, disputed: 0 },
  credit_notes: [],
  credit_notes_left_out: 0,
  card: { brand: 'visa', last4: '4242' },
  unified_code: null,
  waiting: null,
}

const note: CreditNoteView = {
  credit_note_id: 'crn_1',
  number: 'CN-2026-000001',
  status: 'issued',
  reason: 'refund',
  issued_at: '2026-11-20T09:00:00Z',
  amount: 500,
}

const english = invoiceText('en', { currency: 'EUR', exponent: 2 })

function print(change: Partial<InvoiceView> = {}, more: Partial<Printed> = {}) {
  const seller = { name: 'Northwind Coffee', logo: null, color: null }
  const { text = english } = more
  const document = invoiceDocument({ ...view, ...change }, text)
  return printDocument({ document, seller, text, is_test: false, ...more })
}

const pagesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0

test('the same invoice gives the same bytes, and another one others', async () => {
  const first = await print()
  assert.ok(first.subarray(0, 5).equals(Buffer.from('%PDF-')))
  assert.ok(first.equals(await print()))
  assert.ok(!first.equals(await print({ number: '2026-000002' })))
})

test('it prints in every language, in less than 200 kB', async () => {
  for (const language of Object.keys(languages)) {
    for (const state of ['open', 'pending', 'paid', 'void'] as const) {
      const text = invoiceText(language, { currency: 'KWD', exponent: 3 })
      const pdf = await print({ state }, { text })
      assert.equal(pagesIn(pdf), 1, language)
      assert.ok(pdf.length < 200_000, `${language}: ${pdf.length} bytes`)
      assert.ok(pdf.includes(`/Lang (${language})`))
    }
  }
})

test('a credit note prints in every language on one page', async () => {
  for (const language of Object.keys(languages)) {
    const text = invoiceText(language, { currency: 'EUR', exponent: 2 })
    const pdf = await print({}, { text, document: creditNoteDocument(note, view, text) })
    assert.equal(pagesIn(pdf), 1, language)
    assert.ok(pdf.includes(`/Lang (${language})`))
  }
})

test('a credit note names its invoice, its reason and its amount, and a void one is worth nothing', () => {
  const issued = creditNoteDocument(note, view, english)
  const voided = creditNoteDocument({ ...note, status: 'void' }, view, english)

  assert.deepEqual(issued.facts, [
    ['Credit note number', 'CN-2026-000001'],
    ['Date of issue', 'November 20, 2026'],
    ['For invoice', '2026-000001'],
    ['Reason', 'Refund'],
  ])
  assert.deepEqual([issued.amount, issued.badge.text], ['€5.00', 'Issued'])
  assert.deepEqual([voided.amount, voided.badge.text], ['€0.00', 'Void'])
})

const given = { refunded: 0, refund_pending: 0, charged_back: 0, disputed: 0 }
const paidSums = [
  ['Total', '€29.00'],
  ['Credit applied', '-€9.00'],
  ['Amount paid', '€20.00'],
]
for (const [name, change, badge, sums] of [
  ['paid', {}, 'Paid', paidSums],
  [
    'refunded in part',
    { given_back: { ...given, refunded: 500 } },
    'Partly refunded',
    [...paidSums, ['Refunded', '-€5.00'], ['Net amount paid', '€15.00']],
  ],
  [
    'refunded',
    { given_back: { ...given, refunded: 2000 } },
    'Refunded',
    [...paidSums, ['Refunded', '-€20.00'], ['Net amount paid', '€0.00']],
  ],
  [
    'about to be refunded',
    { given_back: { ...given, refund_pending: 2000 } },
    'Paid',
    [...paidSums, ['Refund in progress', '-€20.00'], ['Net amount paid', '€0.00']],
  ],
  [
    'disputed',
    { given_back: { ...given, refunded: 500, disputed: 1500 } },
    'Disputed',
    [...paidSums, ['Refunded', '-€5.00'], ['Disputed', '-€15.00'], ['Net amount paid', '€0.00']],
  ],
  [
    'charged back',
    { given_back: { ...given, charged_back: 2000 } },
    'Charged back',
    [...paidSums, ['Charged back', '-€20.00'], ['Net amount paid', '€0.00']],
  ],
  [
    'paid with a part that was accepted',
    { amount_waived: 1200, amount_received: 800 },
    'Paid',
    [...paidSums.slice(0, 2), ['Waived', '-€12.00'], ['Amount paid', '€8.00']],
  ],
  [
    'in review with a part received',
    { state: 'pending', amount_received: 800 },
    'Partly paid',
    [...paidSums.slice(0, 2), ['Amount due', '€20.00'], ['Received', '€8.00']],
  ],
  [
    'void with a part received',
    { state: 'void', amount_received: 800 },
    'Void',
    [...paidSums.slice(0, 2), ['Amount due', '€0.00'], ['Received', '€8.00']],
  ],
] as const) {
  test(`the sums of an invoice that is ${name}`, () => {
    const document = invoiceDocument({ ...view, ...change }, english)
    assert.equal(document.badge.text, badge)
    assert.deepEqual(document.sums, sums)
  })
}

test('many credit notes go on to other pages', async () => {
  const credit_notes = Array.from({ length: 100 }, () => note)
  assert.ok(pagesIn(await print({ credit_notes, credit_notes_left_out: 7 })) > 3)
})

test('many lines go on to other pages', async () => {
  const description = 'A seat, with a description that does not fit into one line of the table'
  const lines = Array.from({ length: 100 }, () => ({
    description,
    quantity: 3,
    amount: 100,
    ...period,
  }))
  assert.ok(pagesIn(await print({ lines })) > 5)
})

test('texts without an end do not make pages without an end', async () => {
  const endless = 'x'.repeat(100_000)
  const lines = [{ description: endless, quantity: 1, amount: 1, ...period }]
  const customer = { name: endless, email: endless, address: [endless], country: null }
  const seller = { name: endless, logo: null, color: null }
  assert.ok(pagesIn(await print({ lines, customer }, { seller })) <= 2)
})

test('a logo is printed if it is part of the settings; one that cannot be read is left out', async () => {
  const withLogo = (logo: string) => print({}, { seller: { name: 'Acme', logo, color: '#ffd400' } })
  const plain = await withLogo('https://cdn.example/logo.png')
  assert.ok(!plain.includes('/Subtype /Image'))
  assert.ok((await withLogo(dataUrl(png(40, 20)))).includes('/Subtype /Image'))
  for (const broken of [png(40, 20).subarray(0, 40), ...Object.values(hostilePngs)]) {
    assert.ok(!(await withLogo(dataUrl(broken))).includes('/Subtype /Image'))
  }
})

test('an image that unpacks to many pixels is no logo', () => {
  assert.ok(logoBytes(dataUrl(png(1000, 500))))
  assert.equal(logoBytes(dataUrl(png(1001, 500))), undefined)
  const jpeg = Buffer.from('ffd8ffe000040000ffc0000b08ffffffff03011100ffd9', 'hex')
  assert.equal(logoBytes(dataUrl(jpeg, 'jpeg')), undefined)
  assert.equal(logoBytes('data:image/svg+xml;base64,PHN2Zz4='), undefined)
})

test('a document opens a bounded number of font files, and prints what the others have as replacements', async () => {
  // One character from every block that some font has.
  const everything = Array.from({ length: 2_000 }, (_, n) => String.fromCodePoint(0x21 + n * 0x20))
  const lines = [{ ...view.lines[0], description: everything.join(''), quantity: 1, amount: 1 }]
  const pdf = await print({ lines: lines as InvoiceView['lines'] })
  const fonts = pdf.toString('latin1').match(/\/Type \/Font\b/g) ?? []

  assert.ok(fonts.length > 20, `${fonts.length} fonts`)
  assert.ok(fonts.length < 300, `${fonts.length} fonts`)
})
