// The command line as an operator meets it: what a command printed, and its exit code.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mock } from 'node:test'
import { fileURLToPath } from 'node:url'
import { format } from 'node:util'
import { createDatabase, dropDatabase } from '#kernel/databases.ts'
import { newId } from '#kernel/ids.ts'
import { florin as program } from '#main.ts'
import { explain } from '#roles/commands/explain.ts'
import { childEnv } from './child_env.ts'
import { testServer } from './template.ts'

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

export const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** They run until a signal, and change the process that they are in. */
const ROLES = ['api', 'worker', 'sandbox']

let latest: Promise<unknown> = Promise.resolve()

/** Most commands run in this process, which saves loading the program: one at a time, each with its own environment. */
export function florin(args: string[], env: Record<string, string>): Promise<Ended> {
  if (ROLES.includes(args[0] ?? '')) return spawnFlorin(args, env)
  const ended = latest.then(() => runHere(args, env))
  latest = ended
  return ended
}

async function runHere(args: string[], env: Record<string, string>): Promise<Ended> {
  const { env: outer_env, exitCode: outer_code } = process
  let stdout = ''
  let stderr = ''
  const log = mock.method(console, 'log', (...values: unknown[]) => {
    stdout += `${format(...values)}\n`
  })
  process.env = { ...childEnv(), ...env }
  process.exitCode = 0
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    stderr = `${explain(error)}\n`
    process.exitCode = 1
  } finally {
    log.mock.restore()
    process.env = outer_env
  }
  const code = process.exitCode
  process.exitCode = outer_code
  return { code, stdout, stderr }
}

const TIMEOUT_MS = 180_000

/** A command as a program. */
export function spawnFlorin(
  args: string[],
  env: Record<string, string>,
  timeout = TIMEOUT_MS,
): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { env: { ...childEnv(), ...env }, timeout }
    execFile(
      process.execPath,
      [main, ...args],
      options,
      // A process that was killed by the timeout has no code.
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
    )
  })
}

/** A role that is stopped with SIGTERM as soon as it has logged `line`, or that ended before. */
export async function florinUntil(
  line: string,
  role: 'api' | 'worker',
  env: Record<string, string>,
): Promise<Pick<Ended, 'stdout'> & { code: number | null; has_logged: boolean }> {
  const child = spawn(process.execPath, [main, role], {
    env: { ...childEnv(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let stdout = ''
  const has_logged = await new Promise<boolean>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk
      if (stdout.includes(line)) resolve(true)
    })
    void ended.then(() => resolve(false))
  })
  child.kill('SIGTERM')
  await ended
  return { stdout, code: child.exitCode, has_logged }
}

/** An operator's mistake gets one sentence, and no stack trace. */
export function assertSentence({ code, stderr }: Ended, wanted: RegExp): void {
  assert.equal(code, 1, stderr)
  assert.match(stderr, wanted)
  assert.doesNotMatch(stderr, /\n\s+at /)
}

/** An empty database, dropped afterwards. */
export async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const name = newId('req').replace('req', 'florin_test')
  try {
    await work(await createDatabase(testServer(), name))
  } finally {
    await dropDatabase(testServer(), name)
  }
}
