// A PostgreSQL whose disk can be lost, and that starts again on what a backup gives back.
import { chown, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findPostgres } from '#roles/sandbox/find_postgres.ts'
import { type PostgresServer, startPostgres } from '#roles/sandbox/postgres.ts'
import { serverAccount } from '#roles/sandbox/run_postgres.ts'
import { childrenOf, serverPid } from '#testing/killable_postgres.ts'

export interface LosablePostgres extends AsyncDisposable {
  readonly url: string
  readonly data: string
  /** Restarts it with these settings, or starts it on restored data; resolves when it accepts writes. */
  start(settings: Record<string, string>): Promise<void>
  /** SIGKILL, and the data folder is removed. */
  lose(): Promise<void>
}

export async function startLosablePostgres(folder: string): Promise<LosablePostgres> {
  const found = await findPostgres()
  if (found === undefined) throw new Error('There is no PostgreSQL here. Run scripts/setup.')
  const { bin } = found
  const data = join(folder, 'data')
  let server: PostgresServer = await startPostgres({ bin, folder })
  const { url, port } = server
  return {
    url,
    data,
    async start(settings) {
      await server.stop()
      server = await startPostgres({ bin, folder, port, settings })
    },
    async lose() {
      const pid = await serverPid(folder)
      for (const each of [pid, ...(await childrenOf(pid))]) kill(each)
      await server.stop()
      await rm(data, { recursive: true, maxRetries: 10, retryDelay: 100 })
      await mkdir(data, { mode: 0o700 })
      const account = await serverAccount()
      if (account !== undefined) await chown(data, account.uid, account.gid)
    },
    async [Symbol.asyncDispose]() {
      await server.stop()
    },
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
