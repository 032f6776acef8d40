/** A card payment that is approved, confirmed at once. */
export function paymentBody(more: object): object {
  return {
    amount: 1000,
    currency: 'EUR',
    confirm: true,
    payment_method: 'card',
    payment_method_type: 'credit',
    payment_method_data: {
      card: {
        card_number: '4242424242424242',
        card_exp_month: '12',
        card_exp_year: '2099',
        card_cvc: '123',
      },
    },
    billing: {
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
    },
    ...more,
  }
}
