// Recipients in the tests: valid methods, and the accounts that mean something to the sandbox.

export const money = { amount: 1000, currency: 'EUR' }

/** The last four characters of an account number or IBAN, by the payout's outcome. */
export const ENDS = {
  paid: '3000',
  failed: '0002',
  pending: '0019',
  returned: '0027',
  ineligible: '0035',
  needs_account: '0043',
} as const

/** The German account with its check digits, which stand in front: 98 less the rest by 97. */
function iban(bban: string): string {
  const rest = BigInt(`${bban}131400`) % 97n
  return `DE${String(98n - rest).padStart(2, '0')}${bban}`
}

export function ibanEnding(end: string): string {
  return iban(`37040044053201${end}`)
}

let accounts = 0
/** No two tests pay the same account: the rail remembers who has opened one. */
function freshIban(end: string): string {
  accounts += 1
  return iban(`37040044${String(accounts).padStart(6, '0')}${end}`)
}

export function toBank(end: string = ENDS.paid) {
  return {
    payout_type: 'bank',
    payout_method_data: {
      bank_transfer: { payout_method_type: 'sepa', iban: freshIban(end), bic: 'COBADEFFXXX' },
    },
  }
}

export const cardTo = {
  card_number: '4242424242424242',
  expiry_month: '12',
  expiry_year: '2099',
  card_holder_name: 'Ada King',
}

/** Every payout_method_data variant by its type, each with all fields. */
const bankDetails = {
  bank_name: 'First Bank',
  bank_country_code: 'US',
  bank_city: 'Springfield',
  account_holder_name: 'Ada King',
}
const wallet = { expiry_month: '12', expiry_year: '2099', card_holder_name: 'Ada King' }

export const bankVariants = {
  ach: {
    required: { bank_account_number: '000123456789', bank_routing_number: '110000000' },
    optional: bankDetails,
  },
  bacs: {
    required: { bank_account_number: '31926819', bank_sort_code: '60-16-13' },
    optional: bankDetails,
  },
  sepa: {
    required: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    optional: bankDetails,
  },
  pix: {
    required: { bank_account_number: '1234567890' },
    optional: {
      bank_name: 'Banco',
      bank_branch: '0001',
      tax_id: '123.456.789-09',
      ispb: '60701190',
    },
  },
  pix_key: { required: { pix_key: 'ada@example.com' }, optional: {} },
  pix_emv: { required: { emv: '00020126580014br.gov.bcb.pix6304ABCD' }, optional: {} },
  trustly: {
    required: {
      iban: 'SE4550000000058398257466',
      bank_country_code: 'SE',
      bank_account_number: '58398257466',
      bank_number: '5000',
    },
    optional: {},
  },
  open_banking: {
    required: { account_holder_name: 'Ada King', iban: 'GB29NWBK60161331926819' },
    optional: {},
  },
} as const

export const walletVariants = {
  apple_pay_decrypt: {
    required: { dpan: '4242424242424242', ...wallet },
    optional: { card_network: 'Visa' },
  },
  google_pay_decrypt: {
    required: { application_primary_account_number: '5555555555554444', ...wallet },
    optional: { card_network: 'Mastercard' },
  },
  paypal: {
    required: {
      email: 'ada@example.com',
      telephone_number: '+447700900123',
      paypal_id: 'G83KXTJ5EHCQ2',
    },
    optional: {},
  },
  venmo: { required: { telephone_number: '+15555550123' }, optional: {} },
} as const

export const redirectVariants = {
  interac: { required: { email: 'ada@example.com' }, optional: {} },
  open_banking_uk: {
    required: { account_holder_name: 'Ada King', iban: 'GB29NWBK60161331926819' },
    optional: {},
  },
} as const
