// The bank's HTTP server: authentication, fault injection and answers.
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openBooks } from './books.ts'
import { openCallbacks } from './callbacks.ts'
import { type Clock, systemClock } from './clock.ts'
import { defaultTerms, type Terms } from './config.ts'
import { disputeToApi } from './dispute.ts'
import { Disputes } from './disputes.ts'
import { createFaultDesk, type Faults, noFaults } from './faults.ts'
import { createHeldRequests, type HeldRequests } from './held.ts'
import { isDispute, type Subject } from './ledger.ts'
import { type Operation, operationToApi } from './operation.ts'
import { Operations } from './operations.ts'
import { Refusal } from './refusal.ts'
import { type Desk, json, problem, type Reply, routes } from './routes.ts'

export interface BankSettings {
  host: string
  port: number
  key: string
  callback_secret: string
  folder: string
  /** The pages' public URL; by default the bank's address. */
  public_url?: string | undefined
  terms?: Terms
  clock?: Clock
  /** Called for unexpected errors. */
  onError?: (error: unknown) => void
}

export interface Bank {
  port: number
  base_url: string
  stop(): Promise<void>
}

const BODY_BYTES = 512 * 1024
const HANG_MS = 60_000
const LAST_REQUESTS_MS = 2_000

export async function startBank(settings: BankSettings): Promise<Bank> {
  const clock = settings.clock ?? systemClock
  let base_url = settings.public_url ?? ''
  const toApi = (operation: Operation) => {
    const held = books.ledger.balances.get(operation.operation_id)?.held
    return operationToApi(operation, base_url, clock.now(), held)
  }
  const toEvent = (subject: Subject) => {
    const { merchant_id } = subject
    if (!isDispute(subject)) return { merchant_id, type: 'operation', operation: toApi(subject) }
    return { merchant_id, type: 'dispute', dispute: disputeToApi(subject) }
  }
  const terms = settings.terms ?? defaultTerms
  const { books, close } = await openFiles(settings, { clock, terms, toEvent })
  const operations = new Operations(books, terms, settings.key)
  const disputes = new Disputes(books, terms)
  const desk: Desk = { books, operations, disputes, faults: createFaultDesk(), toApi, toEvent }
  const hanging = new Set<ServerResponse>()
  const held = createHeldRequests(clock)
  const server = createServer((request, response) => {
    serve({ desk, settings, hanging, held }, request, response).catch((error: unknown) => {
      settings.onError?.(error)
      response.destroy()
    })
  })
  try {
    const port = await listen(server, settings)
    base_url ||= `http://${forUrl(settings.host)}:${port}`
    const stop = () => {
      held.stop()
      return stopServing(server, hanging).then(close)
    }
    return { port, base_url, stop }
  } catch (error) {
    await close()
    throw error
  }
}

function forUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Opens both files, resumes the timers and schedules the pending callbacks. */
async function openFiles(
  settings: BankSettings,
  { clock, terms, toEvent }: { clock: Clock; terms: Terms; toEvent: (subject: Subject) => object },
) {
  const later: { owe?: (subject: Subject) => void } = {}
  const books = await openBooks({
    path: join(settings.folder, 'operations.jsonl'),
    clock,
    terms,
    onOwed: (subject) => later.owe?.(subject),
  })
  const callbacks = await openCallbacks({
    path: join(settings.folder, 'callbacks.jsonl'),
    secret: settings.callback_secret,
    clock,
    toEvent,
    nameOf: (subject) => (isDispute(subject) ? subject.dispute_id : subject.operation_id),
    flushed: () => books.flushed(),
  }).catch(async (error: unknown) => {
    await books.stop()
    throw error
  })
  // Includes the callbacks that became due while the second file was read.
  for (const subject of books.owing()) callbacks.owe(subject)
  later.owe = (subject) => callbacks.owe(subject)
  const close = () => callbacks.stop().then(() => books.stop())
  return { books, close }
}

function listen(server: Server, { host, port }: BankSettings): Promise<number> {
  // Callers reuse their connections; closing an idle one early looks like a fault to them.
  server.keepAliveTimeout = 65_000
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

/** Requests in flight get a moment; connections that hang on purpose are closed. */
async function stopServing(server: Server, hanging: Set<ServerResponse>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  for (const response of hanging) response.destroy()
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), LAST_REQUESTS_MS)
  await closed
  clearTimeout(timer)
}

interface Serving {
  desk: Desk
  settings: BankSettings
  /** Connections that hang on purpose. */
  hanging: Set<ServerResponse>
  held: HeldRequests
}

async function serve(
  { desk, settings, hanging, held }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://bank')
  const route = routes.find((row) => row.method === request.method && row.path.test(url.pathname))
  let faults = noFaults
  let reply: Reply
  try {
    if (!route?.isPage) checkKey(request, settings.key)
    if (route === undefined) throw new Refusal('unknown_url', 'The bank has no such address.')
    const body = await readBody(request)
    if (route.hasFaults) faults = desk.faults.next(request.headers['x-bank-fault']?.toString())
    if (faults.before !== null) return await misbehave(faults.before, response, hanging)
    const isLate = faults.act_late_ms > 0 && request.method === 'POST'
    if (isLate && !(await held.hold(faults.act_late_ms))) return void response.destroy()
    const name = decode(route.path.exec(url.pathname)?.[1] ?? '')
    reply = route.answer(desk, { name, query: url.searchParams, body, faults })
    // The answer must still be true after a crash.
    await desk.books.flushed()
  } catch (error) {
    // A caller that disconnected within its own request expects no answer.
    if (request.destroyed && !request.complete) return void response.destroy()
    reply = refuse(error, settings, route?.isPage ?? false)
  }
  if (faults.delay_ms > 0) await new Promise((done) => setTimeout(done, faults.delay_ms))
  if (faults.after !== null) return misbehave(faults.after, response, hanging)
  return send(reply, response)
}

function refuse(error: unknown, settings: BankSettings, isPage: boolean): Reply {
  if (!(error instanceof Refusal)) settings.onError?.(error)
  const refusal = error instanceof Refusal ? error : new Refusal('internal', FAILED)
  if (isPage) return problem(refusal)
  return json(refusal.status, { error: refusal.error, message: refusal.message })
}

async function send(reply: Reply, response: ServerResponse): Promise<void> {
  response.writeHead(reply.status, reply.headers)
  if (typeof reply.body === 'string') response.end(reply.body)
  else await pipeline(Readable.from(reply.body), response)
}

const FAILED = 'The bank failed. Query the operation to find its outcome.'

/** Carries out the fault instead of answering. */
async function misbehave(
  fault: NonNullable<Faults['before'] | Faults['after']>,
  response: ServerResponse,
  hanging: Set<ServerResponse>,
): Promise<void> {
  if (fault === 'maintenance') {
    const message = 'The bank is in maintenance; nothing was done. Try again later.'
    return send(json(503, { error: fault, message }), response)
  }
  if (fault === 'error_before' || fault === 'error_after') {
    return send(json(500, { error: 'internal', message: FAILED }), response)
  }
  if (fault === 'reset_before' || fault === 'reset_after') {
    response.socket?.resetAndDestroy()
    return
  }
  hanging.add(response)
  response.once('close', () => hanging.delete(response))
  setTimeout(() => response.destroy(), HANG_MS).unref()
}

function checkKey(request: IncomingMessage, key: string): void {
  const given = request.headers.authorization ?? ''
  if (timingSafeEqual(digest(given), digest(`Bearer ${key}`))) return
  throw new Refusal('unauthorized', 'Send the header Authorization: Bearer and the bank key.')
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= BODY_BYTES) chunks.push(chunk)
  }
  // The whole body is read, because a caller that is still writing would not see the answer.
  if (bytes > BODY_BYTES) {
    throw new Refusal('body_too_large', `The body has more than ${BODY_BYTES} bytes.`)
  }
  return Buffer.concat(chunks).toString()
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Refusal('invalid_request', 'The address is not encoded correctly.')
  }
}
