// Storage on a disk. Each name is a folder with one file in it, which appears by a rename when it is whole
// and on the disk. What a crash leaves half written lies in the same folder, and is deleted with it.
import { constants } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { newId } from '#kernel/ids.ts'
import type { Content, Storage } from './storage.ts'

export function createDisk(dir: string): Storage {
  const root = resolve(dir)
  return {
    async put(name, content) {
      const folder = folderOf(root, name)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const part = join(folder, newId('req'))
      try {
        await write(part, content)
        await rename(part, join(folder, CONTENT))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      for (let at = folder; at.length >= root.length; at = dirname(at)) await flush(at)
    },
    async get(name) {
      const handle = await open(join(folderOf(root, name), CONTENT))
      return handle.createReadStream()
    },
    async delete(name) {
      await rm(folderOf(root, name), { recursive: true, force: true })
    },
    async check() {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await access(root, constants.W_OK)
    },
  }
}

const CONTENT = 'content'

/** Names are ours, so this never fails; but a mistake here must not reach another folder. */
function folderOf(root: string, name: string): string {
  if (!/^\w+(\/\w+)*$/.test(name)) throw new Error('not a name for the storage')
  return join(root, name)
}

async function write(path: string, content: Content): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(content.open())
    const { size } = await handle.stat()
    if (size !== content.size) throw new Error(`${size} bytes came, not ${content.size}`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A file is on the disk for good when the folder that names it is, too. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
