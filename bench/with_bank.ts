// For the record: the same payments with the real sandbox bank behind them, a process of its own, asked
// over HTTP once a payment. It keeps a durable log of its own and shares the cores.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBank } from '#roles/sandbox/bank.ts'
import type { Effort } from './against_bare.ts'
import { load, quantile } from './load.ts'
import { nextPayment } from './requests.ts'
import { openStage } from './stage.ts'

export interface WithBank {
  a_second: number
  p50: number
  p99: number
}

export async function measureWithBank(
  server: string,
  { clients, seconds }: Effort,
): Promise<WithBank> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-bench-bank-'))
  const bank = await startBank(folder)
  try {
    const stage = await openStage({
      server,
      name: 'bank',
      env: { ...bank.env, FLORIN_PROVIDER: 'bank' },
    })
    const { caller } = stage
    const options = { port: caller.port, request: () => nextPayment(caller) }
    try {
      await load({ ...options, connections: clients, seconds: 1 })
      const busy = await load({ ...options, connections: clients, seconds })
      const alone = await load({ ...options, connections: 1, seconds })
      return {
        a_second: busy.done / busy.seconds,
        p50: quantile(alone.latencies_ms, 0.5),
        p99: quantile(alone.latencies_ms, 0.99),
      }
    } finally {
      await stage.close()
    }
  } finally {
    await bank.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
