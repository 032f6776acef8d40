// A test server for Template: charges in memory, idempotent by id, a log of what moved money, faults on request.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { books, type Charge, type Effect, type Order } from './books.ts'

export const API_KEY = 'template-key'
export const WEBHOOK_SECRET = 'template-webhook-secret'

/** Before acting, after it, or instead of it. */
export type Fault =
  | 'reset_before'
  | 'reset_after'
  | 'error_before'
  | 'error_after'
  | 'timeout'
  | 'maintenance'

export interface TemplateServer {
  readonly url: string
  webhook_url: string
  /** The next charge of this kind fails. */
  arm(fault: Fault, kind: string): void
  effects(id: string): Effect[]
  /** A pending transfer arrives, or never does. */
  settle(id: string, status: 'approved' | 'declined'): Promise<void>
  stop(): Promise<void>
}

type Result = readonly [status: number, body: object]

export async function startTemplate(): Promise<TemplateServer> {
  const { charges, effects, act, revoke, settle } = books()
  const armed = new Map<string, Fault>()

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const order = JSON.parse((await read(request)) || '{}') as Order
    const fault = armed.get(order.kind)
    armed.delete(order.kind)
    if (fault === 'reset_before') return void request.socket.destroy()
    if (fault === 'error_before') return send(response, [500, {}])
    if (fault === 'maintenance') return send(response, [503, { error: 'maintenance' }])
    const result = answer(request, order)
    if (fault === 'reset_after') return void request.socket.destroy()
    if (fault === 'error_after') return send(response, [500, {}])
    if (fault !== 'timeout') send(response, result)
  }

  function answer({ headers, method, url = '' }: IncomingMessage, order: Order): Result {
    if (headers.authorization !== `Bearer ${API_KEY}`) return [401, {}]
    const [, , id = '', verb] = url.split('/')
    if (method === 'POST') return [200, verb === 'revoke' ? revoke(id) : act(order)]
    const found = charges.get(id)
    return found === undefined ? [404, {}] : [200, found]
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  const self: TemplateServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    webhook_url: '',
    arm: (fault, kind) => void armed.set(kind, fault),
    effects,
    settle: async (id, status) => deliver(self.webhook_url, settle(id, status)),
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return self
}

async function read(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

function send(response: ServerResponse, [status, body]: Result): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

async function deliver(url: string, charge: Charge): Promise<void> {
  const body = JSON.stringify({ event_id: `evt_${charge.id}`, ...charge })
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const mac = createHmac('sha256', WEBHOOK_SECRET).update(`${timestamp}.${body}`).digest('hex')
  const headers = { 'X-Template-Timestamp': timestamp, 'X-Template-Signature': mac }
  await fetch(url, { method: 'POST', headers, body })
}
