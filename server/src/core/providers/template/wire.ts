// Requests to one Template account. Each is sent once.
import { createCircuit, openLine, type Reply } from '../line.ts'
import type { AccountOptions } from '../provider_type.ts'

export interface Wire {
  /** `about` is an id for the log; no other part of a request is logged. */
  get(path: string, about: string): Promise<Reply>
  post(path: string, about: string, body: object): Promise<Reply>
  isCircuitOpen(): boolean
  close(): void
}

const OWN_URL = 'https://api.template.example'

export function openWire({ credentials, urls, timeout_ms = 20_000, log }: AccountOptions): Wire {
  const line = openLine({ url: urls['template'] ?? OWN_URL, timeout_ms, connections: 64 })
  const circuit = createCircuit()
  const headers = {
    Authorization: `Bearer ${credentials['api_key'] ?? ''}`,
    'Content-Type': 'application/json',
  }
  const ask = async (method: 'GET' | 'POST', path: string, about: string, body = '') => {
    if (!circuit.admits()) return { sent: 'no', cause: 'circuit' } as const
    const reply = await line.ask({ method, path, headers, body })
    circuit.report(reply.sent === 'answered' && reply.status < 500 ? 'well' : 'badly')
    if (reply.sent !== 'answered') {
      log.warn({ about, ...reply }, 'template: no answer; recovery finds the outcome')
    }
    return reply
  }
  return {
    get: (path, about) => ask('GET', path, about),
    post: (path, about, body) => ask('POST', path, about, JSON.stringify(body)),
    isCircuitOpen: () => circuit.isOpen(),
    close: () => line.close(),
  }
}
