// The PDF of an invoice.
import { invoiceText } from '../../../../checkout/invoice_page.ts'
import type { Context } from '#kernel/context.ts'
import { exponentOf, isCurrency } from '#kernel/money.ts'
import { Page } from '#http/download.ts'
import { contentDisposition } from '#http/file_names.ts'
import { profileOfExisting } from '#resources/profiles/read.ts'
import { type Address, openInvoice } from './open.ts'
import { languageOf, unknownPage } from './page.ts'
import { printInvoice } from './print.ts'
import { sellerOf, viewOf } from './view.ts'

export async function getInvoicePdf(
  context: Context,
  address: Address,
  query: Readonly<Record<string, unknown>>,
): Promise<Page> {
  const opened = await openInvoice(context, address)
  const locale = languageOf(context, query)
  if (opened === undefined) return unknownPage(context, locale)
  const { currency, profile_id, number } = opened.invoice
  const profile = await profileOfExisting(opened.shopper, profile_id)
  const exponent = isCurrency(currency) ? exponentOf(currency) : 2
  const bytes = await printInvoice({
    view: await viewOf(opened),
    seller: sellerOf(profile),
    text: invoiceText(locale, { currency, exponent }),
    is_test: context.environment === 'sandbox',
  })
  return new Page(bytes, {
    'content-type': 'application/pdf',
    'content-disposition': contentDisposition(`${number ?? opened.invoice.invoice_id}.pdf`),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
}
