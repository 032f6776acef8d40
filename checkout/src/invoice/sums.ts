// What stands under the lines of an invoice, and beside its number, on the page and in the PDF alike.
import type { InvoiceView } from '../../contract.ts'
import { cardName } from '../method_names.ts'
import type { Text } from '../text.ts'
import { wordsOf } from './words_of.ts'

export type Fact = readonly [name: string, value: string]

export function factsOf(invoice: InvoiceView, text: Text): Fact[] {
  const w = wordsOf(text)
  const { number, issued_at, due_at, period_start, period_end, state, card } = invoice
  return [
    [w('number'), number ?? w('number_pending')],
    [w('issued'), text.day(issued_at)],
    ...(state === 'open' || state === 'pending' ? [[w('due'), text.day(due_at)] as const] : []),
    [w('period'), text.period(period_start, period_end)],
    ...(card === null ? [] : [[text.t('paid_with'), cardName(card, text)] as const]),
  ]
}

/** The last one is what matters most. */
export function sumsOf(invoice: InvoiceView, text: Text): Fact[] {
  const w = wordsOf(text)
  const { total, credit_applied, credit_granted, amount, state } = invoice
  const { money } = text
  return [
    [text.t('total'), money(total)],
    ...(credit_applied > 0 ? [[w('credit_applied'), money(-credit_applied)] as const] : []),
    ...(credit_granted > 0 ? [[w('credit_granted'), money(credit_granted)] as const] : []),
    [w(state === 'paid' ? 'amount_paid' : 'amount_due'), money(state === 'void' ? 0 : amount)],
  ]
}

/** Under the amount: when it is due, or when it was paid. */
export function momentOf({ state, due_at, paid_at }: InvoiceView, text: Text): string {
  const w = wordsOf(text)
  if (state === 'void') return w('state_void')
  if (state === 'paid' && paid_at !== null) return w('paid_on', { date: text.day(paid_at) })
  return state === 'paid' ? w('state_paid') : w('due_on', { date: text.day(due_at) })
}

export function addressOf({ customer }: InvoiceView, { locale }: Pick<Text, 'locale'>): string[] {
  const { name, email, address, country } = customer
  const land = country && (new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country)
  return [name, ...address, land, email].filter(
    (line): line is string => line !== null && line !== '',
  )
}
