// A merchant's webhook server: it records each request and answers as configured.
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { sleep } from '#kernel/clock.ts'

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly at: number
}

export interface Reply {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: string
  readonly delay_ms?: number
  /** Breaks the connection instead of answering. */
  readonly reset?: boolean
}

export interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly received: Received[]
  /** Resolves when so many have come, or throws after the time. */
  until(count: number, most_ms?: number): Promise<void>
}

export async function startReceiver(
  reply: (received: Received, nth: number) => Reply | Promise<Reply> = () => ({}),
  /** Any free port by default. */
  own_port = 0,
): Promise<Receiver> {
  const received: Received[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const one = { headers: request.headers, body, at: performance.now() }
    const answer = await reply(one, received.push(one))
    if (answer.delay_ms !== undefined) await sleep(answer.delay_ms)
    if (answer.reset) return void request.socket.destroy()
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body)
  }
  const server = createServer((request, response) => void serve(request, response))
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(own_port, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    async until(count, most_ms = 180_000) {
      const end = performance.now() + most_ms
      while (received.length < count) {
        if (performance.now() > end) throw new Error(`${received.length} of ${count} came`)
        await sleep(10)
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
