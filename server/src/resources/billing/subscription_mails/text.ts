// The words of a mail in the language of its reader.
import { currencyExponent, isCurrency } from '#kernel/money.ts'
import { chooseLanguage, messagesIn } from '@florin/locales/languages.ts'
import { type Key, makeText, type Text, type Values } from '@florin/locales/text.ts'

export type MailKey = Key<'mail'>

export interface MailText extends Text<MailKey> {
  /** For the subject: without the characters that isolate a name in another direction. */
  readonly subject: (key: MailKey, values?: Values) => string
}

/** `metadata.language` of the customer, such as `de` or `pt-BR`; English if it is absent or none of ours. */
export function customerLanguage(metadata: Readonly<Record<string, string>>): string {
  return chooseLanguage(undefined, metadata['language'])
}

export function mailText(language: string, currency = 'EUR'): MailText {
  const exponent = isCurrency(currency) ? currencyExponent(currency) : 2
  const text = makeText(messagesIn(language, 'mail'), language, { currency, exponent })
  const isolated = (key: MailKey, values: Values = {}) => text.t(key, isolate(values))
  return { ...text, t: text.direction === 'rtl' ? isolated : text.t, subject: text.t }
}

/** A name in Latin letters keeps its own order, and that of the sentence around it. */
function isolate(values: Values): Values {
  const entries = Object.entries(values)
  return Object.fromEntries(entries.map(([name, value]) => [name, `\u2068${value}\u2069`]))
}
