import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { withServer } from '#kernel/databases.ts'
import { eventually } from '#testing/eventually.ts'
import { testFolder } from '#testing/folder.ts'
import { childrenOf, serverPid } from '#testing/killable_postgres.ts'
import { findPostgres } from './find_postgres.ts'
import { startPostgres } from './postgres.ts'

test('a server starts on the data of a killed one whose processes are slow to end', async (t) => {
  const found = await findPostgres()
  assert.ok(found)
  const folder = await testFolder()
  const first = await startPostgres({ bin: found.bin, folder })
  const pid = await serverPid(folder)
  const [slow] = await childrenOf(pid)
  assert.ok(slow)
  process.kill(slow, 'SIGSTOP')
  process.kill(pid, 'SIGKILL')
  await first.stop()

  const starting = startPostgres({ bin: found.bin, folder })
  await eventually('the data is found to be in use', async () =>
    (await readFile(join(folder, 'postgres.log'), 'utf8')).includes('is still in use'),
  )
  process.kill(slow, 'SIGCONT')

  const second = await starting
  t.after(() => second.stop())
  const { rows } = await withServer(second.url, (client) => client.query('select 1 as one'))
  assert.deepEqual(rows, [{ one: 1 }])
})
