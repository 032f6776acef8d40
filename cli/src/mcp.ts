// The bridge of `florin mcp`: an agent's program speaks the Model Context Protocol over stdio, and each message is
// forwarded to `POST /mcp` with the API key. The tools, the limits and the audit trail are the server's.
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Bridge {
  readonly api_key: string
  readonly base_url: string
  /** Changes that are allowed, such as `refunds.create`. */
  readonly allow: readonly string[]
  readonly input: Readable
  readonly output: Writable
  /** For people: the protocol has standard output. */
  readonly log: (line: string) => void
}

const MAX_IN_FLIGHT = 8
const MAX_LINE = 256 * 1024
const TRIES = 4
const FIRST_PAUSE_MS = 250
const TIMEOUT_MS = 60_000

interface Message {
  readonly id?: string | number
  readonly method?: string
}

/** Ends when the agent's program closes the input, after the answers to what it has sent. */
export async function runBridge(bridge: Bridge): Promise<void> {
  const connection = new Connection(bridge)
  const running = new Set<Promise<void>>()
  for await (const line of createInterface({ input: bridge.input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue
    const work = connection.forward(line).finally(() => running.delete(work))
    running.add(work)
    if (running.size >= MAX_IN_FLIGHT) await Promise.race(running)
  }
  await Promise.all(running)
}

class Connection {
  private readonly bridge: Bridge
  /** The version that the server has chosen; null before. */
  private version: string | null = null

  constructor(bridge: Bridge) {
    this.bridge = bridge
  }

  async forward(line: string): Promise<void> {
    const message = read(line)
    if (message === undefined)
      return this.fail(null, -32_700, 'A line is one JSON-RPC message of at most 256 KiB.')
    try {
      const response = await this.post(line)
      const text = await response.text()
      if (!response.ok) return this.fail(message.id ?? null, -32_000, refusal(response, text))
      if (text === '') return
      if (message.method === 'initialize') this.version = versionIn(text)
      this.write(text)
    } catch (error) {
      this.fail(message.id ?? null, -32_000, unreachable(this.bridge.base_url, error))
    }
  }

  /** One Idempotency-Key for all tries, so that a change is made once. */
  private async post(line: string): Promise<Response> {
    const { api_key, base_url, allow } = this.bridge
    const headers = {
      'api-key': api_key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'idempotency-key': randomUUID(),
      'user-agent': 'florin-mcp',
      ...(allow.length > 0 ? { 'florin-allow': allow.join(',') } : {}),
      ...(this.version === null ? {} : { 'mcp-protocol-version': this.version }),
    }
    const url = `${base_url.replace(/\/$/, '')}/mcp`
    for (let tries = 1; ; tries++) {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const sent = fetch(url, { method: 'POST', headers, body: line, signal, redirect: 'error' })
      const response = await sent.catch((error: unknown) => {
        if (tries === TRIES) throw error
        return undefined
      })
      if (response && (response.status < 500 || tries === TRIES)) return response
      await sleep(FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random()))
    }
  }

  private fail(id: string | number | null, code: number, message: string): void {
    this.bridge.log(`florin mcp: ${message}`)
    if (id !== null || code === -32_700) {
      this.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }))
    }
  }

  private write(text: string): void {
    this.bridge.output.write(`${text.replaceAll('\n', ' ')}\n`)
  }
}

function read(line: string): Message | undefined {
  if (line.length > MAX_LINE) return undefined
  try {
    const message: unknown = JSON.parse(line)
    return message !== null && typeof message === 'object' ? message : undefined
  } catch {
    return undefined
  }
}

function versionIn(text: string): string | null {
  const { result } = JSON.parse(text) as { result?: { protocolVersion?: string } }
  return result?.protocolVersion ?? null
}

function refusal({ status }: Response, text: string): string {
  try {
    const { error } = JSON.parse(text) as { error: { code: string; message: string } }
    return `${error.code}: ${error.message}`
  } catch {
    return `The server answered with HTTP ${status}.`
  }
}

function unreachable(base_url: string, error: unknown): string {
  const { cause } = error as { cause?: { code?: string } }
  return `The server at ${base_url} cannot be reached (${cause?.code ?? String(error)}). Check FLORIN_BASE_URL.`
}
