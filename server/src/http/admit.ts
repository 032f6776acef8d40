// Admits or refuses a request, in one order for every route: key or session, rate limit, scope, version. A
// publishable key is public, so anyone can send requests with it: they have a separate limit per address, and never
// use up the limit for the merchant's secret keys.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, NOBODY } from '#kernel/context.ts'
import { sameBytes } from '#kernel/crypto.ts'
import { isWithin, subscriberNetwork } from '#kernel/networks.ts'
import { Failure } from '#errors.ts'
import {
  type Authenticator,
  hashKey,
  hasScope,
  isWellKnown,
  type KeyDirectory,
  type KnownKey,
} from './authenticate.ts'
import { roleScopes } from './permissions.ts'
import { checkWellKnown } from './well_known_keys.ts'
import type { Counted, RateLimit, RateLimits } from './rate_limit.ts'
import type { Access, Route } from './route.ts'
import {
  findSession,
  isUnattended,
  type KnownSession,
  type SentSession,
  sentSession,
  type SessionDirectory,
} from './sessions.ts'

export interface Gate {
  readonly authenticator: Authenticator
  readonly directory: KeyDirectory
  readonly sessions: SessionDirectory
  readonly rate_limit: RateLimit
  readonly limits: RateLimits
  readonly admin_keys: readonly string[]
  /** A sandbox that only its own machine can reach. */
  readonly is_local: boolean
  /** Marks the requests that this process sends to itself for agents. */
  readonly agent_token: string
  /** A stopping process still serves requests, but closes their connections. */
  draining: boolean
}

/** On requests that this process sends to itself for agents. Its value is a secret of the process. */
export const AGENT_HEADER = 'x-florin-agent'

/** No caller can mark its own requests. */
export function isAgent({ headers, server }: FastifyRequest): boolean {
  const sent = headers[AGENT_HEADER]
  return sent !== undefined && sent === server.gate.agent_token
}

/** The operator has an empty merchant_id, which owns nothing. */
export interface Admission extends Caller {
  readonly merchant_id: string
}

/** The owner of the key or session that was sent, for the log; known even if the request is refused. */
export interface Identity {
  readonly merchant_id: string
  readonly key_id: string | null
  readonly user_id?: string
}

export const operator: Admission = { ...NOBODY, merchant_id: '', scopes: ['*'] }

type Guarded = Pick<
  Route,
  'method' | 'url' | 'publishable' | 'profile' | 'unverified' | 'bearer_only' | 'users_only'
> & {
  access: Exclude<Access, 'public'>
}

export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  row: Guarded,
): Promise<Admission> {
  if (row.access === 'admin' && isAdmin(request)) {
    request.identity = { merchant_id: '', key_id: 'operator' }
    await countMerchant(request, reply, 'operator')
    chooseVersion(request.headers['x-api-version'], null)
    return operator
  }
  const sent = sentKey(request) === undefined ? sentSession(request) : undefined
  if (sent?.is_cookie && row.bearer_only) {
    await countAddress(request, reply)
    throw notByCookie(request)
  }
  if (sent !== undefined) return admitUser(request, reply, row, sent)
  const key = await authenticated(request, reply)
  const is_publishable = key.type === 'publishable'
  if (is_publishable) await countBrowser(request, reply, key)
  else await countMerchant(request, reply, key.merchant_id, key.rate_limit)
  checkScope(key, row)
  checkWhere(request, key)
  await settleVersion(request, reply, key)
  const { merchant_id, key_id, scopes, profile_ids, organization_id, amount_limits } = key
  const who = { merchant_id, key_id, scopes, profile_ids, organization_id, amount_limits }
  return { ...who, session: null, is_publishable }
}

function notByCookie({ method }: FastifyRequest): Failure {
  const message = `This URL does not support ${method} with a session cookie; use POST.`
  return new Failure('IR_03', message, { headers: { Allow: 'POST' } })
}

async function admitUser(
  request: FastifyRequest,
  reply: FastifyReply,
  row: Guarded,
  sent: SentSession,
): Promise<Admission> {
  const session = await authenticatedUser(request, reply, sent)
  await countMerchant(request, reply, `user:${session.user_id}`, session.rate_limit)
  checkRole(session, row)
  if (!isUnattended(request)) await request.server.gate.sessions.seen(session, request.now)
  const { session_id, user_id, is_verified, lacks_two_factor, merchant_id } = session
  const { has_two_factors, permissions } = session
  const { refund_limit } = permissions
  if (merchant_id !== null) await settleVersion(request, reply, { ...session, merchant_id })
  return {
    ...NOBODY,
    merchant_id: merchant_id ?? '',
    scopes: is_verified && !lacks_two_factor ? roleScopes(permissions) : [],
    session: {
      session_id,
      user_id,
      is_verified,
      has_two_factors,
      lacks_two_factor,
      refund_limit,
    },
    organization_id: session.entity_type === 'organization' ? session.organization_id : null,
  }
}

async function authenticatedUser(
  request: FastifyRequest,
  reply: FastifyReply,
  sent: SentSession,
): Promise<KnownSession> {
  try {
    const session = await findSession(request, request.server.gate.sessions, sent)
    const { merchant_id, user_id } = session
    request.identity = { merchant_id: merchant_id ?? '', key_id: null, user_id }
    return session
  } catch (error) {
    if (error instanceof Failure) await countAddress(request, reply)
    throw error
  }
}

function checkRole(session: KnownSession, { access, unverified }: Guarded): void {
  if (!session.is_verified && !unverified) {
    const message = 'Two-factor verification is required. Call POST /user/2fa/totp/verify first.'
    throw new Failure('AU_03', message, { details: { two_factor_required: true } })
  }
  if (access === 'session') return
  if (session.merchant_id === null || session.role_id === null) {
    const message =
      'You have no role at this merchant. Switch to another merchant, or ask its admin for a role.'
    throw new Failure('AU_03', message)
  }
  if (session.merchant_status === 'suspended') throw suspended()
  if (session.lacks_two_factor) throw withoutTwoFactors()
  if (access === 'admin') throw operatorOnly()
  if (access === 'any_key' || hasScope(roleScopes(session.permissions), access)) return
  const message = `Your role ${session.role_id} lacks the scope ${access}. Ask an admin for another role.`
  throw new Failure('AU_03', message, { details: { scope: access } })
}

function withoutTwoFactors(): Failure {
  const message =
    'This merchant requires a second factor. Set up an authenticator app with POST /user/2fa/totp/begin, or add a passkey and sign in with it.'
  return new Failure('AU_03', message, { details: { two_factor_setup_required: true } })
}

function suspended(): Failure {
  return new Failure('AU_03', 'This account is suspended. Contact the operator.')
}

function operatorOnly(): Failure {
  return new Failure('AU_03', 'Only the operator may do this.')
}

function sentKey(request: FastifyRequest): string | undefined {
  const header = request.headers['api-key']
  return Array.isArray(header) ? undefined : header
}

/** Both sides are hashed first, so that the comparison does not reveal the length. */
function isAdmin(request: FastifyRequest): boolean {
  const { gate, services } = request.server
  const sent = sentKey(request)
  if (sent === undefined) return false
  const hash = hashKey(services.keyring, sent)
  return gate.admin_keys.some((key) => sameBytes(hash, hashKey(services.keyring, key)))
}

async function authenticated(request: FastifyRequest, reply: FastifyReply): Promise<KnownKey> {
  const { authenticator } = request.server.gate
  try {
    const sent = sentKey(request)
    if (isWellKnown(sent)) checkWellKnown(request)
    const key = await authenticator.identify(sent, request.headers.authorization)
    // Before it can be refused: the log names every request's key.
    request.identity = { merchant_id: key.merchant_id, key_id: key.key_id }
    authenticator.authorize(key, request.now)
    return key
  } catch (error) {
    // A key that could not be looked up, because the database is away, may be valid.
    if (error instanceof Failure) await countAddress(request, reply)
    throw error
  }
}

function countMerchant(
  request: FastifyRequest,
  reply: FastifyReply,
  who: string,
  own: number | null = null,
) {
  const { gate, services } = request.server
  return count(request, reply, `${services.environment}:${who}`, own ?? gate.limits.merchant)
}

function countBrowser(request: FastifyRequest, reply: FastifyReply, key: KnownKey) {
  const who = `publishable:${key.merchant_id}:${key.key_id}:${subscriberNetwork(request.ip)}`
  return count(request, reply, who, request.server.gate.limits.publishable)
}

/** For requests without a valid key. A valid key from the same address is never refused for them. */
export function countAddress(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const who = `address:${subscriberNetwork(request.ip)}`
  return count(request, reply, who, request.server.gate.limits.address)
}

/** For pages that shoppers open. They never use up a merchant's limit. */
export function countPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
): Promise<void> {
  const who = `${name}:${subscriberNetwork(request.ip)}`
  return count(request, reply, who, request.server.gate.limits.page)
}

/** For a route whose requests cost more than others. */
export function countRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  name: NonNullable<Route['merchant_limit']>,
): Promise<void> {
  const who = `${name}:${request.admission?.merchant_id}`
  return count(request, reply, who, request.server.gate.limits[name])
}

async function count(
  request: FastifyRequest,
  reply: FastifyReply,
  who: string,
  limit: number,
): Promise<void> {
  const counted = await request.server.gate.rate_limit.count(who, limit, request.now)
  reply.headers(rateHeaders(counted))
  if (!counted.exceeded) return
  const wait = Math.max(1, counted.reset - Math.floor(request.now.getTime() / 1000))
  throw new Failure('RL_01', undefined, { headers: { 'Retry-After': String(wait) } })
}

function rateHeaders(counted: Counted) {
  return {
    'X-RateLimit-Limit': counted.limit,
    'X-RateLimit-Remaining': counted.remaining,
    'X-RateLimit-Reset': counted.reset,
  }
}

function checkScope(key: KnownKey, row: Guarded): void {
  const { access, users_only, publishable } = row
  if (key.merchant_status === 'suspended') throw suspended()
  if (key.type === 'publishable') {
    if (publishable !== undefined) return
    const message =
      'A publishable key cannot be used here; call from your server with a secret key.'
    throw new Failure('AU_03', message)
  }
  if (access === 'admin') throw operatorOnly()
  if (access === 'session' || users_only) {
    throw new Failure('AU_03', 'This is for users: sign in, and send `Authorization: Bearer`.')
  }
  if (access !== 'any_key' && !hasScope(key.scopes, access)) {
    const details = { scope: access }
    throw new Failure('AU_03', `This key lacks the scope ${access}.`, { details })
  }
  if (key.profile_ids.length > 0 && !isForProfiles(row)) {
    const message = 'This key is limited to business profiles and cannot call this route.'
    throw new Failure('AU_03', message, { details: { profile_ids: key.profile_ids } })
  }
}

/** The objects that belong to a profile, and what payments with them need. */
const WITH_PROFILE: ReadonlySet<string> = new Set([
  'payments',
  'refunds',
  'disputes',
  'payouts',
  'tokens',
  'files',
  'payment_link',
  'invoices',
  'health',
  'search',
  'requests',
  'analytics/subscriptions',
  'api_keys/current',
  'events/:merchant_id/stream',
  'events/:merchant_id/forwarded',
])

/** A key that is bound to profiles may call it. */
export function isForProfiles({
  method,
  url,
  profile,
}: Pick<Guarded, 'method' | 'url' | 'profile'>) {
  if (profile) return true
  // A profile's accounts can be seen, not changed: they may be for other profiles too.
  if (method === 'GET' && url.startsWith('/account/:merchant_id/connectors')) return true
  const path = url.replace('/sandbox/', '/').slice(1)
  return WITH_PROFILE.has(path) || WITH_PROFILE.has(path.split('/')[0] ?? '')
}

/** A key can be limited to server addresses, a publishable key to page origins. */
function checkWhere({ ip, headers, server }: FastifyRequest, key: KnownKey): void {
  if (key.allowed_ips.length > 0 && !isWithin(ip, key.allowed_ips)) {
    throw new Failure('AU_03', `This key cannot be used from the address ${ip}.`)
  }
  const { origin } = headers
  const isOpen = key.allowed_origins.length === 0 || origin === undefined
  if (key.type === 'secret' || isOpen || key.allowed_origins.includes(origin)) return
  // The card form in florin.js: only pages from the allowed origins can embed it.
  if (origin === ownOrigin(server.services.public_url)) return
  throw new Failure('AU_03', `This publishable key cannot be used from the origin ${origin}.`)
}

function ownOrigin(public_url: string): string | undefined {
  return URL.canParse(public_url) ? new URL(public_url).origin : undefined
}

async function settleVersion(
  request: FastifyRequest,
  reply: FastifyReply,
  key: Pick<KnownKey, 'merchant_id' | 'api_version'>,
) {
  const version = chooseVersion(request.headers['x-api-version'], key.api_version)
  reply.header('X-Api-Version', version)
  if (key.api_version === null) {
    await request.server.gate.directory.pin(key.merchant_id, currentVersion)
  }
}

// API versions are dates. A merchant is pinned to the version that was current at its first request; the header
// `X-Api-Version` selects another one for a single request.

/** Newest last. A breaking change adds a version; the previous one is supported for twelve more months. */
const versions = ['2026-11-14'] as const

export const currentVersion: string = versions.at(-1) ?? ''
export const firstVersion: string = versions[0]

function chooseVersion(header: unknown, pinned: string | null): string {
  if (header === undefined) return pinned ?? currentVersion
  const found = versions.find((version) => version === header)
  if (found !== undefined) return found
  const message = `Unknown version in X-Api-Version. Known versions: ${versions.join(', ')}.`
  throw new Failure('IR_04', message, { field: 'X-Api-Version' })
}
