// PDFs for an invoice and its credit notes.
import { invoiceText } from '@florin/pages/invoice_page.ts'
import type { InvoiceView } from '@florin/pages/contract.ts'
import type { InvoiceText } from '@florin/pages/invoice_sums.ts'
import type { Context } from '#kernel/context.ts'
import { currencyExponent, isCurrency } from '#kernel/money.ts'
import { ContainedProcess } from '#kernel/contained_process.ts'
import { Page } from '#http/download.ts'
import { contentDisposition } from '#http/file_names.ts'
import { findMerchantCreditNote } from '#resources/billing/invoices/credit_notes.ts'
import { profileOfExisting } from '#resources/accounts/profiles/read.ts'
import { creditNoteDocument, invoiceDocument, type PrintedDocument } from './documents.ts'
import { type Address, openInvoice, type OpenedInvoice } from './open.ts'
import { chooseRequestLanguage, unknownPage } from './page.ts'
import type { PrintOrder } from './print.ts'
import { toCreditNoteView, toSeller, readInvoiceView } from './view.ts'

/** Fonts take most memory; a document is printed in about 30 ms. */
const printer = new ContainedProcess<PrintOrder, Uint8Array>(
  new URL('./print_process.ts', import.meta.url),
  {
    timeout_ms: 30_000,
    max_waiting: 30,
    max_mb: 256,
  },
)

type Query = Readonly<Record<string, unknown>>

export async function getInvoicePdf(
  context: Context,
  address: Address,
  query: Query,
): Promise<Page> {
  const opened = await openInvoice(context, address)
  const locale = chooseRequestLanguage(context, query)
  if (opened === undefined) return unknownPage(context, locale)
  return renderPdf(opened, locale, opened.invoice.invoice_id, invoiceDocument)
}

/** A void one can still be read: the customer may have it already. */
export async function getCreditNotePdf(
  context: Context,
  address: Address & { credit_note_id: string },
  query: Query,
): Promise<Page> {
  const opened = await openInvoice(context, address)
  const locale = chooseRequestLanguage(context, query)
  const note = opened && (await findMerchantCreditNote(opened.shopper, address.credit_note_id))
  if (note?.invoice_id !== opened?.invoice.invoice_id || !note || !opened) {
    return unknownPage(context, locale)
  }
  const document = (view: InvoiceView, text: InvoiceText) =>
    creditNoteDocument(toCreditNoteView(note), view, text)
  return renderPdf(opened, locale, note.credit_note_id, document)
}

/** A document without a number is named by its id. */
async function renderPdf(
  opened: OpenedInvoice,
  locale: string,
  id: string,
  compose: (view: InvoiceView, text: InvoiceText) => PrintedDocument,
): Promise<Page> {
  const { shopper, invoice } = opened
  const { currency, profile_id } = invoice
  const profile = await profileOfExisting(shopper, profile_id)
  const unit = { currency, exponent: isCurrency(currency) ? currencyExponent(currency) : 2 }
  const text = invoiceText(locale, unit)
  const document = compose(await readInvoiceView(opened), text)
  const is_test = shopper.environment === 'sandbox'
  const bytes = await printer.run({ document, seller: toSeller(profile), locale, unit, is_test })
  return new Page(Buffer.from(bytes), {
    'content-type': 'application/pdf',
    'content-disposition': contentDisposition(`${document.number ?? id}.pdf`),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
}
