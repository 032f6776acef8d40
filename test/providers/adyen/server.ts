// A test server for Adyen: it acts like the documented APIs, in memory, and fails on request. Every request and answer
// is judged by the published descriptions; a violation is collected and fails the test that asserts there is none.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { judgeAnswer, judgeRequest } from './description.ts'
import { authorise, checkoutRoutes } from './checkout_routes.ts'
import { disputeRoutes } from './dispute_routes.ts'
import { type Fact, makeState, type State } from './state.ts'
import { type Delivery, openOutbox, type Outbox } from './webhooks.ts'
import { notify, type Result, type Route, serviceError, type World } from './world.ts'

const routes: readonly Route[] = [...checkoutRoutes, ...disputeRoutes]

/** Before acting, after it, or instead of it. */
const faults = [
  'reset_before',
  'reset_after',
  'error_before',
  'error_after',
  'timeout',
  'maintenance',
  'in_progress',
] as const

export type Fault = (typeof faults)[number]

export interface ServerOptions {
  readonly api_key: string
  readonly merchant_account: string
  /** 64 hexadecimal digits. */
  readonly hmac_key: string
  readonly multiple_captures?: boolean
  readonly port?: number
}

export interface AdyenServer {
  readonly port: number
  readonly url: string
  readonly world: World
  readonly state: State
  readonly outbox: Outbox
  readonly violations: string[]
  /** Requests that arrived, as `POST /path`. */
  readonly requests: string[]
  /** Their bodies. */
  readonly bodies: string[]
  /** The next request with this path's end fails. */
  arm(fault: Fault, where?: { path?: string }): void
  effects(operation_id: string): Fact['effect'][]
  /** The shopper decides on a page; returns what their browser brings back. */
  visit(page_url: string, decision: 'approve' | 'refuse'): Promise<Record<string, string>>
  /** A payment by instructions is made, or expires. */
  settle(reference: string, decision: 'approve' | 'refuse'): void
  stop(): Promise<void>
}

interface Armed {
  readonly fault: Fault
  readonly path: string
}

export async function startAdyen(options: ServerOptions): Promise<AdyenServer> {
  const state = makeState()
  const outbox = openOutbox(options.hmac_key)
  const armed: Armed[] = []
  const violations: string[] = []
  const requests: string[] = []
  const bodies: string[] = []
  let url = ''
  const { merchant_account, multiple_captures = false } = options
  const base_url = () => url
  const world: World = { state, outbox, merchant_account, multiple_captures, base_url }
  const context: Context = { options, world, armed, violations, requests, bodies }
  const server = createServer((request, response) => {
    void handle(context, request, response).catch((error: unknown) => {
      violations.push(String((error as Error).stack))
      send(response, serviceError(500, '000', 'The test server failed'))
    })
  })
  await new Promise<void>((up) => server.listen(options.port ?? 0, '127.0.0.1', up))
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}`
  return {
    port,
    url,
    world,
    state,
    outbox,
    violations,
    requests,
    bodies,
    arm: (fault, { path = '' } = {}) => void armed.push({ fault, path }),
    effects: (operation_id) =>
      state.log.filter((fact) => fact.operation_id === operation_id).map(({ effect }) => effect),
    visit: async (page_url, decision) => {
      const answer = await fetch(`${page_url}/${decision}`, { redirect: 'manual' })
      const location = new URL(answer.headers.get('location') ?? '')
      return Object.fromEntries(location.searchParams)
    },
    settle: (reference, decision) => settle(world, reference, decision),
    async stop() {
      outbox.close()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

interface Context {
  readonly options: ServerOptions
  readonly world: World
  readonly armed: Armed[]
  readonly violations: string[]
  readonly requests: string[]
  readonly bodies: string[]
}

async function handle(
  context: Context,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await read(request)
  const path = new URL(request.url ?? '/', 'http://adyen').pathname
  if (path.startsWith('/_')) return control(context, path, text, response)
  context.requests.push(`${request.method} ${path}`)
  context.bodies.push(text)
  const n = context.armed.findIndex(({ path: end }) => path.endsWith(end))
  const fault = n < 0 ? undefined : context.armed.splice(n, 1)[0]?.fault
  if (fault === 'reset_before') return void request.socket.destroy()
  if (fault === 'error_before') return send(response, serviceError(500, '000', 'Internal error'))
  if (fault === 'in_progress') {
    return send(response, serviceError(422, '704', 'request already processed or in progress'))
  }
  if (fault === 'maintenance') {
    return void response.writeHead(503, { 'Content-Type': 'text/html' }).end('<h1>Unavailable</h1>')
  }
  const result = answer(context, request, path, text)
  if (fault === 'reset_after') return void request.socket.destroy()
  if (fault === 'error_after') return send(response, serviceError(500, '000', 'Internal error'))
  if (fault !== 'timeout') send(response, result)
}

/** The same key gets the first answer. Adyen stores no answer that it gave before acting. */
function answer(context: Context, request: IncomingMessage, path: string, text: string): Result {
  const { world, options, violations } = context
  const key = request.headers['idempotency-key']
  if (request.headers['x-api-key'] !== options.api_key) {
    return serviceError(401, '000', 'HTTP Status Response - Unauthorized')
  }
  const found = routes.flatMap((route) => {
    const match = route.shape.exec(path)
    return match === null ? [] : [{ route, psp: decodeURIComponent(match[1] ?? '') }]
  })[0]
  if (found === undefined || request.method !== 'POST') {
    violations.push(`${request.method} ${path} is not a route`)
    return serviceError(403, '010', 'Not allowed')
  }
  if (typeof key === 'string' && key.length > 64) violations.push(`${path}: the key is too long`)
  const known = typeof key === 'string' ? world.state.keys.get(key) : undefined
  if (known !== undefined) return [known.status, JSON.parse(known.text) as object]
  const result = act(context, found.route, found.psp, text)
  const [status, body] = result
  if (typeof key === 'string' && status < 300) {
    world.state.keys.set(key, { status, text: JSON.stringify(body) })
  }
  const { service, template } = found.route
  violations.push(...judgeAnswer(service, template, status, body))
  return result
}

function act({ world, violations }: Context, route: Route, psp: string, text: string): Result {
  let body: Record<string, unknown>
  try {
    body = JSON.parse(text) as Record<string, unknown>
  } catch {
    violations.push(`${route.template}: the body is not JSON`)
    return serviceError(400, '702', 'Unexpected input')
  }
  const wrong = judgeRequest(route.service, route.template, body)
  if (wrong.length > 0) {
    violations.push(...wrong)
    return serviceError(422, '702', wrong.join('; '))
  }
  const account = body['merchantAccount'] ?? body['merchantAccountCode']
  if (account !== undefined && account !== world.merchant_account) {
    return serviceError(403, '901', 'Invalid Merchant Account')
  }
  return route.act(world, body, psp)
}

/** Pages for shoppers, and the switches of tests in another process. */
function control(context: Context, path: string, text: string, response: ServerResponse): void {
  const { world, armed, violations } = context
  const { state, outbox } = world
  if (path.startsWith('/_pages/')) return page(context, path, response)
  const given = (text === '' ? {} : JSON.parse(text)) as Record<string, string>
  switch (path) {
    case '/_log':
      return send(response, [200, state.log])
    case '/_violations':
      return send(response, [200, violations])
    case '/_faults': {
      const { fault = '', path: end = '' } = given
      if (!isFault(fault)) return send(response, [400, { faults }])
      armed.push({ fault, path: end })
      return send(response, [200, {}])
    }
    case '/_webhook':
      outbox.url = given['url'] ?? outbox.url
      outbox.delivery = (given['delivery'] as Delivery | undefined) ?? outbox.delivery
      return send(response, [200, {}])
    default:
      return send(response, [404, {}])
  }
}

function isFault(name: string): name is Fault {
  return (faults as readonly string[]).includes(name)
}

function page({ world }: Context, path: string, response: ServerResponse): void {
  const [, , token = '', decision] = path.split('/')
  const found = world.state.pages.get(token)
  if (found === undefined) return send(response, [404, {}])
  if (decision !== 'approve' && decision !== 'refuse') {
    const link = (name: string) => `<a href="/_pages/${token}/${name}">${name}</a>`
    const html = `<!doctype html><title>Adyen test page</title>${link('approve')} ${link('refuse')}`
    return void response.writeHead(200, { 'Content-Type': 'text/html' }).end(html)
  }
  found.decision = decision
  const { payment } = found
  // With a card the payment is decided when the shopper is back; elsewhere the bank decides here.
  if (payment.type !== 'scheme') settle(world, payment.reference, decision)
  const back = new URL(payment.return_url)
  back.searchParams.set('redirectResult', token)
  response.writeHead(302, { Location: back.href }).end()
}

function settle(world: World, reference: string, decision: 'approve' | 'refuse'): void {
  const payment = world.state.by_reference.get(reference)
  if (payment?.status !== 'waiting') return
  if (decision === 'approve') return void authorise(world, payment)
  payment.status = 'refused'
  notify(world, payment, 'AUTHORISATION', false, { reason: 'Refused' })
}

function send(response: ServerResponse, [status, body]: Result): void {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(text)
}

async function read(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}
