// The words of a mail in the language of its reader: the texts of mails, and those of the hosted page.
import { currencyExponent, isCurrency } from '#kernel/money.ts'
import { chooseLanguage, languages as pageLanguages } from '@florin/locales/languages.ts'
import { directionOf, makeText, type MessageKey, type Messages } from '@florin/locales/text.ts'
import { ar } from './languages/ar.ts'
import { de } from './languages/de.ts'
import { en } from './languages/en.ts'
import { es } from './languages/es.ts'
import { fr } from './languages/fr.ts'
import { he } from './languages/he.ts'
import { it } from './languages/it.ts'
import { ja } from './languages/ja.ts'
import { nl } from './languages/nl.ts'
import { pl } from './languages/pl.ts'
import { pt } from './languages/pt.ts'
import { zh } from './languages/zh.ts'

export type MailKey = keyof typeof en
export type MailTexts = Readonly<Record<MailKey, string>>

/** The languages of the hosted page. */
export const languages: Readonly<Record<string, MailTexts>> = {
  en,
  de,
  fr,
  es,
  it,
  nl,
  pt,
  pl,
  ja,
  zh,
  ar,
  he,
}

type Values = Readonly<Record<string, string>>

export interface Words {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly t: (key: MailKey, values?: Values) => string
  /** For the subject: without the characters that isolate a name in another direction. */
  readonly subject: (key: MailKey, values?: Values) => string
  /** A text of the hosted page. */
  readonly page: (key: MessageKey, values?: Values) => string
  readonly money: (amount: number, currency: string) => string
  /** The day, in UTC. */
  readonly date: (moment: Date) => string
}

/** `metadata.language` of the customer, such as `de` or `pt-BR`; English if it is absent or none of ours. */
export function customerLanguage(metadata: Readonly<Record<string, string>>): string {
  return chooseLanguage(undefined, metadata['language'])
}

export function wordsIn(language: string): Words {
  const texts = languages[language] ?? en
  const messages = pageLanguages[language] ?? pageLanguages['en']
  if (messages === undefined) throw new Error(`the hosted page has no texts in ${language}`)
  const direction = directionOf(language)
  const mark = direction === 'rtl' ? isolate : (value: string) => value
  const day = new Intl.DateTimeFormat(language, {
    numberingSystem: 'latn',
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  return {
    language,
    direction,
    t: (key, values) => fill(texts[key], values, mark),
    subject: (key, values) => fill(texts[key], values),
    page: (key, values) => fill(messages[key], values, mark),
    money: (amount, currency) => formatMoney(messages, language, amount, currency),
    date: (moment) => day.format(moment),
  }
}

function formatMoney(
  messages: Messages,
  language: string,
  amount: number,
  currency: string,
): string {
  const exponent = isCurrency(currency) ? currencyExponent(currency) : 2
  return makeText(messages, language, { currency, exponent }).money(amount)
}

function fill(template: string, values: Values = {}, mark = (value: string) => value): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : mark(value)
  })
}

/** A name in Latin letters keeps its own order, and that of the sentence around it. */
function isolate(value: string): string {
  return `\u2068${value}\u2069`
}
