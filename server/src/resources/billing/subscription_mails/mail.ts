// The text for each kind of mail, or the reason not to send it any more: decided from the rows at sending time.
import type { MailContent } from '#core/mail/content.ts'
import type { MailKind } from '#core/mail/kinds.ts'
import type { InvoiceRow } from '#resources/billing/invoices/read.ts'
import type { SubscriptionRow } from '#resources/billing/subscriptions/read.ts'
import { isSettled } from '#resources/billing/invoices/state.ts'
import { hasExpired } from '#resources/methods/payment_methods/parse.ts'
import { brandLabel } from '@florin/pages/card.ts'
import { explain } from '@florin/pages/declines.ts'
import type { MailKey, MailText } from './text.ts'

export interface InvoiceFacts
  extends Pick<InvoiceRow, 'status' | 'amount' | 'unified_code' | 'next_attempt_at'> {
  /** The page on which the customer pays it. */
  url: string
}

export interface SubscriptionFacts
  extends Pick<
    SubscriptionRow,
    'profile_id' | 'customer_id' | 'status' | 'payment_method_id' | 'period_end'
  > {
  plan_name: string
}

export interface CardFacts {
  brand: string
  last4: string
  exp_month: string
  exp_year: string
}

export interface MailFacts {
  text: MailText
  seller: string
  is_test: boolean
  subscription: SubscriptionFacts
  /** Undefined if the mail is not about an invoice. */
  invoice: InvoiceFacts | undefined
  /** The card that renewals charge; undefined if there is none. */
  card: CardFacts | undefined
}

interface Message extends Pick<MailContent, 'figure' | 'paragraphs' | 'button'> {
  title: MailKey
}

const kinds = {
  payment_failed: paymentFailed,
  action_required: actionRequired,
  final_notice: finalNotice,
  card_expiring: cardExpiring,
} satisfies Partial<Record<MailKind, (facts: MailFacts) => Message | string>>

export type SubscriptionMailKind = keyof typeof kinds

/** The content, or the reason not to send it. */
export function buildContent(kind: SubscriptionMailKind, facts: MailFacts): MailContent | string {
  const message = kinds[kind](facts)
  if (typeof message === 'string') return message
  const { text, seller, is_test } = facts
  const { title, ...parts } = message
  return {
    ...parts,
    language: text.locale,
    direction: text.direction,
    subject: text.subject(title, { seller }),
    from: seller,
    heading: text.t(title, { seller }),
    notes: [...(is_test ? [text.t('test_mode')] : []), text.t('footer', { seller })],
  }
}

const NO_INVOICE = 'the mail is not about an invoice'

function paymentFailed({ text, subscription, invoice }: MailFacts): Message | string {
  if (invoice === undefined) return NO_INVOICE
  const { status, unified_code, next_attempt_at } = invoice
  // If a later payment fails, it gets a separate mail.
  if (isSettled(status) || status === 'payment_pending' || status === 'manual_review')
    return describeStatus('invoice', status)
  return {
    title: 'title_payment_failed',
    figure: amountFigure(text, subscription, invoice),
    paragraphs: [
      text.t('failed'),
      ...(unified_code === null ? [] : [text.t(explain(unified_code).reason)]),
      next_attempt_at === null
        ? text.t('no_retry')
        : text.t('retry_on', { date: text.day(next_attempt_at) }),
    ],
    button: payButton(text, invoice),
  }
}

function actionRequired({ text, subscription, invoice }: MailFacts): Message | string {
  if (invoice === undefined) return NO_INVOICE
  if (isSettled(invoice.status)) return describeStatus('invoice', invoice.status)
  return {
    title: 'title_action_required',
    figure: amountFigure(text, subscription, invoice),
    paragraphs: [text.t('confirm_text'), text.t('confirm_wait')],
    button: { label: text.t('confirm_title'), url: invoice.url },
  }
}

const ends: ReadonlySet<string> = new Set(['cancelled', 'paused', 'unpaid'])

function isEnd(status: string): status is 'cancelled' | 'paused' | 'unpaid' {
  return ends.has(status)
}

function finalNotice({ text, subscription, invoice }: MailFacts): Message | string {
  if (invoice === undefined) return NO_INVOICE
  const isPayable = !isSettled(invoice.status)
  // A voided invoice is why the subscription ended; any other settled one was paid after all.
  if (!isPayable && invoice.status !== 'voided') return describeStatus('invoice', invoice.status)
  const { status } = subscription
  if (!isEnd(status)) return describeStatus('subscription', status)
  return {
    title: `title_${status}`,
    figure: amountFigure(text, subscription, invoice),
    paragraphs: [
      text.t(`text_${status}`),
      isPayable ? text.t('can_pay') : text.t('completed_text'),
    ],
    ...(isPayable ? { button: payButton(text, invoice) } : {}),
  }
}

const renewed: ReadonlySet<string> = new Set(['active', 'trial', 'pending'])

function cardExpiring({ text, seller, subscription, card }: MailFacts): Message | string {
  const { status, plan_name, period_end } = subscription
  if (!renewed.has(status) || period_end === null) return describeStatus('subscription', status)
  if (card === undefined) return 'renewals do not charge a card'
  const { exp_month, exp_year, last4, brand } = card
  if (!hasExpired(Number(exp_month), Number(exp_year), period_end))
    return 'the card does not expire before the next renewal'
  const named = text.t('ending_in', {
    brand: brandLabel(brand) ?? text.t('card'),
    digits: last4,
  })
  return {
    title: 'title_card_expiring',
    figure: { label: plan_name, value: named },
    paragraphs: [
      text.t('expiring', { card: named, date: text.day(period_end) }),
      text.t('replace_card', { seller }),
    ],
  }
}

function describeStatus(of: 'invoice' | 'subscription', status: string): string {
  return `the status of the ${of} is ${status}`
}

function amountFigure(text: MailText, { plan_name }: SubscriptionFacts, invoice: InvoiceFacts) {
  return { label: plan_name, value: text.money(invoice.amount) }
}

function payButton(text: MailText, { amount, url }: InvoiceFacts) {
  return { label: text.t('pay', { amount: text.money(amount) }), url }
}
