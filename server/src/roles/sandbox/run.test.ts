// Starting a sandbox, with the mistakes and interruptions of a newcomer.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { withServer } from '#kernel/databases.ts'
import { assertSentence, florin, main } from '#testing/command_line.ts'
import { testFolder } from '#testing/folder.ts'
import { takePort } from '#testing/taken_port.ts'
import { testServer } from '#testing/template.ts'

/** A separate temporary folder shows which files are left behind. */
async function environment(): Promise<{ PATH: string; DATABASE_URL: string; TMPDIR: string }> {
  const PATH = process.env['PATH'] ?? ''
  const TMPDIR = await mkdtemp(join(await testFolder(), 'sandbox-'))
  return { PATH, DATABASE_URL: testServer(), TMPDIR }
}

function sandboxDatabases(): Promise<string[]> {
  return withServer(testServer(), async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where datname like 'florin\\_sandbox%'",
    )
    return rows.map(({ datname }) => datname)
  })
}

for (const port of ['abc', '65536', '-1', '80.5']) {
  test(`--port ${port} is refused with one sentence before anything starts`, async () => {
    const env = await environment()

    const ended = await florin(['sandbox', `--port=${port}`], env)

    assertSentence(ended, /--port must be a whole number from 0 to 65535/)
    assert.equal(ended.stderr.trim().split('\n').length, 1, ended.stderr)
    assert.deepEqual(await readdir(env.TMPDIR), [])
  })
}

test('--port with a port in use is refused with one sentence before anything starts', async () => {
  const env = await environment()
  await using taken = await takePort()

  const ended = await florin(['sandbox', '--port', taken.port], env)

  assertSentence(ended, new RegExp(`The port ${taken.port} is in use`))
  assert.equal(ended.stderr.trim().split('\n').length, 1, ended.stderr)
  assert.deepEqual(await readdir(env.TMPDIR), [])
})

for (const moment of ['Using the PostgreSQL', 'Database ready.', 'Bank ready.']) {
  test(`Ctrl-C after "${moment}" removes everything it created and prints no stack`, async () => {
    const env = await environment()
    // A separate process group: in a terminal Ctrl-C goes to the whole group.
    const child = spawn(process.execPath, [main, 'sandbox', '--port', '0'], {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    const ended = once(child, 'exit')
    await new Promise<void>((resolve) => {
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
        printed += chunk
        if (printed.includes(moment)) resolve()
      })
      void ended.then(() => resolve())
    })
    process.kill(-(child.pid ?? 0), 'SIGINT')
    const [code] = await ended

    assert.equal(code, 0, printed)
    assert.doesNotMatch(printed, /\n\s+at |Error/)
    assert.match(printed, /Stopping/)
    assert.deepEqual(await readdir(env.TMPDIR), [])
    // Others may run at the same time; a database name ends with the id of the process that made it.
    const own = (await sandboxDatabases()).filter((name) => name.endsWith(`_${child.pid}`))
    assert.deepEqual(own, [])
  })
}
