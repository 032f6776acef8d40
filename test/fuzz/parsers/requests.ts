// Whole requests, as bytes on a socket: the request line, headers, and how long a body is.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { harness } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { mutate, samples } from '../mutate.ts'
import type { Parser } from '../parsers.ts'

/** Time in which a server may wait for more bytes. A later answer is not seen. */
const PATIENCE_MS = 30

const PDF =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n\r\n--x--\r\n'

function requests(key: string): string[] {
  const head = (line: string, ...more: string[]) =>
    [`${line} HTTP/1.1`, 'Host: a', 'Connection: close', `api-key: ${key}`, ...more].join('\r\n')
  const withBody = (line: string, type: string, body: string) =>
    `${head(line, `Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`)}\r\n\r\n${body}`
  const chunked = head(
    'POST /customers',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  )
  return [
    `${head('GET /payments/list?limit=3&created.gte=2026-01-01T00:00:00Z')}\r\n\r\n`,
    `${head('GET /payments/pay_1?force_sync=true', 'X-Request-Id: 1', 'Cookie: a=b; c=d')}\r\n\r\n`,
    `${head('OPTIONS /payments', 'Origin: https://shop.example', 'Access-Control-Request-Method: POST')}\r\n\r\n`,
    `${chunked}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    withBody('POST /payments', 'application/json; charset=utf-8', JSON.stringify(paymentBody({}))),
    withBody('POST /files', 'multipart/form-data; boundary=x', PDF),
  ]
}

export async function startServer(): Promise<Parser> {
  const shop = await harness({ env: { FLORIN_PROVIDER: 'instant' } })
  const port = Number(new URL(shop.base_url).port)
  const sound = samples(requests(shop.merchant.api_key), [
    '\r\n',
    '\r\n\r\n',
    ': ',
    'Content-Length: 5\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Expect: 100-continue\r\n',
    'Upgrade: h2c\r\n',
    '%2e%2e/',
    '%',
    '?',
    '\0',
  ])
  // The first requests pay for what is loaded and compiled once.
  for (const bytes of sound.sound) await send(port, bytes)
  return {
    next: (random) => mutate(random, sound),
    async parse(bytes) {
      const answer = await send(port, bytes)
      if (/^HTTP\/1\.1 5/m.test(answer)) throw new Error(answer)
      return answer.startsWith('HTTP/1.1 ')
    },
  }
}

async function send(port: number, bytes: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  let answer = ''
  socket.on('data', (text: string) => (answer += text)).on('error', () => undefined)
  const closed = once(socket, 'close').catch(() => undefined)
  socket.write(bytes)
  await Promise.race([closed, sleep(PATIENCE_MS)])
  socket.destroy()
  await closed
  return answer
}
