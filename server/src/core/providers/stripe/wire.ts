// HTTP with one Stripe account: form-encoded requests, JSON answers. A circuit breaker stops requests to a Stripe that
// fails. The API version is pinned, because answers are read by their format.
import type { Log } from '#kernel/log.ts'
import { createCircuit, openLine, type Line, type Reply } from '../line.ts'
import type { AccountOptions } from '../provider_type.ts'

export const API_VERSION = '2026-08-26.dahlia'

export interface Wire {
  /** `about` is an id for the log; no other part of a request is logged. */
  get(path: string, about: string): Promise<Reply>
  /** `key` makes it idempotent: the same key and body act once. */
  post(path: string, about: string, body: string, key: string): Promise<Reply>
  upload(file: Upload, about: string, key: string): Promise<Reply>
  isCircuitOpen(): boolean
  close(): void
}

export interface Upload {
  readonly file_name: string
  readonly file_type: string
  readonly bytes: Buffer
}

const CONNECTIONS = 64

const ordinary: ReadonlySet<number> = new Set([200, 400, 402, 404])

export function openWire(account: AccountOptions): Wire {
  const { credentials, urls, timeout_ms = 20_000, log } = account
  const lineTo = (url: string) => openLine({ url, timeout_ms, connections: CONNECTIONS })
  const api = lineTo(urls['api'] ?? 'https://api.stripe.com')
  const files = lineTo(urls['files'] ?? urls['api'] ?? 'https://files.stripe.com')
  const circuit = createCircuit()
  const fixed = {
    Authorization: `Bearer ${credentials['secret_key'] ?? ''}`,
    'Stripe-Version': API_VERSION,
  }
  async function ask(
    line: Line,
    request: { method: 'GET' | 'POST'; path: string; body?: string | Buffer },
    about: string,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    if (!circuit.admits()) return { sent: 'no', cause: 'circuit' }
    const reply = await line.ask({ ...request, headers: { ...fixed, ...headers } })
    circuit.report(isAlive(reply) ? 'well' : 'badly')
    report(log, account.connector_id, about, reply)
    return reply
  }
  return {
    get: (path, about) => ask(api, { method: 'GET', path }, about),
    post: (path, about, body, key) =>
      ask(api, { method: 'POST', path, body }, about, {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Idempotency-Key': key,
      }),
    upload: (file, about, key) => {
      const boundary = `florin-${key}`
      return ask(
        files,
        { method: 'POST', path: '/v1/files', body: multipart(file, boundary) },
        about,
        {
          'Content-Type': `multipart/form-data; boundary=${boundary}`,
          'Idempotency-Key': key,
        },
      )
    },
    isCircuitOpen: () => circuit.isOpen(),
    close: () => {
      api.close()
      files.close()
    },
  }
}

function report(log: Log, connector_id: string | null, about: string, reply: Reply): void {
  if (reply.sent !== 'answered') {
    log.warn({ connector_id, about, ...reply }, 'stripe: no answer; recovery finds the outcome')
  } else if (!ordinary.has(reply.status)) {
    const message = 'stripe: unexpected HTTP status; recovery finds the outcome'
    log.error({ connector_id, about, status: reply.status }, message)
  }
}

function isAlive(reply: Reply): boolean {
  return reply.sent === 'answered' && reply.status < 500
}

function multipart({ file_name, file_type, bytes }: Upload, boundary: string): Buffer {
  const name = file_name.replaceAll(/[^\w. -]/g, '_')
  const head = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="purpose"',
    '',
    'dispute_evidence',
    `--${boundary}`,
    `Content-Disposition: form-data; name="file"; filename="${name}"`,
    `Content-Type: ${file_type}`,
    '',
    '',
  ]
  const tail = `\r\n--${boundary}--\r\n`
  return Buffer.concat([Buffer.from(head.join('\r\n')), bytes, Buffer.from(tail)])
}
