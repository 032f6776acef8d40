// A separate PostgreSQL server that can be killed like a crashed machine and started again on the same data and port.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres } from '#roles/sandbox/find_postgres.ts'
import { startPostgres } from '#roles/sandbox/postgres.ts'

const runProgram = promisify(execFile)

export interface KillablePostgres extends AsyncDisposable {
  /** Stays the same across restarts. */
  readonly url: string
  /** SIGKILL to the server and all its backends; resolves when the server has ended. */
  kill9(): Promise<void>
  /** Starts it again after `kill9()`, or stops it first; resolves when it accepts connections. */
  restart(): Promise<void>
}

export async function startKillablePostgres(): Promise<KillablePostgres> {
  const found = await findPostgres()
  if (found === undefined) throw new Error('There is no PostgreSQL here. Run scripts/setup.')
  const folder = await mkdtemp(join(tmpdir(), 'florin-postgres-'))
  let server = await startPostgres({ bin: found.bin, folder })
  const { port, url } = server
  return {
    url,
    async kill9() {
      const pid = await serverPid(folder)
      // The children have separate process groups, so they are killed one by one.
      const children = await childrenOf(pid)
      for (const each of [pid, ...children]) kill(each)
      await server.stop()
    },
    async restart() {
      await server.stop()
      server = await startPostgres({ bin: found.bin, folder, port })
    },
    async [Symbol.asyncDispose]() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function serverPid(folder: string): Promise<number> {
  const text = await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')
  return Number(text.split('\n')[0])
}

export async function childrenOf(parent: number): Promise<number[]> {
  const { stdout } = await runProgram('ps', ['-A', '-o', 'pid=,ppid='])
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []))
}

/** A child may have ended by itself meanwhile. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone, which is what was wanted.
  }
}
