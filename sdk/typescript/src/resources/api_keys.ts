// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { Currency } from '../types/shared.ts'

/** Secret keys for servers, with scopes, and publishable keys for browsers. */
export class ApiKeysApi extends Resource {
  /**
   * Retrieve the key of the request.
   *
   * Says whose key this is and what it may do, for programs that are given a key and nothing else. For a signed-in user `key_id` is null, and the scopes are those of the role.
   */
  retrieveCurrent(options?: CallOptions): Promise<CurrentKey> {
    return this.call('GET /api_keys/current', [], undefined, options)
  }

  /**
   * Create an API key.
   *
   * The key is never less limited than its creator: `expiration`, `allowed_ips` and `profile_ids` are inherited from the key of the request unless they are narrower, and a wider one is refused with 403.
   */
  create(merchant_id: string, params: ApiKeyCreate, options?: CallOptions): Promise<NewApiKey> {
    return this.call('POST /api_keys/:merchant_id', [merchant_id], params, options)
  }

  /** List API keys */
  list(merchant_id: string, params?: ApiKeyListParams, options?: CallOptions): List<ApiKey[], ApiKey> {
    return this.pages('GET /api_keys/:merchant_id/list', [merchant_id], params ?? {}, options, {})
  }

  /** Search API keys */
  search(merchant_id: string, params?: ApiKeyListParams, options?: CallOptions): List<ApiKey[], ApiKey> {
    return this.pages('POST /api_keys/:merchant_id/list', [merchant_id], params ?? {}, options, {})
  }

  /** Retrieve an API key */
  retrieve(merchant_id: string, key_id: string, options?: CallOptions): Promise<ApiKey> {
    return this.call('GET /api_keys/:merchant_id/:key_id', [merchant_id, key_id], undefined, options)
  }

  /**
   * Update an API key.
   *
   * When the call returns, every process applies the new scopes and expiration. The changed key must be inside the limits of the key of the request.
   */
  update(merchant_id: string, key_id: string, params?: ApiKeyUpdate, options?: CallOptions): Promise<ApiKey> {
    return this.call('POST /api_keys/:merchant_id/:key_id', [merchant_id, key_id], params ?? {}, options)
  }

  /**
   * Roll an API key.
   *
   * Creates a key with the name, scopes and limits of this one, and lets this one work for `old_key_hours` more, so that you can deploy the new key without downtime. A key can roll itself, except with `old_key_hours` 0.
   */
  roll(merchant_id: string, key_id: string, params?: ApiKeyRoll, options?: CallOptions): Promise<NewApiKey> {
    return this.call('POST /api_keys/:merchant_id/:key_id/roll', [merchant_id, key_id], params ?? {}, options)
  }

  /**
   * Revoke an API key.
   *
   * When the call returns, no process accepts the key any more.
   */
  revoke(merchant_id: string, key_id: string, options?: CallOptions): Promise<RevokedApiKey> {
    return this.call('DELETE /api_keys/:merchant_id/:key_id', [merchant_id, key_id], undefined, options)
  }
}

export interface AmountLimit {
  currency: Currency
  /** The most that one call moves; null: any amount. */
  per_call?: number | null | undefined
  /** The most that all calls of a day move; null: any amount. */
  per_day?: number | null | undefined
}

export interface ApiKey {
  /** The id of the API key, `key_…`; not the key itself. */
  key_id: string
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** A name by which you recognize the key. */
  name: string
  /** Your own text about the key, such as where it is used. */
  description: string | null
  /** The first characters of the key, to tell keys apart. */
  prefix: string
  /** `publishable` for browsers, `secret` for servers. */
  type: 'secret' | 'publishable'
  /** The permissions of the key; `*` grants all of them. */
  scopes: string[]
  /** For a publishable key: the origins whose pages may use it, such as `https://shop.example`. Empty: all. */
  allowed_origins: string[]
  /** For a secret key: the addresses and networks that may use it, such as `203.0.113.0/24`. Empty: all. */
  allowed_ips: string[]
  /** The profiles that the key is bound to. It then works on payments, refunds, disputes and payouts of these profiles only. Empty: all. */
  profile_ids: string[]
  /** For a secret key: the most that its calls charge, capture, refund, pay out or ask for with links, one entry for each currency. Amounts in other currencies are refused. A day is a day in UTC. An object counts once, and it counts even if it is declined. Null, the default: no limits. */
  amount_limits: AmountLimit[] | null
  /** Of a key of an organization, which also reads the metrics of all its merchants; null for the others. */
  organization_id: string | null
  /** A publishable key itself, which is no secret; null for a secret key. */
  publishable_key: string | null
  /**
   * Whether the key works.
   *
   * - `active`: The key works.
   * - `expired`: Its `expiration` has passed; it is refused with AU_02.
   * - `revoked`: It was revoked; it is refused with AU_02.
   */
  status: 'active' | 'expired' | 'revoked'
  /** `never` or an ISO 8601 timestamp. */
  expiration: string
  /** When the key was last used, in UTC; null if never. */
  last_used_at: string | null
  /** When the object was created, in UTC. */
  created: string
  /** When the object last changed, in UTC. */
  modified_at: string
}

export interface ApiKeyCreate {
  /** A name by which you recognize the key. */
  name: string
  /** Your own text about the key, such as where it is used. */
  description?: string | null | undefined
  /** `publishable` for browsers, `secret` for servers. */
  type?: 'secret' | 'publishable' | undefined
  /** A key of the organization: with `analytics:read` it also reads the metrics of all merchants of the organization. Only its admins and its keys can create one. It cannot be publishable or bound to profiles, and it cannot be changed into another key. */
  organization?: boolean | undefined
  /** The permissions of the key; `*` grants all of them. */
  scopes?: ApiKeyCreateScope[] | undefined
  /** `never`, or a time in the future as an ISO 8601 timestamp. */
  expiration?: string | undefined
  /** For a publishable key: the origins whose pages may use it, such as `https://shop.example`. Empty: all. */
  allowed_origins?: string[] | undefined
  /** For a secret key: the addresses and networks that may use it, such as `203.0.113.0/24`. Empty: all. */
  allowed_ips?: string[] | undefined
  /** The profiles that the key is bound to. It then works on payments, refunds, disputes and payouts of these profiles only. Empty: all. */
  profile_ids?: string[] | undefined
  /** For a secret key: the most that its calls charge, capture, refund, pay out or ask for with links, one entry for each currency. Amounts in other currencies are refused. A day is a day in UTC. An object counts once, and it counts even if it is declined. Null, the default: no limits. */
  amount_limits?: AmountLimit[] | null | undefined
}

/** `*` or a scope such as payments:read (all: /docs). */
export type ApiKeyCreateScope = '*' | 'payments:read' | 'payments:write' | 'refunds:read' | 'refunds:write' | 'customers:read' | 'customers:write' | 'payment_links:read' | 'payment_links:write' | 'disputes:read' | 'disputes:write' | 'payouts:read' | 'payouts:write' | 'subscriptions:read' | 'subscriptions:write' | 'analytics:read' | 'analytics:write' | 'profiles:read' | 'profiles:write' | 'api_keys:read' | 'api_keys:write' | 'users:read' | 'users:write' | 'webhooks:read' | 'webhooks:write' | 'requests:read' | 'requests:write' | 'connectors:read' | 'connectors:write' | 'workflows:read' | 'workflows:write'

export interface ApiKeyListParams {
  /** `publishable` for browsers, `secret` for servers. */
  type?: 'secret' | 'publishable' | undefined
  /** Entries per page, 1 to 100. */
  limit?: number | undefined
  /** Entries to skip. For deep pages `starting_after` is cheaper. */
  offset?: number | undefined
  /** Only entries created at this time or later; ISO 8601. */
  created_gte?: string | undefined
  /** Only entries created at this time or earlier; ISO 8601. */
  created_lte?: string | undefined
}

export interface ApiKeyRoll {
  /** How many hours the old key works on, at most 30 days. 0 revokes it at once, for a key that has leaked. A key that expires earlier still does. */
  old_key_hours?: number | undefined
  /** When the new key expires: `never`, or a time in the future. Absent: when the old key did before it was rolled. */
  expiration?: string | undefined
}

export interface ApiKeyUpdate extends Omit<ApiKeyCreate, 'name' | 'type' | 'organization'> {
  /** A name by which you recognize the key. */
  name?: string | undefined
}

export interface CurrentKey {
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** The key; null for a signed-in user. */
  key_id: string | null
  /** The environment of the server. */
  environment: 'sandbox' | 'production'
  /** What it may do; `*` is everything. */
  scopes: string[]
  /** The profiles that the key is bound to; empty for all. */
  profile_ids: string[]
}

export interface NewApiKey extends Pick<ApiKey, 'key_id' | 'merchant_id' | 'name' | 'description' | 'prefix' | 'type' | 'scopes' | 'allowed_origins' | 'allowed_ips' | 'profile_ids' | 'amount_limits' | 'organization_id' | 'publishable_key' | 'status' | 'expiration' | 'last_used_at' | 'created' | 'modified_at'> {
  /** The key itself. It is returned only once, here. */
  api_key: string
}

export interface RevokedApiKey {
  /** The id of the API key, `key_…`; not the key itself. */
  key_id: string
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** Always true: the key no longer works. */
  revoked: true
}
