// A shop to test with: the real app on a real PostgreSQL, listening on loopback, with its own merchant. Tests in one
// file share a database; each shop has its own merchant, so they never meet.
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { createApp, createServices } from '#app.ts'
import { type Config, readConfig } from '#config.ts'
import { makeSecret } from '#kernel/crypto.ts'
import type { Services } from '#kernel/context.ts'
import { randomIds } from '#kernel/ids.ts'
import { createLog } from '#kernel/log.ts'
import { createMerchant } from '#resources/accounts/merchants/create.ts'
import type { NewMerchant } from '#resources/accounts/merchants/schema.ts'
import { Client } from './client.ts'
import { TestClock } from './clock.ts'
import { testDatabase } from './database.ts'
import { testFolder } from './folder.ts'

export const ADMIN_KEY = 'admin-key-of-the-tests-0123456789abcdef'

// One secret for all processes in a run, so that they accept each other's keys.
const secret = makeSecret()

export interface HarnessOptions {
  /** Variables on top of the tests' own. */
  env?: Readonly<Record<string, string>>
}

export class Shop extends Client implements AsyncDisposable {
  readonly app: FastifyInstance
  readonly services: Services
  readonly clock: TestClock
  readonly merchant: NewMerchant
  /** Log lines. */
  readonly log: string[]

  constructor(parts: {
    app: FastifyInstance
    services: Services
    clock: TestClock
    merchant: NewMerchant
    log: string[]
  }) {
    const { port } = parts.app.server.address() as AddressInfo
    super(`http://127.0.0.1:${port}`, parts.merchant.api_key)
    this.app = parts.app
    this.services = parts.services
    this.clock = parts.clock
    this.merchant = parts.merchant
    this.log = parts.log
  }

  /** Another merchant on the same server. */
  async neighbour(): Promise<{ client: Client; merchant: NewMerchant }> {
    const merchant = await createMerchant(
      { ...this.services, ...randomIds },
      { merchant_name: 'Neighbour' },
    )
    return { client: this.with(merchant.api_key), merchant }
  }

  /** A key for this merchant with just these scopes. */
  async keyWith(...scopes: string[]): Promise<Client> {
    const { merchant_id } = this.merchant
    const answer = await this.post(`/api_keys/${merchant_id}`, { name: 'scoped', scopes })
    return this.with(answer.body.api_key as string)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app.close()
  }
}

export async function testEnv(extra: HarnessOptions['env'] = {}): Promise<Record<string, string>> {
  const is_production = extra['FLORIN_ENVIRONMENT'] === 'production'
  return {
    DATABASE_URL: await testDatabase(),
    FLORIN_SECRET: secret,
    FLORIN_ADMIN_KEY: ADMIN_KEY,
    FLORIN_RATE_LIMIT: '1000000',
    FLORIN_PUBLISHABLE_RATE_LIMIT: '1000000',
    FLORIN_ADDRESS_RATE_LIMIT: '1000000',
    FLORIN_PAGE_RATE_LIMIT: '1000000',
    FLORIN_TEST_EVENT_RATE_LIMIT: '1000000',
    FLORIN_PORT: '0',
    FLORIN_METRICS_PORT: '0',
    FLORIN_WORKER_METRICS_PORT: '0',
    FLORIN_DRAIN_MS: '0',
    // Tests of the request log switch it on.
    FLORIN_REQUEST_LOG: 'no',
    FLORIN_DATABASE_CONNECTIONS: '4',
    FLORIN_VAULT_KEYS: is_production ? `test:${secret}` : '',
    ...(extra['FLORIN_S3_BUCKET'] === undefined ? { FLORIN_FILES_DIR: await testFolder() } : {}),
    ...extra,
  }
}

export async function harness(options: HarnessOptions = {}): Promise<Shop> {
  const config: Config = readConfig(await testEnv(options.env))
  const log: string[] = []
  const clock = new TestClock()
  const services = createServices(
    config,
    createLog('info', { write: (line) => log.push(line) }),
    clock,
  )
  const app = createApp(config, services)
  await app.listen({ host: config.host, port: 0 })
  const merchant = await createMerchant(
    { ...services, ...randomIds },
    { merchant_name: 'Test shop' },
  )
  return new Shop({ app, services, clock, merchant, log })
}
