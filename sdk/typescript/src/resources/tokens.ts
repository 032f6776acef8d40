// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { PaymentMethodDataCard } from '../types/shared.ts'

/** A card as a token, so that it goes from the browser to this server only. */
export class TokensApi extends Resource {
  /**
   * Create a card token.
   *
   * For browsers, with a publishable key: the card number goes from the customer to Florin and never through your server.
   */
  create(params: TokenCreate, options?: CallOptions): Promise<Token> {
    return this.call('POST /tokens', [], params, options)
  }
}

export interface Token {
  /** Use it once, as `payment_method_data.token`. */
  token: string
  /** The card with its number masked: last four digits, brand and expiry. */
  card: Record<string, unknown>
  /** Until when it can be used, in UTC. */
  expires_at: string
}

export interface TokenCreate {
  /** The card. Its security code is used once and never stored. */
  card: PaymentMethodDataCard
}
