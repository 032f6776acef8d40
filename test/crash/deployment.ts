// Processes are killed at every point between the decision to call the bank and the commit of its answer. Each point
// is really reached, and shown to be, before the process dies; then a new process and the worker find out the truth.
// The judge is the bank's own log.
import assert from 'node:assert/strict'
import type { Client } from '#testing/client.ts'
import { withTableLocked } from '#testing/commit_faults.ts'
import {
  type ApiProcess,
  type BankFact,
  type Deployment,
  type RoleProcess,
  startDeployment,
} from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'

export type Send = (headers: Record<string, string>) => Promise<{ status: number; text: string }>

/** The request under way when the process dies. */
export interface Crash {
  /** The payment or the refund. */
  object_id: string
  /** The operation at the bank. */
  kind: string
  /** The table that its outcome is written to. */
  table: 'payments' | 'refunds' | 'payouts'
  send: Send
}

export interface Sent {
  operation_id: string
}

export const crashPoints = [
  'after the first commit and before the call',
  'during the call',
  'after the bank acted and before its answer is read',
  'after the answer and before the second commit',
] as const
export type CrashPoint = (typeof crashPoints)[number]

/** Longer than recovery takes on any machine: it may wait for a poll or for a dead worker's claim. */
export const RECOVERY_MS = 90_000

export class CrashDeployment {
  readonly deployment: Deployment

  static async create(): Promise<CrashDeployment> {
    const crash = new CrashDeployment(await startDeployment({ apis: 0, workers: 0 }))
    await Promise.all([crash.startApi(), crash.startWorker()])
    return crash
  }

  private constructor(deployment: Deployment) {
    this.deployment = deployment
  }

  // Past the proxy: when a process dies, the bank must see its connections end. A test that locks a table blocks a
  // connection for each sweep round that needs it, and the others must go on.
  private get direct() {
    const FLORIN_BANK_URL = this.deployment.bank.url
    return { env: { FLORIN_BANK_URL, FLORIN_DATABASE_CONNECTIONS: '12' } }
  }

  startApi(): Promise<ApiProcess> {
    return this.deployment.startApi(this.direct)
  }

  startWorker(): Promise<RoleProcess> {
    return this.deployment.startWorker(this.direct)
  }

  stop(): Promise<void> {
    return Promise.resolve(this.deployment[Symbol.asyncDispose]())
  }

  /** Calls the api that was started last, as do all the methods below that kill one. */
  client(): Client {
    return last(this.deployment.apis).client
  }

  shop(): Client & Pick<Deployment, 'merchant'> {
    return Object.assign(this.client(), { merchant: this.deployment.merchant })
  }

  /**
   * Kills the api at this point and starts another. The worker is paused until `recover` or `resumeWorker`, so that
   * everything is found as the api left it, however slow the machine is.
   */
  async killAt(where: CrashPoint, at: Crash): Promise<Sent | undefined> {
    await last(this.deployment.workers).pause()
    await this.points[where](at)
    await this.startApi()
    return this.sentOperation(at.object_id, at.kind)
  }

  resumeWorker(): void {
    last(this.deployment.workers).resume()
  }

  private readonly points: Record<CrashPoint, (crash: Crash) => Promise<void>> = {
    // The first commit waits in PostgreSQL for a lock while its process dies, and then lands.
    'after the first commit and before the call': async ({ object_id, kind, table, send }) => {
      await withTableLocked(this.deployment, 'operations', async () => {
        const cut = send({})
        await this.blockedBy(table)
        await this.killApi(cut)
      })
      await this.sent(object_id, kind)
      assert.deepEqual(await this.factsOf(object_id, kind), [])
    },
    // The request lies in the socket of a paused bank.
    'during the call': async ({ object_id, kind, send }) => {
      await this.deployment.bank.pause()
      const cut = send({})
      await this.sent(object_id, kind)
      await new Promise((resolve) => setTimeout(resolve, 300))
      await this.killApi(cut)
      this.deployment.bank.resume()
    },
    'after the bank acted and before its answer is read': async ({ object_id, kind, send }) => {
      const cut = send({ 'X-Sandbox-Acquirer': 'timeout' })
      await this.acted(object_id, kind)
      await this.killApi(cut)
    },
    // The second commit waits for a lock while its process dies, and its connection is cut before it lands.
    'after the answer and before the second commit': async ({ object_id, kind, table, send }) => {
      const cut = send({ 'X-Sandbox-Delay-Ms': '1000' })
      await this.acted(object_id, kind)
      await withTableLocked(this.deployment, table, async () => {
        const pids = await this.blockedBy(table)
        await this.killApi(cut)
        await this.deployment.sql('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [
          pids,
        ])
      })
    },
  }

  async killApi(cut: Promise<unknown>): Promise<void> {
    const lost = assert.rejects(cut)
    await last(this.deployment.apis).kill9()
    await lost
  }

  /** Another worker takes its place. */
  async killWorker(): Promise<void> {
    await last(this.deployment.workers).kill9()
    await this.startWorker()
  }

  async factsOf(object_id: string, kind?: string): Promise<BankFact[]> {
    const facts = await this.deployment.bank.log()
    return facts.filter(
      (fact) => fact.reference === object_id && (kind === undefined || fact.kind === kind),
    )
  }

  async sentOperation(object_id: string, kind: string): Promise<Sent | undefined> {
    const rows = await this.deployment.sql<Sent>(
      `select operation_id from operations
       where merchant_id = $1 and object_id = $2 and kind = $3 and status = 'sent' and checks = 0`,
      [this.deployment.merchant.merchant_id, object_id, kind],
    )
    return rows[0]
  }

  sent(object_id: string, kind: string): Promise<Sent> {
    return eventually('the operation is sent', () => this.sentOperation(object_id, kind))
  }

  private acted(object_id: string, kind: string): Promise<BankFact> {
    return eventually('the bank acts', async () => (await this.factsOf(object_id, kind))[0])
  }

  /** Resolves with the backends whose statement names the table, as soon as one waits for a lock. */
  blockedBy(table: string): Promise<number[]> {
    return eventually(`a write of ${table} waits for a lock`, async () => {
      const rows = await this.deployment.sql<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database()
         and wait_event_type = 'Lock' and query like '%' || $1 || '%' and pid <> pg_backend_pid()`,
        [table],
      )
      return rows.length > 0 && rows.map(({ pid }) => pid)
    })
  }

  /** Makes the operation due now; then waits until it is over. */
  async recover({ operation_id }: Sent): Promise<void> {
    this.resumeWorker()
    const { merchant_id } = this.deployment.merchant
    await this.deployment.sql(
      `update operations set check_at = now()
       where merchant_id = $1 and operation_id = $2 and finished_at is null`,
      [merchant_id, operation_id],
    )
    await eventually(
      'the operation is finished',
      async () => {
        const rows = await this.deployment.sql<Sent>(
          `select operation_id from operations
         where merchant_id = $1 and operation_id = $2 and finished_at is not null`,
          [merchant_id, operation_id],
        )
        return rows[0]
      },
      RECOVERY_MS,
    )
  }

  eventsOf(object_id: string) {
    return this.deployment.services.db.run<{ sequence: number; body: string }>(
      `select sequence, body from events where merchant_id = $1 and object_id = $2 order by sequence`,
      [this.deployment.merchant.merchant_id, object_id],
    )
  }

  /** Booked amounts, by cause. */
  async bookedFor(object_id: string): Promise<(cause: string) => number> {
    const rows = await this.deployment.services.db.run<{ cause: string; amount: number }>(
      `select cause, sum(amount)::bigint as amount from transfers
       where merchant_id = $1 and object_id = $2 group by cause`,
      [this.deployment.merchant.merchant_id, object_id],
    )
    return (cause) => rows.find((row) => row.cause === cause)?.amount ?? 0
  }
}

export function sum(facts: BankFact[], effect: string): number {
  return facts.filter((fact) => fact.effect === effect).reduce((n, fact) => n + fact.amount, 0)
}

function last<T>(processes: readonly T[]): T {
  const found = processes.at(-1)
  assert.ok(found)
  return found
}
