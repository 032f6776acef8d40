// A sandbox whose data stays in a folder: after a stop, after everything was killed, and when the folder does not fit.
import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from '#testing/client.ts'
import { assertSentence, florin } from '#testing/command_line.ts'
import { eventually } from '#testing/eventually.ts'
import { freshFolder } from '#testing/folder.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { startSandbox } from '../../../../test/support/sandbox.ts'
import { readCommand } from './lock.ts'

const PATH = process.env['PATH'] ?? ''
const env = { PATH, DATABASE_URL: '', FLORIN_POSTGRES: 'installed' }

function start(folder: string, extra: NodeJS.ProcessEnv = {}) {
  return startSandbox({ ...env, ...extra }, ['--keep', folder])
}

test('--keep has the same keys, payments, files and bank after a restart', async (t) => {
  const folder = await freshFolder(t)
  const first = await start(folder)
  t.after(() => first.stop())
  const client = new Client(first.facts.base_url, first.facts.api_key)
  const { payment_id } = (await client.post('/payments', paymentBody({}))).body
  assert.equal(await first.stop(), 0)

  const second = await start(folder)
  t.after(() => second.stop())
  const again = new Client(second.facts.base_url, second.facts.api_key)
  const payment = await again.get(`/payments/${payment_id}`)
  const refund = await again.post('/refunds', { payment_id, amount: 100 })
  await second.stop()

  const { base_url: _, metrics_url: __, database_url: ___, ...facts } = first.facts
  assert.partialDeepStrictEqual(second.facts, facts)
  assert.equal(payment.body.status, 'succeeded', payment.text)
  assert.equal(refund.body.status, 'succeeded', refund.text)
  assert.ok((await readdir(folder)).includes('florin-sandbox.json'))
})

test('--keep preserves answered requests when everything is killed, and starts while PostgreSQL still runs', async (t) => {
  const folder = await freshFolder(t)
  const first = await start(folder)
  const client = new Client(first.facts.base_url, first.facts.api_key)
  const { payment_id } = (await client.post('/payments', paymentBody({}))).body
  first.process.kill('SIGKILL')
  await eventually('the lock names a dead process', async () => {
    return (await readCommand(first.process.pid ?? 0)) === ''
  })

  const second = await start(folder)
  const again = new Client(second.facts.base_url, second.facts.api_key)
  assert.equal((await again.get(`/payments/${payment_id}`)).body.status, 'succeeded')
  const pidFile = await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8')
  process.kill(Number.parseInt(pidFile, 10), 'SIGKILL')
  second.process.kill('SIGKILL')
  await eventually('both have ended', async () => {
    const ids = [second.process.pid ?? 0, Number.parseInt(pidFile, 10)]
    return (await Promise.all(ids.map(readCommand))).join('') === ''
  })

  const third = await start(folder)
  t.after(() => third.stop())
  const last = new Client(third.facts.base_url, third.facts.api_key)
  assert.equal((await last.get(`/payments/${payment_id}`)).body.status, 'succeeded')
  await third.stop()
})

test('--keep refuses a folder that another sandbox uses, and leaves that one alone', async (t) => {
  const folder = await freshFolder(t)
  const first = await start(folder)
  t.after(() => first.stop())

  const second = await florin(['sandbox', '--json', '--keep', folder], env)

  assertSentence(second, /is in use by another sandbox \(process \d+\)/)
  const client = new Client(first.facts.base_url, first.facts.api_key)
  assert.equal((await client.get('/health')).status, 200)
  await first.stop()
})

test('--keep refuses a folder that is not empty and not of a sandbox, and changes nothing in it', async (t) => {
  const folder = await freshFolder(t)
  await mkdir(folder)
  await writeFile(join(folder, 'thesis.txt'), 'the only copy')

  const ended = await florin(['sandbox', '--keep', folder], env)

  assertSentence(ended, /is not empty and is not a sandbox folder/)
  assert.deepEqual(await readdir(folder), ['thesis.txt'])
})

test('--keep refuses the data of another major version of PostgreSQL by its number', async (t) => {
  const folder = await freshFolder(t)
  await mkdir(join(folder, 'postgres/data'), { recursive: true })
  await writeFile(join(folder, 'postgres/data/PG_VERSION'), '9\n')
  const state = { format: 1, secret: 'ab'.repeat(32), is_local: true, bank_port: 0 }
  await writeFile(join(folder, 'florin-sandbox.json'), JSON.stringify(state))

  const ended = await florin(['sandbox', '--keep', folder], env)

  assertSentence(ended, /contains PostgreSQL 9 data, but PostgreSQL 9 was not found/)
})

test('--keep refuses DATABASE_URL, and a folder with well-known keys where others can reach it', async (t) => {
  const folder = await freshFolder(t)
  await mkdir(folder)
  const state = { format: 1, secret: 'ab'.repeat(32), is_local: true, bank_port: 0 }
  await writeFile(join(folder, 'florin-sandbox.json'), JSON.stringify(state))

  const elsewhere = await florin(['sandbox', '--keep', folder], { ...env, FLORIN_HOST: '0.0.0.0' })
  const both = await florin(['sandbox', '--keep', folder], { ...env, DATABASE_URL: 'postgres://x' })

  assertSentence(elsewhere, /has the well-known keys, which everybody knows/)
  assertSentence(both, /unset DATABASE_URL/)
})
