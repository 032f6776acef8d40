// The text that `florin-server sandbox` prints when it is ready.
import { exampleCard, examplePayment } from '#resources/payments/payments/example.ts'
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

export function welcome(facts: SandboxFacts, folder?: string): string {
  return `
  Florin sandbox is up.

    API          ${facts.base_url}
    Dashboard    ${dashboardUrl(facts)}
    Reference    ${facts.base_url}/docs
    Test cards   ${facts.base_url}/docs/test-cards
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

  ${exampleCard.card_number} is approved; ${facts.base_url}/docs/test-cards has cards for every other outcome.

  See what it did in the dashboard: sign in at ${dashboardUrl(facts)} as the user above.

  ${folder === undefined ? 'Press Ctrl-C to stop the sandbox and delete its data.' : `Press Ctrl-C to stop the sandbox. Its data stays in ${folder}.`}

`
}

/** By name: browsers accept a session cookie without TLS only for localhost. */
function dashboardUrl({ base_url }: SandboxFacts): string {
  return `${base_url.replace('//127.0.0.1', '//localhost')}/dashboard`
}
