// Where measurements are made: a fresh database with one merchant in it and an api process of its own.
import { createServices } from '#app.ts'
import { readConfig } from '#config.ts'
import { randomIds } from '#kernel/context.ts'
import { makeSecret } from '#kernel/crypto.ts'
import { createDatabase, dropDatabase } from '#kernel/databases.ts'
import { createLog } from '#kernel/log.ts'
import { migrate } from '#kernel/migrate.ts'
import { createMerchant } from '#resources/merchants/create.ts'
import { startRole } from '#roles/sandbox/role.ts'
import type { Caller } from './requests.ts'

export interface Stage {
  readonly url: string
  readonly merchant_id: string
  readonly env: Readonly<Record<string, string>>
  readonly caller: Caller
  readonly api_pid: number
  close(): Promise<void>
}

export interface StageOptions {
  /** The server that the database is made on. */
  server: string
  name: string
  env?: Readonly<Record<string, string>>
  /** Run before the api starts. */
  fill?: (url: string, merchant: { merchant_id: string; profile_id: string }) => Promise<void>
}

export async function openStage({ server, name, env = {}, fill }: StageOptions): Promise<Stage> {
  const database = `florin_bench_${process.pid}_${name}`
  const url = await createDatabase(server, database)
  try {
    await migrate(url)
    const whole = { ...settings(url), ...env }
    const services = createServices(readConfig(whole), createLog('warn'))
    const { api_key, merchant_id, profile_id } = await createMerchant(
      { ...services, ...randomIds },
      { merchant_name: 'Bench' },
    )
    await services.db.close()
    services.provider.close()
    await fill?.(url, { merchant_id, profile_id })
    const api = await startRole('api', { PATH: process.env['PATH'], ...whole })
    const caller = { port: api.ports.port, api_key, profile_id }
    const close = async () => {
      await api.stop()
      await dropDatabase(server, database)
    }
    return { url, merchant_id, env: whole, caller, api_pid: api.pid, close }
  } catch (error) {
    await dropDatabase(server, database)
    throw error
  }
}

function settings(url: string): Record<string, string> {
  return {
    DATABASE_URL: url,
    FLORIN_SECRET: makeSecret(),
    FLORIN_PROVIDER: 'instant',
    FLORIN_PORT: '0',
    FLORIN_METRICS_PORT: '0',
    FLORIN_RATE_LIMIT: '10000000',
    FLORIN_LOG_LEVEL: 'warn',
    FLORIN_DRAIN_MS: '0',
  }
}
