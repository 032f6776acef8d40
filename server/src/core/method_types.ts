// The names of every way to pay, by method. What each one needs from the customer is in the payment method table; what
// each provider does with it is in that provider's capability table. Both must cover every name.
export const methodTypes = {
  card: ['credit', 'debit'],
  wallet: [
    'apple_pay',
    'google_pay',
    'paypal',
    'amazon_pay',
    'samsung_pay',
    'cashapp',
    'venmo',
    'ali_pay',
    'we_chat_pay',
    'revolut_pay',
    'mobile_pay',
    'twint',
    'vipps',
    'gcash',
    'go_pay',
    'kakao_pay',
    'momo',
    'touch_n_go',
    'dana',
    'mb_way',
  ],
  pay_later: [
    'klarna',
    'affirm',
    'afterpay_clearpay',
    'alma',
    'atome',
    'walley',
    'pay_bright',
    'flexiti',
    'breadpay',
  ],
  bank_redirect: [
    'ideal',
    'bancontact_card',
    'eps',
    'giropay',
    'sofort',
    'przelewy24',
    'blik',
    'trustly',
    'interac',
    'open_banking_uk',
    'online_banking_fpx',
    'online_banking_poland',
    'online_banking_finland',
    'online_banking_czech_republic',
    'online_banking_slovakia',
    'online_banking_thailand',
    'swish',
    'bizum',
    'eft',
  ],
  bank_transfer: ['pix', 'ach', 'sepa', 'bacs', 'multibanco', 'boleto'],
  crypto: ['crypto_currency'],
  upi: ['upi_collect', 'upi_intent'],
} as const

export type MethodName = keyof typeof methodTypes

export type MethodTypeName = (typeof methodTypes)[MethodName][number]

export const methodNames = Object.keys(methodTypes) as MethodName[]

export const methodTypeNames: readonly string[] = Object.values(methodTypes).flat()

/** The method that a type belongs to. */
export const methodOfType: ReadonlyMap<string, MethodName> = new Map(
  methodNames.flatMap((name) => methodTypes[name].map((type) => [type, name] as const)),
)
