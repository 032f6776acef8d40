// Runs a command with DATABASE_URL and REDIS_URL leading to servers that live as long as it does.
// A variable that is set already is left alone, and no server is started for it.

import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '#roles/sandbox/find_postgres.ts'
import { startPostgres } from '#roles/sandbox/postgres.ts'
import { startRedis } from '#roles/sandbox/redis.ts'

interface Server {
  url: string
  stop(): Promise<void>
}

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

// Signals are noted from the first moment on, so that one during the start still cleans up.
const interrupted = new AbortController()
let forward: (signal: NodeJS.Signals) => void = () => undefined
for (const signal of FORWARDED) {
  process.on(signal, () => {
    interrupted.abort(signal)
    forward(signal)
  })
}

const [command, ...args] = process.argv.slice(2)
if (command === undefined) {
  console.error('usage: scripts/run CMD [ARG...]')
  process.exitCode = 2
} else {
  process.exitCode = await runWithServers(command, args)
}

async function runWithServers(file: string, parameters: string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-'))
  const servers: Server[] = []
  try {
    const environment = { ...process.env }
    if (!environment.DATABASE_URL) {
      const server = await privatePostgres(folder)
      servers.push(server)
      environment.DATABASE_URL = server.url
    }
    if (!environment.REDIS_URL) {
      const server = await privateRedis(folder)
      if (server !== undefined) {
        servers.push(server)
        environment.REDIS_URL = server.url
      }
    }
    if (interrupted.signal.aborted) return codeOf(interrupted.signal.reason as NodeJS.Signals)
    return await runCommand(file, parameters, environment)
  } catch (error) {
    console.error(`scripts/run: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

async function privatePostgres(folder: string): Promise<Server> {
  const found = await findPostgres()
  if (found === undefined) {
    throw new Error('there is no PostgreSQL here. Run scripts/setup, or set DATABASE_URL.')
  }
  return startPostgres({ bin: found.bin, folder })
}

async function privateRedis(folder: string): Promise<Server | undefined> {
  const server = await startRedis(folder)
  if (server === undefined) {
    console.error('scripts/run: redis-server is not installed; going on without REDIS_URL')
  }
  return server
}

function runCommand(
  file: string,
  parameters: string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  return new Promise((done) => {
    const child = spawn(file, parameters, { env: environment, stdio: 'inherit' })
    forward = (signal) => {
      // A terminal sends Ctrl-C to the command as well, and many programs take a second one for
      // impatience and quit without cleaning up.
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      child.kill(signal)
    }
    child.once('error', (error) => {
      console.error(`scripts/run: cannot run ${file}: ${error.message}`)
      done('code' in error && error.code === 'ENOENT' ? 127 : 126)
    })
    child.once('exit', (code, signal) => done(signal === null ? (code ?? 1) : codeOf(signal)))
  })
}

function codeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}
