// A load of payments from as little CPU as possible: raw sockets, one request in flight on each, since
// whoever makes the load shares the cores with what is measured.
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

export interface LoadOptions {
  port: number
  connections: number
  seconds: number
  /** The next request as it goes over the wire. */
  request: () => string
}

export interface LoadResult {
  done: number
  failed: number
  seconds: number
  latencies_ms: number[]
}

export async function load(options: LoadOptions): Promise<LoadResult> {
  const result: LoadResult = { done: 0, failed: 0, seconds: 0, latencies_ms: [] }
  const begun = performance.now()
  const until = begun + options.seconds * 1000
  const workers = Array.from({ length: options.connections }, () => drive(options, until, result))
  await Promise.all(workers)
  result.seconds = (performance.now() - begun) / 1000
  return result
}

function drive(options: LoadOptions, until: number, result: LoadResult): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(options.port, '127.0.0.1')
    let sent = 0
    let answer = ''
    const next = () => {
      if (performance.now() >= until) return void socket.end()
      sent = performance.now()
      socket.write(options.request())
    }
    socket.setEncoding('latin1').setNoDelay(true)
    socket
      .on('connect', next)
      .on('error', reject)
      .on('close', () => resolve())
    socket.on('data', (text: string) => {
      answer += text
      if (!isWhole(answer)) return
      result.latencies_ms.push(performance.now() - sent)
      if (answer.startsWith('HTTP/1.1 200') && answer.includes('"status":"succeeded"'))
        result.done++
      else result.failed++
      answer = ''
      next()
    })
  })
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /content-length: (\d+)/i.exec(answer)?.[1]
  return answer.length >= end + 4 + Number(length ?? 0)
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0
}

export function paymentRequest(
  port: number,
  api_key: string,
  profile_id: string,
  id: string,
): string {
  const body = JSON.stringify({
    payment_id: id,
    amount: 1999,
    currency: 'EUR',
    profile_id,
    confirm: true,
    payment_method: 'card',
    payment_method_type: 'credit',
    payment_method_data: {
      card: {
        card_number: '4242424242424242',
        card_exp_month: '12',
        card_exp_year: '2030',
        card_cvc: '123',
      },
    },
    email: 'ada@example.com',
    billing: {
      address: {
        line1: '12 Mill Lane',
        city: 'Leeds',
        state: 'West Yorkshire',
        zip: 'LS1 4AP',
        country: 'GB',
        first_name: 'Ada',
        last_name: 'King',
      },
      phone: { number: '7700900123', country_code: '+44' },
    },
    metadata: { order_id: id },
  })
  return [
    'POST /payments HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `api-key: ${api_key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}
