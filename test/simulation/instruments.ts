// Payment instruments: every payment method in the method table, with its currency.
import { methodType } from '#resources/methods/payment_methods/resolve.ts'
import { methodTypes } from '#core/method_types.ts'
import { billing } from '#testing/payment_body.ts'
import { between, pick, type Roll } from './run.ts'

/** Each card leads to another outcome; see docs/reference/test-cards.md. */
const cards = [
  ...repeated(6, '4242424242424242'),
  '5555555555554444',
  '378282246310005',
  '6011111111111117',
  '4000000000009235',
  '4000000000009235',
  '4000003800000446',
  '4000002500003155',
  '4000000000003220',
  '4000000000003055',
  '4000000000003063',
  '4000000000009995',
  '4000000000000002',
  '4000000000000119',
  '4000008400001629',
  '4000000000005050',
  '4000000000007726',
  '4000000000005126',
  '4000000000000259',
  '4000000000002685',
  '4000000000001976',
]

function repeated<T>(times: number, value: T): T[] {
  return Array.from({ length: times }, () => value)
}

export function newCard(roll: Roll) {
  const card_number = pick(roll, cards)
  const card_cvc = card_number.startsWith('37') ? '1234' : '123'
  return { card_number, card_exp_month: '12', card_exp_year: '2099', card_cvc }
}

export function byCard(roll: Roll) {
  return {
    payment_method: 'card',
    payment_method_type: pick(roll, methodTypes.card),
    payment_method_data: { card: newCard(roll) },
  }
}

const walletToken = {
  payment_data: { data: 'opaque' },
  payment_method: { display_name: 'Visa 4242', network: 'visa', type: 'debit' },
}

/** Required details by kind. */
const details: Readonly<Record<string, object>> = {
  apple_pay: walletToken,
  google_pay: walletToken,
  vipps: { telephone_number: '90012345' },
  mb_way: { telephone_number: '910123456' },
  blik: { blik_code: '123456' },
  online_banking_fpx: { issuer: 'maybank' },
  boleto: { social_security_number: '12345678909' },
}

function otherData(roll: Roll, method: string, type: string): object {
  if (method === 'crypto') {
    const wallet_address = pick(roll, ['bc1qexample', 'bc1qexample', 'bc1qfail'])
    return { crypto: { pay_currency: 'BTC', wallet_address } }
  }
  const vpa_id = pick(roll, ['success@upi', 'failure@upi'])
  const sent = type === 'upi_collect' ? { vpa_id } : (details[type] ?? {})
  return { [method]: { [type]: sent } }
}

/** 0, 2 and 3 decimals. */
export const currencies = ['EUR', 'EUR', 'USD', 'JPY', 'KWD', 'BHD', 'BRL'] as const

const MAX_AMOUNT = 999_999_999_999

export function newAmount(roll: Roll, usual = 10_000): number {
  const chance = roll()
  if (chance < 0.02) return 1
  return chance < 0.03 ? MAX_AMOUNT : between(roll, 1, usual)
}

/** A way to pay that is not a card, with everything its payment must have. */
export function byOther(roll: Roll) {
  const { card: _, ...others } = methodTypes
  const method = pick(roll, Object.keys(others)) as keyof typeof others
  const type: string = pick<string>(roll, others[method])
  return {
    payment_method: method,
    payment_method_type: type,
    payment_method_data: otherData(roll, method, type),
    currency: pick(roll, methodType(method, type).currencies ?? currencies),
    email: 'ada@example.com',
    billing,
  }
}
