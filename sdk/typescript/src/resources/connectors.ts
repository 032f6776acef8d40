// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { Page } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { PaymentMethodType } from '../types/shared.ts'

/** Your accounts at acquirers, and the rules that decide which payment goes where. */
export class ConnectorsApi extends Resource {
  /**
   * Connect a provider account.
   *
   * The acquirer is asked whether it accepts the credentials; no money moves. Only then the account exists.
   */
  create(merchant_id: string, params: ConnectorCreate, options?: CallOptions): Promise<Connector> {
    return this.call('POST /account/:merchant_id/connectors', [merchant_id], params, options)
  }

  /**
   * List provider accounts.
   *
   * In the order in which they are tried where no routing rule decides.
   */
  list(merchant_id: string, params?: ConnectorListParams, options?: CallOptions): List<Connector[], Connector> {
    return this.pages('GET /account/:merchant_id/connectors', [merchant_id], params ?? {}, options, {})
  }

  /** Retrieve a provider account */
  retrieve(merchant_id: string, connector_id: string, options?: CallOptions): Promise<Connector> {
    return this.call('GET /account/:merchant_id/connectors/:connector_id', [merchant_id, connector_id], undefined, options)
  }

  /**
   * Update a provider account.
   *
   * New credentials are checked with the acquirer before they replace the old ones. Every process uses them within a second; a payment that the acquirer refuses meanwhile because of the old ones is sent again with the new ones.
   */
  update(merchant_id: string, connector_id: string, params?: ConnectorUpdate, options?: CallOptions): Promise<Connector> {
    return this.call('POST /account/:merchant_id/connectors/:connector_id', [merchant_id, connector_id], params ?? {}, options)
  }

  /**
   * Delete a provider account.
   *
   * The credentials are deleted. Refused while a payment of the account can still be refunded or disputed.
   */
  delete(merchant_id: string, connector_id: string, options?: CallOptions): Promise<DeletedConnector> {
    return this.call('DELETE /account/:merchant_id/connectors/:connector_id', [merchant_id, connector_id], undefined, options)
  }

  /** Count the attempts of a provider account in the last hour */
  retrieveHealth(merchant_id: string, connector_id: string, options?: CallOptions): Promise<ConnectorHealth> {
    return this.call('GET /account/:merchant_id/connectors/:connector_id/health', [merchant_id, connector_id], undefined, options)
  }

  /**
   * Test the connection to a provider account.
   *
   * Asks the acquirer whether it accepts the stored credentials, and changes none of them.
   */
  check(merchant_id: string, connector_id: string, options?: CallOptions): Promise<TestedConnector> {
    return this.call('POST /account/:merchant_id/connectors/:connector_id/check', [merchant_id, connector_id], undefined, options)
  }

  /**
   * List the saved payment methods that only this provider account can charge.
   *
   * Newest first. Customers entered them on a page of the acquirer. While the account is disabled they cannot be charged: ask these customers for another method first.
   */
  listPinnedMethods(merchant_id: string, connector_id: string, params?: ConnectorListPinnedMethodsParams, options?: CallOptions): List<PinnedPaymentMethodList, PinnedPaymentMethod> {
    return this.pages('GET /account/:merchant_id/connectors/:connector_id/pinned_methods', [merchant_id, connector_id], params ?? {}, options, {})
  }

  /**
   * List calls whose outcome only a person can find out.
   *
   * The acquirer offers no way to settle them. The operator asks the acquirer, and records the answer with `florin-server operations resolve`.
   */
  listUndecidedOperations(merchant_id: string, params?: ConnectorListUndecidedOperationsParams, options?: CallOptions): List<UndecidedOperations, UndecidedOperation> {
    return this.pages('GET /account/:merchant_id/undecided_operations', [merchant_id], params ?? {}, options, {})
  }
}

export interface Connector {
  /** Your account at the acquirer; null if none was called, and for the sandbox bank of a merchant without accounts. Secret keys see it. */
  connector_id: string
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** The acquirer, such as `stripe`. */
  connector_name: string
  /** A name by which your team recognizes the account, unique among your accounts. */
  connector_label: string
  /** The only profile that uses the account; null: all profiles. */
  profile_id: string | null
  /** The credentials that are no secrets, such as the name of the account. */
  credentials: Record<string, string>
  /** Changes with the credentials and says nothing about them. */
  fingerprint: string
  /** Whether webhooks of the acquirer can be accepted. */
  has_webhook_secret: boolean
  /** Register this URL with the acquirer; null if this deployment has no public URL. */
  webhook_url: string | null
  /** The payment method types that this account takes. Empty: every type that the acquirer offers. */
  payment_methods_enabled: string[]
  /** Abilities that the acquirer has switched on for this account, such as `multicapture`; the reference page of providers has the names. */
  settings: Record<string, boolean>
  /**
   * How card numbers reach the acquirer.
   *
   * - `raw`: Card numbers are sent to the acquirer. The acquirer must have allowed it for this account.
   * - `provider_page`: Customers enter their card on a page of the acquirer.
   */
  card_entry: 'raw' | 'provider_page'
  /** Without a routing rule the account with the lowest number that can take a payment gets it. */
  priority: number
  /**
   * Whether the account takes payments.
   *
   * - `active`: It takes payments.
   * - `disabled`: It takes no new payments. Captures, cancellations, refunds and disputes of its payments still work.
   */
  status: 'active' | 'disabled'
  /** Whether it is a test account: always true in the sandbox, false in production. */
  test_mode: boolean
  /** When the acquirer last accepted the credentials, in UTC. */
  verified_at: string
  /** When the object was created, in UTC. */
  created: string
  /** When the object last changed, in UTC. */
  modified_at: string
}

export interface ConnectorCreate {
  /** The acquirer. The reference page of providers has what each one can do. */
  connector_name: 'bank' | 'stripe' | 'adyen'
  /** The credentials of the account, by the names on the reference page of providers. They are stored encrypted and never returned. */
  credentials: Record<string, string>
  /** Must be true in the sandbox and false in production. */
  test_mode?: boolean | undefined
  /** A name by which your team recognizes the account, unique among your accounts. */
  connector_label?: string | undefined
  /** The only profile that uses the account; null: all profiles. */
  profile_id?: string | null | undefined
  /** The secret with which the acquirer signs its webhooks. After a change the previous one is accepted for another day. */
  webhook_secret?: string | undefined
  /** The payment method types that this account takes. Empty: every type that the acquirer offers. */
  payment_methods_enabled?: PaymentMethodType[] | undefined
  /** Abilities that the acquirer has switched on for this account, such as `multicapture`; the reference page of providers has the names. */
  settings?: Record<string, boolean> | undefined
  /**
   * How card numbers reach the acquirer.
   *
   * - `raw`: Card numbers are sent to the acquirer. The acquirer must have allowed it for this account.
   * - `provider_page`: Customers enter their card on a page of the acquirer.
   */
  card_entry?: 'raw' | 'provider_page' | undefined
  /** Without a routing rule the account with the lowest number that can take a payment gets it. */
  priority?: number | undefined
  /**
   * Whether the account takes payments.
   *
   * - `active`: It takes payments.
   * - `disabled`: It takes no new payments. Captures, cancellations, refunds and disputes of its payments still work.
   */
  status?: 'active' | 'disabled' | undefined
}

export interface ConnectorHealth {
  /** Your account at the acquirer; null if none was called, and for the sandbox bank of a merchant without accounts. Secret keys see it. */
  connector_id: string
  /** The start of what is counted, in UTC: an hour ago, or later for a merchant with more than 10,000 calls since then. */
  since: string
  /** Calls to authorize a payment since then. */
  attempts: number
  /** Calls that were approved. */
  approved: number
  /** Calls that were declined. */
  declined: number
  /** Calls that certainly charged nothing: the acquirer could not be reached, or the call was revoked. */
  unsent: number
  /** Calls without an outcome yet. */
  open: number
  /** Approved calls among those with an outcome, from 0 to 1; null without any. */
  success_rate: number | null
  /** Parts of five minutes since then, oldest first. */
  series: ConnectorHealthPeriod[]
}

export interface ConnectorHealthPeriod {
  /** The start of five minutes, in UTC. */
  from: string
  /** Calls in these minutes. */
  attempts: number
  /** Calls that were approved. */
  approved: number
}

export interface ConnectorListParams {
  /** Entries per page, 1 to 100. */
  limit?: number | undefined
  /** Entries to skip. For deep pages `starting_after` is cheaper. */
  offset?: number | undefined
  /** Only entries created at this time or later; ISO 8601. */
  created_gte?: string | undefined
  /** Only entries created at this time or earlier; ISO 8601. */
  created_lte?: string | undefined
}

export interface ConnectorListPinnedMethodsParams {
  /** Entries per page, 1 to 100. */
  limit?: number | undefined
  /** Entries to skip. For deep pages `starting_after` is cheaper. */
  offset?: number | undefined
  /** Only entries created at this time or later; ISO 8601. */
  created_gte?: string | undefined
  /** Only entries created at this time or earlier; ISO 8601. */
  created_lte?: string | undefined
}

export interface ConnectorListUndecidedOperationsParams {
  /** Entries per page, 1 to 100. */
  limit?: number | undefined
  /** Entries to skip. For deep pages `starting_after` is cheaper. */
  offset?: number | undefined
  /** Only entries created at this time or later; ISO 8601. */
  created_gte?: string | undefined
  /** Only entries created at this time or earlier; ISO 8601. */
  created_lte?: string | undefined
}

export interface ConnectorUpdate extends Omit<ConnectorCreate, 'connector_name' | 'credentials' | 'test_mode'> {
  /** The credentials of the account, by the names on the reference page of providers. They are stored encrypted and never returned. */
  credentials?: Record<string, string> | undefined
}

export interface DeletedConnector {
  /** Your account at the acquirer; null if none was called, and for the sandbox bank of a merchant without accounts. Secret keys see it. */
  connector_id: string
  /** Always true: its credentials are deleted. */
  deleted: true
}

export interface PinnedPaymentMethod {
  /** The id of the saved payment method, `pm_…`. */
  payment_method_id: string
  /** The customer who owns it. */
  customer_id: string
  /** The kind within the category, such as `credit`. */
  payment_method_type: PaymentMethodType
  /** When the object was created, in UTC. */
  created: string
}

export type PinnedPaymentMethodList = Page<PinnedPaymentMethod>

export interface TestedConnector {
  /** Your account at the acquirer; null if none was called, and for the sandbox bank of a merchant without accounts. Secret keys see it. */
  connector_id: string
  /** Whether the acquirer accepts the credentials; `unreachable` if it did not answer. */
  result: 'valid' | 'invalid' | 'unreachable'
  /** What the acquirer said; null if it accepts them. */
  message: string | null
  /** When the acquirer was asked, in UTC. */
  tested_at: string
}

export interface UndecidedOperation {
  /** The id of the call, which the acquirer knows too. */
  operation_id: string
  /** What was asked for, such as `authorize` or `refund`. */
  kind: string
  /** The payment, refund, payout or dispute. */
  object_id: string
  /** In the lowest unit of the currency. */
  amount: number
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /** The acquirer that was called; null if none was. Secret keys see it. */
  connector: string
  /** Your account at the acquirer; null if none was called, and for the sandbox bank of a merchant without accounts. Secret keys see it. */
  connector_id: string | null
  /** When the object was created, in UTC. */
  created: string
  /** The age of the call, in seconds. */
  age_seconds: number
}

export interface UndecidedOperations {
  /** Oldest first, at most 200. */
  data: UndecidedOperation[]
}
