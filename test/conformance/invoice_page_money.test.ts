// Page and PDFs for an invoice whose money was given back, or was received only in part.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { delayBank } from '#testing/bank.ts'
import type { Answer } from '#testing/client.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { pageData } from '#testing/payment_link.ts'
import { runSweeps } from '#testing/sweeps.ts'
import type { CreditNoteView, InvoicePageData } from '@florin/pages/contract.ts'
import { DISPUTE_DELAY_MS, FRAUDULENT } from '../support/disputing.ts'
import { until } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'
import { partlyPaid, subscribed, withProfile } from '../support/subscribing.ts'

delayBank(DISPUTE_DELAY_MS)

const shop = await payingShop()
after(() => shop.app.close())
const api = withProfile(shop)
const NOTHING = { refunded: 0, refund_pending: 0, charged_back: 0, disputed: 0 }

const invoiceOf = async ({ body }: Answer) => (await shop.get(`/invoices/${body.invoice.id}`)).body
const open = (url: string) => shop.with(undefined).get(new URL(url).pathname)

async function shown(subscription: Answer) {
  const { hosted_invoice_url } = await invoiceOf(subscription)
  const { status, invoice } = pageData(await open(hosted_invoice_url)) as unknown as InvoicePageData
  assert.ok(invoice)
  return { status, ...invoice }
}

/** A subscription whose first payment was refunded in part, with a numbered credit note. */
async function refunded(amount: number): Promise<Answer> {
  const made = await subscribed(api)
  await using _ = await runEventPipeline(shop)
  const { payment_id } = made.body.payment
  const refund = await shop.post('/refunds', { payment_id, amount })
  assert.equal(refund.status, 201, refund.text)
  await until(async () => (await invoiceOf(made)).credit_notes.length === 1)
  await runSweeps(shop)
  return made
}

describe('the page of an invoice', () => {
  test('refunded in part: the refunded amount, with its credit note', async () => {
    const made = await refunded(300)

    const view = await shown(made)

    assert.deepEqual([view.status, view.state, view.amount_received], ['completed', 'paid', 1000])
    assert.deepEqual(view.given_back, { ...NOTHING, refunded: 300 })
    const [note] = (await invoiceOf(made)).credit_notes
    const { credit_note_id, number, reason, amount, created: issued_at } = note
    const expected = { credit_note_id, number, status: 'issued', reason, amount, issued_at }
    assert.deepEqual(view.credit_notes, [expected] as CreditNoteView[])
  })

  test('a refund that is not done yet is in progress', async () => {
    const made = await subscribed(api)
    await shop.post('/refunds', { payment_id: made.body.payment.payment_id, amount: 400 })

    const { given_back, credit_notes } = await shown(made)

    assert.deepEqual(given_back, { ...NOTHING, refund_pending: 400 })
    assert.deepEqual(credit_notes, [])
  })

  test('disputed, then charged back with a credit note', async () => {
    await using _ = await runEventPipeline(shop)
    const made = await subscribed(api, {}, { card: FRAUDULENT })
    const path = `/disputes/list?payment_id=${made.body.payment.payment_id}`
    await until(async () => (await shop.get(path)).body.count > 0)
    const opened = await shown(made)
    const { dispute_id } = (await shop.get(path)).body.data[0]
    await shop.post(`/disputes/accept/${dispute_id}`)
    await until(async () => (await shown(made)).credit_notes.length === 1)

    const closed = await shown(made)

    assert.deepEqual(opened.given_back, { ...NOTHING, disputed: 1000 })
    assert.deepEqual(closed.given_back, { ...NOTHING, charged_back: 1000 })
    assert.deepEqual(closed.credit_notes[0]?.reason, 'dispute')
  })

  test('in review because a part was received: the received amount, and no form', async () => {
    const view = await shown(await partlyPaid(shop, api))

    assert.deepEqual([view.status, view.state], ['review', 'pending'])
    assert.deepEqual([view.amount, view.amount_received, view.amount_waived], [1000, 400, 0])
  })

  test('paid with a part that was accepted: the rest is waived', async () => {
    const made = await partlyPaid(shop, api)
    await api.post(`/invoices/${made.body.invoice.id}/resolve`, { action: 'accept' })

    const view = await shown(made)

    assert.deepEqual([view.state, view.amount_received, view.amount_waived], ['paid', 400, 600])
  })
})

describe('the PDF of a credit note', () => {
  test("a file with its number, in the requested language, below its invoice's address", async () => {
    const made = await refunded(300)
    const { hosted_invoice_url, credit_notes } = await invoiceOf(made)
    const [{ credit_note_id, credit_note_pdf, number }] = credit_notes
    const path = new URL(credit_note_pdf).pathname

    const english = await shop.with(undefined).get(path)
    const german = await shop.with(undefined).get(`${path}?lang=de`)

    assert.equal(credit_note_pdf, `${hosted_invoice_url}/credit_notes/${credit_note_id}/pdf`)
    assert.equal(english.headers.get('content-type'), 'application/pdf')
    assert.match(english.headers.get('content-disposition') ?? '', new RegExp(`"${number}\\.pdf"`))
    assert.equal(english.headers.get('cache-control'), 'no-store')
    assert.match(german.text, /\/Lang \(de\)/)
    assert.equal((await shop.with(undefined).get(path)).text, english.text)
  })

  test('a wrong secret, an unknown note and a note of another invoice: 404', async () => {
    const [one, other] = [await refunded(300), await refunded(200)]
    const { credit_note_pdf } = (await invoiceOf(one)).credit_notes[0]
    const { hosted_invoice_url, credit_notes } = await invoiceOf(other)
    const [{ credit_note_id, credit_note_pdf: theirs }] = credit_notes
    const wrong = theirs.replace(/.(?=\/credit_notes)/, (last: string) =>
      last === 'A' ? 'B' : 'A',
    )

    for (const url of [
      wrong,
      `${hosted_invoice_url}/credit_notes/crn_unknown/pdf`,
      credit_note_pdf.replace(/[^/]+(?=\/pdf$)/, credit_note_id),
    ]) {
      const answer = await open(url)
      assert.equal(answer.status, 404, url)
      assert.match(answer.headers.get('content-type') ?? '', /text\/html/)
    }
  })
})
