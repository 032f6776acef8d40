import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { createLog } from '#kernel/log.ts'
import { fileOf } from '#testing/files.ts'
import { createS3 } from './s3.ts'

/** A server that answers with these statuses in order, and records the requests. */
async function serverOf(...statuses: number[]) {
  const sent: { request: IncomingMessage; bytes: Buffer }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      response.writeHead(statuses[sent.length] ?? 500).end()
      sent.push({ request, bytes: Buffer.concat(chunks) })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const storage = createS3({
    bucket: 'files',
    region: 'eu-central-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    path_style: true,
    log: createLog('silent'),
  })
  const close = () => server.close().closeAllConnections()
  return { storage, sent, [Symbol.dispose]: close }
}

const file = fileOf('png', 300_000)
const content = { size: file.length, type: 'image/png', open: () => Readable.from([file]) }

test('a put that meets a bad moment of the server is sent again, whole', async () => {
  using server = await serverOf(503, 200)

  await server.storage.put('mer_1/file_1', content)

  assert.equal(server.sent.length, 2)
  const { request, bytes } = server.sent[1] ?? assert.fail()
  assert.ok(bytes.equals(file))
  assert.match(request.url ?? '', /^\/files\/mer_1\/file_1\b/)
  assert.equal(request.headers['content-length'], '300000')
  assert.equal(request.headers['content-type'], 'image/png')
})

test('a put that is refused is not sent again', async () => {
  using server = await serverOf(403, 200)

  await assert.rejects(server.storage.put('mer_1/file_1', content))

  assert.equal(server.sent.length, 1)
})

test('a put fails after the second attempt', async () => {
  using server = await serverOf(500, 500, 200)

  await assert.rejects(server.storage.put('mer_1/file_1', content))

  assert.equal(server.sent.length, 2)
})
