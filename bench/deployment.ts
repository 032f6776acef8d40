// The measured deployment: a fresh database with one merchant and a separate api process.
import { type Deployment, startDeployment } from '#testing/deployment.ts'
import type { Caller } from './requests.ts'

export interface BenchDeployment extends AsyncDisposable {
  readonly url: string
  readonly env: Readonly<Record<string, string>>
  readonly merchant_id: string
  readonly caller: Caller
  readonly api_pid: number
  /** Another merchant at the same api. */
  readonly newCaller: (merchant_name: string) => Promise<Caller>
}

export interface BenchOptions {
  /** The server that the database is made on. */
  server: string
  /** Payments go to the sandbox bank, over HTTP; otherwise they are approved within the process. */
  with_bank?: boolean
  /** For the api process. */
  env?: Readonly<Record<string, string>>
  /** Run before the api starts. */
  fill?: (url: string, merchant: Deployment['merchant']) => Promise<void>
}

export async function startBenchDeployment({
  server,
  with_bank = false,
  env = {},
  fill,
}: BenchOptions): Promise<BenchDeployment> {
  const deployment = await startDeployment({
    apis: 0,
    workers: 0,
    server_url: server,
    env: {
      FLORIN_PROVIDER: with_bank ? 'bank' : 'instant',
      FLORIN_RATE_LIMIT: '10000000',
      FLORIN_DATABASE_CONNECTIONS: '8',
      FLORIN_LOG_LEVEL: 'warn',
    },
  })
  try {
    const { database_url, merchant, settings } = deployment
    await fill?.(database_url, merchant)
    // Past the tests' proxy, which would be measured as well.
    const api = await deployment.startApi({ env: { ...env, FLORIN_BANK_URL: deployment.bank.url } })
    const { merchant_id } = merchant
    const port = Number(new URL(api.client.base_url).port)
    const toCaller = ({ api_key, profile_id }: typeof merchant) => ({ port, api_key, profile_id })
    return {
      url: database_url,
      env: settings,
      merchant_id,
      caller: toCaller(merchant),
      newCaller: async (merchant_name) => toCaller(await deployment.newMerchant(merchant_name)),
      api_pid: api.pid,
      [Symbol.asyncDispose]: () => deployment[Symbol.asyncDispose](),
    }
  } catch (error) {
    await deployment[Symbol.asyncDispose]()
    throw error
  }
}
