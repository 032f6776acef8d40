// A test server that behaves like Stripe where Florin uses it: objects in memory, test cards, idempotency keys, signed
// webhooks, and faults that a test arms. Every request and every answer is judged by the published description.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Description, openDescription } from './description.ts'
import { type Answer, type Desk, failure, openDesk, type Request } from './desk.ts'
import { type Armory, createArmory, type FaultName } from './faults.ts'
import { complete } from './intents.ts'
import { type Page, type Switches, visit } from './pages.ts'
import { type Effect, type Intent, list, type World } from './state.ts'
import { createPostman, type Postman } from './webhooks.ts'

export interface ServerOptions {
  readonly key?: string
  readonly secrets?: readonly string[]
  readonly port?: number
  /** The delay of outcomes that are not immediate. */
  readonly later_ms?: number
  readonly raw_cards?: boolean
  readonly is_live?: boolean
  /** A description's file; without it, the npm package's. */
  readonly description?: string
}

/** A request as it was received, for a second judge. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly template: string
  readonly type: string
  readonly raw: Buffer
}

export interface StripeServer extends Pick<Armory, 'arm' | 'release'> {
  readonly url: string
  readonly port: number
  readonly key: string
  /** The keys that are accepted: a rotation has two for a moment. */
  readonly keys: Set<string>
  readonly secrets: readonly string[]
  readonly world: World
  readonly postman: Postman
  /** Requests and answers that break the description. */
  readonly violations: string[]
  readonly requests: Seen[]
  effects(operation_id: string): Effect['effect'][]
  /** The customer completes a page, or a transfer's money arrives. */
  settle(operation_id: string, went: 'well' | 'badly'): void
  listen(): Promise<void>
  stop(): Promise<void>
}

let shared: Description | undefined

export async function startStripe(options: ServerOptions = {}): Promise<StripeServer> {
  const { key = 'sk_test_florin0000000000', secrets = ['whsec_test'] } = options
  shared ??= openDescription()
  const description = options.description ? openDescription(options.description) : shared
  const violations: string[] = []
  const requests: Seen[] = []
  const postman = createPostman(secrets)
  const faults = createArmory()
  const place = { port: options.port ?? 0 }
  const base = () => `http://127.0.0.1:${place.port}`
  const { world, rest } = createWorld(options, postman, description, violations, base)
  const desk = openDesk(world, description, violations)
  const switches = { world, faults, postman, violations }
  const keys = new Set([key])
  const handle = createHandler({ keys, desk, requests, switches })
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      violations.push(String(error))
      response.destroy()
    })
  })
  const sockets = trackSockets(server, place)
  await sockets.listen()
  return {
    get url() {
      return base()
    },
    get port() {
      return place.port
    },
    key,
    keys,
    secrets,
    world,
    postman,
    violations,
    requests,
    arm: faults.arm,
    release: faults.release,
    effects: (operation_id) =>
      world.effects.flatMap((each) => (each.operation_id === operation_id ? [each.effect] : [])),
    settle: (operation_id, went) => settle(world, operation_id, went),
    listen: () => sockets.listen(),
    async stop() {
      rest()
      faults.release()
      await sockets.close()
    },
  }
}

interface Handling {
  readonly keys: ReadonlySet<string>
  readonly desk: Desk
  readonly requests: Seen[]
  readonly switches: Switches
}

function createHandler({ keys, desk, requests, switches }: Handling) {
  const { faults } = switches
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = Buffer.concat(await request.toArray())
    const { method = 'GET', url: path = '', headers } = request
    const page = visit(switches, method, path.split('?')[0] ?? '', raw.toString())
    if (page !== undefined) return show(response, page)
    if (!keys.has((headers.authorization ?? '').replace('Bearer ', ''))) {
      return send(response, failure(401, 'invalid_request_error', 'Invalid API key provided.'))
    }
    const { 'content-type': type = '', 'stripe-version': version, 'idempotency-key': id } = headers
    const received = {
      method,
      path,
      raw,
      type,
      key: String(id ?? ''),
      version: version?.toString(),
    }
    const accepted = desk.accept(received)
    if ('status' in accepted) return send(response, accepted)
    requests.push({ method, path, template: accepted.template, type, raw })
    const fault = faults.take(`${method} ${accepted.template}`, accepted.body)
    if (fault === 'hold') await faults.held()
    const answer = answerUnder(fault, desk, accepted)
    if (answer === 'silence') return
    if (answer === 'reset') request.socket.destroy()
    else send(response, answer)
  }
}

function answerUnder(
  fault: FaultName | undefined,
  desk: Desk,
  request: Request,
): Answer | 'reset' | 'silence' {
  const broken = failure(500, 'api_error', 'Something went wrong.')
  if (fault === 'reset_before') return 'reset'
  if (fault === 'error_before') return broken
  if (fault === 'maintenance') return failure(503, 'api_error', 'The service is unavailable.')
  const answer = desk.execute(request)
  if (fault === 'reset_after') return 'reset'
  if (fault === 'timeout') return 'silence'
  if (fault !== 'error_after') return answer
  desk.overwrite(request, broken)
  return broken
}

function show(response: ServerResponse, { status, text, location }: Page): void {
  const type = { 'Content-Type': 'text/html; charset=utf-8' }
  response.writeHead(status, { ...type, ...(location && { Location: location }) }).end(text)
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
}

function createWorld(
  { later_ms = 50, raw_cards = true, is_live = false }: ServerOptions,
  postman: Postman,
  description: Description,
  violations: string[],
  base: () => string,
) {
  const timers = new Set<NodeJS.Timeout>()
  const world: World = {
    objects: new Map(),
    secrets: new Map(),
    effects: [],
    base,
    raw_cards,
    is_live,
    emit(type, object) {
      const event = postman.emit(world, type, object)
      const all = [description.check('event', event), description.check(object.object, object)]
      violations.push(...all.flat())
    },
    later(act) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        act()
      }, later_ms)
      timers.add(timer)
    },
  }
  const rest = () => {
    for (const timer of timers) clearTimeout(timer)
  }
  return { world, rest }
}

function settle(world: World, operation_id: string, went: 'well' | 'badly'): void {
  const all = [...list<Intent>(world, 'payment_intent'), ...list<Intent>(world, 'setup_intent')]
  const intent = all.find((each) => each.metadata['operation_id'] === operation_id)
  if (intent) complete(world, intent, went)
}

function trackSockets(server: Server, place: { port: number }) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    async listen() {
      await new Promise<void>((done) => server.listen(place.port, '127.0.0.1', done))
      place.port = (server.address() as AddressInfo).port
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
