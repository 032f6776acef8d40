// Client for the OpenID Connect provider that the operator has configured. Every call has a time limit and a response
// size limit, and happens outside any commit. An unavailable provider is reported as such, never as a 500.
import * as client from 'openid-client'
import { addMs, type Clock, HOUR_MS } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import { Failure } from '#errors.ts'

declare module '#kernel/context.ts' {
  interface Services {
    /** Undefined: the deployment has no single sign-on. */
    readonly oidc: Oidc | undefined
  }
}

export interface OidcOptions {
  readonly issuer: string
  readonly client_id: string
  readonly client_secret: string
  /** The provider's name for users. */
  readonly name: string
  /** The strengths that are asked for; empty: any. */
  readonly acr_values: readonly string[]
  readonly clock: Clock
  readonly log: Log
}

/** The values that bind a sign-in. All are secret except `state`. */
export interface Binding {
  readonly state: string
  readonly nonce: string
  readonly code_verifier: string
}

/** A person, as the provider knows them. */
export interface Identified {
  readonly issuer: string
  readonly subject: string
  /** The provider says that it asked for two factors. */
  readonly has_two_factors: boolean
  /** Null if the provider names no e-mail, or has not verified it. */
  verifiedEmail(): Promise<string | null>
}

export interface Oidc {
  readonly name: string
  /** The URL where the browser signs in. */
  authorizationUrl(redirect_uri: string, binding: Binding): Promise<string>
  /** Exchanges the callback's code and checks everything in the response. */
  identify(callback: URL, binding: Binding): Promise<Identified>
}

const CALL_LIMIT_S = 5
const MAX_RESPONSE_BYTES = 512 * 1024
/** A provider's endpoints seldom change; its keys are fetched again when an unknown one signs. */
const DISCOVERY_MS = HOUR_MS
const CLOCK_TOLERANCE_S = 30
const MAX_SUBJECT = 255
const MAX_EMAIL = 255

export function createOidc(options: OidcOptions): Oidc {
  const { name, acr_values, log } = options
  const configured = discoverer(options)
  return {
    name,
    async authorizationUrl(redirect_uri, { state, nonce, code_verifier }) {
      const config = await called(options, configured)
      const parameters = {
        redirect_uri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(code_verifier),
        code_challenge_method: 'S256',
        ...(acr_values.length === 0 ? {} : { acr_values: acr_values.join(' ') }),
      }
      return client.buildAuthorizationUrl(config, parameters).href
    },
    async identify(callback, { state, nonce, code_verifier }) {
      const config = await called(options, configured)
      const tokens = await called(options, () =>
        client.authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: code_verifier,
          idTokenExpected: true,
        }),
      )
      const claims = tokens.claims()
      if (claims === undefined || claims.sub.length > MAX_SUBJECT) {
        log.error("oidc: the provider's ID token has no usable `sub`; the sign-in is refused")
        throw unverified(name)
      }
      const { iss: issuer, sub: subject } = claims
      const has_two_factors = isStrong(options, claims)
      const fetched = () =>
        called(options, () => client.fetchUserInfo(config, tokens.access_token, subject))
      // With a code, a provider may name the e-mail only in its UserInfo response.
      const verifiedEmail = async () =>
        emailIn(claims.email === undefined ? await fetched() : claims)
      return { issuer, subject, has_two_factors, verifiedEmail }
    },
  }
}

/** A provider may ignore what it is asked for, so what it says it did is checked. */
function isStrong({ name, acr_values, log }: OidcOptions, { acr, amr }: client.IDToken): boolean {
  if (acr_values.length === 0) return Array.isArray(amr) && amr.includes('mfa')
  if (typeof acr === 'string' && acr_values.includes(acr)) return true
  log.warn('oidc: the sign-in at the provider is weaker than FLORIN_OIDC_ACR_VALUES; it is refused')
  const message = `The sign-in at ${name} was weaker than this service requires. Sign in there with your second factor, or ask its administrator.`
  throw new Failure('AU_03', message)
}

function emailIn({ email, email_verified }: Record<string, unknown>): string | null {
  const isUsable = typeof email === 'string' && email.length <= MAX_EMAIL
  return isUsable && email_verified === true ? email : null
}

/**
 * Reads the provider's metadata at most once an hour, for all requests together; while the provider is unavailable,
 * the last copy is used.
 */
function discoverer(options: OidcOptions): () => Promise<client.Configuration> {
  const { clock, log } = options
  let known: { config: client.Configuration; until: Date } | undefined
  let pending: Promise<client.Configuration> | undefined
  const refresh = async () => {
    try {
      const config = await discover(options)
      known = { config, until: addMs(clock.now(), DISCOVERY_MS) }
      return config
    } catch (error) {
      if (known === undefined) throw error
      log.warn(
        { reason: describeError(error) },
        'oidc: the discovery failed; the last metadata is used',
      )
      return known.config
    } finally {
      pending = undefined
    }
  }
  return async () => {
    if (known !== undefined && clock.now() < known.until) return known.config
    return (pending ??= refresh())
  }
}

async function discover({ issuer, client_id, client_secret }: OidcOptions) {
  const isPlain = issuer.startsWith('http:')
  const config = await client.discovery(
    new URL(issuer),
    client_id,
    { [client.clockTolerance]: CLOCK_TOLERANCE_S },
    clientAuthentication(client_secret),
    {
      timeout: CALL_LIMIT_S,
      [client.customFetch]: boundedFetch,
      // Production refuses to start with such an issuer.
      execute: isPlain ? [client.allowInsecureRequests] : [],
    },
  )
  // The ID token's signature is checked too, although it comes from the provider itself.
  client.enableNonRepudiationChecks(config)
  return config
}

/** The secret is sent in a header, the OpenID Connect default, unless the provider accepts it only in the body. */
function clientAuthentication(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...parts) => {
    const { token_endpoint_auth_methods_supported: methods = [BASIC] } = server
    return methods.includes(BASIC) ? basic(server, ...parts) : post(server, ...parts)
  }
}

const BASIC = 'client_secret_basic'

/** Like fetch, and the response is read whole, up to a limit. */
async function boundedFetch(url: string, options: client.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options as RequestInit)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_RESPONSE_BYTES) throw new TypeError("the provider's response is too large")
    chunks.push(chunk)
  }
  const { status, headers } = response
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, headers })
}

/** Error codes that a browser, or an attacker who changed its data, can cause. */
const NOT_PROVEN: ReadonlySet<unknown> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
])

/** The provider has answered, and refuses the code. */
const REFUSED_CODES: ReadonlySet<string> = new Set(['invalid_grant', 'access_denied'])

async function called<T>({ name, log }: OidcOptions, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const reason = describeError(error)
    if (error instanceof client.AuthorizationResponseError || isRefused(error)) {
      log.info({ reason }, 'oidc: the provider refused a sign-in')
      throw unverified(name)
    }
    if (NOT_PROVEN.has((error as { code?: unknown } | null)?.code)) {
      log.warn({ reason }, "oidc: the provider's response was refused")
      throw unverified(name)
    }
    log.error({ reason }, 'oidc: the provider cannot be used; users cannot sign in with it')
    const message = `${name} cannot be reached at the moment. Try again, or sign in another way.`
    throw new Failure('CE_01', message)
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof client.ResponseBodyError && REFUSED_CODES.has(error.error)
}

function unverified(name: string): Failure {
  const message = `The sign-in with ${name} was not completed, or could not be verified. Start again.`
  return new Failure('AU_01', message)
}

/** Names neither a token nor a code: the library's messages are fixed, and network errors name hosts. */
function describeError(thrown: unknown): string {
  const { message, cause, code, error } = thrown as Error & { code?: unknown; error?: unknown }
  const inner = cause instanceof Error ? cause.message : ''
  // Such as `invalid_client`. A browser can send any other text.
  const named = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : ''
  const parts = [typeof code === 'string' ? code : '', message, named, inner]
  return parts
    .filter((part) => part !== '')
    .join(': ')
    .slice(0, 300)
}
