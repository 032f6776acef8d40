// A run's deployment: two apis and two workers, the bank, a separate PostgreSQL that can be killed, a proxy in front
// of it that can cut and freeze connections, and four merchants.
import type { Services } from '#kernel/context.ts'
import type { NewMerchant } from '#resources/accounts/merchants/schema.ts'
import { DatabaseProxy } from '#testing/database_proxy.ts'
import {
  type ApiProcess,
  type Deployment,
  type RoleProcess,
  startDeployment,
} from '#testing/deployment.ts'
import { type KillablePostgres, startKillablePostgres } from '#testing/killable_postgres.ts'
import { profileHeader, simulatedCoupons, simulatedPlan } from './plan.ts'

export interface Merchant extends NewMerchant {
  readonly number: number
  /** Failed payments may be confirmed again. */
  readonly has_manual_retry: boolean
  /** The clock is moved during the run; all clocks are moved when it is over. */
  readonly has_moved_clock: boolean
}

export interface SimulatedDeployment extends AsyncDisposable {
  readonly deployment: Deployment
  readonly postgres: KillablePostgres
  readonly database: DatabaseProxy
  readonly merchants: readonly Merchant[]
  /** The running processes; the balancer chooses one for each request. */
  readonly apis: ApiProcess[]
  readonly workers: RoleProcess[]
  /** For this process: straight to the database, past the proxy. */
  readonly services: Services
}

const COPIES = 2

const merchants = [
  { has_manual_retry: false, has_moved_clock: false },
  { has_manual_retry: true, has_moved_clock: false },
  { has_manual_retry: false, has_moved_clock: true },
  { has_manual_retry: true, has_moved_clock: true },
] as const

/** Delayed outcomes at the bank should come while the run still looks. */
const BANK_LATER_MS = 1_000

export async function startSimulated(): Promise<SimulatedDeployment> {
  process.env['BANK_LATER_MS'] ??= String(BANK_LATER_MS)
  const cleanup = new AsyncDisposableStack()
  try {
    return await build(cleanup)
  } catch (error) {
    await cleanup.disposeAsync()
    throw error
  }
}

async function build(cleanup: AsyncDisposableStack): Promise<SimulatedDeployment> {
  const postgres = cleanup.use(await startKillablePostgres())
  const database = cleanup.use(await DatabaseProxy.start(postgres.url))
  const deployment = cleanup.use(
    await startDeployment({
      apis: COPIES,
      workers: COPIES,
      server_url: postgres.url,
      database_port: Number(new URL(database.url).port),
    }),
  )
  return {
    deployment,
    postgres,
    database,
    services: deployment.services,
    merchants: await createMerchants(deployment),
    apis: [...deployment.apis],
    workers: [...deployment.workers],
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  }
}

async function createMerchants(deployment: Deployment): Promise<Merchant[]> {
  const created: Merchant[] = []
  for (const [number, kind] of merchants.entries()) {
    const made = await deployment.newMerchant(`Shop ${number}`)
    const client = deployment.client().with(made.api_key)
    const answer = await client.post(
      `/account/${made.merchant_id}/business_profile/${made.profile_id}`,
      {
        is_manual_retry_enabled: kind.has_manual_retry,
        wallet_identities: {
          apple_pay: { merchant_identifier: 'merchant.example.shop' },
          google_pay: { merchant_id: 'BCR2DN4T' },
        },
      },
    )
    if (answer.status !== 200) throw new Error(answer.text)
    const headers = profileHeader(made)
    const plan = await client.post('/subscriptions/plans', simulatedPlan, { headers })
    if (plan.status !== 201) throw new Error(plan.text)
    for (const coupon of simulatedCoupons) {
      const answer = await client.post('/subscriptions/coupons', coupon, { headers })
      if (answer.status !== 201) throw new Error(answer.text)
    }
    created.push({ ...made, ...kind, number })
  }
  return created
}
