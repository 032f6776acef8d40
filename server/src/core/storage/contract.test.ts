// Every storage meets the same contract, tested with a disk and an S3 server.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { createLog } from '#kernel/log.ts'
import { fileOf } from '#testing/files.ts'
import { testFolder } from '#testing/folder.ts'
import { testS3 } from '#testing/s3.ts'
import { createDisk } from './disk.ts'
import { createS3 } from './s3.ts'
import type { Content, Storage } from './storage.ts'

async function bucket(change: { bucket?: string } = {}): Promise<Storage> {
  const { env } = await testS3()
  return createS3({
    bucket: env['FLORIN_S3_BUCKET'] ?? '',
    region: 'us-east-1',
    endpoint: env['FLORIN_S3_ENDPOINT'],
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    path_style: true,
    log: createLog('silent'),
    ...change,
  })
}

const storages: [string, () => Promise<Storage>, broken: () => Promise<Storage>][] = [
  [
    'a disk',
    async () => createDisk(await testFolder()),
    async () => createDisk('/dev/null/no-folder'),
  ],
  ['a bucket', () => bucket(), () => bucket({ bucket: 'not-ours' })],
]

function content(bytes: Buffer, size = bytes.length): Content {
  const chunks = () => bytes.toString('latin1').match(/[^]{1,65536}/g) ?? []
  const open = () => Readable.from(chunks().map((chunk) => Buffer.from(chunk, 'latin1')))
  return { size, type: 'application/pdf', open }
}

const fresh = () => `${newId('mer')}/${newId('file')}`
const read = async (storage: Storage, name: string) => buffer(await storage.get(name))

for (const [what, open, broken] of storages) {
  test(`${what}: a file is read back byte for byte`, async () => {
    const storage = await open()
    const [small, large] = [fresh(), fresh()]
    await storage.put(small, content(Buffer.of(0)))
    await storage.put(large, content(fileOf('pdf', 5_000_000)))

    assert.deepEqual(await read(storage, small), Buffer.of(0))
    assert.ok((await read(storage, large)).equals(fileOf('pdf', 5_000_000)))
  })

  test(`${what}: a second put replaces the first, even at the same moment`, async () => {
    const storage = await open()
    const name = fresh()
    await storage.put(name, content(fileOf('png', 100)))

    await storage.put(name, content(fileOf('pdf', 50)))
    assert.ok((await read(storage, name)).equals(fileOf('pdf', 50)))

    const same = content(fileOf('jpeg', 300_000))
    await Promise.all([storage.put(name, same), storage.put(name, same), storage.put(name, same)])
    assert.ok((await read(storage, name)).equals(fileOf('jpeg', 300_000)))
  })

  test(`${what}: a put whose source fails is refused, and takes nothing else with it`, async () => {
    const storage = await open()
    async function* failing() {
      yield fileOf('pdf', 1_000)
      throw new Error('the source failed')
    }
    const source = { ...content(fileOf('pdf')), size: 90_000, open: () => Readable.from(failing()) }

    await assert.rejects(storage.put(fresh(), source))
  })

  test(`${what}: a file that was never put, or was deleted, is not there`, async () => {
    const storage = await open()
    const name = fresh()
    await storage.put(name, content(fileOf('pdf')))

    await storage.delete(name)
    await storage.delete(name)

    await assert.rejects(storage.get(name))
    await assert.rejects(storage.get(fresh()))
  })

  test(`${what}: similar names are different files`, async () => {
    const storage = await open()
    const name = fresh()
    await storage.put(name, content(fileOf('pdf', 10)))
    await storage.put(`${name}0`, content(fileOf('pdf', 20)))

    await storage.delete(name)

    assert.equal((await read(storage, `${name}0`)).length, 20)
  })

  test(`${what}: the check reports whether it can be used`, async () => {
    await (await open()).check()
    await assert.rejects((await broken()).check())
  })
}
