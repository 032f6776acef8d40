// HTML for the invoice page.
import type { Assets, InvoicePageData } from './contract.ts'
import { colorStyle, renderDocument, pageHeaders, type RenderedPage } from './document.ts'
import { buildSetup } from './payment_page.ts'
import { messagesIn } from '@florin/locales/languages.ts'
import { type Key, makeText, type Text, type Unit } from '@florin/locales/text.ts'

export function invoiceText(locale: string, unit: Unit): Text<Key<'invoice'>> {
  return makeText(messagesIn(locale, 'invoice'), locale, unit)
}

export function renderInvoicePage(data: InvoicePageData, assets: Assets): RenderedPage {
  const script = assets['invoice.js']
  const style = assets['invoice.css']
  if (script === undefined || style === undefined) {
    throw new Error('The page of an invoice is built incompletely: run `npm run build`.')
  }
  const { t } = invoiceText(data.locale, data)
  const { name, color, logo } = data.seller
  const colors = colorStyle(color)
  const html = renderDocument({
    locale: data.locale,
    title: data.invoice ? t('invoice_title', { seller: name }) : t('unknown_invoice_title'),
    script,
    style,
    colors,
    no_script: t('no_script'),
    data: { 'florin-data': data, 'florin-setup': buildSetup('invoice', data.locale, assets) },
  })
  return { html, headers: pageHeaders({ script: script.integrity, colors, logo }) }
}
