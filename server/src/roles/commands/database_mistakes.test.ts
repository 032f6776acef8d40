// Mistakes in DATABASE_URL, and what each process does about them: a command ends with one sentence; api and worker end
// too if waiting cannot help, and wait for a server that is away.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withServer } from '#kernel/databases.ts'
import { makeSecret } from '#kernel/crypto.ts'
import { newId } from '#kernel/ids.ts'
import { assertSentence, florin, florinUntil, withDatabase } from '#testing/command_line.ts'
import { testEnv } from '#testing/harness.ts'
import { takePort } from '#testing/taken_port.ts'
import { testServer } from '#testing/template.ts'

const CREATE = ['merchants', 'create', '--name', 'Shop']

/** The test server under another name, user or host. */
function changed(change: (url: URL) => void): string {
  const url = new URL(testServer())
  change(url)
  return url.href
}

const mistakes: readonly [mistake: string, url: () => string, wanted: RegExp][] = [
  [
    'a database that does not exist',
    () => changed((url) => (url.pathname = '/no_such_database')),
    /database in DATABASE_URL does not exist/,
  ],
  [
    'a user that does not exist',
    () => changed((url) => (url.username = 'no_such_user')),
    /PostgreSQL (refused the user|does not let this user in)/,
  ],
  [
    'a wrong password',
    () => changed((url) => (url.password = 'wrong')),
    /PostgreSQL refused the user name or the password/,
  ],
  [
    'TLS that PostgreSQL does not have',
    () => changed((url) => url.searchParams.set('sslmode', 'verify-full')),
    /PostgreSQL has no TLS/,
  ],
]

for (const [mistake, url, wanted] of mistakes) {
  for (const args of [CREATE, ['api'], ['worker']]) {
    test(`${mistake} in DATABASE_URL ends \`florin-server ${args[0]}\` with one sentence`, async () => {
      assertSentence(await florin(args, await testEnv({ DATABASE_URL: url() })), wanted)
    })
  }
}

const absences: readonly [absence: string, url: string, wanted: RegExp][] = [
  [
    'a port without PostgreSQL',
    'postgres://nobody@127.0.0.1:1/none',
    /PostgreSQL does not answer at DATABASE_URL/,
  ],
  [
    'an unknown host',
    'postgres://nobody@no-such-host.invalid/none',
    /host name in DATABASE_URL (is unknown|could not be resolved)/,
  ],
]

for (const [absence, DATABASE_URL, wanted] of absences) {
  test(`${absence} in DATABASE_URL ends a command with one sentence`, async () => {
    assertSentence(await florin(CREATE, await testEnv({ DATABASE_URL })), wanted)
  })
}

test('a server that does not answer is waited for by api and worker', async () => {
  const env = await testEnv({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })

  await assertWaits('api', env)
  await assertWaits('worker', env)
})

test('a port of something else than PostgreSQL ends a command with one sentence', async () => {
  await using taken = await takePort((socket) => socket.resetAndDestroy())
  const env = await testEnv({ DATABASE_URL: `postgres://nobody@127.0.0.1:${taken.port}/none` })

  assertSentence(await florin(CREATE, env), /Does DATABASE_URL point to PostgreSQL\?/)
})

test('while PostgreSQL has no connection left, a command ends with one sentence, and api and worker wait', async () => {
  const name = newId('req').replace('req', 'florin_test')
  const password = makeSecret()
  const asOwner = (text: string) => withServer(testServer(), (client) => client.query(text))
  await asOwner(`create role "${name}" login connection limit 0 password '${password}'`)
  try {
    const DATABASE_URL = changed((url) => {
      url.username = name
      url.password = password
    })
    const env = await testEnv({ DATABASE_URL })

    assertSentence(await florin(CREATE, env), /PostgreSQL has no connection left/)
    await assertWaits('api', env)
    await assertWaits('worker', env)
  } finally {
    await asOwner(`drop role "${name}"`)
  }
})

/** It reports that the database is away, goes on, and stops on SIGTERM. */
async function assertWaits(role: 'api' | 'worker', env: Record<string, string>): Promise<void> {
  const line = role === 'api' ? 'api is up' : 'worker: the database is not ready'

  const { stdout, code, has_logged } = await florinUntil(line, role, env)

  assert.ok(has_logged, stdout)
  assert.match(stdout, /database: connection lost or refused; reconnecting with backoff/)
  assert.equal(code, 0, stdout)
}

test('`florin-server migrate` explains its mistakes too', async () => {
  const DATABASE_URL = changed((url) => (url.pathname = '/no_such_database'))
  assertSentence(await florin(['migrate'], await testEnv({ DATABASE_URL })), /does not exist/)
})

for (const [what, statement, wanted] of [
  ['a table that is there', 'create table merchants (id text)', /"merchants" already exists/],
  // Its own SQLSTATE must not be taken for a database that was not migrated.
  ['a missing table', undefined, /relation "[a-z_]+" does not exist/],
] as const) {
  test(`a migration that fails because of ${what} is reported with its name, and no part is applied`, () =>
    withDatabase(async (DATABASE_URL) => {
      const env = await testEnv({ DATABASE_URL })
      await withServer(DATABASE_URL, async (client) => {
        if (statement !== undefined) return void (await client.query(statement))
        await client.query(
          'create table migrations (name text primary key, ran_at timestamptz default now())',
        )
        await client.query("insert into migrations (name) values ('0001_foundation.sql')")
      })

      const ended = await florin(['migrate'], env)

      assertSentence(ended, wanted)
      assert.match(ended.stderr, /^The migration 0\d+_\w+\.sql failed: /)
      assert.match(ended.stderr, /No part was applied/)
      assert.equal(ended.stderr.trim().split('\n').length, 1)
    }))
}
