// Payment methods at the bank: display names that differ from the API value, and the instructions that the customer
// gets instead of a page.
import type { Instructions } from './operation.ts'

interface BankMethod {
  readonly name?: string
  /** The device has already asked its owner, so there is no page. */
  readonly isToken?: true
  /** The customer gets instructions, which can be paid for some days. */
  readonly shows?: Instructions['type']
}

/** Days for which instructions can be paid. */
export const INSTRUCTIONS_DAYS = 3

const methods: Readonly<Record<string, BankMethod>> = {
  apple_pay: { name: 'Apple Pay', isToken: true },
  google_pay: { name: 'Google Pay', isToken: true },
  paypal: { name: 'PayPal' },
  amazon_pay: { name: 'Amazon Pay' },
  samsung_pay: { name: 'Samsung Pay' },
  cashapp: { name: 'Cash App' },
  ali_pay: { name: 'Alipay' },
  we_chat_pay: { name: 'WeChat Pay' },
  revolut_pay: { name: 'Revolut Pay' },
  mobile_pay: { name: 'MobilePay' },
  twint: { name: 'TWINT' },
  gcash: { name: 'GCash' },
  go_pay: { name: 'GoPay' },
  kakao_pay: { name: 'KakaoPay' },
  momo: { name: 'MoMo' },
  touch_n_go: { name: 'Touch ’n Go' },
  dana: { name: 'DANA' },
  mb_way: { name: 'MB WAY' },
  afterpay_clearpay: { name: 'Afterpay' },
  pay_bright: { name: 'PayBright' },
  breadpay: { name: 'Bread Pay' },
  ideal: { name: 'iDEAL' },
  bancontact_card: { name: 'Bancontact' },
  eps: { name: 'eps' },
  giropay: { name: 'giropay' },
  blik: { name: 'BLIK' },
  open_banking_uk: { name: 'Open Banking' },
  online_banking_fpx: { name: 'FPX' },
  online_banking_poland: { name: 'online banking in Poland' },
  online_banking_finland: { name: 'online banking in Finland' },
  online_banking_czech_republic: { name: 'online banking in Czechia' },
  online_banking_slovakia: { name: 'online banking in Slovakia' },
  online_banking_thailand: { name: 'online banking in Thailand' },
  eft: { name: 'EFT' },
  crypto_currency: { name: 'cryptocurrency' },
  pix: { shows: 'qr' },
  ach: { shows: 'bank_transfer' },
  sepa: { shows: 'bank_transfer' },
  bacs: { shows: 'bank_transfer' },
  multibanco: { shows: 'voucher' },
  boleto: { shows: 'voucher' },
  upi_intent: { shows: 'qr' },
}

function methodOf(method_type: string): BankMethod {
  // Own keys only, or 'constructor' would have a name.
  return Object.hasOwn(methods, method_type) ? (methods[method_type] ?? {}) : {}
}

export function methodName(method_type: string): string {
  const { name } = methodOf(method_type)
  if (name !== undefined) return name
  const words = method_type.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function isTokenMethod(method_type: string): boolean {
  return methodOf(method_type).isToken ?? false
}

/** Undefined if the customer gets no instructions. */
export function instructionsOf(method_type: string): Instructions['type'] | undefined {
  return methodOf(method_type).shows
}
