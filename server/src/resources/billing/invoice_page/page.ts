// The page on which a customer sees and pays an invoice, and its state while the page is open.
import { readAssets } from '@florin/pages/assets.ts'
import { blankPage } from '@florin/pages/blank.ts'
import type { InvoicePageData, Method } from '@florin/pages/contract.ts'
import { renderInvoicePage } from '@florin/pages/invoice_page.ts'
import { chooseLanguage, chooseRegional } from '@florin/locales/languages.ts'
import type { Context } from '#kernel/context.ts'
import { currencyExponent, isCurrency } from '#kernel/money.ts'
import { Page } from '#http/download.ts'
import { pageUrl } from '#resources/billing/invoices/page_url.ts'
import { testCards } from '#resources/payments/payment_links/test_cards.ts'
import { profileOfExisting } from '#resources/accounts/profiles/read.ts'
import type { Profile } from '#resources/accounts/profiles/schema.ts'
import { type Address, openInvoice, type OpenedInvoice, readOpenInvoice } from './open.ts'
import type { PageInvoiceStatus } from './page_schema.ts'
import { toSeller, readInvoiceView } from './view.ts'

type Query = Readonly<Record<string, unknown>>

/** An unknown invoice has a page too, which says so. */
export async function showInvoice(context: Context, address: Address, query: Query): Promise<Page> {
  const opened = await openInvoice(context, address)
  const locale = chooseRequestLanguage(context, query)
  return opened ? invoicePage(opened, locale, query) : unknownPage(context, locale)
}

/** `locale` is the name that the payment page has for it. */
export function chooseRequestLanguage({ request }: Context, { lang, locale }: Query): string {
  const accepted = request?.headers['accept-language']
  return chooseLanguage(toText(accepted), toText(lang) ?? toText(locale))
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function unknownPage(context: Context, locale: string): Page {
  const { html, headers } = renderInvoicePage(commonData(context, locale), readAssets())
  return new Page(html, headers, 404)
}

export async function getInvoiceStatus(
  context: Context,
  address: Address,
): Promise<PageInvoiceStatus> {
  const { status } = await readOpenInvoice(context, address)
  return { status, notice: null }
}

async function invoicePage(opened: OpenedInvoice, locale: string, query: Query): Promise<Page> {
  const { shopper, invoice, payment, status } = opened
  const { merchant_id, invoice_id, currency, amount, profile_id } = invoice
  const profile = await profileOfExisting(shopper, profile_id)
  const returned = payment && query['payment_id'] === payment.payment_id ? payment : undefined
  const data: InvoicePageData = {
    ...commonData(shopper, locale),
    path: pagePath(shopper, merchant_id, invoice_id),
    status,
    seller: toSeller(profile),
    amount,
    currency,
    exponent: isCurrency(currency) ? currencyExponent(currency) : 2,
    methods: status === 'active' ? listMethods(profile) : [],
    payment: returned ? { payment_id: returned.payment_id, status: returned.status } : null,
    invoice: await readInvoiceView(opened),
  }
  const { html, headers } = renderInvoicePage(data, readAssets())
  return new Page(html, headers)
}

/** Without the origin, which the browser knows better. */
function pagePath(context: Context, merchant_id: string, invoice_id: string): string {
  return pageUrl(context, { merchant_id, invoice_id, public_url: '' })
}

/** The card form alone: the card is used for the renewals from then on. */
export function listMethods({ allowed_payment_method_types: allowed }: Profile): Method[] {
  const type = ['credit', 'debit'].find((each) => allowed.length === 0 || allowed.includes(each))
  return type === undefined ? [] : [{ method: 'card', type, flow: 'card', fields: [] }]
}

function commonData({ environment, request }: Context, locale: string): InvoicePageData {
  const blank = blankPage(locale, environment === 'sandbox' ? testCards : undefined)
  const regional = chooseRegional(toText(request?.headers['accept-language']), locale)
  return { ...blank, regional, kind: 'invoice', path: '', layout: 'accordion', invoice: null }
}
