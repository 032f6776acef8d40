// The sums under an invoice's lines, and the facts beside its number, on the page and in the PDF alike.
import type { CreditNoteView, InvoiceView } from './contract.ts'
import { cardName } from './method_names.ts'
import type { Key, Text } from '@florin/locales/text.ts'

export type InvoiceText = Text<Key<'invoice'>>
export type Fact = readonly [name: string, value: string]

export function listFacts(invoice: InvoiceView, text: InvoiceText): Fact[] {
  const { t } = text
  const { number, issued_at, due_at, period_start, period_end, state, card } = invoice
  return [
    [t('number'), number ?? t('number_pending')],
    [t('issued'), text.day(issued_at)],
    ...(state === 'open' || state === 'pending' ? [[t('due'), text.day(due_at)] as const] : []),
    [t('period'), text.period(period_start, period_end)],
    ...(card === null ? [] : [[t('paid_with'), cardName(card, text)] as const]),
  ]
}

/** The invoiced amount, less the part that the seller waives. */
export function amountDue({ state, amount, amount_waived }: InvoiceView): number {
  return state === 'void' ? 0 : amount - amount_waived
}

/** The last one is what matters most. */
export function listSums(invoice: InvoiceView, text: InvoiceText): Fact[] {
  const { t } = text
  const { total, credit_applied, credit_granted, amount_waived, state } = invoice
  const { money } = text
  return [
    [t('total'), money(total)],
    ...(credit_applied > 0 ? [[t('credit_applied'), money(-credit_applied)] as const] : []),
    ...(credit_granted > 0 ? [[t('credit_granted'), money(credit_granted)] as const] : []),
    ...(amount_waived > 0 ? [[t('waived'), money(-amount_waived)] as const] : []),
    [t(state === 'paid' ? 'amount_paid' : 'amount_due'), money(amountDue(invoice))],
    ...listReceived(invoice, text),
    ...listGivenBack(invoice, text),
    ...listRemainder(invoice, text),
  ]
}

/** For an unpaid invoice: the part that has arrived. */
function listReceived({ state, amount_received }: InvoiceView, text: InvoiceText): Fact[] {
  if (state === 'paid' || amount_received === 0) return []
  return [[text.t('received'), text.money(amount_received)]]
}

const GIVEN_BACK = ['refunded', 'refund_pending', 'charged_back', 'disputed'] as const

function listGivenBack({ given_back }: InvoiceView, text: InvoiceText): Fact[] {
  return GIVEN_BACK.filter((kind) => given_back[kind] > 0).map((kind) => [
    text.t(kind),
    text.money(-given_back[kind]),
  ])
}

function listRemainder(invoice: InvoiceView, text: InvoiceText): Fact[] {
  const { state, given_back } = invoice
  const back = GIVEN_BACK.reduce((sum, kind) => sum + given_back[kind], 0)
  if (state !== 'paid' || back === 0) return []
  return [[text.t('amount_left'), text.money(Math.max(0, amountDue(invoice) - back))]]
}

export type Badge =
  | InvoiceView['state']
  | 'part_paid'
  | 'refunded'
  | 'part_refunded'
  | 'disputed'
  | 'charged_back'

/** The invoice's state, in a word or two. */
export function pickBadge(invoice: InvoiceView): Badge {
  const { state, amount, amount_received, given_back } = invoice
  const isPart = amount_received > 0 && amount_received < amount
  if (state === 'pending') return isPart ? 'part_paid' : 'pending'
  if (state !== 'paid') return state
  if (given_back.disputed > 0) return 'disputed'
  if (given_back.charged_back > 0) return 'charged_back'
  if (given_back.refunded === 0) return 'paid'
  return given_back.refunded < amountDue(invoice) ? 'part_refunded' : 'refunded'
}

/** Four colours are enough: the words make the difference. */
export const badgeLooks: Readonly<Record<Badge, InvoiceView['state']>> = {
  open: 'open',
  pending: 'pending',
  paid: 'paid',
  void: 'void',
  part_paid: 'pending',
  refunded: 'void',
  part_refunded: 'void',
  disputed: 'open',
  charged_back: 'void',
}

/** Under the amount: when it is due, or when it was paid. */
export function describeDate({ state, due_at, paid_at }: InvoiceView, text: InvoiceText): string {
  const { t } = text
  if (state === 'void') return t('state_void')
  if (state === 'paid' && paid_at !== null) return t('paid_on', { date: text.day(paid_at) })
  return state === 'paid' ? t('state_paid') : t('due_on', { date: text.day(due_at) })
}

/** In a list: when it was issued and why. */
export function noteText({ issued_at, reason }: CreditNoteView, text: InvoiceText): string {
  return `${text.day(issued_at)} · ${text.t(`reason_${reason}`)}`
}

export function addressLines(
  { customer }: InvoiceView,
  { locale }: Pick<Text, 'locale'>,
): string[] {
  const { name, email, address, country } = customer
  const land = country && (new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country)
  return [name, ...address, land, email].filter(
    (line): line is string => line !== null && line !== '',
  )
}
