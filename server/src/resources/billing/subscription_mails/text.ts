// Mail texts in the reader's language.
import { currencyExponent, isCurrency } from '#kernel/money.ts'
import { chooseLanguage, messagesIn } from '@florin/locales/languages.ts'
import { type Key, makeText, type Text, type Values } from '@florin/locales/text.ts'

export type MailKey = Key<'mail'>

export interface MailText extends Text<MailKey> {
  /** For the subject: without the characters that isolate a name in another direction. */
  readonly subject: (key: MailKey, values?: Values) => string
}

/** The customer's `metadata.language`, such as `de` or `pt-BR`; English if it is absent or unsupported. */
export function customerLanguage(metadata: Readonly<Record<string, string>>): string {
  return chooseLanguage(undefined, metadata['language'])
}

export function mailText(language: string, currency = 'EUR'): MailText {
  const exponent = isCurrency(currency) ? currencyExponent(currency) : 2
  const text = makeText(messagesIn(language, 'mail'), language, { currency, exponent })
  const isolated = (key: MailKey, values: Values = {}) => text.t(key, isolate(values))
  return { ...text, t: text.direction === 'rtl' ? isolated : text.t, subject: text.t }
}

/** Latin names keep their direction, and do not change the direction of the sentence around them. */
function isolate(values: Values): Values {
  const entries = Object.entries(values)
  return Object.fromEntries(entries.map(([name, value]) => [name, `\u2068${value}\u2069`]))
}
