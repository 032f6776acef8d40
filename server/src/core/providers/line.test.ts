import assert from 'node:assert/strict'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { test } from 'node:test'
import { sleep } from '#kernel/clock.ts'
import { type LineOptions, openLine } from './line.ts'

const get = { method: 'GET', path: '/', headers: {} } as const

async function listening<S extends Server>(server: S) {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const line = (options: Partial<LineOptions> = {}) =>
    openLine({ url, timeout_ms: 2_000, ...options })
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  const stop = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((done) => server.close(() => done()))
  }
  return { url, line, server, [Symbol.asyncDispose]: stop }
}

const tcp = (each: (socket: Socket) => void) => {
  const lenient = (socket: Socket) => each(socket.on('error', () => undefined))
  return listening(createServer(lenient))
}
const web = (each: RequestListener) => listening(createHttpServer(each))

test('an answer of any status is an answer', async () => {
  await using host = await web((request, response) => {
    response.writeHead(418).end(`${request.method} ${request.url}`)
  })
  const line = host.line({ url: `${host.url}/base/` })

  const reply = await line.ask({ method: 'POST', path: '/a', headers: {}, body: '€' })

  assert.deepEqual(reply, { sent: 'answered', status: 418, text: 'POST /base/a' })
  line.close()
})

test('without a listener or a host nothing was sent', async () => {
  const host = await tcp(() => undefined)
  await host[Symbol.asyncDispose]()

  for (const url of [host.url, 'http://nobody.invalid']) {
    assert.equal((await host.line({ url }).ask(get)).sent, 'no', url)
  }
})

test('a header that HTTP cannot carry is found before anything was sent', async () => {
  await using host = await tcp(() => assert.fail('connected'))

  const reply = await host.line().ask({ ...get, headers: { a: 'b\nc' } })

  assert.deepEqual(reply, { sent: 'no', cause: 'ERR_INVALID_CHAR' })
})

test('once connected, every way to lose the answer leaves it open whether the request arrived', async () => {
  const ways: Record<string, (socket: Socket) => void> = {
    'closed at once': (socket) => socket.destroy(),
    'reset after reading': (socket) => socket.once('data', () => socket.resetAndDestroy()),
    'cut in the body': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}'),
    'not HTTP': (socket) => socket.end('220 mail.example ESMTP\r\n'),
    silence: () => undefined,
  }
  for (const [way, each] of Object.entries(ways)) {
    await using host = await tcp(each)
    const reply = await host.line({ timeout_ms: 200 }).ask(get)
    assert.equal(reply.sent, 'maybe', way)
  }
})

test('a reused connection that is lost on its second request leaves it unknown as well', async () => {
  let asked = 0
  await using host = await web((request, response) => {
    if (++asked === 1) response.end('{}')
    else request.socket.resetAndDestroy()
  })
  const line = host.line()

  assert.equal((await line.ask(get)).sent, 'answered')
  assert.deepEqual(await line.ask(get), { sent: 'maybe', cause: 'ECONNRESET' })
})

test('a request that never got a connection of the pool was not sent', async () => {
  let asked = 0
  await using host = await web(() => {
    asked++
    // The first request gives its connection up at its deadline, which may be a moment before the second's.
    host.server.close()
  })
  // Long enough to connect on a busy machine.
  const line = host.line({ connections: 1, timeout_ms: 3_000 })

  const [first, second] = await Promise.all([line.ask(get), line.ask(get)])

  assert.equal(first.sent, 'maybe')
  assert.equal(second.sent, 'no')
  assert.equal(asked, 1)
})

test('an idle connection is given up before the server would close it', async () => {
  let ended = false
  await using host = await web((_, response) => response.end('{}'))
  host.server.keepAliveTimeout = 2_000
  host.server.on('connection', (socket: Socket) => socket.once('end', () => (ended = true)))

  await host.line().ask(get)
  await sleep(1_500)

  assert.ok(ended)
})

test('closing the line finishes requests in flight and closes all connections', async () => {
  let connections = 0
  await using host = await web((_, response) => void setTimeout(() => response.end('{}'), 50))
  host.server.on('connection', () => connections++)
  const line = host.line()
  const underWay = line.ask(get)
  await sleep(10)

  line.close()

  assert.equal((await underWay).sent, 'answered')
  await line.ask(get)
  assert.equal(connections, 2)
})

test('an endless answer is broken off', async () => {
  await using host = await web((_, response) => {
    const more = () => response.write('x'.repeat(100_000)) && setImmediate(more)
    response.on('drain', more)
    more()
  })

  assert.deepEqual(await host.line().ask(get), { sent: 'maybe', cause: 'too_long' })
})
