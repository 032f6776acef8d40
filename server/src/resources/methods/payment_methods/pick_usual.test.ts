import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countries } from '#kernel/countries.ts'
import { currencies } from '#kernel/currencies.ts'
import { methodOfType, methodTypeNames } from '#core/method_types.ts'
import { isDiscontinued, pickUsual } from './pick_usual.ts'
import { canPay, methodType } from './resolve.ts'

/** Offered by a page next to cards and wallets on the device. */
function offered(currency: string): string[] {
  const terms = { currency, capture_method: 'automatic' }
  return methodTypeNames.filter(
    (type) =>
      canPay(terms, type) &&
      !isDiscontinued(type) &&
      !['credit', 'debit', 'apple_pay', 'google_pay'].includes(type),
  )
}

function usual(currency: string, country?: string): string {
  return pickUsual(offered(currency), { currency, country }).join(' ')
}

test('the usual methods are those of the country, its own first, then those that most countries of the currency use', () => {
  const seen = Object.fromEntries(
    [
      ['EUR', 'NL'],
      ['EUR', 'BE'],
      ['EUR', 'DE'],
      ['EUR', 'AT'],
      ['EUR', 'FR'],
      ['EUR', 'ES'],
      ['EUR', 'FI'],
      ['EUR', 'SK'],
      ['EUR', 'JP'],
      ['GBP', 'GB'],
      ['PLN', 'PL'],
      ['CHF', 'CH'],
      ['SEK', 'SE'],
      ['USD', 'US'],
      ['CAD', 'CA'],
      ['BRL', 'BR'],
      ['INR', 'IN'],
    ].map(([currency = '', country]) => [`${currency} ${country}`, usual(currency, country)]),
  )
  assert.deepEqual(seen, {
    'EUR NL': 'ideal paypal klarna',
    'EUR BE': 'bancontact_card paypal klarna',
    'EUR DE': 'paypal klarna sepa',
    'EUR AT': 'eps paypal klarna',
    'EUR FR': 'paypal klarna alma',
    'EUR ES': 'bizum paypal klarna',
    'EUR FI': 'online_banking_finland paypal mobile_pay',
    'EUR SK': 'online_banking_slovakia sepa paypal',
    'EUR JP': 'amazon_pay paypal sepa',
    'GBP GB': 'open_banking_uk paypal klarna',
    'PLN PL': 'przelewy24 blik paypal',
    'CHF CH': 'twint paypal klarna',
    'SEK SE': 'swish paypal klarna',
    'USD US': 'cashapp venmo paypal',
    'CAD CA': 'interac paypal klarna',
    'BRL BR': 'pix boleto',
    'INR IN': 'upi_collect upi_intent',
  })
})

test("an unknown country has the methods that most of the currency's countries use", () => {
  assert.equal(usual('EUR'), 'paypal klarna sepa')
  assert.equal(usual('GBP'), 'paypal klarna afterpay_clearpay')
  assert.equal(usual('XAF'), '')
})

test('at most three are usual, in every currency and country, and none twice', () => {
  for (const currency of Object.keys(currencies)) {
    const types = offered(currency)
    for (const country of [undefined, ...countries]) {
      const picked = pickUsual(types, { currency, country })
      assert.ok(picked.length <= 3, `${currency} ${country}`)
      assert.equal(new Set(picked).size, picked.length)
      assert.ok(picked.every((type) => types.includes(type)))
    }
  }
})

test("the table's countries exist, and none is listed twice", () => {
  for (const type of methodTypeNames) {
    const method = methodOfType.get(type)
    const own = (method && methodType(method, type).countries) ?? []
    assert.equal(new Set(own).size, own.length, type)
    assert.deepEqual(
      own.filter((each) => !countries.includes(each)),
      [],
      type,
    )
  }
})

test('giropay and SOFORT are the discontinued methods', () => {
  assert.deepEqual(methodTypeNames.filter(isDiscontinued), ['giropay', 'sofort'])
})
