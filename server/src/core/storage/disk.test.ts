import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { createDisk } from './disk.ts'
import type { Content } from './storage.ts'

const root = await mkdtemp(join(tmpdir(), 'florin-disk-'))
after(() => rm(root, { recursive: true, force: true }))
const disk = createDisk(`${root}/`)

function text(words: string, size = words.length): Content {
  return { size, type: 'text/plain', open: () => Readable.from([Buffer.from(words)]) }
}

test('an incomplete put leaves the existing file, and nothing else', async () => {
  await disk.put('mer_1/file_1', text('whole'))

  await assert.rejects(disk.put('mer_1/file_1', text('half', 8)), /received 4 bytes, not 8/)

  assert.equal((await buffer(await disk.get('mer_1/file_1'))).toString(), 'whole')
  assert.deepEqual(await readdir(join(root, 'mer_1/file_1')), ['content'])
})

test('an incomplete file of a crash is never read, and is deleted with its name', async () => {
  const folder = join(root, 'mer_1/file_2')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'req_half'), 'ha')

  await assert.rejects(disk.get('mer_1/file_2'), { code: 'ENOENT' })
  await disk.delete('mer_1/file_2')

  await assert.rejects(stat(folder), { code: 'ENOENT' })
})

test('only the user that runs the program can read stored files', async () => {
  await disk.put('mer_1/file_3', text('secret'))

  assert.equal((await stat(join(root, 'mer_1'))).mode & 0o777, 0o700)
  assert.equal((await stat(join(root, 'mer_1/file_3/content'))).mode & 0o777, 0o600)
})

for (const name of ['', '.', '..', '../x', 'a/../../x', '/etc/passwd', 'a//b', 'a/', 'a\0b', 'ü']) {
  test(`${JSON.stringify(name)} is refused as a name`, async () => {
    await assert.rejects(disk.put(name, text('x')), /invalid name/)
    await assert.rejects(disk.get(name), /invalid name/)
    await assert.rejects(disk.delete(name), /invalid name/)
  })
}
