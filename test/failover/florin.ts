// Florin behind the cluster: two api processes behind HAProxy, a worker, and the sandbox bank with its own durable log.
import { sleep } from '#kernel/clock.ts'
import { Client } from '#testing/client.ts'
import { type Deployment, type RoleProcess, startDeployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import { freePort } from '../support/free_port.ts'
import type { Cluster } from './cluster.ts'
import { responds } from './program.ts'

export interface BalancedFlorin extends AsyncDisposable {
  readonly deployment: Deployment
  /** Through HAProxy. */
  readonly client: Client
  readonly worker_metrics_port: number
  /** Stops each process and starts it again, one after the other. */
  restart(): Promise<void>
}

/** HAProxy has seen by then that the process is ready, even on a busy machine. The runbook waits as long. */
const NOTICED_MS = 5_000

interface Role {
  running: RoleProcess
  readonly ready_url: string
  start(): Promise<RoleProcess>
}

export async function startFlorin(
  cluster: Cluster,
  api_ports: readonly number[],
  log_fd?: number,
): Promise<BalancedFlorin> {
  const deployment = await startDeployment({
    apis: 0,
    workers: 0,
    server_url: cluster.url,
    env: {
      FLORIN_TRUST_PROXY: '1',
      FLORIN_DATABASE_CONNECTIONS: '8',
      FLORIN_DRAIN_MS: '5000',
      ...(log_fd !== undefined && { FLORIN_LOG_LEVEL: 'warn' }),
    },
    ...(log_fd !== undefined && { log_fd }),
  })
  try {
    const worker_metrics_port = await freePort()
    const roles = await startRoles(deployment, api_ports, worker_metrics_port)
    const { api_key } = deployment.merchant
    return {
      deployment,
      client: new Client(`http://127.0.0.1:${cluster.api_port}`, api_key),
      worker_metrics_port,
      async restart() {
        for (const role of roles) {
          await role.running.stop()
          role.running = await role.start()
          await eventually('the process is ready', () => responds(role.ready_url))
          await sleep(NOTICED_MS)
        }
      },
      [Symbol.asyncDispose]: () => deployment[Symbol.asyncDispose](),
    }
  } catch (error) {
    await deployment[Symbol.asyncDispose]()
    throw error
  }
}

function startRoles(
  deployment: Deployment,
  api_ports: readonly number[],
  worker_metrics_port: number,
): Promise<Role[]> {
  // Past the tests' proxy: nothing is done to the bank here.
  const FLORIN_BANK_URL = deployment.bank.url
  const starts = [
    ...api_ports.map((port) => ({
      port,
      start: () => deployment.startApi({ env: { FLORIN_BANK_URL, FLORIN_PORT: String(port) } }),
    })),
    {
      port: worker_metrics_port,
      start: () => {
        const FLORIN_WORKER_METRICS_PORT = String(worker_metrics_port)
        return deployment.startWorker({ env: { FLORIN_BANK_URL, FLORIN_WORKER_METRICS_PORT } })
      },
    },
  ]
  return Promise.all(
    starts.map(async ({ port, start }) => {
      const ready_url = `http://127.0.0.1:${port}/health/ready`
      return { start, ready_url, running: await start() }
    }),
  )
}
