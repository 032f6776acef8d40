import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { withServer } from '#kernel/databases.ts'
import { eventually } from '#testing/eventually.ts'
import { freshFolder } from '#testing/folder.ts'
import { childrenOf, serverPid } from '#testing/killable_postgres.ts'
import { findPostgres } from './find_postgres.ts'
import { readCommand } from './lock.ts'
import { startPostgres, stopOrphan } from './postgres.ts'
import { serverAccount } from './run_postgres.ts'

/** A process that has ended but is never collected, as in a container without an init process. */
async function makeZombie(t: TestContext): Promise<number> {
  // The program that replaces the shell does not know the shell's child.
  const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 60'], {
    ...(await serverAccount()),
  })
  t.after(() => parent.kill())
  const [pid] = await once(parent.stdout, 'data')
  await eventually('it has ended', async () => (await readCommand(Number(pid))) === '')
  return Number(pid)
}

test('a server starts on the data of a killed one whose process id is still taken', async (t) => {
  const found = await findPostgres()
  assert.ok(found)
  const folder = await freshFolder(t)
  const first = await startPostgres({ bin: found.bin, folder })
  const file = join(folder, 'data/postmaster.pid')
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n')
  process.kill(await serverPid(folder), 'SIGKILL')
  await first.stop()
  await writeFile(file, [await makeZombie(t), ...rest].join('\n'))
  await assert.rejects(startPostgres({ bin: found.bin, folder }), /already exists/)

  await stopOrphan(folder)
  const second = await startPostgres({ bin: found.bin, folder })

  await second.stop()
})

test('a server starts on the data of a killed one whose processes are slow to end', async (t) => {
  const found = await findPostgres()
  assert.ok(found)
  const folder = await freshFolder(t)
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
  const { rows } = await withServer(second.url, (client) => client.query('select 1 as one'))
  await second.stop()
  assert.deepEqual(rows, [{ one: 1 }])
})
