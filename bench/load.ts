// A load generator that uses as little CPU as possible: raw sockets, one request in flight on each, since it shares
// the cores with the measured processes.
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** One kept connection. */
export class Wire {
  private readonly socket: Socket
  private answer = ''
  private waiting: { resolve(answer: string): void; reject(error: Error): void } | undefined

  private constructor(socket: Socket) {
    this.socket = socket
    socket.setEncoding('latin1').setNoDelay(true)
    socket.on('data', (text: string) => this.take(text))
    socket.on('error', (error) => this.waiting?.reject(error))
    socket.on('close', () => this.waiting?.reject(new Error('the connection was closed')))
  }

  static open(port: number): Promise<Wire> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Wire(socket)))
      socket.once('error', reject)
    })
  }

  ask(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed) return reject(new Error('the connection is closed'))
      this.waiting = { resolve, reject }
      this.socket.write(request)
    })
  }

  close(): void {
    this.waiting = undefined
    this.socket.end()
  }

  private take(text: string): void {
    this.answer += text
    if (!isWhole(this.answer)) return
    const { answer } = this
    this.answer = ''
    this.waiting?.resolve(answer)
  }
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /content-length: (\d+)/i.exec(answer)?.[1]
  return answer.length >= end + 4 + Number(length ?? 0)
}

/** Any other answer would mean that something else is measured. */
export function mustHave(answer: string, part: string): void {
  if (!answer.startsWith('HTTP/1.1 200') || !answer.includes(part)) {
    throw new Error(`expected ${part}, got:\n${answer}`)
  }
}

export interface LoadOptions {
  port: number
  connections: number
  seconds: number
  /** The next request as it goes over the wire. */
  request: () => string
}

export interface LoadResult {
  done: number
  seconds: number
  latencies_ms: number[]
}

/** Confirmed payments, as many as there is time for. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const latencies_ms: number[] = []
  const started = performance.now()
  const until = started + options.seconds * 1000
  const drive = async () => {
    const wire = await Wire.open(options.port)
    for (let sent = performance.now(); sent < until; sent = performance.now()) {
      const answer = await wire.ask(options.request())
      latencies_ms.push(performance.now() - sent)
      mustHave(answer, '"status":"succeeded"')
    }
    wire.close()
  }
  await Promise.all(Array.from({ length: options.connections }, drive))
  return {
    done: latencies_ms.length,
    seconds: (performance.now() - started) / 1000,
    latencies_ms,
  }
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
