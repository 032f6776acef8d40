// The display names of payment methods, if they differ from the API value.

const names: Readonly<Record<string, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  paypal: 'PayPal',
  amazon_pay: 'Amazon Pay',
  samsung_pay: 'Samsung Pay',
  cashapp: 'Cash App',
  ali_pay: 'Alipay',
  we_chat_pay: 'WeChat Pay',
  revolut_pay: 'Revolut Pay',
  mobile_pay: 'MobilePay',
  twint: 'TWINT',
  gcash: 'GCash',
  go_pay: 'GoPay',
  kakao_pay: 'KakaoPay',
  momo: 'MoMo',
  touch_n_go: 'Touch ’n Go',
  dana: 'DANA',
  mb_way: 'MB WAY',
  afterpay_clearpay: 'Afterpay',
  pay_bright: 'PayBright',
  breadpay: 'Bread Pay',
  ideal: 'iDEAL',
  bancontact_card: 'Bancontact',
  eps: 'eps',
  giropay: 'giropay',
  blik: 'BLIK',
  open_banking_uk: 'Open Banking',
  online_banking_fpx: 'FPX',
  online_banking_poland: 'online banking in Poland',
  online_banking_finland: 'online banking in Finland',
  online_banking_czech_republic: 'online banking in Czechia',
  online_banking_slovakia: 'online banking in Slovakia',
  online_banking_thailand: 'online banking in Thailand',
  eft: 'EFT',
  crypto_currency: 'cryptocurrency',
}

export function methodName(method_type: string): string {
  // Own keys only, or 'constructor' would have a name.
  if (Object.hasOwn(names, method_type)) return names[method_type] ?? method_type
  const words = method_type.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
