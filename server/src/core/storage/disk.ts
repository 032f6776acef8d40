// Storage on a disk. Each name is a folder with one file, which is renamed into place when it is complete and synced.
// After a crash an incomplete file remains in the same folder and is deleted with it.
import { constants } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { newId } from '#kernel/ids.ts'
import type { Content, Storage } from './storage.ts'

export function createDisk(dir: string): Storage {
  const root = resolve(dir)
  return {
    async put(name, content) {
      const folder = resolveFolder(root, name)
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
      const handle = await open(join(resolveFolder(root, name), CONTENT))
      return handle.createReadStream()
    },
    async delete(name) {
      await rm(resolveFolder(root, name), { recursive: true, force: true })
    },
    async check() {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await access(root, constants.W_OK)
    },
  }
}

const CONTENT = 'content'

/** Names are our own ids; the check prevents a bug from leaving the root folder. */
function resolveFolder(root: string, name: string): string {
  if (!/^\w+(\/\w+)*$/.test(name)) throw new Error(`storage: invalid name ${name}`)
  return join(root, name)
}

async function write(path: string, content: Content): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(content.open())
    const { size } = await handle.stat()
    if (size !== content.size) throw new Error(`received ${size} bytes, not ${content.size}`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A renamed file is durable only after its folder is synced. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
