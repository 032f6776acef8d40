// A database of its own for every test file, cloned in milliseconds from a migrated template.
import { createDatabase, dropDatabase } from '#kernel/databases.ts'
import { newId } from '#kernel/ids.ts'
import { atFileEnd } from './file_end.ts'
import { template, testServer } from './template.ts'

let own: Promise<string> | undefined

/** This file's database; it is dropped when the file has run. */
export async function testDatabase(): Promise<string> {
  own ??= (async () => {
    const name = newId('req').replace('req', 'florin_test')
    atFileEnd(async () => {
      own = undefined
      await dropDatabase(testServer(), name)
    })
    return createDatabase(testServer(), name, await template())
  })()
  return await own
}
