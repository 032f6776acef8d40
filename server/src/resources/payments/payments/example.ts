// The one payment example: in the reference, in the sandbox's first call, in tests and in benchmarks.

export const exampleCard = {
  card_number: '4242424242424242',
  card_exp_month: '12',
  card_exp_year: '2099',
  card_cvc: '123',
}

export const exampleBilling = {
  address: {
    line1: '12 Mill Lane',
    city: 'Leeds',
    state: 'West Yorkshire',
    zip: 'LS1 4AP',
    country: 'GB',
    first_name: 'Ada',
    last_name: 'King',
  },
  phone: { number: '7700900123', country_code: '+44' },
}

/** The fields that a confirmation needs: the method, its data and the billing address. */
export const exampleMethod = {
  payment_method: 'card',
  payment_method_type: 'credit',
  payment_method_data: { card: exampleCard },
  billing: exampleBilling,
}

/** Created, confirmed and charged in one request. */
export const examplePayment = { amount: 1000, currency: 'EUR', confirm: true, ...exampleMethod }
