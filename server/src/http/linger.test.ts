// A caller who first sends all and then reads must find the refusal, however early it was given.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { until } from '../../../test/conformance/expect.ts'
import { harness } from '../testing/harness.ts'

const shop = await harness()
after(() => shop.app.close())

async function dial(path: string, headers: Record<string, string>): Promise<Socket> {
  const socket = connect(Number(new URL(shop.base_url).port), '127.0.0.1')
  await once(socket, 'connect')
  const all = { Host: 'test', Connection: 'close', 'Transfer-Encoding': 'chunked', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return socket
}

function chunk(socket: Socket, bytes: Uint8Array): Promise<void> {
  socket.write(`${bytes.length.toString(16)}\r\n`)
  socket.write(bytes)
  return new Promise((resolve, reject) => {
    socket.write('\r\n', (error) => (error ? reject(error) : resolve()))
  })
}

const json = { 'Content-Type': 'application/json' }
const ours = { 'api-key': shop.api_key ?? '' }
const cases: [string, string, Record<string, string>, RegExp][] = [
  ['no key', '/customers', json, /^HTTP\/1.1 401 /],
  ['JSON too large', '/customers', { ...json, ...ours }, /^HTTP\/1.1 413 /],
  ['an unknown URL', '/nowhere', json, /^HTTP\/1.1 404 /],
]

for (const [what, path, headers, status] of cases) {
  test(`${what}: after twenty megabytes more the refusal can still be read`, async () => {
    const socket = await dial(path, headers)

    for (let n = 0; n < 20; n++) await chunk(socket, Buffer.alloc(1_000_000))
    socket.end('0\r\n\r\n')

    const answer = await text(socket)
    assert.match(answer, status)
    assert.match(answer, /"request_id":"req_\w+"}}$/)
  })
}

test('a request whose caller has gone is noted as such, and counts as ended', async () => {
  const socket = await dial('/customers', { ...json, ...ours })
  await chunk(socket, Buffer.from('{"name":'))
  const inFlight = async () => (await shop.app.metrics.in_flight.get()).values[0]?.value
  await until(async () => (await inFlight()) === 1)

  socket.destroy()

  await until(async () => (await inFlight()) === 0)
  assert.ok(shop.log.some((line) => line.includes('"status":499')))
})
