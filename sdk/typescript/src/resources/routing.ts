// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { CardCountry, Currency, PaymentMethodType } from '../types/shared.ts'

/** Your accounts at acquirers, and the rules that decide which payment goes where. */
export class RoutingApi extends Resource {
  /** Retrieve the routing rules of a profile */
  retrieve(merchant_id: string, profile_id: string, options?: CallOptions): Promise<Routing> {
    return this.call('GET /account/:merchant_id/business_profile/:profile_id/routing', [merchant_id, profile_id], undefined, options)
  }

  /**
   * Change the routing rules of a profile.
   *
   * Rules decide which provider account gets a payment. They apply to new attempts within a second; an attempt that has begun stays with its account.
   */
  update(merchant_id: string, profile_id: string, params?: RoutingUpdate, options?: CallOptions): Promise<Routing> {
    return this.call('POST /account/:merchant_id/business_profile/:profile_id/routing', [merchant_id, profile_id], params ?? {}, options)
  }

  /**
   * Simulate the routing of a payment.
   *
   * Decides as a payment would be decided, and says which rule matched, which did not and why. Nothing is stored and no acquirer is called.
   */
  simulate(merchant_id: string, profile_id: string, params: RoutingSimulate, options?: CallOptions): Promise<SimulatedRouting> {
    return this.call('POST /account/:merchant_id/business_profile/:profile_id/routing/simulate', [merchant_id, profile_id], params, options)
  }
}

export interface Account {
  /** Your account at the acquirer; null if none was called, and for the sandbox bank of a merchant without accounts. Secret keys see it. */
  connector_id: string
  /** The label of the account. */
  connector_label: string
  /** The position among the accounts to try, from 1; null if it is not tried. */
  place: number | null
  /** Why it is not tried; null if it is. */
  reason: string | null
}

export interface Routing {
  /** The id of the business profile, `pro_…`. */
  profile_id: string
  /** In order: the first rule that a payment matches decides. */
  rules: RoutingRule[]
  /** For payments that match no rule. Empty: every account that can take the payment, by `priority`. */
  default: RoutingUse[]
  /** How many further accounts are tried within one request, after an account that certainly charged nothing. 0: none. */
  max_fallbacks: number
  /** When it was last changed, in UTC; null if never. */
  modified_at: string | null
}

/** The amount, bounds included. */
export interface RoutingAmount {
  /** At least this amount, in the lowest unit. */
  min?: number | undefined
  /** At most this amount, in the lowest unit. */
  max?: number | undefined
}

/** All of these must hold. An empty object matches every payment. */
export interface RoutingCondition {
  /** One of these methods. */
  payment_method?: Array<'card' | 'wallet' | 'pay_later' | 'bank_redirect' | 'bank_transfer' | 'crypto' | 'upi'> | undefined
  /** One of these types. */
  payment_method_type?: PaymentMethodType[] | undefined
  /** One of these currencies. */
  currency?: Currency[] | undefined
  amount?: RoutingAmount | undefined
  /** One of these card networks, by the card number. */
  card_network?: Array<'amex' | 'diners' | 'jcb' | 'discover' | 'unionpay' | 'visa' | 'mastercard' | 'maestro'> | undefined
  /** The country of the card, where it is known: a payment whose card country is unknown does not match. */
  card_country?: CardCountry[] | undefined
  /** The country of the billing address. */
  billing_country?: CardCountry[] | undefined
  /** Pairs that the metadata of the payment must have. */
  metadata?: Record<string, string> | undefined
}

export interface RoutingRule {
  /** A name for your team. */
  name?: string | undefined
  when: RoutingCondition
  /** The accounts to try. */
  use: RoutingUse[]
}

export interface RoutingSimulate {
  /** Weights follow the id of the payment: the same id gets the same accounts. A card number is refused. */
  payment_id?: string | undefined
  payment_method_type: PaymentMethodType
  currency: Currency
  /** In the lowest unit of the currency. */
  amount: number
  /** When the money is captured; `automatic` by default. */
  capture_method?: 'automatic' | 'manual' | 'manual_multiple' | undefined
  /** A card network, such as visa. */
  card_network?: 'amex' | 'diners' | 'jcb' | 'discover' | 'unionpay' | 'visa' | 'mastercard' | 'maestro' | undefined
  card_country?: CardCountry | undefined
  billing_country?: CardCountry | undefined
  /** The metadata of the payment, for rules that ask for it. */
  metadata?: Record<string, string> | undefined
  /** Rules to try out instead of the stored ones. */
  rules?: RoutingRule[] | undefined
  /** A default to try out instead of the stored one. */
  default?: RoutingUse[] | undefined
}

export interface RoutingUpdate {
  /** In order: the first rule that a payment matches decides. */
  rules?: RoutingRule[] | undefined
  /** For payments that match no rule. Empty: every account that can take the payment, by `priority`. */
  default?: RoutingUse[] | undefined
  /** How many further accounts are tried within one request, after an account that certainly charged nothing. 0: none. */
  max_fallbacks?: number | undefined
}

export interface RoutingUse {
  /** An account of the merchant. */
  connector_id: string
  /** The share of payments that it gets first. With 0 it is tried last. The others follow as fallbacks. */
  weight?: number | undefined
}

export interface SimulatedRouting {
  /** The position of the rule that decides, from 0; null: the default. */
  matched_rule: number | null
  /** Every rule up to the one that matched. */
  rules: SimulatedRoutingRule[]
  /** Every account of the merchant. */
  accounts: Account[]
}

export interface SimulatedRoutingRule {
  /** The position of the rule, from 0. */
  rule: number
  /** The name of the rule; null without one. */
  name: string | null
  /** Whether the payment meets every condition. */
  matched: boolean
  /** The first condition that is not met; null if it matched. */
  reason: string | null
}
