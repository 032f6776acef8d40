// Admits or refuses a request, in one order for every route: key, rate limit, scope, version.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sameBytes } from '#kernel/crypto.ts'
import { Failure } from '#errors.ts'
import {
  type Authenticator,
  hashKey,
  hasScope,
  type KeyDirectory,
  type KnownKey,
} from './authenticate.ts'
import type { Counted, RateLimit } from './rate_limit.ts'
import type { Access } from './route.ts'

export interface Gate {
  readonly authenticator: Authenticator
  readonly directory: KeyDirectory
  readonly rate_limit: RateLimit
  readonly admin_key: string | undefined
  /** A stopping process still serves requests, but closes their connections. */
  draining: boolean
}

/** The operator has an empty merchant_id, which owns nothing. */
export interface Admission {
  readonly merchant_id: string
  readonly key_id: string | null
  readonly scopes: readonly string[]
  readonly is_publishable: boolean
}

/** The owner of the key that was sent, for the log; known also when the request is refused. */
export type Identity = Pick<Admission, 'merchant_id' | 'key_id'>

export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  { access, publishable = false }: { access: Exclude<Access, 'public'>; publishable?: boolean },
): Promise<Admission> {
  if (access === 'admin' && isAdmin(request)) {
    request.identity = { merchant_id: '', key_id: 'operator' }
    await countAddress(request, reply)
    chooseVersion(request.headers['x-api-version'], null)
    return { merchant_id: '', key_id: null, scopes: ['*'], is_publishable: false }
  }
  const key = await authenticated(request, reply)
  await countMerchant(request, reply, key.merchant_id)
  const is_publishable = key.key_id === null
  if (!is_publishable || !publishable) checkScope(key, access)
  await settleVersion(request, reply, key)
  return { merchant_id: key.merchant_id, key_id: key.key_id, scopes: key.scopes, is_publishable }
}

function sentKey(request: FastifyRequest): string | undefined {
  const header = request.headers['api-key']
  return Array.isArray(header) ? undefined : header
}

/** Both sides are hashed first, so that the comparison does not reveal the length. */
function isAdmin(request: FastifyRequest): boolean {
  const { gate, services } = request.server
  const sent = sentKey(request)
  if (gate.admin_key === undefined || sent === undefined) return false
  return sameBytes(hashKey(services.keyring, sent), hashKey(services.keyring, gate.admin_key))
}

async function authenticated(request: FastifyRequest, reply: FastifyReply): Promise<KnownKey> {
  const { authenticator } = request.server.gate
  try {
    const key = await authenticator.identify(sentKey(request))
    // Before it can be refused: the log names the key of every request.
    request.identity = { merchant_id: key.merchant_id, key_id: key.key_id }
    authenticator.authorize(key, request.now)
    return key
  } catch (error) {
    await countAddress(request, reply)
    throw error
  }
}

async function countMerchant(request: FastifyRequest, reply: FastifyReply, merchant_id: string) {
  const { gate, services } = request.server
  const counted = await gate.rate_limit.count(`${services.environment}:${merchant_id}`, request.now)
  reply.headers(rateHeaders(counted))
  if (!counted.exceeded) return
  const wait = Math.max(1, counted.reset - Math.floor(request.now.getTime() / 1000))
  throw new Failure('RL_01', undefined, { headers: { 'Retry-After': String(wait) } })
}

/** Unauthenticated requests are counted by address and never refused, so that every answer has the headers. */
export async function countAddress(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const counted = await request.server.gate.rate_limit.count(`address:${request.ip}`, request.now)
  reply.headers(rateHeaders(counted))
}

function rateHeaders(counted: Counted) {
  return {
    'X-RateLimit-Limit': counted.limit,
    'X-RateLimit-Remaining': counted.remaining,
    'X-RateLimit-Reset': counted.reset,
  }
}

function checkScope(key: KnownKey, access: Exclude<Access, 'public'>): void {
  if (key.key_id === null) {
    const message =
      'A publishable key cannot be used here; call from your server with a secret key.'
    throw new Failure('AU_03', message)
  }
  if (access === 'admin')
    throw new Failure('AU_03', 'Only the operator of this service may do that.')
  if (access !== 'any_key' && !hasScope(key.scopes, access)) {
    const details = { scope: access }
    throw new Failure('AU_03', `This key lacks the scope ${access}.`, { details })
  }
}

async function settleVersion(request: FastifyRequest, reply: FastifyReply, key: KnownKey) {
  const version = chooseVersion(request.headers['x-api-version'], key.api_version)
  reply.header('X-Api-Version', version)
  if (key.api_version === null) {
    await request.server.gate.directory.pin(key.merchant_id, currentVersion)
  }
}

// API versions are dates. A merchant is pinned to the current version of its first request; the header
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
