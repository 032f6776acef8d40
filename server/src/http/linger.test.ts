// A caller that sends the whole body before it reads must receive an early refusal.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { until } from '../../../test/support/expect.ts'
import { fileOf, upload } from '#testing/files.ts'
import { harness } from '#testing/harness.ts'
import { BOUNDARY, fieldPart, filePart } from '#testing/slow_upload.ts'

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

const form = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }
const ours = { 'api-key': shop.api_key ?? '' }
const head = Buffer.from(`${fieldPart('purpose', 'dispute_evidence')}${filePart()}`)
const cases: [string, string, Record<string, string>, Buffer, RegExp][] = [
  ['no key', '/files', form, fileOf('pdf'), /^HTTP\/1.1 401 /],
  ['a file too large', '/files', { ...form, ...ours }, fileOf('pdf', 5_000_001), /^HTTP\/1.1 413 /],
  ['a file of another kind', '/files', { ...form, ...ours }, Buffer.alloc(99), /^HTTP\/1.1 400 /],
  [
    'JSON too large',
    '/customers',
    { 'Content-Type': 'application/json', ...ours },
    Buffer.alloc(300_000),
    /^HTTP\/1.1 413 /,
  ],
  ['an unknown URL', '/nowhere', form, fileOf('pdf'), /^HTTP\/1.1 404 /],
]

for (const [what, path, headers, bytes, status] of cases) {
  test(`${what}: after twenty megabytes more the refusal can still be read`, async () => {
    const socket = await dial(path, headers)

    await chunk(socket, head)
    await chunk(socket, bytes)
    for (let n = 0; n < 20; n++) await chunk(socket, Buffer.alloc(1_000_000))
    socket.end('0\r\n\r\n')

    const answer = await text(socket)
    assert.match(answer, status)
    assert.match(answer, /"request_id":"req_\w+"}}$/)
  })
}

test('refusals on one kept connection leave nothing behind on its socket', async (t) => {
  const warnings: string[] = []
  const note = (warning: Error) => warnings.push(warning.name)
  process.on('warning', note)
  t.after(() => process.off('warning', note))
  const socket = connect(Number(new URL(shop.base_url).port), '127.0.0.1')
  socket.setEncoding('utf8')

  for (let n = 0; n < 20; n++) {
    socket.write('POST /nowhere HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\n\r\n')
    const [answer] = await once(socket, 'data')
    assert.match(answer, /^HTTP\/1.1 404 /)
    socket.write('{}')
  }
  socket.end()
  await once(socket, 'close')

  assert.deepEqual(warnings, [])
})

test('a request whose caller has gone is noted as such, and counts as ended', async () => {
  const socket = await dial('/customers', { 'Content-Type': 'application/json', ...ours })
  await chunk(socket, Buffer.from('{"name":'))
  const inFlight = async () => (await shop.app.metrics.in_flight.get()).values[0]?.value
  await until(async () => (await inFlight()) === 1)

  socket.destroy()

  await until(async () => (await inFlight()) === 0)
  assert.ok(shop.log.some((line) => line.includes('"status":499')))
})

test('a server that closes waits for an answer under way, and not for another request after it', async () => {
  const closing = await harness()
  const { file_id } = (await upload(closing, fileOf('pdf', 5_000_000))).body
  const socket = connect(Number(new URL(closing.base_url).port), '127.0.0.1')
  socket.write(
    `GET /files/${file_id}/content HTTP/1.1\r\nHost: test\r\napi-key: ${closing.api_key}\r\n\r\n`,
  )
  await once(socket, 'readable')

  const closed = closing.app.close()
  const [answer] = await Promise.all([buffer(socket), closed])

  assert.ok(answer.subarray(-5_000_000).equals(fileOf('pdf', 5_000_000)))
})
