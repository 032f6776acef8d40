// The text that `florin sandbox` prints when it is ready.
import { exampleCard, examplePayment } from '#resources/payments/example.ts'
import type { FirstUser } from './first_user.ts'

export interface SandboxFacts extends FirstUser {
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

    User         ${facts.user_email}
    Password     ${facts.user_password || 'as printed before'}

  Your first call:

    curl ${facts.base_url}/payments \\
      -H 'api-key: ${facts.api_key}' \\
      -H 'Content-Type: application/json' \\
      -d '${JSON.stringify(examplePayment)}'

  ${exampleCard.card_number} is approved; docs/reference/test-cards.md has cards for every other outcome.

  Sign in as the first user; docs/guides/team-users.md continues from here:

    curl ${facts.base_url}/user/signin \\
      -H 'Content-Type: application/json' \\
      -d '${JSON.stringify({ email: facts.user_email, password: facts.user_password })}'

  Press Ctrl-C to stop the sandbox and delete its data.

`
}
