// Rules for a browser with a publishable key: the table says which fields it may set and see. It acts on one object
// whose client_secret it has, until the object's session expires. It never sets an amount or moves money.
import type { FastifyRequest } from 'fastify'
import { type TProperties, type TSchema, Type } from 'typebox'
import type { Context } from '#kernel/context.ts'
import { derivedText, type Keyring, sameBytes } from '#kernel/crypto.ts'
import { Failure } from '#errors.ts'
import { hasScope, type Scope } from './authenticate.ts'
import type { BrowserInfo } from './money_fields.ts'

interface BrowserAccess {
  /** Purpose of the key from which the object's secrets are derived; null: no client_secret is needed. */
  readonly key: string | null
  /** The fields that a browser may set. */
  readonly sets: readonly string[]
  /** Parts of those fields that only a server may set. */
  readonly except: readonly string[]
  /** Fields that a browser may set to this value only. */
  readonly only: Readonly<Record<string, string>>
  /** Response fields. */
  readonly sees: readonly string[]
  readonly when_expired: string
}

export const browserAccess = {
  payment: {
    key: 'client secrets',
    sets: [
      'payment_method',
      'payment_method_type',
      'payment_method_data',
      'payment_method_id',
      'billing',
      'shipping',
      'email',
      'name',
      'phone',
      'phone_country_code',
      'browser_info',
      'authentication_type',
    ],
    except: ['browser_info.ip_address'],
    only: { authentication_type: 'three_ds' },
    sees: [
      'payment_id',
      'status',
      'amount',
      'currency',
      'next_action',
      'payment_method',
      'payment_method_type',
      'payment_method_data',
      'unified_code',
      'unified_message',
      'description',
      'return_url',
      'created',
      'missing_fields',
    ],
    when_expired: 'The payment session has expired; start again, or confirm from your server.',
  },
  payout: {
    key: 'client secrets of payouts',
    sets: [
      'payout_type',
      'payout_method_data',
      'payout_token',
      'customer',
      'billing',
      'entity_type',
      'browser_info',
      'confirm',
    ],
    except: ['customer.id', 'browser_info.ip_address'],
    only: {},
    sees: [
      'payout_id',
      'status',
      'amount',
      'currency',
      'payout_type',
      'payout_method_data',
      'unified_code',
      'unified_message',
      'description',
      'return_url',
      'created',
    ],
    when_expired: 'This payout session has expired. Ask for a new link.',
  },
  subscription: {
    key: 'client secrets of subscriptions',
    sets: ['payment_details'],
    except: ['payment_details.browser_info.ip_address'],
    only: {},
    sees: [
      'id',
      'status',
      'plan_id',
      'item_price_id',
      'coupon_code',
      'payment',
      'invoice',
      'period_start',
      'period_end',
      'trial_end',
      'next_billing_at',
      'created',
    ],
    when_expired: "This subscription's client_secret has expired. Ask your server for a new one.",
  },
  /** The offered methods, for a browser with any subscription's client_secret. */
  offer: {
    key: 'client secrets of subscriptions',
    sets: ['item_type', 'limit', 'offset', 'item_price_id', 'plan_id', 'coupon_code'],
    except: [],
    only: {},
    sees: ['amount', 'currency', 'plan_id', 'item_price_id', 'coupon_code', 'line_items'],
    when_expired: '',
  },
  token: {
    key: null,
    sets: ['card'],
    except: [],
    only: {},
    sees: ['token', 'card', 'expires_at'],
    when_expired: '',
  },
} as const satisfies Record<string, BrowserAccess>

export type BrowserObject = keyof typeof browserAccess
type Held = 'payment' | 'payout' | 'subscription'

const SECRET_LENGTH = 32
const SECRET_FIELD = 'client_secret'
export const SECRET_HEADER = 'X-Client-Secret'

/** Derived from the object and the deployment's secret, so it is not stored and cannot leak from the database. */
function deriveSecret(keyring: Keyring, of: Held, merchant_id: string, id: string): string {
  const key = keyring.key(browserAccess[of].key)
  return `${id}_secret_${derivedText(key, `${merchant_id}/${id}`, SECRET_LENGTH)}`
}

/** A team member needs no client_secret, so none reaches their browser. */
export function clientSecret(
  context: Pick<Context, 'keyring' | 'caller'>,
  of: Held,
  object: { merchant_id: string; id: string },
): string | null {
  return context.caller.session === null ? linkSecret(context, of, object) : null
}

/**
 * For a link that is sent to someone. Read access must not allow changing an object with its client_secret, so only
 * writers get it.
 */
export function linkSecret(
  { keyring, caller }: Pick<Context, 'keyring' | 'caller'>,
  of: Held,
  { merchant_id, id }: { merchant_id: string; id: string },
): string | null {
  const scope: Scope = `${of}s:write`
  if (caller.is_publishable || !hasScope(caller.scopes, scope)) return null
  return deriveSecret(keyring, of, merchant_id, id)
}

/** In the body, in the query, or in a header, which proxy logs and browser histories do not store. */
export function sentSecret({ body, query, headers }: FastifyRequest): string | undefined {
  const { client_secret } = { ...(query as object), ...(body as object) } as Record<string, unknown>
  const sent = client_secret ?? headers[SECRET_HEADER.toLowerCase()]
  return typeof sent === 'string' ? sent : undefined
}

/** For a request with a publishable key whose fields have been validated. */
export function checkBrowser(
  request: FastifyRequest,
  of: BrowserObject,
  merchant_id: string,
): void {
  const access: BrowserAccess = browserAccess[of]
  const sent = { ...(request.query as object), ...(request.body as object) }
  checkFields(access, sent as Record<string, unknown>)
  if (of === 'token') return
  const held: Held = of === 'offer' ? 'subscription' : of
  const secret = sentSecret(request)
  if (secret === undefined) {
    const message = `With a publishable key, also send the ${held}'s \`${SECRET_FIELD}\`.`
    throw new Failure('IR_01', message, { field: SECRET_FIELD })
  }
  const params = request.params as Record<string, string>
  const id = of === 'offer' ? secretOwner(secret) : (params[`${of}_id`] ?? '')
  const { keyring } = request.server.services
  if (!isClientSecret(keyring, held, { merchant_id, id }, secret)) {
    throw new Failure('AU_01', `\`${SECRET_FIELD}\` does not belong to this ${held}.`)
  }
}

/** The id of the object that a client_secret belongs to. */
export function secretOwner(secret: string): string {
  return secret.slice(0, Math.max(0, secret.indexOf('_secret_')))
}

/** While the deployment's secret is being rotated, client secrets under the older one are accepted too. */
export function isClientSecret(
  keyring: Keyring,
  of: Held,
  { merchant_id, id }: { merchant_id: string; id: string },
  secret: string,
): boolean {
  return keyring.all.some((each) =>
    sameBytes(Buffer.from(deriveSecret(each, of, merchant_id, id)), Buffer.from(secret)),
  )
}

function checkFields({ sets, except, only }: BrowserAccess, sent: Record<string, unknown>): void {
  const refused = Object.keys(sent).find((name) => name !== SECRET_FIELD && !sets.includes(name))
  if (refused !== undefined) throw serverOnly(refused)
  for (const path of except) if (has(sent, path.split('.'))) throw serverOnly(path)
  for (const [name, value] of Object.entries(only)) {
    if (name in sent && sent[name] !== value) throw serverOnly(name, ` A browser can set ${value}.`)
  }
}

function has(object: unknown, [name = '', ...rest]: readonly string[]): boolean {
  if (typeof object !== 'object' || object === null || !(name in object)) return false
  return rest.length === 0 || has((object as Record<string, unknown>)[name], rest)
}

/** A field that only the merchant's server may set. */
function serverOnly(field: string, more = ''): Failure {
  const message = `\`${field}\` can be set from your server only, with a secret key.${more}`
  return new Failure('AU_03', message, { field })
}

/** A client_secret works until its object's session expires; a secret key has no session. */
export function checkSession(
  { caller, now }: Context,
  of: Held,
  { session_before }: { session_before: Date },
): void {
  if (!caller.is_publishable || session_before > now) return
  const code = of === 'subscription' ? 'AU_01' : 'IR_04'
  throw new Failure(code, browserAccess[of].when_expired, { field: SECRET_FIELD })
}

/**
 * The shopper's browser. With a publishable key the shopper is at the other end of the connection, whatever the
 * request says. With a secret key the caller is the merchant's server, which may say where its shopper is.
 */
export function mergeBrowserInfo(
  { caller, request }: Context,
  known: BrowserInfo | null,
  sent: BrowserInfo | undefined,
): BrowserInfo {
  if (request === undefined) return { ...known, ...sent }
  const header = request.headers['user-agent']
  const agent = typeof header === 'string' ? { user_agent: header.slice(0, 1024) } : {}
  if (!caller.is_publishable) return { ...agent, ...known, ...sent }
  return { ...known, ...agent, ...sent, ip_address: request.ip }
}

/** The response schema for a publishable key. */
export function browserView(answer: TSchema, of: BrowserObject): TSchema {
  const { title, properties } = answer as unknown as { title: string; properties?: TProperties }
  // A list of offers has nothing to hide.
  if (properties === undefined) return answer
  const seen = Object.entries(properties).filter(([name]) =>
    (browserAccess[of].sees as readonly string[]).includes(name),
  )
  const name = `${title}InBrowser`
  return Type.Object(Object.fromEntries(seen), { title: name, additionalProperties: false })
}
