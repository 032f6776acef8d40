// A whole deployment for one test: a separate database, a merchant, the bank and any number of api and worker
// processes, each a real process that can be paused, killed or run with a wrong clock. It uses no test hooks, so
// scripts can use it as well. `await using` ends everything, paused processes included.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServices } from '#app.ts'
import { readConfig } from '#config.ts'
import type { Services } from '#kernel/context.ts'
import { newId, randomIds } from '#kernel/ids.ts'
import { makeSecret } from '#kernel/crypto.ts'
import { createDatabase, dropDatabase, withServer } from '#kernel/databases.ts'
import { createLog } from '#kernel/log.ts'
import { migrate } from '#kernel/migrate.ts'
import { createMerchant } from '#resources/accounts/merchants/create.ts'
import type { NewMerchant } from '#resources/accounts/merchants/schema.ts'
import { startBank } from '#roles/sandbox/bank.ts'
import { startRole } from '#roles/sandbox/role.ts'
import { childEnv } from './child_env.ts'
import { type BankProxy, startBankProxy } from './bank_proxy.ts'
import { Client } from './client.ts'
import { controlProcess, type ProcessControl } from './process_control.ts'
import { shiftedClock } from './shifted_clock.ts'
import { template } from './template.ts'

export interface DeploymentOptions {
  /** Number of processes to start; one api and one worker unless given. */
  readonly apis?: number
  readonly workers?: number
  /** The PostgreSQL server to create the database on; DATABASE_URL unless given. */
  readonly server_url?: string
  /** The port at which the api and worker processes reach that server: a proxy's port. */
  readonly database_port?: number
  /** Variables for all api and worker processes. */
  readonly env?: Readonly<Record<string, string>>
  /** The file that all processes print to; the api and worker processes to stderr unless given. */
  readonly log_fd?: number
}

export interface StartOptions {
  /** Offset by which the process's wall clock is ahead. */
  readonly clock_shift_ms?: number
  readonly env?: Readonly<Record<string, string>>
}

/** An api or a worker. */
export interface RoleProcess extends ProcessControl {
  /** Its connections' application_name in pg_stat_activity. */
  readonly name: string
}

export interface ApiProcess extends RoleProcess {
  readonly client: Client
}

/** One line in the bank's log: what it really did. */
export interface BankFact {
  readonly operation_id: string
  readonly kind: string
  readonly effect: string
  readonly amount: number
  readonly currency: string
  readonly parent_id: string | null
  readonly reference: string
}

export interface DeploymentBank extends ProcessControl {
  readonly url: string
  log(): Promise<BankFact[]>
  /** Starts it again after `kill9()`, at the same address; its faults are over. */
  restart(): Promise<void>
  /** Calls the bank itself, past the proxy: its faults, its disputes, what only a bank can do. */
  desk(method: string, path: string, body?: unknown): Promise<Response>
}

export interface Deployment extends AsyncDisposable {
  readonly database_url: string
  /** The api and worker processes' environment. */
  readonly settings: Readonly<Record<string, string>>
  /** For this process: straight to the database, past a proxy. */
  readonly services: Services
  readonly merchant: NewMerchant
  newMerchant(merchant_name: string): Promise<NewMerchant>
  /** The bank's own log and the uploaded files. */
  readonly folder: string
  readonly bank: DeploymentBank
  /** Between the api and worker processes and the bank. */
  readonly proxy: BankProxy
  readonly apis: readonly ApiProcess[]
  readonly workers: readonly RoleProcess[]
  api(n?: number): ApiProcess
  worker(n?: number): RoleProcess
  /** A caller of one api, with the merchant's key. */
  client(n?: number): Client
  startApi(options?: StartOptions): Promise<ApiProcess>
  startWorker(options?: StartOptions): Promise<RoleProcess>
  /** Runs a statement on a separate connection. */
  readonly sql: <T = unknown>(text: string, values?: readonly unknown[]) => Promise<T[]>
}

export async function startDeployment(options: DeploymentOptions = {}): Promise<Deployment> {
  const cleanup = new AsyncDisposableStack()
  try {
    return await build(options, cleanup)
  } catch (error) {
    await cleanup.disposeAsync()
    throw error
  }
}

async function build(
  { apis = 1, workers = 1, server_url, database_port, env = {}, log_fd }: DeploymentOptions,
  cleanup: AsyncDisposableStack,
): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-deployment-'))
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  const database_url = await ownDatabase(server_url, cleanup)
  const { bank, settings } = await ownBank(folder, log_fd, cleanup)
  const proxy = cleanup.use(await startBankProxy(bank.url))
  const shared = {
    ...sharedSettings(atPort(database_url, database_port), folder),
    ...settings,
    FLORIN_BANK_URL: proxy.url,
    ...env,
  }
  const services = ownServices({ ...shared, DATABASE_URL: database_url }, cleanup)
  const newMerchant = (merchant_name: string) =>
    createMerchant({ ...services, ...randomIds }, { merchant_name })
  const merchant = await newMerchant('Test shop')
  const roles = new Roles(shared, merchant.api_key, log_fd, cleanup)
  await Promise.all([
    ...Array.from({ length: apis }, () => roles.startApi()),
    ...Array.from({ length: workers }, () => roles.startWorker()),
  ])
  return {
    database_url,
    settings: shared,
    services,
    merchant,
    newMerchant,
    folder,
    bank,
    proxy,
    apis: roles.apis,
    workers: roles.workers,
    api: (n = 0) => at(roles.apis, n),
    worker: (n = 0) => at(roles.workers, n),
    client: (n = 0) => at(roles.apis, n).client,
    startApi: (given) => roles.startApi(given),
    startWorker: (given) => roles.startWorker(given),
    sql: <T>(text: string, values: readonly unknown[] = []) =>
      withServer(database_url, async (db) => (await db.query(text, [...values])).rows as T[]),
    async [Symbol.asyncDispose]() {
      // First, because a process that waits for a held request cannot stop.
      await proxy[Symbol.asyncDispose]()
      await cleanup.disposeAsync()
    },
  }
}

function atPort(url: string, port: number | undefined): string {
  if (port === undefined) return url
  const other = new URL(url)
  other.port = String(port)
  return other.href
}

function at<T>(list: readonly T[], n: number): T {
  const found = list[n]
  if (found === undefined) throw new Error(`the deployment has no process number ${n}`)
  return found
}

async function ownDatabase(
  server_url = process.env['DATABASE_URL'],
  cleanup: AsyncDisposableStack,
): Promise<string> {
  if (!server_url) throw new Error('A deployment needs a PostgreSQL server: set DATABASE_URL.')
  const name = newId('req').replace('req', 'florin_deployment')
  // In a test run the database is a clone, like that of a test file.
  const isTestRun =
    process.env['FLORIN_TEST_TEMPLATE'] !== undefined && server_url === process.env['DATABASE_URL']
  const database_url = await createDatabase(
    server_url,
    name,
    isTestRun ? await template() : undefined,
  )
  cleanup.defer(() => dropUnlessGone(server_url, name))
  if (!isTestRun) await migrate(database_url)
  return database_url
}

/** A caller may already have stopped its own server. */
async function dropUnlessGone(server_url: string, name: string): Promise<void> {
  try {
    await dropDatabase(server_url, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error
  }
}

function sharedSettings(database_url: string, folder: string): Record<string, string> {
  return {
    ...childEnv(),
    DATABASE_URL: database_url,
    FLORIN_SECRET: makeSecret(),
    FLORIN_RATE_LIMIT: '1000000',
    FLORIN_PUBLISHABLE_RATE_LIMIT: '1000000',
    FLORIN_ADDRESS_RATE_LIMIT: '1000000',
    FLORIN_PAGE_RATE_LIMIT: '1000000',
    FLORIN_TEST_EVENT_RATE_LIMIT: '1000000',
    FLORIN_PORT: '0',
    FLORIN_METRICS_PORT: '0',
    FLORIN_WORKER_METRICS_PORT: '0',
    FLORIN_DRAIN_MS: '0',
    FLORIN_DATABASE_CONNECTIONS: '4',
    FLORIN_FILES_DIR: join(folder, 'files'),
    // Faults are logged by the dozen; FLORIN_LOG_LEVEL=warn shows them.
    FLORIN_LOG_LEVEL: process.env['FLORIN_LOG_LEVEL'] ?? 'fatal',
  }
}

async function ownBank(
  folder: string,
  log: number | 'ignore' = 'ignore',
  cleanup: AsyncDisposableStack,
) {
  const first = await startBank(folder, log)
  let control = cleanup.use(controlProcess(first))
  const headers = {
    Authorization: `Bearer ${first.env['FLORIN_BANK_KEY']}`,
    'Content-Type': 'application/json',
  }
  const desk = (method: string, path: string, body?: unknown) =>
    fetch(first.url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const bank: DeploymentBank = {
    url: first.url,
    desk,
    log: async () => (await (await desk('GET', '/log')).json()) as BankFact[],
    async restart() {
      await control.stop()
      control = cleanup.use(controlProcess(await startBank(folder, log, first)))
    },
    get pid() {
      return control.pid
    },
    get ended() {
      return control.ended
    },
    pause: () => control.pause(),
    resume: () => control.resume(),
    kill9: () => control.kill9(),
    stop: () => control.stop(),
    [Symbol.asyncDispose]: () => control[Symbol.asyncDispose](),
  }
  return { bank, settings: first.env }
}

function ownServices(env: Record<string, string>, cleanup: AsyncDisposableStack): Services {
  const config = readConfig(env)
  const services = createServices(config, createLog(config.log_level))
  cleanup.defer(async () => {
    services.provider.close()
    await services.db.close()
  })
  return services
}

/** The api and worker processes, numbered in the order in which they were started. */
class Roles {
  readonly apis: ApiProcess[] = []
  readonly workers: RoleProcess[] = []
  private started = 0
  private readonly env: Readonly<Record<string, string>>
  private readonly api_key: string
  private readonly log_fd: number | undefined
  private readonly cleanup: AsyncDisposableStack

  constructor(
    env: Record<string, string>,
    api_key: string,
    log_fd: number | undefined,
    cleanup: AsyncDisposableStack,
  ) {
    this.env = env
    this.api_key = api_key
    this.log_fd = log_fd
    this.cleanup = cleanup
  }

  async startApi(options: StartOptions = {}): Promise<ApiProcess> {
    const { process, port } = await this.start('api', options)
    const api = { ...process, client: new Client(`http://127.0.0.1:${port}`, this.api_key) }
    this.apis.push(api)
    return api
  }

  async startWorker(options: StartOptions = {}): Promise<RoleProcess> {
    const { process } = await this.start('worker', options)
    this.workers.push(process)
    return process
  }

  private async start(role: 'api' | 'worker', { clock_shift_ms = 0, env = {} }: StartOptions) {
    const name = `florin-${role}-${++this.started}`
    const database = new URL(this.env['DATABASE_URL'] ?? '')
    // A name in the URL wins over the one the process gives its connections.
    database.searchParams.set('application_name', name)
    const variables = {
      ...this.env,
      DATABASE_URL: database.href,
      ...(clock_shift_ms === 0 ? {} : shiftedClock(clock_shift_ms)),
      ...env,
    }
    const child = await startRole(role, variables, this.log_fd)
    const control = this.cleanup.use(controlProcess(child))
    return { process: { ...control, name }, port: child.ports.port }
  }
}
