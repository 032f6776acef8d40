// The bank as a separate process that is killed.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'
import {
  authorize,
  bankProcess,
  bytesOf,
  card,
  following,
  KEY,
  receiver,
  SECRET,
  temporaryFolder,
} from './testing.ts'

/** Runs the program to its end and returns its exit code and output. */
async function run(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { env })
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { code, said }
}

test('killed right after an answer, the bank still knows the operation and calls back', async () => {
  const folder = await temporaryFolder()
  await using caller = await receiver()
  const first = await bankProcess(folder)
  const request = authorize()
  const hidden = authorize({ callback_url: caller.url })
  const hold = (await first.ask(request)).body
  await first.ask(hidden, 'pending')
  await first.end('SIGKILL')

  const second = await bankProcess(folder)
  const known = await second.get(`/operations/${request.operation_id}`)
  const again = await second.ask(request)
  await caller.until(1)
  await second.end('SIGTERM')

  assert.deepEqual(known.body, hold)
  assert.deepEqual(again.body, hold)
  assert.equal(caller.received[0]?.operation.operation_id, hidden.operation_id)
  assert.equal(caller.received[0]?.operation.outcome, 'approved')
  assert.equal((await bytesOf(folder)).split('"effect":"held"').length - 1, 2)
  await rm(folder, { recursive: true })
})

test('killed after a page was answered, the bank still calls back', async () => {
  const folder = await temporaryFolder()
  await using caller = await receiver()
  const first = await bankProcess(folder)
  const instrument = card('4000000000003220')
  const request = authorize({ instrument, callback_url: caller.url })
  const { page_url } = (await first.ask(request, 'callback_late=500')).body
  await first.choose(page_url, 'approve')
  await first.end('SIGKILL')
  assert.equal(caller.received.length, 0)

  const second = await bankProcess(folder)
  await caller.until(1)
  await second.end('SIGTERM')

  assert.equal(caller.received[0]?.operation.outcome, 'approved')
  await rm(folder, { recursive: true })
})

test('killed in the middle of a rush, the bank knows every operation it has answered', async () => {
  const folder = await temporaryFolder()
  for (let round = 0; round < 3; round += 1) {
    const first = await bankProcess(folder)
    const answered: string[] = []
    const rush = Array.from({ length: 200 }, async () => {
      const { operation_id } = (await first.ask(authorize())).body
      answered.push(operation_id)
      const capture = following('capture', operation_id, 400)
      await first.ask({ ...capture, final: true })
      answered.push(capture.operation_id)
    })
    const all = Promise.allSettled(rush)
    while (answered.length < 40) await new Promise((resolve) => setImmediate(resolve))
    await first.end('SIGKILL')
    await all

    const second = await bankProcess(folder)
    for (const operation_id of answered) {
      const known = await second.get(`/operations/${operation_id}`)
      assert.equal(known.body.outcome, 'approved', operation_id)
    }
    const log = await second.log()
    const captured = log.filter(({ effect }) => effect === 'captured').length
    assert.equal(log.filter(({ effect }) => effect === 'released').length, captured)
    await second.end('SIGTERM')
  }
  await rm(folder, { recursive: true })
})

test('SIGTERM stops the bank cleanly, also while it holds a connection on purpose', async () => {
  const folder = await temporaryFolder()
  const bank = await bankProcess(folder)
  const held = assert.rejects(bank.ask(authorize(), 'timeout'))
  while ((await bank.log()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  assert.equal(await bank.end('SIGTERM'), 0)
  await held
  await rm(folder, { recursive: true })
})

test('the bank stops when the process that started it is gone', async () => {
  const folder = await temporaryFolder()
  const { child } = await bankProcess(folder)
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.disconnect()
  assert.equal(await exited, 0)
  await rm(folder, { recursive: true })
})

test('a damaged log stops the start with a message that names the line', async () => {
  const folder = await temporaryFolder()
  const bank = await bankProcess(folder)
  await bank.ask(authorize())
  await bank.end('SIGTERM')
  const path = join(folder, 'operations.jsonl')
  await appendFile(path, '{"seq":2,\n')

  const env = { BANK_KEY: KEY, BANK_CALLBACK_SECRET: SECRET, BANK_FOLDER: folder, BANK_PORT: '0' }
  const { code, said } = await run(env)

  assert.equal(code, 1)
  assert.match(said, /Line 2 of operations.jsonl is damaged/)
  await rm(folder, { recursive: true })
})

test('a port that is taken is explained and nothing is left running', async () => {
  const folder = await temporaryFolder()
  await using caller = await receiver()
  const env = { BANK_KEY: KEY, BANK_CALLBACK_SECRET: SECRET, BANK_FOLDER: folder }
  const { code, said } = await run({ ...env, BANK_PORT: new URL(caller.url).port })
  assert.equal(code, 1)
  assert.match(said, /BANK_PORT is taken/)
  await rm(folder, { recursive: true })
})

test('all mistakes of the configuration are reported together', async () => {
  const { code, said } = await run({ BANK_PORT: '99999', BANK_PUBLIC_URL: 'ftp://bank' })
  assert.equal(code, 1)
  for (const name of ['BANK_PORT', 'BANK_PUBLIC_URL'])
    assert.match(said, new RegExp(`${name} must`))
  for (const name of ['BANK_KEY', 'BANK_CALLBACK_SECRET', 'BANK_FOLDER']) {
    assert.match(said, new RegExp(`${name} is missing`))
  }
})

test('a missing setting has its default', () => {
  const given = { BANK_KEY: 'k', BANK_CALLBACK_SECRET: 's', BANK_FOLDER: 'bank' }
  const settings = readConfig(given)
  assert.equal(settings.host, '127.0.0.1')
  assert.equal(settings.port, 8090)
  assert.equal(settings.public_url, undefined)
  const public_url = readConfig({ ...given, BANK_PUBLIC_URL: 'https://bank.example/' }).public_url
  assert.equal(public_url, 'https://bank.example')
  assert.throws(() => readConfig({}), ConfigError)
})
