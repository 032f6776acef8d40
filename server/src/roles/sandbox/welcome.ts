// The text that `florin sandbox` prints when it is ready.
import { exampleCard, examplePayment } from '#resources/payments/example.ts'

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
      -d '${JSON.stringify(examplePayment)}'

  ${exampleCard.card_number} is approved; docs/reference/test-cards.md has cards for every other outcome.

  Press Ctrl-C to stop the sandbox and delete its data.

`
}
