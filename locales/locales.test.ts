// Every text in every language: complete, parsable, with English's values and its language's plural forms.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { compile } from './compile.ts'
import { chooseLanguage, languages, messagesIn } from './languages.ts'
import { makeText, type Message, parseAmount, type Section } from './text.ts'

const english = languages['en'] ?? assert.fail('there is no English')
const sections = Object.keys(english) as Section[]

function listTexts(language: string, section: Section): Readonly<Record<string, string>> {
  return languages[language]?.[section] ?? {}
}

function listForms(message: Message): string[] {
  return typeof message === 'string' ? [message] : Object.values(message.forms)
}

function valuesIn(text: string): Set<string> {
  const message = compile(text)
  const names = listForms(message).flatMap((form) => form.match(/\{\w+\}/g) ?? [])
  return new Set(typeof message === 'string' ? names : [...names, `{${message.by}}`])
}

test('every file of a language is loaded', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^..\.json$/.test(name))
  assert.deepEqual(
    files,
    Object.keys(languages)
      .map((code) => `${code}.json`)
      .toSorted(),
  )
  assert.equal(files.length, 12)
})

for (const language of Object.keys(languages)) {
  test(`${language} has every text, with the same values in it`, () => {
    assert.deepEqual(Object.keys(languages[language] ?? {}), sections)
    for (const section of sections) {
      const texts = listTexts(language, section)
      assert.deepEqual(Object.keys(texts), Object.keys(english[section]))
      for (const [key, text] of Object.entries(listTexts('en', section))) {
        const other = texts[key] ?? ''
        assert.notEqual(other.trim(), '', key)
        assert.deepEqual(valuesIn(other), valuesIn(text), `${section}.${key}`)
      }
    }
  })

  test(`${language} has a form for every count`, () => {
    const rules = new Intl.PluralRules(language)
    for (const section of sections) {
      for (const [key, message] of Object.entries(messagesIn(language, section))) {
        if (typeof message === 'string') continue
        const counts = Array.from({ length: 201 }, (_, n) => n)
        const missing = counts.filter((n) => message.forms[rules.select(n)] === undefined)
        assert.deepEqual(missing, [], `${section}.${key}`)
      }
    }
  })
}

test('mails are translated to every language', () => {
  for (const language of Object.keys(languages).filter((code) => code !== 'en')) {
    for (const [key, text] of Object.entries(listTexts('en', 'mail'))) {
      assert.notEqual(listTexts(language, 'mail')[key], text, `${language} ${key}`)
    }
  }
})

test('a count takes the form of its language', () => {
  const lines = (language: string, count: number) =>
    makeText(messagesIn(language, 'invoice'), language).t('more_lines', { count })

  assert.deepEqual(
    [1, 2].map((n) => lines('en', n)),
    ['+ 1 line', '+ 2 lines'],
  )
  assert.deepEqual(
    [1, 2, 5, 22].map((n) => lines('pl', n)),
    ['+ 1 pozycja', '+ 2 pozycje', '+ 5 pozycji', '+ 22 pozycje'],
  )
  assert.deepEqual(
    [1, 2, 3, 11, 100].map((n) => lines('ar', n)),
    ['+ بند واحد', '+ بندان', '+ 3 بنود', '+ 11 بندًا', '+ 100 بند'],
  )
})

test('a message that cannot be parsed, or that browsers cannot fill in, is refused', () => {
  for (const text of [
    'Pay {seller',
    'Pay {amount, number}',
    "Pay '{'seller'}'",
    'Pay {count, plural, one {# line}}',
    'Pay {count, plural, one {# line} other {# lines}} now',
    '{count, selectordinal, one {#st} other {#th}}',
    '{count, plural, offset:1 one {#} other {#}}',
    '{kind, select, card {a card} other {a wallet}}',
  ])
    assert.throws(() => compile(text), text)
})

test('a section has the texts of the payment page, and replaces some of them', () => {
  const { t } = makeText(messagesIn('en', 'invoice'), 'en')

  assert.equal(t('pay_plain'), english.page.pay_plain)
  assert.equal(t('details_show'), english.invoice.details_show)
  assert.notEqual(english.invoice.details_show, english.page.details_show)
})

test('a typed amount is read with either decimal mark, and never rounded', () => {
  for (const [text, exponent, amount] of [
    ['12', 2, 1200],
    ['12.5', 2, 1250],
    ['12,50', 2, 1250],
    ['1.234,50', 2, 123_450],
    ['1,234.50', 2, 123_450],
    ['1,000', 2, 100_000],
    ['€ 7', 2, 700],
    ['1500', 0, 1500],
    ['1.234', 3, 1234],
    ['12.345', 2, 1_234_500],
    ['12.3456', 2, undefined],
    ['1.5', 0, undefined],
    ['', 2, undefined],
    ['abc', 2, undefined],
  ] as const) {
    assert.equal(parseAmount(text, exponent), amount, text)
  }
})

test('amounts have the digits of their currency in every language', () => {
  for (const locale of Object.keys(languages)) {
    const messages = messagesIn(locale, 'page')
    assert.match(
      makeText(messages, locale, { currency: 'KWD', exponent: 3 }).money(1234),
      /1[.,]234/,
    )
    assert.match(
      makeText(messages, locale, { currency: 'JPY', exponent: 0 }).money(500),
      /500(?!\d|[.,]\d)/,
    )
  }
})

test('the language is the one asked for, else the best that the browser accepts, else English', () => {
  assert.equal(chooseLanguage('de-CH,fr;q=0.8'), 'de')
  assert.equal(chooseLanguage('sv, fr;q=0.4, pt-BR;q=0.9'), 'pt')
  assert.equal(chooseLanguage('de', 'ar'), 'ar')
  assert.equal(chooseLanguage('de', 'constructor'), 'de')
  assert.equal(chooseLanguage('iw'), 'he')
  assert.equal(chooseLanguage('xx;q=oops,,;'), 'en')
  assert.equal(chooseLanguage(undefined), 'en')
})
