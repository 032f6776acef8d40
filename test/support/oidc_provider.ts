// A real OpenID Connect provider on loopback, whose person signs in without a form, and a browser without a window. Tests
// choose who the person is, and can change what the provider answers.
import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type ClientMetadata,
  type Configuration,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'

export const CLIENT_ID = 'florin'
export const CLIENT_SECRET = 'client-secret-of-the-tests-0123456789'

export interface Person {
  readonly subject: string
  readonly claims: Readonly<Record<string, unknown>>
}

type Claims = Record<string, unknown>

export interface TestProvider extends AsyncDisposable {
  readonly issuer: string
  readonly env: Readonly<Record<string, string>>
  /** Paths of received requests, oldest first. */
  readonly requests: string[]
  /** The next person to sign in. */
  person: Person
  /** False: no request is answered. */
  answers: boolean
  /** Changes the ID token's claims, which is signed again. */
  forge: ((claims: Claims) => Claims) | undefined
  /** Signs with another key than the provider publishes. */
  hasWrongKey: boolean
  /** Changes the whole ID token. */
  changeToken?: (token: string) => string
  /** Replaces the answer to a path. */
  readonly instead: Map<string, { status: number; body: string; type: string }>
}

const RSA = { modulusLength: 2048 }
const ownKey = generateKeyPairSync('rsa', RSA).privateKey
const otherKey = generateKeyPairSync('rsa', RSA).privateKey
const KEY = { kid: 'k1', alg: 'RS256', use: 'sig' }

export async function startProvider(redirect_uri: string, port = 0): Promise<TestProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state: TestProvider = {
    issuer,
    env: {
      FLORIN_OIDC_ISSUER: issuer,
      FLORIN_OIDC_CLIENT_ID: CLIENT_ID,
      FLORIN_OIDC_CLIENT_SECRET: CLIENT_SECRET,
      FLORIN_OIDC_NAME: 'Example Inc.',
    },
    requests: [],
    person: { subject: 'nobody', claims: {} },
    answers: true,
    forge: undefined,
    hasWrongKey: false,
    instead: new Map(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const provider = new Provider(issuer, configuration(state, redirect_uri))
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.path === '/token' && (state.forge || state.hasWrongKey)) forgeToken(state, ctx.body)
    if (ctx.path === '/token' && state.changeToken) {
      const tokens = ctx.body as { id_token: string }
      tokens.id_token = state.changeToken(tokens.id_token)
    }
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    state.requests.push(pathname)
    if (!state.answers) return undefined
    const instead = state.instead.get(pathname)
    if (instead) {
      response.writeHead(instead.status, { 'content-type': instead.type })
      return response.end(instead.body)
    }
    if (!pathname.startsWith('/interaction/')) return void handle(request, response)
    const login = { accountId: state.person.subject }
    return void provider.interactionFinished(request, response, { login })
  })
  return state
}

function configuration(state: TestProvider, redirect_uri: string): Configuration {
  const client: ClientMetadata = {
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    redirect_uris: [redirect_uri],
    response_types: ['code'],
    grant_types: ['authorization_code'],
  }
  return {
    clients: [client],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...state.person.claims }),
    }),
    loadExistingGrant: grantEverything,
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the tests'] },
    jwks: { keys: [{ ...ownKey.export({ format: 'jwk' }), ...KEY }] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  } as unknown as Configuration
}

async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc
  if (client === undefined || session?.accountId === undefined) return undefined
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid email')
  await grant.save()
  return grant
}

function forgeToken({ forge, hasWrongKey }: TestProvider, body: unknown): void {
  const tokens = body as { id_token?: string }
  const [, payload = ''] = tokens.id_token?.split('.') ?? []
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims
  const parts = [{ alg: KEY.alg, kid: KEY.kid }, forge ? forge(claims) : claims]
  const text = parts
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(text), hasWrongKey ? otherKey : ownKey)
  tokens.id_token = `${text}.${signature.toString('base64url')}`
}

/** Stores cookies for each origin and follows redirects. The shop's public URL leads to its port. */
export class Visitor {
  readonly cookies = new Map<string, Map<string, string>>()
  private readonly public_url: string
  private readonly base_url: string

  constructor(public_url: string, base_url: string) {
    this.public_url = public_url
    this.base_url = base_url
  }

  get(url: string): Promise<Response> {
    return this.send(url)
  }

  /** The button on the page after the provider: the query is sent by POST. */
  finish(url: string): Promise<Response> {
    const { origin, pathname, searchParams } = new URL(url)
    const body = JSON.stringify(Object.fromEntries(searchParams))
    const headers = { 'Content-Type': 'application/json' }
    return this.send(`${origin}${pathname}`, { method: 'POST', body, headers })
  }

  private async send(url: string, options: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url)
    const jar = this.cookies.get(origin) ?? new Map<string, string>()
    this.cookies.set(origin, jar)
    const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const real = url.replace(this.public_url, this.base_url)
    const headers = { ...(options.headers as Record<string, string>), Cookie }
    const response = await fetch(real, { ...options, redirect: 'manual', headers })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/)
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  /** From the start to the callback's URL, which is not yet opened. */
  async toCallback(): Promise<string> {
    let url = `${this.public_url}/user/oidc/begin`
    for (let steps = 0; steps < 10; steps++) {
      const response = await this.get(url)
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${response.status} ${await response.text()}`)
      url = new URL(location, url).href
      if (url.startsWith(`${this.public_url}/user/oidc/callback`)) return url
    }
    throw new Error('too many redirects')
  }
}
