// The page after a redirect for a payment without a `return_url`: the payment's result, in words. It has no script.
import type { Assets, Seller } from './contract.ts'
import { colorStyle, renderDocument, pageHeaders, type RenderedPage } from './document.ts'
import { escape } from './escape.ts'
import { messagesIn } from '@florin/locales/languages.ts'
import { signs, type Sign } from './signs.ts'
import { makeText, type MessageKey } from '@florin/locales/text.ts'

interface Return {
  readonly locale: string
  readonly seller: Seller
  readonly payment_id: string
  /** The payment's status. */
  readonly status: string
}

type Row = readonly [sign: Sign, title: MessageKey, ...texts: MessageKey[]]

/** To the shopper a payment that is held for the seller is paid. */
const PAID: Row = ['done', 'paid', 'paid_text', 'close_page']
const rows: Readonly<Record<string, Row>> = {
  processing: ['wait', 'pending', 'pending_text'],
  requires_action: ['wait', 'pending', 'pending_text'],
  requires_merchant_action: ['wait', 'review', 'review_text', 'close_page'],
  requires_payment_method: ['stop', 'not_made', 'not_charged', 'close_page'],
  requires_confirmation: ['stop', 'not_made', 'not_charged', 'close_page'],
  failed: ['stop', 'not_made', 'not_charged', 'close_page'],
  expired: ['stop', 'not_made', 'not_charged', 'close_page'],
  cancelled: ['stop', 'cancelled', 'close_page'],
}

export function renderReturnPage(data: Return, assets: Assets): RenderedPage {
  const { locale, seller, payment_id, status } = data
  const { t } = makeText(messagesIn(locale, 'page'), locale)
  const style = assets['page.css']
  if (style === undefined) {
    throw new Error('The payment page is built incompletely: run `npm run build`.')
  }
  const [sign, title, ...texts] = rows[status] ?? PAID
  const text = texts.map((key) => t(key, { seller: seller.name })).join(' ')
  const content = `<div class="page single"><main class="main"><div class="column"><div class="panel"><span class="sign sign-${sign}" aria-hidden="true"><svg viewBox="0 0 24 24" width="28" height="28" fill="none" stroke="currentColor"><path d="${signs[sign]}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg></span><h1>${escape(t(title))}</h1><p class="lead">${escape(text)}</p><dl class="facts"><div><dt>${escape(t('reference'))}</dt><dd class="code">${escape(payment_id)}</dd></div></dl></div></div></main></div>`
  const colors = colorStyle(seller.color)
  const html = renderDocument({ locale, title: t(title), style, colors, content })
  return { html, headers: pageHeaders({ colors }) }
}
