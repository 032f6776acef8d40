// Support for the bank's tests: a bank with its own folder, a manual clock, a callback receiver, and the bank as a
// process that can be killed.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from './clock.ts'
import type { Fact } from './ledger.ts'
import type { operationToApi } from './operation.ts'
import { startBank } from './server.ts'

export const KEY = 'test-bank-key'
export const SECRET = 'test-callback-secret'

export type ApiOperation = ReturnType<typeof operationToApi>
export type LoggedFact = Fact & { seq: number; at: string }

export interface Answer<Body = ApiOperation> {
  status: number
  body: Body & { error?: string; message?: string }
}

export interface HandClock extends Clock {
  /** Advances the time and runs the due calls, in order. */
  advance(ms: number): void
  /** Resolves when this many calls are scheduled. */
  untilWaiting(count: number): Promise<void>
}

function handClock(start = Date.UTC(2026, 0, 1)): HandClock {
  let now = start
  const waits = new Set<{ at: number; call: () => void }>()
  let added = Promise.withResolvers<void>()
  const next = (until: number) =>
    [...waits].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0]
  return {
    now: () => now,
    after(ms, call) {
      const entry = { at: now + ms, call }
      waits.add(entry)
      added.resolve()
      added = Promise.withResolvers()
      return () => waits.delete(entry)
    },
    advance(ms) {
      const until = now + ms
      for (let due = next(until); due !== undefined; due = next(until)) {
        waits.delete(due)
        now = due.at
        due.call()
      }
      now = until
    },
    async untilWaiting(count) {
      while (waits.size < count) await added.promise
    },
  }
}

export async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'florin-bank-'))
}

/** All the bank's files, as bytes. */
export async function bytesOf(folder: string): Promise<string> {
  const names = await readdir(folder)
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))
  return files.join('\n')
}

export interface Client {
  ask(fields: object, faults?: string): Promise<Answer>
  get<Body = ApiOperation>(path: string): Promise<Answer<Body>>
  send<Body = ApiOperation>(
    method: string,
    path: string,
    body?: object,
    faults?: string,
  ): Promise<Answer<Body>>
  revoke(operation_id: string, faults?: string): Promise<Answer>
  log(after?: number): Promise<LoggedFact[]>
  /** Sends a form like a browser without scripts. */
  choose(page_url: string | null, choice: string): Promise<Response>
}

function client(base_url: string): Client {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  async function send<Body>(
    method: string,
    path: string,
    body?: object,
    faults?: string,
  ): Promise<Answer<Body>> {
    const answer = await fetch(`${base_url}${path}`, {
      method,
      headers: faults === undefined ? headers : { ...headers, 'x-bank-fault': faults },
      body: body === undefined ? null : JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Answer<Body>['body'] }
  }
  return {
    ask: (fields, faults) => send('POST', '/operations', fields, faults),
    get: (path) => send('GET', path),
    send,
    revoke: (operation_id, faults) =>
      send('POST', `/operations/${operation_id}/revoke`, {}, faults),
    log: async (after = 0) => (await send<LoggedFact[]>('GET', `/log?after=${after}`)).body,
    choose: (page_url, choice) =>
      fetch(page_url ?? '', {
        method: 'POST',
        body: new URLSearchParams({ choice }),
        redirect: 'manual',
      }),
  }
}

export interface TestBank extends Client, AsyncDisposable {
  clock: HandClock
  folder: string
  base_url: string
  /** Restarts it on the same folder. */
  restart(): Promise<void>
}

export async function testBank(): Promise<TestBank> {
  const clock = handClock()
  const folder = await temporaryFolder()
  const start = () =>
    startBank({ host: '127.0.0.1', port: 0, key: KEY, callback_secret: SECRET, folder, clock })
  let running = await start()
  const bank = {
    ...client(running.base_url),
    clock,
    folder,
    base_url: running.base_url,
    async restart() {
      await running.stop()
      running = await start()
      Object.assign(bank, client(running.base_url), { base_url: running.base_url })
    },
    async [Symbol.asyncDispose]() {
      await running.stop()
      await rm(folder, { recursive: true })
    },
  }
  return bank
}

export interface BankProcess extends Client {
  child: ChildProcess
  base_url: string
  /** Sends the signal and waits for the process to end. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** The bank as an operator runs it. */
export async function bankProcess(folder: string): Promise<BankProcess> {
  const env = { BANK_PORT: '0', BANK_KEY: KEY, BANK_CALLBACK_SECRET: SECRET, BANK_FOLDER: folder }
  const child = fork(join(import.meta.dirname, 'main.ts'), { env, stdio: 'ignore' })
  const { port } = await new Promise<{ port: number }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { port: number }))
    child.once('exit', (code) => reject(new Error(`The bank ended with ${code}.`)))
  })
  const base_url = `http://127.0.0.1:${port}`
  const end = (signal: NodeJS.Signals) =>
    new Promise<number | null>((resolve) => {
      child.once('exit', (code) => resolve(code))
      child.kill(signal)
    })
  return { ...client(base_url), child, base_url, end }
}

export interface Received {
  raw: string
  signature: string
  /** The time that the signature covers, in seconds. */
  timestamp: string
  event_id: string
  operation: ApiOperation
}

export interface Receiver extends AsyncDisposable {
  url: string
  received: Received[]
  /** Statuses for the next answers; then 200. */
  statuses: number[]
  /** Resolves when this many callbacks have arrived in total. */
  until(count: number): Promise<void>
}

export async function receiver(): Promise<Receiver> {
  const received: Received[] = []
  const statuses: number[] = []
  let arrived = Promise.withResolvers<void>()
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let raw = ''
    for await (const chunk of request) raw += String(chunk)
    response.writeHead(statuses.shift() ?? 200).end()
    const { event_id, operation } = JSON.parse(raw) as Received
    received.push({
      raw,
      signature: String(request.headers['x-bank-signature']),
      timestamp: String(request.headers['x-bank-timestamp']),
      event_id,
      operation,
    })
    arrived.resolve()
    arrived = Promise.withResolvers()
  }
  // An interrupted request counts as not received.
  const server = createServer((request, response) => void take(request, response).catch(() => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`,
    received,
    statuses,
    async until(count) {
      while (received.length < count) await arrived.promise
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let made = 0

/** An authorization for 10.00 euros with a card that is always approved. */
export function authorize(fields: object = {}) {
  made += 1
  return {
    operation_id: `auth_${made}`,
    kind: 'authorize',
    amount: 1_000,
    currency: 'EUR',
    capture: false,
    instrument: card('4242424242424242'),
    authentication: null,
    customer_present: true,
    reference: `pay_${made}`,
    ...fields,
  }
}

export function card(number: string) {
  return { type: 'card', number, exp_month: 3, exp_year: 2031, cvc: '123' }
}

export function following(kind: 'capture' | 'void' | 'refund', parent_id: string, amount = 0) {
  made += 1
  return {
    operation_id: `${kind}_${made}`,
    kind,
    amount,
    currency: 'EUR',
    parent_id,
    reference: `ref_${made}`,
  }
}
