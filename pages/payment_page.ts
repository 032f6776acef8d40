// HTML for the payment page: the part that can be read before any script runs, the script's data, and headers that
// let nothing run but this server's files.
import type { Assets, PageData } from './contract.ts'
import { colorStyle, renderDocument, pageHeaders, type RenderedPage } from './document.ts'
import { escape } from './escape.ts'
import { languages, messagesIn } from '@florin/locales/languages.ts'
import type { PageSetup } from './payment_setup.ts'
import { makeText, type Text } from '@florin/locales/text.ts'

export function renderPage(data: PageData, assets: Assets): RenderedPage {
  const script = assets['page.js']
  const style = assets['page.css']
  if (script === undefined || style === undefined) {
    throw new Error('The payment page is built incompletely: run `npm run build`.')
  }
  const text = makeText(messagesIn(data.locale, 'page'), data.locale, data)
  const colors = colorStyle(data.seller.color)
  const title = pageTitle(data, text)
  const html = renderDocument({
    locale: data.locale,
    title,
    description: data.description ?? title,
    script,
    style,
    colors,
    content: firstContent(data, text),
    no_script: text.t('no_script'),
    data: { 'florin-data': data, 'florin-setup': buildSetup('page', data.locale, assets) },
  })
  const { logo } = data.seller
  return { html, headers: pageHeaders({ script: script.integrity, colors, logo }) }
}

/** A page without data, for a dashboard frame: the dashboard sends it a link's settings. */
export function renderPreview(locale: string, assets: Assets): RenderedPage {
  const script = assets['preview.js']
  const style = assets['page.css']
  if (script === undefined || style === undefined) {
    throw new Error('The payment page is built incompletely: run `npm run build`.')
  }
  const data = { 'florin-setup': buildSetup('page', locale, assets) }
  const html = renderDocument({ locale, title: 'Preview', script, style, data })
  return { html, headers: pageHeaders({ script: script.integrity, is_preview: true }) }
}

function pageTitle({ seller, status }: PageData, { t }: Text): string {
  return status === 'unknown' ? t('unknown_link_title') : t('title_pay', { seller: seller.name })
}

export function buildSetup(section: 'page' | 'invoice', locale: string, assets: Assets): PageSetup {
  const entries = Object.entries(languages).flatMap(([code, { page }]) => {
    const asset = assets[`${section}.${code}.json`]
    return asset === undefined ? [] : [[code, { name: page.language_name, ...asset }] as const]
  })
  return { messages: messagesIn(locale, section), languages: Object.fromEntries(entries) }
}

/** Seller and amount, in the markup that the script will take over. */
function firstContent(data: PageData, { t, money }: Text): string {
  if (data.status !== 'active') return ''
  const { seller, amount } = data
  const due =
    amount === null
      ? ''
      : `<p class="due">${escape(t('total_due'))}</p><p class="total figures">${escape(money(amount))}</p>`
  return `<div class="page"><section class="side" aria-label="${escape(t('order_summary'))}"><div class="column"><div class="seller"><span class="seller-name">${escape(seller.name)}</span></div>${due}</div></section><main class="main"></main></div>`
}
