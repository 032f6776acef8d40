import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { openPoster, type PosterOptions, type PostResult } from './post.ts'

const body = Buffer.from('{"event_id":"evt_1"}')
const headers = { 'Content-Type': 'application/json' }

function poster(options: Partial<PosterOptions> = {}) {
  const opened = openPoster({ allow_loopback: true, ...options })
  return {
    post: (url: string) => opened.post({ url, headers, body }),
    [Symbol.asyncDispose]: () => opened.close(),
  }
}

async function listening(server: ReturnType<typeof createServer | typeof createTcpServer>) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return port
}

async function receiver(listener: RequestListener) {
  const server = createServer(listener)
  let connections = 0
  server.on('connection', () => (connections += 1))
  const port = await listening(server)
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A TCP server that runs the given function on each connection. */
async function rawServer(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    onConnection(socket)
  })
  const port = await listening(server)
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answered(result: PostResult) {
  assert.ok('status' in result, JSON.stringify(result))
  return result
}

function failed(result: PostResult) {
  assert.ok('error' in result, JSON.stringify(result))
  return result
}

test('the bytes and headers arrive unchanged, and the response is returned', async () => {
  let seen: unknown
  await using target = await receiver((request, response) => {
    request.setEncoding('utf8').on('data', (text) => {
      seen = {
        text,
        method: request.method,
        url: request.url,
        type: request.headers['content-type'],
      }
    })
    request.on('end', () => response.writeHead(202, { 'X-Shop': 'yes' }).end('thank you'))
  })
  await using line = poster()

  const result = answered(await line.post(`${target.url}?a=1&b=%20`))

  assert.deepEqual(seen, {
    text: body.toString(),
    method: 'POST',
    url: '/hook?a=1&b=%20',
    type: 'application/json',
  })
  assert.equal(result.status, 202)
  assert.equal(result.headers['x-shop'], 'yes')
  assert.equal(result.body, 'thank you')
  assert.ok(result.duration_ms >= 0)
})

test('a redirect is a response and is not followed', async () => {
  let elsewhere = 0
  await using other = await receiver((_request, response) => {
    elsewhere += 1
    response.end()
  })
  for (const status of [301, 302, 303, 307, 308]) {
    await using target = await receiver((_request, response) => {
      response.writeHead(status, { Location: other.url }).end()
    })
    await using line = poster()

    assert.equal(answered(await line.post(target.url)).status, status)
  }
  assert.equal(elsewhere, 0)
})

test('connections are reused, and many deliveries are sent at once', async () => {
  await using target = await receiver((request, response) => {
    request.resume().on('end', () => setTimeout(() => response.end('ok'), 50))
  })
  await using line = poster()

  const one = []
  for (let n = 0; n < 20; n++) one.push(await line.post(target.url))
  const opened = target.connections()
  const started = performance.now()
  const many = await Promise.all(Array.from({ length: 200 }, () => line.post(target.url)))

  assert.ok(opened <= 2, `${opened} connections for 20 deliveries in a row`)
  assert.ok([...one, ...many].every((result) => answered(result).status === 200))
  // One after the other, they would take ten seconds.
  assert.ok(performance.now() - started < 5_000)
})

test('a long response is cut to 4 KiB and 50 headers, and characters that cannot be stored are replaced', async () => {
  await using target = await receiver((_request, response) => {
    for (let n = 0; n < 60; n++) response.setHeader(`x-${n}`, 'v')
    response.setHeader('set-cookie', ['a=1', 'b=2'])
    response.write('a\0b')
    response.end('x'.repeat(10_000_000))
  })
  await using line = poster()

  const result = answered(await line.post(target.url))

  assert.equal(result.status, 200)
  assert.equal(Buffer.byteLength(result.body.replace('\ufffd', '\0')), 4_096)
  assert.ok(result.body.startsWith('a\ufffdb'))
  assert.equal(Object.keys(result.headers).length, 50)
})

test('a response whose body never ends counts by its status, within the timeout', async () => {
  await using target = await receiver((_request, response) => {
    response.writeHead(200).write('so far')
  })
  await using line = poster({ timeout_ms: 300 })

  const result = answered(await line.post(target.url))

  assert.equal(result.status, 200)
  assert.equal(result.body, 'so far')
  assert.ok(result.duration_ms < 3_000)
})

test('each reason for no response has its code', async (t) => {
  await t.test('timeout: connected, and then silence', async () => {
    await using target = await rawServer(() => undefined)
    await using line = poster({ timeout_ms: 200 })
    assert.equal(failed(await line.post(target.url)).error, 'timeout')
  })
  await t.test('timeout: an answer that comes byte by byte', async () => {
    await using target = await rawServer((socket) => {
      const head = 'HTTP/1.1 200 OK\r\nx: y\r\n\r\n'.split('')
      const timer = setInterval(() => socket.write(head.shift() ?? '.'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    await using line = poster({ timeout_ms: 200 })
    assert.equal(failed(await line.post(target.url)).error, 'timeout')
  })
  await t.test('reset: the connection breaks off', async () => {
    await using target = await rawServer((socket) => socket.once('data', () => socket.destroy()))
    await using line = poster()
    assert.equal(failed(await line.post(target.url)).error, 'reset')
  })
  await t.test('refused: nobody listens', async () => {
    const { port } = await receiverThatIsGone()
    await using line = poster()
    assert.equal(failed(await line.post(`http://127.0.0.1:${port}/`)).error, 'refused')
    assert.equal(failed(await line.post(`http://localhost:${port}/`)).error, 'refused')
  })
  await t.test('not_http: something else listens', async () => {
    await using target = await rawServer((socket) => socket.end('220 mail.example ESMTP\r\n'))
    await using line = poster()
    assert.equal(failed(await line.post(target.url)).error, 'not_http')
  })
  await t.test('not_http: a head without an end', async () => {
    await using target = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const more = () => {
        while (socket.writable && socket.write(`x-${'y'.repeat(1_000)}: z\r\n`));
      }
      socket.on('drain', more)
      more()
    })
    await using line = poster()
    assert.equal(failed(await line.post(target.url)).error, 'not_http')
  })
  await t.test('tls: no TLS is spoken there', async () => {
    await using target = await receiver((_request, response) => response.end())
    await using line = poster()
    assert.equal(failed(await line.post(`https://127.0.0.1:${target.port}/`)).error, 'tls')
  })
  await t.test('dns: the name has no address', async () => {
    await using line = poster({ resolve: async () => [] })
    assert.equal(failed(await line.post('https://nowhere.example/')).error, 'dns')
  })
})

async function receiverThatIsGone() {
  await using target = await receiver(() => undefined)
  return { port: target.port }
}
