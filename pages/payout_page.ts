// HTML for the payout link page.
import type { Assets } from './contract.ts'
import { colorStyle, renderDocument, pageHeaders, type RenderedPage } from './document.ts'
import { messagesIn } from '@florin/locales/languages.ts'
import type { PayoutPageData } from './payout_setup.ts'
import { makeText } from '@florin/locales/text.ts'

export function renderPayoutPage(data: PayoutPageData, assets: Assets): RenderedPage {
  const messages = messagesIn(data.locale, 'payout')
  const script = assets['payout.js']
  const style = assets['payout.css']
  if (script === undefined || style === undefined) {
    throw new Error('The payout page is built incompletely: run `npm run build`.')
  }
  const { t, money } = makeText(messages, data.locale, data)
  const title =
    data.status === 'unknown'
      ? t('unknown_link_title')
      : t('title', { seller: data.seller.name, amount: money(data.amount) })
  const colors = colorStyle(data.seller.color)
  const html = renderDocument({
    locale: data.locale,
    title,
    script,
    style,
    colors,
    no_script: t('no_script'),
    data: { 'florin-data': data, 'florin-messages': messages },
  })
  const { logo } = data.seller
  return { html, headers: pageHeaders({ script: script.integrity, colors, logo }) }
}
