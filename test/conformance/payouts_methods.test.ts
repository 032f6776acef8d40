// Payout: every payout_method_data variant and every bank_transfer variant, its checks, and its masked form.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { assertRefused } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'
import { act, create, assertPayoutStatus, read } from '../support/paying_out.ts'
import {
  bankVariants,
  cardTo,
  money,
  redirectVariants,
  toBank,
  walletVariants,
} from '../support/recipients.ts'

const shop = await payingShop()
after(() => shop.app.close())

function send(payout_method_data: unknown, body: object = {}) {
  return shop.post('/payouts/create', { ...money, payout_method_data, ...body })
}

interface Variant {
  name: string
  type: string
  at: string
  required: Record<string, string>
  optional: Record<string, string>
  wrap: (details: object) => object
  /** Path to the masked details. */
  displayed: (data: Record<string, Record<string, unknown>>) => Record<string, string>
}

function kinds(
  key: 'wallet' | 'bank_redirect',
  variants: Record<string, { required: object; optional: object }>,
): Variant[] {
  return Object.entries(variants).map(([kind, { required, optional }]) => ({
    name: `${key}.${kind}`,
    type: key,
    at: `payout_method_data.${key}.${kind}`,
    required: required as Record<string, string>,
    optional: optional as Record<string, string>,
    wrap: (details) => ({ [key]: { [kind]: details } }),
    displayed: (data) => data[key]?.[kind] as Record<string, string>,
  }))
}

const variants: Variant[] = [
  {
    name: 'card',
    type: 'card',
    at: 'payout_method_data.card',
    required: cardTo,
    optional: { card_network: 'Visa' },
    wrap: (details) => ({ card: details }),
    displayed: (data) => data['card'] as Record<string, string>,
  },
  ...Object.entries(bankVariants).map(([payout_method_type, { required, optional }]) => ({
    name: `bank_transfer ${payout_method_type}`,
    type: 'bank',
    at: 'payout_method_data.bank_transfer',
    required: required as Record<string, string>,
    optional: optional as Record<string, string>,
    wrap: (details: object) => ({ bank_transfer: { payout_method_type, ...details } }),
    displayed: (data: Record<string, Record<string, unknown>>) =>
      data['bank'] as Record<string, string>,
  })),
  ...kinds('wallet', walletVariants),
  ...kinds('bank_redirect', redirectVariants),
  {
    name: 'passthrough',
    type: 'wallet',
    at: 'payout_method_data.passthrough',
    required: { psp_token: 'tok_of_psp_12345', psp_customer_id: 'cust_1', token_type: 'paypal' },
    optional: {},
    wrap: (details) => ({ passthrough: details }),
    displayed: (data) => data['passthrough'] as Record<string, string>,
  },
]

/** The fields that name an account, which can never be read again. */
const SECRET = new Set([
  'card_number',
  'dpan',
  'application_primary_account_number',
  'bank_account_number',
  'iban',
  'pix_key',
  'emv',
  'tax_id',
  'telephone_number',
  'paypal_id',
  'psp_token',
])

const compact = (text: string) => text.replaceAll(/[ -]/g, '')

for (const { name, type, at, required, optional, wrap, displayed } of variants) {
  describe(`payout_method_data: ${name}`, () => {
    test('its required fields are enough, and it can be paid', async () => {
      const made = await create(shop, { payout_type: type, payout_method_data: wrap(required) })

      assertPayoutStatus(await act(shop, made, 'fulfill'), 'success')
    })

    test('its optional fields are taken; account numbers are masked in the response, under a key named after the method', async () => {
      const all = { ...required, ...optional }
      const made = await create(shop, { payout_type: type, payout_method_data: wrap(all) })

      const data = (await read(shop, made)).body.payout_method_data
      assert.deepEqual(Object.keys(data), [name === 'passthrough' ? 'passthrough' : type])
      for (const [field, value] of Object.entries(all)) {
        const seen = displayed(data)[field]
        if (SECRET.has(field)) {
          assert.equal(seen?.length, compact(value).length, field)
          assert.equal(seen?.slice(-4), compact(value).slice(-4), `${field} keeps its last 4`)
          assert.match(seen ?? '', /^\*+.{4}$/)
        } else if (field === 'email') assert.equal(seen, 'a***@example.com')
        else assert.ok(seen !== undefined && !seen.includes('*'), `${field}: ${seen}`)
      }
    })

    for (const field of Object.keys(required)) {
      test(`${field} is required`, async () => {
        const { [field]: _, ...rest } = required

        assertRefused(await send(wrap(rest)), 400, 'IR_01', `${at}.${field}`)
      })
    }

    test('a field of another variant is refused', async () => {
      assertRefused(
        await send(wrap({ ...required, swift_code: 'X' })),
        400,
        'IR_04',
        `${at}.swift_code`,
      )
    })
  })
}

describe('payout_method_data: supply exactly one top-level key', () => {
  const card = cardTo
  const bank_transfer = { payout_method_type: 'sepa', ...bankVariants.sepa.required }

  for (const [what, data] of Object.entries({
    'no key': {},
    'two keys': { card, bank_transfer },
    'an unknown key': { cheque: {} },
    'two wallets': {
      wallet: { venmo: walletVariants.venmo.required, paypal: walletVariants.paypal.required },
    },
    'no wallet': { wallet: {} },
    'two bank redirects': {
      bank_redirect: {
        interac: redirectVariants.interac.required,
        open_banking_uk: redirectVariants.open_banking_uk.required,
      },
    },
  })) {
    test(`${what} is refused`, async () => assertRefused(await send(data), 400, 'IR_04'))
  }

  test('the key must be of the payout_type', async () => {
    assertRefused(await send({ card }, { payout_type: 'bank' }), 400, 'IR_04', 'payout_type')
  })

  test('bank_transfer is discriminated by payout_method_type, which is required', async () => {
    const at = 'payout_method_data.bank_transfer.payout_method_type'

    assertRefused(await send({ bank_transfer: bankVariants.sepa.required }), 400, 'IR_01', at)
    assertRefused(await send({ bank_transfer: { payout_method_type: 'fax' } }), 400, 'IR_04', at)
    const made = await create(shop, {
      payout_method_data: { bank_transfer: { ...bank_transfer, payout_method_type: 'SEPA' } },
    })
    assert.equal(made.body.payout_method_data.bank.payout_method_type, 'sepa')
  })
})

const NETWORKS =
  'Visa Mastercard AmericanExpress JCB DinersClub Discover CartesBancaires UnionPay Interac RuPay Maestro Star Pulse Accel Nyce'

describe('number checks', () => {
  const bank = (payout_method_type: string, details: object) => ({
    bank_transfer: { payout_method_type, ...details },
  })
  const { ach, bacs, sepa } = bankVariants
  const cases: [what: string, data: object, field: string][] = [
    [
      'a card number without its check digit',
      { card: { ...cardTo, card_number: '4242424242424241' } },
      'card.card_number',
    ],
    [
      'a card that has expired',
      { card: { ...cardTo, expiry_month: '01', expiry_year: '2020' } },
      'card.expiry_year',
    ],
    ['a month that is none', { card: { ...cardTo, expiry_month: '13' } }, 'card.expiry_month'],
    [
      'a sixteenth card network',
      { card: { ...cardTo, card_network: 'Bancard' } },
      'card.card_network',
    ],
    [
      'a device number without its check digit',
      {
        wallet: {
          apple_pay_decrypt: {
            ...walletVariants.apple_pay_decrypt.required,
            dpan: '4242424242424241',
          },
        },
      },
      'wallet.apple_pay_decrypt.dpan',
    ],
    [
      'an ABA routing number whose sum is wrong',
      bank('ach', { ...ach.required, bank_routing_number: '110000001' }),
      'bank_transfer.bank_routing_number',
    ],
    [
      'an ABA routing number of no district',
      bank('ach', { ...ach.required, bank_routing_number: '990000008' }),
      'bank_transfer.bank_routing_number',
    ],
    [
      'an ABA routing number of eight digits',
      bank('ach', { ...ach.required, bank_routing_number: '11000000' }),
      'bank_transfer.bank_routing_number',
    ],
    [
      'an ACH account of eighteen digits',
      bank('ach', { ...ach.required, bank_account_number: '123456789012345678' }),
      'bank_transfer.bank_account_number',
    ],
    [
      'a sort code of five digits',
      bank('bacs', { ...bacs.required, bank_sort_code: '60161' }),
      'bank_transfer.bank_sort_code',
    ],
    [
      'a sort code with letters',
      bank('bacs', { ...bacs.required, bank_sort_code: '60-16-1A' }),
      'bank_transfer.bank_sort_code',
    ],
    [
      'a Bacs account with letters',
      bank('bacs', { ...bacs.required, bank_account_number: '3192681X' }),
      'bank_transfer.bank_account_number',
    ],
    [
      'an IBAN with a digit changed',
      bank('sepa', { ...sepa.required, iban: 'DE89370400440532013001' }),
      'bank_transfer.iban',
    ],
    [
      'an IBAN that is too short',
      bank('sepa', { ...sepa.required, iban: 'DE8937040044053201300' }),
      'bank_transfer.iban',
    ],
    [
      'an IBAN of a country without IBANs',
      bank('sepa', { ...sepa.required, iban: 'US89370400440532013000' }),
      'bank_transfer.iban',
    ],
    [
      'an IBAN that SEPA does not reach',
      bank('sepa', { ...sepa.required, iban: 'AE070331234567890123456' }),
      'bank_transfer.iban',
    ],
    [
      'a BIC of nine characters',
      bank('sepa', { ...sepa.required, bic: 'COBADEFFX' }),
      'bank_transfer.bic',
    ],
    [
      'a BIC of no country',
      bank('sepa', { ...sepa.required, bic: 'COBAXXFF' }),
      'bank_transfer.bic',
    ],
    [
      'an IBAN in open banking',
      {
        bank_redirect: {
          open_banking_uk: { account_holder_name: 'A', iban: 'GB00NWBK60161331926819' },
        },
      },
      'bank_redirect.open_banking_uk.iban',
    ],
    [
      'an e-mail address that is none',
      { bank_redirect: { interac: { email: 'ada' } } },
      'bank_redirect.interac.email',
    ],
    [
      'a token_type that is no payment-method-type value',
      { passthrough: { psp_token: 't', psp_customer_id: 'c', token_type: 'gold' } },
      'passthrough.token_type',
    ],
  ]

  for (const [what, data, field] of cases) {
    test(`${what} is refused`, async () => {
      assertRefused(await send(data), 400, 'IR_04', `payout_method_data.${field}`)
    })
  }

  test('numbers may be written in groups', async () => {
    const made = await create(shop, {
      payout_method_data: bank('sepa', { ...sepa.required, iban: 'de89 3704 0044 0532 0130 00' }),
    })

    assert.equal(made.body.payout_method_data.bank.iban, '******************3000')
  })

  for (const card_network of NETWORKS.split(' ')) {
    test(`card_network ${card_network} is one of fifteen, accepted in any case and returned as documented`, async () => {
      const sent = { ...cardTo, card_network: card_network.toLowerCase() }
      const { body } = await create(shop, { payout_method_data: { card: sent } })

      assert.equal(body.payout_method_data.card.card_network, card_network)
    })
  }

  test('source_bank_data: same shape as bank_transfer, checked alike, and never shown', async () => {
    const source_bank_data = { payout_method_type: 'sepa', ...sepa.required }
    const wrong = { ...source_bank_data, iban: 'DE89370400440532013001' }

    const made = await create(shop, { ...toBank(), source_bank_data })
    assertRefused(
      await shop.post('/payouts/create', { ...money, source_bank_data: wrong }),
      400,
      'IR_04',
      'source_bank_data.iban',
    )
    assert.ok(!made.text.includes('DE89370400440532013000'))
  })
})
