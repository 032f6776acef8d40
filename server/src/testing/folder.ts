import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext } from 'node:test'

let made: Promise<string> | undefined

after(async () => {
  if (made !== undefined) await rm(await made, { recursive: true, force: true })
})

/** This test file's folder for uploads; it is removed when the file has run. */
export function testFolder(): Promise<string> {
  made ??= mkdtemp(join(tmpdir(), 'florin-test-files-'))
  return made
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
