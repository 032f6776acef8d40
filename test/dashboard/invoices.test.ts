// Invoices whose money was given back, or of which a part was received, in the browser: checked through the API.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Answer } from '#testing/client.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { until } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'
import { partlyPaid, pathOf, subscribed, withProfile } from '../support/subscribing.ts'
import { openStage, shownLines, type Visit, workAs } from './dashboard.ts'

const { browser, shop } = await openStage(payingShop())
const api = withProfile(shop)

function visited(path: string, work: (visit: Visit) => Promise<void>): Promise<void> {
  return workAs({ browser, shop, role: 'merchant_operator' }, path, work)
}

const invoiceOf = async ({ body }: Answer) => (await shop.get(`/invoices/${body.invoice.id}`)).body
const statusOf = async (subscription: Answer) => (await api.get(pathOf(subscription))).body.status

async function creditOf({ body: { customer_id } }: Answer): Promise<number> {
  const { balances } = (await shop.get(`/customers/${customer_id}/credit`)).body
  return balances[0]?.amount ?? 0
}

test('a refunded invoice shows what is left and leads to the credit note and its refund', async () => {
  const made = await subscribed(api)
  await using _ = await runEventPipeline(shop)
  const { payment_id } = made.body.payment
  const { refund_id } = (await shop.post('/refunds', { payment_id, amount: 300 })).body
  await until(async () => (await invoiceOf(made)).credit_notes.length === 1)
  await runSweeps(shop)
  const { id, credit_notes } = await invoiceOf(made)
  const [{ number, credit_note_pdf }] = credit_notes

  await visited(pathOf(made), async (visit) => {
    const { page } = visit
    await visit.card('Invoices').getByText('Paid, €3.00 refunded').waitFor()
    await visit.press(visit.card('Invoices').getByRole('link', { name: /^(?!.*PDF)/ }))
    await page.waitForURL(new RegExp(`/invoices/${id}$`))
    const lines = await shownLines(visit.card('Lines'))
    assert.deepEqual(lines.slice(1), ['Paid: €10.00', 'Refunded: -€3.00', 'Left: €7.00'])
    const notes = visit.card('Credit notes')
    const pdf = notes.getByRole('link', { name: `Credit note ${number} as PDF` })
    assert.equal(await pdf.getAttribute('href'), credit_note_pdf)
    await notes.getByText('€3.00').waitFor()
    await visit.press(notes.getByRole('link', { name: 'Refund' }))
    await page.waitForURL(new RegExp(`/refunds/${refund_id}$`))
  })
})

test('a part that was received is accepted: the invoice is paid, and the rest is not charged', async () => {
  const made = await partlyPaid(shop, api)

  await visited(pathOf(made), async (visit) => {
    const { page } = visit
    await page.getByText('€4.00 of €10.00 was received').waitFor()
    await visit.press(page.getByRole('link', { name: 'Open the invoice and accept the part' }))
    await visit.press(visit.button('Accept'))
    assert.deepEqual(await shownLines(visit.dialog), [
      'To pay: €10.00',
      'Received: €4.00',
      'Not charged any more: €6.00',
    ])
    await visit.dialog.getByText(/The subscription starts, and the period is worth €4.00/).waitFor()
    await visit.press(visit.confirm('Accept €4.00'))
    await visit.announced(/invoice is paid with €4.00/)
    await visit.button('Accept').waitFor({ state: 'detached' })
  })

  assert.equal((await invoiceOf(made)).status, 'invoice_paid')
  assert.equal(await statusOf(made), 'active')
  assert.equal(await creditOf(made), 0)
})

test('an invoice is voided after a refund of its part: the rest of the part is credit', async () => {
  const made = await partlyPaid(shop, api)
  await shop.post('/refunds', { payment_id: made.body.payment.payment_id, amount: 100 })

  await visited(`/invoices/${made.body.invoice.id}`, async (visit) => {
    await visit.press(visit.button('Void'))
    assert.deepEqual(await shownLines(visit.dialog), [
      'To pay: €10.00',
      'Received: €4.00',
      'Refunded: -€1.00',
      'Becomes customer credit: €3.00',
    ])
    await visit.dialog.getByText(/The subscription does not start: it ends as failed/).waitFor()
    await visit.press(visit.confirm('Void it and credit €3.00'))
    await visit.announced(/€3.00 is customer credit/)
  })

  assert.equal((await invoiceOf(made)).status, 'voided')
  assert.equal(await statusOf(made), 'failed')
  assert.equal(await creditOf(made), 300)
})

test('credit names its reason, and leads to its invoice and to the payment whose money it is', async () => {
  const made = await partlyPaid(shop, api)
  const { invoice, payment, customer_id } = made.body
  await api.post(`/invoices/${invoice.id}/resolve`, { action: 'void' })

  await visited(`/customers/${customer_id}`, async (visit) => {
    const row = visit.card('Credit').getByRole('row', { name: /Part of an invoice/ })
    await row.getByText('+€4.00').waitFor()
    const hrefs = await row.getByRole('link').evaluateAll((all) => all.map(({ href }) => href))
    assert.deepEqual(
      hrefs.map((href) => new URL(href).pathname),
      [`/dashboard/invoices/${invoice.id}`, `/dashboard/payments/${payment.payment_id}`],
    )
  })
})

/** An export's cells, by column title. */
async function exported(visit: Visit): Promise<Record<string, string>[]> {
  await visit.press(visit.button('Export'))
  const [download] = await Promise.all([
    visit.page.waitForEvent('download'),
    visit.press(visit.page.getByRole('menuitem', { name: 'All that the filters show' })),
  ])
  const text = await readFile(await download.path(), 'utf8')
  const [titles = [], ...rows] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(',').map((cell) => cell.replace(/^'/, '')))
  return rows.map((row) => Object.fromEntries(titles.map((title, n) => [title, row[n] ?? ''])))
}

test('the columns of an export of invoices add up, and are what the API answers', async () => {
  const { data } = (await shop.get('/invoices/list?limit=100')).body
  const statuses = new Set(data.map(({ status }: { status: string }) => status))
  assert.ok(statuses.has('invoice_paid') && statuses.has('voided'), [...statuses].join())

  await visited('/invoices', async (visit) => {
    await visit.page.getByRole('row').nth(1).waitFor()
    const rows = await exported(visit)

    const cents = (row: Record<string, string>, title: string) =>
      Math.round(100 * Number(row[title]))
    assert.deepEqual(
      rows.map((row) => [row['Invoice ID'], row['Number'], cents(row, 'Total')]),
      data.map((each: Record<string, unknown>) => [
        each['id'],
        each['number'] ?? '',
        each['total'],
      ]),
    )
    for (const row of rows) {
      const of = (title: string) => cents(row, title)
      assert.equal(of('Total') - of('Credit used') + of('Credit given'), of('To pay'))
      assert.equal(of('Received') + of('Open') + of('Not collected'), of('To pay'))
      assert.equal(row['Currency'], 'EUR')
    }
    assert.ok(rows.some((row) => cents(row, 'Refunded') > 0))
    assert.ok(rows.some((row) => cents(row, 'Not collected') > 0))
  })
})

test('invoices are found by status and number, and a row leads to its invoice', async () => {
  const made = await subscribed(api)
  await runSweeps(shop)
  const { id, number } = await invoiceOf(made)

  await visited('/invoices?status=voided', async (visit) => {
    const { page } = visit
    const statuses = page.getByRole('row').getByText(/Void|Paid/)
    await statuses.first().waitFor()
    assert.deepEqual([...new Set(await statuses.allTextContents())], ['Void, will not be paid'])

    await visit.open(`/invoices?number=${number}`)
    const row = page.getByRole('row').filter({ hasText: number })
    await row.getByText('€10.00').waitFor()
    assert.equal(await page.getByRole('row').count(), 2)
    await visit.press(row.getByRole('link'))
    await page.waitForURL(new RegExp(`/invoices/${id}$`))
    assert.deepEqual((await shownLines(visit.card('Lines'))).slice(1), ['Paid: €10.00'])
    await page.getByText('Issued', { exact: true }).waitFor()
  })
})
