// The lock on a folder that one sandbox at a time may use: a file with its process id. The process may have been
// killed, and another program may have its id by now, so the command line is compared, too.
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '#errors.ts'
import { run } from './run_postgres.ts'

const NAME = 'lock'

/** The result unlocks it. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, NAME)
  const own = join(folder, `${NAME}.${process.pid}`)
  const content = String(process.pid)
  await writeFile(own, content)
  try {
    if (!(await take(own, file))) await replaceStale(folder, own, file)
  } finally {
    await rm(own, { force: true })
  }
  return async () => {
    if ((await read(file)) === content) await rm(file, { force: true })
  }
}

/** A link is made as a whole or not at all. */
function take(own: string, file: string): Promise<boolean> {
  return link(own, file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
}

async function replaceStale(folder: string, own: string, file: string): Promise<void> {
  const owner = await read(file)
  if (await isSandbox(Number(owner))) throw inUse(folder, owner)
  // Another sandbox may replace it at the same time: only the stale lock is moved away for good.
  const stale = `${own}.stale`
  await rename(file, stale).catch(() => undefined)
  const moved = await read(stale)
  if (moved !== owner && moved !== '') await rename(stale, file)
  await rm(stale, { force: true })
  if (!(await take(own, file))) throw inUse(folder, await read(file))
}

function inUse(folder: string, owner: string): UsageError {
  return new UsageError(
    `${folder} is in use by another sandbox (process ${owner}). Stop it first, or choose another folder for --keep.`,
  )
}

async function isSandbox(pid: number): Promise<boolean> {
  return pid !== process.pid && (await readCommand(pid)).includes('sandbox')
}

/** A process's command line; empty if there is none. */
export async function readCommand(pid: number): Promise<string> {
  if (!Number.isInteger(pid) || pid <= 0) return ''
  const linux = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  if (linux !== undefined) return linux.replaceAll('\0', ' ')
  const { code, output } = await run('ps', ['-o', 'args=', '-p', String(pid)], '/')
  return code === 0 ? output : ''
}

async function read(file: string): Promise<string> {
  return (await readFile(file, 'utf8').catch(() => '')).trim()
}
