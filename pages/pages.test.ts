// The card form's arithmetic, and the colours that a seller may choose.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { declines, type RetryAdvice } from '../server/src/core/declines.ts'
import { chooseAccent, contrast, parseColor, type Theme } from './color.ts'
import {
  detectBrand,
  caretAfter,
  checkCard,
  toDigits,
  formatExpiry,
  formatNumber,
  parseExpiry,
} from './card.ts'
import { messagesIn } from '@florin/locales/languages.ts'
import { makeText } from '@florin/locales/text.ts'
import { explain, explainedCodes } from './declines.ts'
import { methodName } from './method_names.ts'

const now = new Date('2026-11-15T12:00:00Z')
const good = { number: '4242 4242 4242 4242', expiry: '12 / 34', code: '123', holder: 'Ada King' }

test('a number is written in the groups of its brand, however it was typed', () => {
  assert.equal(formatNumber('4242424242424242'), '4242 4242 4242 4242')
  assert.equal(formatNumber('4242-4242 42424242'), '4242 4242 4242 4242')
  assert.equal(formatNumber('378282246310005'), '3782 822463 10005')
  assert.equal(formatNumber('38000000000006'), '3800 000000 0006')
  assert.equal(formatNumber('٤٢٤٢４２４２'), '4242 4242')
  assert.equal(formatNumber('42424242424242424242424242'), '4242 4242 4242 4242 424')
})

test('formatting never loses, adds or reorders a digit of a number that is not too long', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 14 })
  fc.assert(
    fc.property(numbers, (digits) => {
      const typed = digits.join('')
      assert.equal(toDigits(formatNumber(typed)), typed)
      assert.equal(formatNumber(formatNumber(typed)), formatNumber(typed))
    }),
  )
})

test('the caret stays behind the digit that it was behind', () => {
  assert.equal(caretAfter('4242 4242', 4), 4)
  assert.equal(caretAfter('4242 4242', 5), 6)
  assert.equal(caretAfter('4242', 0), 0)
  assert.equal(caretAfter('4242', 9), 4)
})

test('brands are known from the first digits', () => {
  const brands = { '4': 'visa', '37': 'amex', '5555': 'mastercard', '2221': 'mastercard' }
  const others = { '6011': 'discover', '3800': 'diners', '3528': 'jcb', '62': 'unionpay' }
  for (const [digits, name] of Object.entries({
    ...brands,
    ...others,
    '9': 'unknown',
    '': 'unknown',
  })) {
    assert.equal(detectBrand(digits).name, name, digits)
  }
})

test('an expiry date is read as people and browsers write it', () => {
  for (const text of [
    '04 / 29',
    '04/29',
    '4/29',
    '0429',
    '042029',
    '04/2029',
    '2029-04',
    '04-29',
  ]) {
    assert.deepEqual(parseExpiry(text), { month: '04', year: '2029' }, text)
  }
  for (const text of ['', '13/29', '00/29', '04', '04 / 2'])
    assert.equal(parseExpiry(text), undefined)
  assert.equal(formatExpiry('4'), '04 / ')
  assert.equal(formatExpiry('12'), '12 / ')
  assert.equal(formatExpiry('12 /', '12 / '), '12')
  assert.equal(formatExpiry('1', '12'), '1')
})

test('a card that cannot be right is refused with the field that is wrong', () => {
  assert.deepEqual(checkCard(good, now), {})
  assert.deepEqual(checkCard({ ...good, number: '4242 4242 4242 4241' }, now), {
    number: 'error_number',
  })
  assert.deepEqual(checkCard({ ...good, number: '4242' }, now), { number: 'error_number_short' })
  assert.deepEqual(checkCard({ ...good, expiry: '10 / 26' }, now), { expiry: 'error_expiry_past' })
  assert.deepEqual(checkCard({ ...good, expiry: '11 / 26' }, now), {})
  assert.deepEqual(checkCard({ ...good, code: '1234' }, now), { code: 'error_code_3' })
  const amex = { ...good, number: '3782 822463 10005' }
  assert.deepEqual(checkCard(amex, now), { code: 'error_code_4' })
  assert.deepEqual(checkCard({ ...amex, code: '1234' }, now), {})
})

test('every decline has a reason and an advice', () => {
  assert.deepEqual(new Set(explainedCodes), new Set(Object.keys(declines)))
})

test("a country's online banking is named in the shopper's language", () => {
  const name = (locale: string) =>
    methodName('online_banking_finland', makeText(messagesIn(locale, 'page'), locale))

  assert.equal(name('en'), 'Online banking (Finland)')
  assert.equal(name('de'), 'Online-Banking (Finnland)')
  assert.equal(name('ar'), 'الخدمات المصرفية عبر الإنترنت (فنلندا)')
})

/** The advices for the shopper that agree with what a merchant reads about the same decline. */
const agreeing: Readonly<Record<RetryAdvice, readonly string[]>> = {
  no: ['other', 'bank', 'seller'],
  another_card: ['other', 'bank'],
  check_details: ['check'],
  fix_request: ['check', 'again'],
  later: ['later', 'again'],
  again: ['again', 'confirm'],
  check_first: ['status'],
  with_three_ds: ['confirm'],
}

test('merchant and shopper get the same advice for a decline', () => {
  for (const [code, { retry }] of Object.entries(declines)) {
    const advice = explain(code).advice.replace('advice_', '')
    const known = new Set(agreeing[retry])
    assert.ok(known.has(advice), `${code}: ${retry} for the merchant, ${advice} for the shopper`)
  }
})

test('text on and in any colour of a seller has a contrast of at least 4.5 : 1, in light and dark', () => {
  const part = fc.integer({ min: 0, max: 255 })
  const grounds = { light: ['#ffffff', '#f1f3f2'], dark: ['#121a18', '#18221f', '#0c1211'] }
  const ratio = (a: string, b: string) => contrast(parse(a), parse(b))
  fc.assert(
    fc.property(part, part, part, (...parts) => {
      const color = `#${parts.map((n) => n.toString(16).padStart(2, '0')).join('')}`
      for (const theme of ['light', 'dark'] satisfies Theme[]) {
        const accent = chooseAccent(color, theme)
        assert.ok(accent)
        assert.ok(ratio(accent.accent, accent.accent_text) >= 4.5, `${color} ${theme}`)
        assert.ok(ratio(accent.accent_hover, accent.accent_text) >= 4.5, `${color} ${theme} hover`)
        for (const ground of grounds[theme]) {
          assert.ok(ratio(accent.accent_ink, ground) >= 4.5, `${color} ${theme} on ${ground}`)
        }
      }
    }),
    { numRuns: 2_000 },
  )
  assert.equal(chooseAccent('red;} body{', 'light'), undefined)
})

function parse(color: string) {
  const parsed = parseColor(color)
  assert.ok(parsed)
  return parsed
}
