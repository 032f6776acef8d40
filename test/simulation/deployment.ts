// A run's deployment: two apis and two workers, the bank, a separate PostgreSQL that can be killed, a proxy in front
// of it that can cut and freeze connections, and four merchants. Or one merchant with two accounts at the bank and
// one at Stripe.
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
import { type SimulatedStripe, startSimulatedStripe, STRIPE_KEY, STRIPE_SECRET } from './stripe.ts'
import { profileHeader, simulatedCoupons, simulatedPlan } from './plan.ts'

export interface Merchant extends NewMerchant {
  readonly number: number
  /** Failed payments may be confirmed again. */
  readonly has_manual_retry: boolean
  /** The clock is moved during the run; all clocks are moved when it is over. */
  readonly has_moved_clock: boolean
  /** The account at Stripe, beside two at the bank. */
  readonly stripe_account?: string
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
  readonly stripe: SimulatedStripe | undefined
}

const COPIES = 2

const merchants = [
  { has_manual_retry: false, has_moved_clock: false },
  { has_manual_retry: true, has_moved_clock: false },
  { has_manual_retry: false, has_moved_clock: true },
  { has_manual_retry: true, has_moved_clock: true },
] as const

/** Stripe's clock is not moved. */
const merchantsWithAccounts = [{ has_manual_retry: true, has_moved_clock: true }] as const

/** Delayed outcomes at the bank should come while the run still looks. */
const BANK_LATER_MS = 1_000

export async function startSimulated(hasAccounts = false): Promise<SimulatedDeployment> {
  process.env['BANK_LATER_MS'] ??= String(BANK_LATER_MS)
  const cleanup = new AsyncDisposableStack()
  try {
    return await build(cleanup, hasAccounts)
  } catch (error) {
    await cleanup.disposeAsync()
    throw error
  }
}

async function build(
  cleanup: AsyncDisposableStack,
  hasAccounts: boolean,
): Promise<SimulatedDeployment> {
  const stripe = hasAccounts ? cleanup.use(await startSimulatedStripe()) : undefined
  const postgres = cleanup.use(await startKillablePostgres())
  const database = cleanup.use(await DatabaseProxy.start(postgres.url))
  const deployment = cleanup.use(
    await startDeployment({
      apis: COPIES,
      workers: COPIES,
      server_url: postgres.url,
      database_port: Number(new URL(database.url).port),
      ...(stripe && { env: { FLORIN_STRIPE_URL: stripe.url } }),
    }),
  )
  return {
    deployment,
    postgres,
    database,
    services: deployment.services,
    stripe,
    merchants: await createMerchants(deployment, hasAccounts),
    apis: [...deployment.apis],
    workers: [...deployment.workers],
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  }
}

async function createMerchants(deployment: Deployment, hasAccounts: boolean): Promise<Merchant[]> {
  const created: Merchant[] = []
  for (const [number, kind] of (hasAccounts ? merchantsWithAccounts : merchants).entries()) {
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
    const connected = hasAccounts ? await connectAccounts(deployment, made) : {}
    created.push({ ...made, ...kind, ...connected, number })
  }
  return created
}

/** Half the payments are offered to Stripe first. Large amounts have their own rule. */
async function connectAccounts(
  deployment: Deployment,
  { api_key, merchant_id, profile_id }: NewMerchant,
): Promise<Pick<Merchant, 'stripe_account'>> {
  const merchant = deployment.client().with(api_key)
  const ids: string[] = []
  for (const account of [
    {
      connector_name: 'stripe',
      credentials: { secret_key: STRIPE_KEY },
      webhook_secret: STRIPE_SECRET,
      settings: { multicapture: true },
    },
    ...['north', 'south'].map((connector_label) => {
      const credentials = { key: deployment.settings['FLORIN_BANK_KEY'] }
      return { connector_name: 'bank', connector_label, credentials }
    }),
  ]) {
    const answer = await merchant.post(`/account/${merchant_id}/connectors`, account)
    if (answer.status !== 201) throw new Error(answer.text)
    ids.push(answer.body.connector_id)
  }
  const [stripe_account = '', north = '', south = ''] = ids
  const use = (...weights: number[]) =>
    [stripe_account, north, south].map((connector_id, n) => ({ connector_id, weight: weights[n] }))
  const path = `/account/${merchant_id}/business_profile/${profile_id}/routing`
  const routing = await merchant.post(path, {
    rules: [{ name: 'large', when: { amount: { min: 8_000 } }, use: use(3, 0, 1) }],
    default: use(2, 1, 1),
    max_fallbacks: 2,
  })
  if (routing.status !== 200) throw new Error(routing.text)
  return { stripe_account }
}
