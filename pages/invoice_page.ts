// The HTML of the page of an invoice.
import type { Assets, InvoicePageData } from './contract.ts'
import { colorStyle, renderDocument, pageHeaders, type RenderedPage } from './document.ts'
import { languages } from '@florin/locales/languages.ts'
import type { PageSetup } from './payment_setup.ts'
import { type InvoiceWords, invoiceWords } from '@florin/locales/invoice_all_words.ts'
import { toInvoiceText } from '@florin/locales/invoice_words_of.ts'
import { makeText, type Messages, type Text, type Unit } from '@florin/locales/text.ts'

/** The messages of the payment page, with those of an invoice. */
export function invoiceMessages(locale: string): Messages & InvoiceWords {
  const messages = languages[locale] ?? languages['en']
  if (messages === undefined) throw new Error('There are no messages.')
  return { ...messages, ...invoiceWords(locale) }
}

export function invoiceText(locale: string, unit: Unit): Text {
  return makeText(invoiceMessages(locale), locale, unit)
}

export function renderInvoicePage(data: InvoicePageData, assets: Assets): RenderedPage {
  const script = assets['invoice.js']
  const style = assets['invoice.css']
  if (script === undefined || style === undefined) {
    throw new Error('The page of an invoice is built incompletely: run `npm run build`.')
  }
  const text = invoiceText(data.locale, data)
  const w = toInvoiceText(text)
  const { name, color, logo } = data.seller
  const colors = colorStyle(color)
  const html = renderDocument({
    locale: data.locale,
    title: data.invoice ? w('invoice_title', { seller: name }) : w('unknown_invoice_title'),
    script,
    style,
    colors,
    no_script: text.t('no_script'),
    data: { 'florin-data': data, 'florin-setup': buildSetup(data.locale, assets) },
  })
  return { html, headers: pageHeaders({ script: script.integrity, colors, logo }) }
}

function buildSetup(locale: string, assets: Assets): PageSetup {
  const entries = Object.entries(languages).flatMap(([code, { language_name: name }]) => {
    const asset = assets[`invoice.${code}.json`]
    return asset === undefined ? [] : [[code, { name, ...asset }] as const]
  })
  return { messages: invoiceMessages(locale), languages: Object.fromEntries(entries) }
}
