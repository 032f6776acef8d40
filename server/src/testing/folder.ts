import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { atFileEnd } from './file_end.ts'

let made: Promise<string> | undefined

/** The folder for uploaded files of this test file; it is removed when the file has run. */
export async function testFolder(): Promise<string> {
  made ??= (async () => {
    const folder = await mkdtemp(join(tmpdir(), 'florin-test-files-'))
    atFileEnd(async () => {
      made = undefined
      await rm(folder, { recursive: true, force: true })
    })
    return folder
  })()
  return await made
}

/**
 * A path to a folder that does not exist yet, in one that PostgreSQL can enter: its account is another where we are
 * root.
 */
export async function freshFolder(t: TestContext): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'florin-fresh-'))
  t.after(() => rm(parent, { recursive: true, force: true, maxRetries: 3 }))
  await chmod(parent, 0o755)
  return join(parent, 'box')
}
