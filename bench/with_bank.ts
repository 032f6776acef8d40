// For the record: the same payments with the real sandbox bank behind them, a separate process, called over HTTP once
// per payment. It writes its own durable log and shares the cores.
import type { Effort } from './against_bare.ts'
import { startBenchDeployment } from './deployment.ts'
import { load, quantile } from './load.ts'
import { nextPayment } from './requests.ts'

export interface WithBank {
  a_second: number
  p50: number
  p99: number
}

export async function measureWithBank(
  server: string,
  { clients, seconds }: Effort,
): Promise<WithBank> {
  await using deployment = await startBenchDeployment({ server, with_bank: true })
  const { caller } = deployment
  const options = { port: caller.port, request: () => nextPayment(caller) }
  await load({ ...options, connections: clients, seconds: 1 })
  const busy = await load({ ...options, connections: clients, seconds })
  const alone = await load({ ...options, connections: 1, seconds })
  return {
    a_second: busy.done / busy.seconds,
    p50: quantile(alone.latencies_ms, 0.5),
    p99: quantile(alone.latencies_ms, 0.99),
  }
}
