import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

let made: Promise<string> | undefined

after(async () => {
  if (made !== undefined) await rm(await made, { recursive: true, force: true })
})

/** The folder for uploaded files of this test file; it is removed when the file has run. */
export function testFolder(): Promise<string> {
  made ??= mkdtemp(join(tmpdir(), 'florin-test-files-'))
  return made
}
