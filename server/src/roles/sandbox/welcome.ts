// The text that `florin sandbox` prints when it is ready.

export interface SandboxFacts {
  base_url: string
  merchant_id: string
  profile_id: string
  api_key: string
  publishable_key: string
  payment_response_hash_key: string
  database_url: string
  metrics_url: string
  bank_url: string
  bank_key: string
}

/** A complete payment, small enough to read. */
const FIRST = JSON.stringify({
  amount: 1000,
  currency: 'EUR',
  confirm: true,
  payment_method: 'card',
  payment_method_data: {
    card: {
      card_number: '4242424242424242',
      card_exp_month: '12',
      card_exp_year: '2030',
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
})

export function welcome(facts: SandboxFacts): string {
  return `
  Florin sandbox is up.

    API          ${facts.base_url}
    Reference    ${facts.base_url}/docs
    Metrics      ${facts.metrics_url}

    API key      ${facts.api_key}
    Publishable  ${facts.publishable_key}
    Merchant     ${facts.merchant_id}
    Profile      ${facts.profile_id}

  Your first call:

    curl ${facts.base_url}/payments \\
      -H 'api-key: ${facts.api_key}' \\
      -H 'Content-Type: application/json' \\
      -d '${FIRST}'

  4242424242424242 is approved; docs/reference/test-cards.md has cards for every other outcome.

  Press Ctrl-C to stop the sandbox and delete its data.

`
}
