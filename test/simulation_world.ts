// The world a simulation plays in: a database of its own, the bank with every fault, two apis, two
// workers and two merchants. Everything is a real process, so everything can be killed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServices } from '../server/src/app.ts'
import { readConfig } from '../server/src/config.ts'
import { randomMaker, type Services } from '../server/src/kernel/context.ts'
import { makeSecret } from '../server/src/kernel/crypto.ts'
import { createDatabase, dropDatabase } from '../server/src/kernel/databases.ts'
import { newId } from '../server/src/kernel/ids.ts'
import { createLog } from '../server/src/kernel/log.ts'
import { migrate } from '../server/src/kernel/migrate.ts'
import { createMerchant } from '../server/src/merchants/create.ts'
import { startBank } from '../server/src/sandbox/bank.ts'
import { type Child, startRole } from '../server/src/sandbox/role.ts'
import { Client } from '../server/src/testing/client.ts'

export interface World extends AsyncDisposable {
  readonly services: Services
  readonly bank_log: string
  /** A caller of one of the apis, as one of the merchants. */
  client(api: number, merchant: number): Client
  desk(method: string, path: string, body?: unknown): Promise<Response>
  /** SIGKILL, and another one in its place. */
  crash(role: 'api' | 'worker'): Promise<void>
}

const COPIES = 2

export async function createWorld(): Promise<World> {
  const undo: (() => Promise<unknown>)[] = []
  try {
    return await build(undo)
  } catch (error) {
    await undoAll(undo)
    throw error
  }
}

async function undoAll(undo: (() => Promise<unknown>)[]): Promise<void> {
  for (const step of undo.toReversed()) await step()
}

async function build(undo: (() => Promise<unknown>)[]): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-simulation-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  const bank = await startBank(folder)
  undo.push(() => bank.stop())
  const env = { ...(await settings(undo)), ...bank.env }
  const services = createServices(readConfig(env), createLog('warn'))
  undo.push(async () => services.provider.close())
  undo.push(() => services.db.close())
  const keys: string[] = []
  for (const merchant_name of ['One', 'Two']) {
    keys.push((await createMerchant({ ...services, ...randomMaker }, { merchant_name })).api_key)
  }
  const roles = { api: await start('api', env), worker: await start('worker', env) }
  undo.push(() => Promise.all([...roles.api, ...roles.worker].map((child) => child.stop())))
  const headers = {
    Authorization: `Bearer ${bank.env['FLORIN_BANK_KEY']}`,
    'Content-Type': 'application/json',
  }
  return {
    services,
    bank_log: join(folder, 'operations.jsonl'),
    client: (api, merchant) =>
      new Client(
        `http://127.0.0.1:${roles.api.at(api % roles.api.length)?.ports.port}`,
        keys[merchant],
      ),
    desk: (method, path, body) =>
      fetch(bank.url + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async crash(role) {
      const [victim, ...others] = roles[role]
      if (victim === undefined) return
      process.kill(victim.pid, 'SIGKILL')
      await victim.ended
      // What was under way is lost; a balancer would send the rest to those that are left.
      roles[role] = others
      roles[role].push(await startRole(role, env))
    },
    [Symbol.asyncDispose]: () => undoAll(undo),
  }
}

function start(role: 'api' | 'worker', env: Record<string, string>): Promise<Child[]> {
  return Promise.all(Array.from({ length: COPIES }, () => startRole(role, env)))
}

async function settings(undo: (() => Promise<unknown>)[]): Promise<Record<string, string>> {
  const server = process.env['DATABASE_URL']
  if (!server) throw new Error('A simulation needs a PostgreSQL: set DATABASE_URL.')
  const name = newId('req').replace('req', 'florin_simulation')
  const database_url = await createDatabase(server, name)
  undo.push(() => dropDatabase(server, name))
  await migrate(database_url)
  return {
    PATH: process.env['PATH'] ?? '',
    NODE_NO_WARNINGS: '1',
    DATABASE_URL: database_url,
    FLORIN_SECRET: makeSecret(),
    FLORIN_RATE_LIMIT: '1000000',
    FLORIN_PORT: '0',
    FLORIN_METRICS_PORT: '0',
    FLORIN_WORKER_METRICS_PORT: '0',
    FLORIN_DRAIN_MS: '0',
    FLORIN_DATABASE_CONNECTIONS: '4',
    FLORIN_LOG_LEVEL: process.env['FLORIN_LOG_LEVEL'] ?? 'fatal',
  }
}
