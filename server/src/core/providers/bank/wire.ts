// The HTTP connection to the bank: each request is sent once, and a circuit breaker stops requests to a failing bank.
import type { Log } from '#kernel/log.ts'
import { createCircuit } from '../circuit.ts'
import { openLine, type Reply } from '../line.ts'
import { isRevoked } from './answers.ts'

export interface BankOptions {
  readonly url: string
  readonly key: string
  readonly callback_secret: string
  readonly timeout_ms?: number
  readonly log: Log
}

export interface Wire {
  /** `about` is an id for the log; no other part of a request is logged. */
  get(path: string, about: string): Promise<Reply>
  post(path: string, about: string, body: object, faults?: string): Promise<Reply>
  close(): void
}

const ordinary: ReadonlySet<number> = new Set([200, 400, 404, 422])

export function openWire({ url, key, timeout_ms = 20_000, log }: BankOptions): Wire {
  const line = openLine({ url, timeout_ms })
  const circuit = createCircuit()
  const fixed = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }

  async function ask(
    request: { method: 'GET' | 'POST'; path: string; body?: string },
    about: string,
    faults?: string,
  ): Promise<Reply> {
    // A fault that a developer requested must not open the circuit.
    const isRequested = faults !== undefined
    if (!isRequested && !circuit.admits()) return { sent: 'no', cause: 'circuit' }
    const headers = isRequested ? { ...fixed, 'X-Bank-Fault': faults } : fixed
    const reply = await line.ask({ ...request, headers })
    if (!isRequested) circuit.report(isAlive(reply) ? 'well' : 'badly')
    if (reply.sent !== 'answered') {
      log.warn({ about, ...reply }, 'bank: no answer; recovery finds the outcome')
    } else if (!ordinary.has(reply.status) && !isRevoked(reply)) {
      const message = 'bank: unexpected HTTP status; recovery finds the outcome'
      log.error({ about, status: reply.status }, message)
    }
    return reply
  }

  return {
    get: (path, about) => ask({ method: 'GET', path }, about),
    post: (path, about, body, faults) =>
      ask({ method: 'POST', path, body: JSON.stringify(body) }, about, faults),
    close: () => line.close(),
  }
}

function isAlive(reply: Reply): boolean {
  return reply.sent === 'answered' && reply.status < 500
}
