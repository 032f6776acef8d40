// The API against the bare engine on one database: throughput and CPU under load, latency without any.
// The two take turns, and who begins takes turns too, so that a noisy machine disturbs both alike.
import { withServer } from '#kernel/databases.ts'
import { type BareResult, runBare } from './bare.ts'
import { cpuOf, cpuOfTree, parentOf } from './cpu.ts'
import type { BenchDeployment } from './deployment.ts'
import { load, type LoadResult } from './load.ts'
import { nextPayment } from './requests.ts'

export interface Round {
  /** Payments a second. */
  api: number
  bare: number
  /** CPU milliseconds per payment. */
  api_cpu: number
  postgres_cpu: number
  bare_postgres_cpu: number
  /** Write-ahead log bytes per payment, through the API. */
  wal: number
}

export interface Latencies {
  api: number[]
  bare: number[]
}

export interface Effort {
  /** Payments before anything is measured: a process that has just started has not compiled its code yet. */
  warm: number
  rounds: number
  seconds: number
  clients: number
}

export class AgainstBare {
  private readonly deployment: BenchDeployment
  private readonly script: string
  private readonly postmaster: number

  private constructor(deployment: BenchDeployment, script: string, postmaster: number) {
    this.deployment = deployment
    this.script = script
    this.postmaster = postmaster
  }

  static async begin(deployment: BenchDeployment, script: string): Promise<AgainstBare> {
    const backend = await ask(deployment, 'select pg_backend_pid() as answer', parentOf)
    return new AgainstBare(deployment, script, backend)
  }

  async throughput({ warm, rounds, seconds, clients }: Effort): Promise<Round[]> {
    for (let done = 0; done < warm; ) done += (await this.api(clients, Math.min(2, seconds))).done
    await this.bare(clients, 1)
    const measured: Round[] = []
    for (let round = 0; round < rounds; round++) {
      const [api, bare] = await this.inTurn(round, clients, seconds)
      measured.push({
        api: api.result.done / api.result.seconds,
        bare: bare.result.tps,
        api_cpu: (api.api_cpu * 1000) / api.result.done,
        postgres_cpu: (api.postgres_cpu * 1000) / api.result.done,
        bare_postgres_cpu: (bare.postgres_cpu * 1000) / bare.result.done,
        wal: api.wal / api.result.done,
      })
    }
    return measured
  }

  /** One request at a time. */
  async latency({ rounds, seconds }: Effort): Promise<Latencies> {
    const latencies: Latencies = { api: [], bare: [] }
    for (let round = 0; round < rounds; round++) {
      const [api, bare] = await this.inTurn(round, 1, seconds)
      for (const ms of api.result.latencies_ms) latencies.api.push(ms)
      for (const ms of bare.result.latencies_ms) latencies.bare.push(ms)
    }
    return latencies
  }

  private async inTurn(round: number, clients: number, seconds: number) {
    if (round % 2 === 0) {
      const api = await this.watched(() => this.api(clients, seconds))
      return [api, await this.watched(() => this.bare(clients, seconds))] as const
    }
    const bare = await this.watched(() => this.bare(clients, seconds))
    return [await this.watched(() => this.api(clients, seconds)), bare] as const
  }

  private api(connections: number, seconds: number): Promise<LoadResult> {
    const { caller } = this.deployment
    const request = () => nextPayment(caller)
    return load({ port: caller.port, connections, seconds, request })
  }

  private bare(clients: number, seconds: number): Promise<BareResult> {
    return runBare(this.deployment.url, this.script, clients, seconds)
  }

  /** Total usage in the meantime, by any process. */
  private async watched<T>(work: () => Promise<T>) {
    const used = async () => ({
      wal: await ask(this.deployment, `select pg_current_wal_lsn() - '0/0' as answer`, Number),
      api_cpu: cpuOf(this.deployment.api_pid),
      postgres_cpu: cpuOfTree(this.postmaster),
    })
    const before = await used()
    const result = await work()
    const after = await used()
    return {
      result,
      wal: after.wal - before.wal,
      api_cpu: after.api_cpu - before.api_cpu,
      postgres_cpu: after.postgres_cpu - before.postgres_cpu,
    }
  }
}

function ask<T>(
  { url }: BenchDeployment,
  question: string,
  read: (answer: number) => T,
): Promise<T> {
  return withServer(url, async (client) => {
    const { rows } = await client.query<{ answer: number }>(question)
    return read(Number(rows[0]?.answer))
  })
}

export interface Space {
  table: number
  index: number
}

/** The payment tables' disk space, in bytes per payment, after all rounds. */
export function spaceAPayment({ url }: BenchDeployment): Promise<Space> {
  return withServer(url, async (client) => {
    const { rows } = await client.query<Space>(`select
      sum(pg_table_size(c.oid))::float8 / (select count(*) from payments) as table,
      sum(pg_indexes_size(c.oid))::float8 / (select count(*) from payments) as index
      from pg_class c where c.relname in ('payments', 'operations', 'transfers', 'events')
        and c.relkind = 'r'`)
    return rows[0] ?? { table: 0, index: 0 }
  })
}
