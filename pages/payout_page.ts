// The HTML of the page of a payout link.
import type { Assets } from './contract.ts'
import { colorStyle, renderDocument, pageHeaders, type RenderedPage } from './document.ts'
import { languages } from '@florin/locales/languages.ts'
import type { PayoutPageData } from './payout_setup.ts'
import { words, type Words } from '@florin/locales/payout_words.ts'
import { makeText } from '@florin/locales/text.ts'

export function renderPayoutPage(data: PayoutPageData, assets: Assets): RenderedPage {
  const messages = languages[data.locale] ?? languages['en']
  const own: Words = (words as Readonly<Record<string, Words>>)[data.locale] ?? words.en
  const script = assets['payout.js']
  const style = assets['payout.css']
  if (messages === undefined || script === undefined || style === undefined) {
    throw new Error('The payout page is built incompletely: run `npm run build`.')
  }
  const text = makeText(messages, data.locale, data)
  const title =
    data.status === 'unknown'
      ? text.t('unknown_link_title')
      : own.title
          .replace('{seller}', () => data.seller.name)
          .replace('{amount}', () => text.money(data.amount))
  const colors = colorStyle(data.seller.color)
  const html = renderDocument({
    locale: data.locale,
    title,
    script,
    style,
    colors,
    no_script: text.t('no_script'),
    data: { 'florin-data': data, 'florin-messages': messages, 'florin-words': own },
  })
  const { logo } = data.seller
  return { html, headers: pageHeaders({ script: script.integrity, colors, logo }) }
}
