// The e-mail with a link's URL.
import { composeMail, oneLine } from '#core/mail/content.ts'
import type { Mail } from '#core/mail/mailer.ts'
import { formatMinor, isCurrency } from '#kernel/money.ts'
import type { PaymentLinkRow } from './store.ts'

export function buildLinkMail(link: PaymentLinkRow, to: string, seller: string): Mail {
  const { amount, currency, description, expiry, url } = link
  const name = oneLine(seller)
  const sum = amount !== null && isCurrency(currency) ? formatMinor(amount, currency) : undefined
  const what = sum === undefined ? 'a payment' : `a payment of ${sum} ${currency}`
  const until = `${expiry.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return composeMail(link.payment_link_id, to, {
    language: 'en',
    direction: 'ltr',
    subject: `${name}: your payment link`,
    from: name,
    paragraphs: [`${name} asks you for ${what}.`, ...(description === null ? [] : [description])],
    button: { label: 'Pay here', url },
    notes: [
      `The link works until ${until}. If you do not expect it, ignore this e-mail: nothing is charged.`,
    ],
  })
}
