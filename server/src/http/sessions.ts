// A user's session, as a bearer token or as a cookie. It is looked up for every request: a session that ends, and a
// role that changes, take effect with the next one.
import type { FastifyRequest } from 'fastify'
import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import type { Incoming } from '#kernel/context.ts'
import { derivedText, keyedHash, type Keyring, sameBytes } from '#kernel/crypto.ts'
import { Failure } from '#errors.ts'
import type { EntityType, Permissions } from './permissions.ts'

/** A session that is not used for this long ends. */
const IDLE_MS = 15 * MINUTE_MS
/** A session ends after this, used or not. */
export const LIFETIME_MS = 12 * 60 * MINUTE_MS

export interface KnownSession {
  readonly session_id: string
  readonly user_id: string
  readonly token_hash: Buffer
  readonly is_verified: boolean
  /** It began with a passkey, with a code, or at a provider that asked for two factors. */
  readonly has_two_factors: boolean
  /** The merchant requires a second factor, and the session began without one. */
  readonly lacks_two_factor: boolean
  readonly seen_at: Date
  readonly expires_at: Date
  readonly version: number
  /** Null: the user works for no merchant at the moment. */
  readonly merchant_id: string | null
  readonly merchant_status: 'active' | 'suspended'
  readonly rate_limit: number | null
  readonly api_version: string | null
  readonly organization_id: string | null
  /** Null: the user has no role at this merchant any more. */
  readonly role_id: string | null
  readonly entity_type: EntityType | null
  readonly permissions: Permissions
}

/** Implemented by the sessions folder. */
export interface SessionDirectory {
  find(token_hash: Buffer): Promise<KnownSession | undefined>
  /** Records that a session was used, about once a minute. Never fails. */
  seen(session: KnownSession, now: Date): Promise<void>
}

export const SESSION_COOKIE = '__Host-florin_session'
const CSRF_HEADER = 'x-csrf-token'
const UNATTENDED_HEADER = 'x-unattended'
const CSRF_LENGTH = 32
const TOKEN = /^ses_[A-Za-z0-9]{64}$/

export interface SentSession {
  readonly token: string
  /** A browser sends a cookie by itself, even for a page on another site. */
  readonly is_cookie: boolean
}

/**
 * The token in the header `Authorization`, or else in the cookie. Anything else in `Authorization`, such as an API
 * key, is no session: the answer then says where a key belongs.
 */
export function sentSession({ headers }: Pick<Incoming, 'headers'>): SentSession | undefined {
  const { authorization, cookie } = headers
  if (authorization !== undefined) {
    const [, token] = /^Bearer +(ses_\S+)$/i.exec(String(authorization)) ?? []
    return token === undefined ? undefined : { token, is_cookie: false }
  }
  const token = parseCookie(cookie === undefined ? undefined : String(cookie), SESSION_COOKIE)
  return token === undefined ? undefined : { token, is_cookie: true }
}

export function parseCookie(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** Readable by no script, sent to this host only, over TLS, and not with requests that other sites make. */
export function sessionCookie(token: string, expires_at: Date): string {
  return `${SESSION_COOKIE}=${token}; Path=/; Secure; HttpOnly; SameSite=Lax; Expires=${expires_at.toUTCString()}`
}

export const CLEARED_COOKIE = `${SESSION_COOKIE}=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0`

export function hashSessionToken(keyring: Keyring, token: string): Buffer {
  return keyedHash(keyring.key('sessions'), token)
}

/**
 * A page on another site cannot read it, so its sender is a page on this site. It is for one merchant: a page opened
 * before the session switched merchants must not act for the new one.
 */
export function csrfToken(
  keyring: Keyring,
  { session_id, merchant_id }: Pick<KnownSession, 'session_id' | 'merchant_id'>,
): string {
  const text = `${session_id}/${merchant_id ?? ''}`
  return derivedText(keyring.key('csrf tokens'), text, CSRF_LENGTH)
}

const EXPIRED = 'The session has ended. Sign in again.'

export async function findSession(
  request: FastifyRequest,
  directory: SessionDirectory,
  sent: SentSession,
): Promise<KnownSession> {
  const { keyring } = request.server.services
  if (!TOKEN.test(sent.token)) throw new Failure('AU_01', EXPIRED)
  for (const each of keyring.all) {
    const hash = hashSessionToken(each, sent.token)
    const session = await directory.find(hash)
    if (session === undefined || !sameBytes(session.token_hash, hash)) continue
    if (!isLive(session, request.now)) break
    if (sent.is_cookie) checkCsrf(request, each, session)
    return session
  }
  throw new Failure('AU_01', EXPIRED)
}

export function isLive(
  { seen_at, expires_at }: Pick<KnownSession, 'seen_at' | 'expires_at'>,
  now: Date,
): boolean {
  return now < expires_at && now < addMs(seen_at, IDLE_MS)
}

/** A page that polls unattended says so: such a request does not count as session use. */
export function isUnattended({ headers }: Pick<Incoming, 'headers'>): boolean {
  return headers[UNATTENDED_HEADER] === 'true'
}

/** Reads need no token: their answers are unreadable for other sites. */
function checkCsrf({ method, headers }: FastifyRequest, keyring: Keyring, session: KnownSession) {
  if (method === 'GET' || method === 'HEAD') return
  const sent = headers[CSRF_HEADER]
  const expected = csrfToken(keyring, session)
  if (typeof sent === 'string' && sameBytes(Buffer.from(sent), Buffer.from(expected))) return
  const message =
    'A request with the session cookie needs the header X-CSRF-Token. Its value is `csrf_token` in the answer of GET /user, and changes when you switch to another merchant: reload the page.'
  throw new Failure('AU_03', message)
}
