// A newcomer's first two minutes: one command, one line, one call.
import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from '#testing/client.ts'
import { startSandbox } from '../support/sandbox.ts'

const { DATABASE_URL: _, ...withoutDatabase } = process.env

const ways: [string, NodeJS.ProcessEnv][] = [
  ['the PostgreSQL at DATABASE_URL', process.env],
  ['a PostgreSQL installed on the machine', { ...withoutDatabase, FLORIN_POSTGRES: 'installed' }],
  ['the PostgreSQL that npm brings', { ...withoutDatabase, FLORIN_POSTGRES: 'npm' }],
]

for (const [way, env] of ways) {
  test(`a sandbox on ${way} answers a first call and leaves nothing behind`, async (t) => {
    // A separate temporary folder: other sandboxes on the machine come and go.
    const folder = await mkdtemp(join(tmpdir(), 'florin-newcomer-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    // PostgreSQL runs under another account where we are root.
    await chmod(folder, 0o755)
    const sandbox = await startSandbox({ ...env, TMPDIR: folder })
    const { facts } = sandbox

    const client = new Client(facts.base_url, facts.api_key)
    const made = await client.post('/customers', { name: 'Ada' })
    const profiles = await client.get(`/account/${facts.merchant_id}/business_profile`)
    const publishable = await client.with(facts.publishable_key).get('/health')
    const { user_email: email, user_password: password } = facts
    const user = await client.with(undefined).post('/user/signin', { email, password })
    const code = await sandbox.stop()

    assert.equal(made.status, 201)
    assert.equal(profiles.body[0].profile_id, facts.profile_id)
    assert.equal(publishable.body.error.code, 'AU_03')
    assert.equal(user.body.merchant_id, facts.merchant_id, user.text)
    assert.match(facts.database_url, /^postgres:/)
    assert.equal(code, 0)
    assert.equal(sandbox.lines.length, 1)
    assert.deepEqual(await readdir(folder), [])
    await assert.rejects(client.get('/health'))
  })
}
