// A proxy that breaks a request for the SDKs' scenarios: the header X-Test-Fault names the fault. Each header value
// breaks one request; later ones pass.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sleep } from '#kernel/clock.ts'

/** Longer than any client in the scenarios waits. */
const HANG_MS = 1500

export interface FaultProxy extends AsyncDisposable {
  readonly url: string
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const seen = new Set<string>()
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = await toBuffer(incoming)
    const header = String(incoming.headers['x-test-fault'] ?? '')
    const fault = header === '' || seen.has(header) ? '' : header.split(' ')[0]
    seen.add(header)
    if (fault === '429') return refuse(response, 429, 'RL_01', '1')
    if (fault === '503') return refuse(response, 503, 'HE_00', '0')
    const answer = await forward(target, incoming, body)
    // The request was carried out, and its answer is lost.
    if (fault === 'drop') return void incoming.socket.destroy()
    if (fault === 'hang') await sleep(HANG_MS)
    if (!response.destroyed) response.writeHead(answer.status, answer.headers).end(answer.body)
  }
  const server = createServer((incoming, response) => void serve(incoming, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function refuse(response: ServerResponse, status: number, code: string, wait: string): void {
  const error = { type: 'api_error', code, message: 'A fault of the test.' }
  response.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': wait })
  response.end(JSON.stringify({ error }))
}

interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

function forward(target: string, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  const { method, url, headers } = incoming
  return new Promise((resolve, reject) => {
    const outgoing = request(`${target}${url}`, { method, headers }, (answer) => {
      readAll(answer).then(resolve, reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function readAll(answer: IncomingMessage): Promise<Answer> {
  const { statusCode: status = 502, headers } = answer
  return { status, headers, body: await toBuffer(answer) }
}

async function toBuffer(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
