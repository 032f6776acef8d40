import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { createDatabase, dropDatabase } from '#kernel/databases.ts'
import { newId } from '#kernel/ids.ts'
import { testEnv } from '#testing/harness.ts'

function florin(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number; stderr: string }> {
  return new Promise((resolve) => {
    const path = process.env['PATH'] ?? ''
    const options = { env: { PATH: path, NODE_NO_WARNINGS: '1', ...env } }
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'main.ts'), ...args],
      options,
      (error, _, stderr) => resolve({ code: Number(error?.code ?? 0), stderr }),
    )
  })
}

test('a command on a database that was not migrated says which command to run first', async () => {
  const server = process.env['DATABASE_URL'] ?? ''
  const name = newId('req').replace('req', 'florin_test')
  const DATABASE_URL = await createDatabase(server, name)
  try {
    const env = await testEnv({ DATABASE_URL })

    const { code, stderr } = await florin(['merchants', 'create', '--name', 'Shop'], env)

    assert.equal(code, 1)
    assert.match(stderr, /run `florin migrate` first/)
  } finally {
    await dropDatabase(server, name)
  }
})

test('a command that cannot reach PostgreSQL says so', async () => {
  const env = await testEnv({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })

  const { code, stderr } = await florin(['merchants', 'create', '--name', 'Shop'], env)

  assert.equal(code, 1)
  assert.match(stderr, /PostgreSQL does not answer at DATABASE_URL/)
})
