// Requests that are legal, or nearly so, and that no honest client sends. Written on the socket, because a client
// library would not send them.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { examplePayment } from '#resources/payments/payments/example.ts'
import { harness } from '#testing/harness.ts'

const shop = await harness()
after(() => shop.app.close())
const port = Number(new URL(shop.base_url).port)
const KEY = `api-key: ${shop.api_key}`

async function dial(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

interface Reply {
  readonly status: number
  readonly error: { code: string; message: string; request_id: string }
}

/** The answer to these bytes, until the server closes. */
async function send(...lines: string[]): Promise<Reply> {
  const socket = await dial()
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return parsed(await text(socket))
}

function parsed(answer: string): Reply {
  const status = Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1])
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
  const json = JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1))
  return { status, error: json.error }
}

const many = Array.from({ length: 3_000 }, (_, n) => `X-Header-${n}: value`)

const refusals: [string, number, string, string[]][] = [
  ['too many headers', 431, 'IR_06', ['GET /health HTTP/1.1', 'Host: a', ...many]],
  [
    'a header that is too large',
    431,
    'IR_06',
    ['GET /health HTTP/1.1', 'Host: a', `X: ${'x'.repeat(20_000)}`],
  ],
  ['no Host', 400, 'IR_06', ['GET /health HTTP/1.1', KEY, 'Connection: close']],
  ['a malformed Host', 400, 'IR_06', ['GET /docs/ HTTP/1.1', 'Host: [', 'Connection: close']],
  [
    'an expectation that cannot be met',
    417,
    'IR_06',
    ['GET /health HTTP/1.1', 'Host: a', KEY, 'Expect: tea', 'Connection: close'],
  ],
  ['CONNECT', 405, 'IR_03', ['CONNECT example.com:443 HTTP/1.1', 'Host: example.com']],
  ['no HTTP at all', 400, 'IR_06', ['\u0016\u0003\u0001']],
]

for (const [what, status, code, lines] of refusals) {
  test(`${what} is answered with ${status} and an error object`, async () => {
    const reply = await send(...lines)

    assert.equal(reply.status, status)
    assert.equal(reply.error.code, code)
    assert.match(reply.error.request_id, /^req_/)
  })
}

test('headers that never end are cut off when their five seconds are over', async () => {
  const socket = await dial()
  const started = performance.now()
  socket.write('GET /health HTTP/1.1\r\nHost: a\r\n')

  const { status } = parsed(await text(socket))

  assert.equal(status, 408)
  assert.ok(performance.now() - started < 20_000)
})

test('a body that does not arrive within thirty seconds is cut off', async () => {
  const socket = await dial()
  const started = performance.now()
  socket.write(`POST /customers HTTP/1.1\r\nHost: a\r\n${KEY}\r\nContent-Length: 1000\r\n`)
  socket.write('Content-Type: application/json\r\n\r\n')
  const drip = setInterval(() => socket.write(' '), 1_000)
  after(() => clearInterval(drip))

  const { status, error } = parsed(await text(socket))

  clearInterval(drip)
  assert.equal(status, 408)
  assert.equal(error.code, 'IR_06')
  // Without a check it would take as long as the caller likes.
  assert.ok(performance.now() - started < 60_000)
})

test('a refused body is read up to 32 MiB, and little more', async () => {
  const accepted = once(shop.app.server, 'connection') as Promise<[Socket]>
  const socket = await dial()
  const [inside] = await accepted
  socket.on('error', () => undefined)
  socket.resume()
  const length = 1_000_000_000
  socket.write(`POST /customers HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n`)
  socket.write('Content-Type: application/json\r\n\r\n')
  const chunk = Buffer.alloc(1_000_000, 'x')
  let sent = 0
  while (!socket.destroyed && sent < length) {
    await new Promise((resolve) => socket.write(chunk, resolve))
    sent += chunk.length
  }

  assert.ok(inside.destroyed)
  assert.ok(inside.bytesRead > 32 * 1024 * 1024, `${inside.bytesRead} bytes were read`)
  assert.ok(inside.bytesRead < 64 * 1024 * 1024, `${inside.bytesRead} bytes were read`)
})

test('a key __proto__ is refused however it is written', async () => {
  for (const name of ['__proto__', '\\u005f_proto__', '_\\u005Fproto__', '__pr\\u006fto__']) {
    const answer = await shop.post('/customers', undefined, { raw: `{"metadata":{"${name}":"1"}}` })

    assert.equal(answer.status, 400, name)
    assert.equal(answer.body.error.code, 'IR_04', name)
  }
})

test('the names of an object of JavaScript are not values of a field', async () => {
  for (const name of ['constructor', 'toString', 'valueOf', '__proto__']) {
    for (const query of [`status=${name}`, `currency=${name}`, `payment_method=${name}`]) {
      const answer = await shop.get(`/payments/list?${query}`)
      assert.equal(answer.status, 400, query)
    }
    const headers = { 'X-Sandbox-Acquirer': name }
    const confirmed = { ...examplePayment, confirm: true }
    const answer = await shop.post('/payments', confirmed, { headers })
    assert.equal(answer.status, 400, name)
    assert.equal(answer.body.error.field, 'X-Sandbox-Acquirer')
  }
})

test('an id of any length is looked for after the key is checked', async () => {
  for (const length of [65, 101, 5_000]) {
    const path = `/payments/${'a'.repeat(length)}`
    assert.equal((await shop.with(undefined).get(path)).status, 401)
    assert.equal((await shop.get(path)).body.error.code, 'IR_05')
  }
})
