// Where processes are killed: at every point between the decision to call the bank and the commit of its
// answer. Each point is really reached, and shown to be, before the process dies; then a new process and
// the worker find out the truth. The judge is the bank's own log.
import assert from 'node:assert/strict'
import { withServer } from '#kernel/databases.ts'
import { type ApiProcess, startApi, startWorker, type WorkerProcess } from '#testing/processes.ts'
import type { BankFact } from '#testing/bank_desk.ts'
import { testBank } from '#testing/bank.ts'
import type { Client } from '#testing/client.ts'
import { testDatabase } from '#testing/database.ts'
import { harness, type Shop } from '#testing/harness.ts'

export type Send = (headers: Record<string, string>) => Promise<{ status: number; text: string }>

/** What is under way when the process dies. */
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

const PATIENCE_MS = 15_000

export class CrashStage {
  readonly bank: Awaited<ReturnType<typeof testBank>>
  readonly shop: Shop
  private worker: WorkerProcess
  private api: ApiProcess

  static async create(): Promise<CrashStage> {
    const bank = await testBank()
    const shop = await harness({ env: bank.env })
    return new CrashStage(bank, shop, await startWorker(bank.env), await startApi(bank.env))
  }

  private constructor(
    bank: Awaited<ReturnType<typeof testBank>>,
    shop: Shop,
    worker: WorkerProcess,
    api: ApiProcess,
  ) {
    this.bank = bank
    this.shop = shop
    this.worker = worker
    this.api = api
  }

  async stop(): Promise<void> {
    await this.api.stop()
    await this.worker.stop()
    await this.shop[Symbol.asyncDispose]()
  }

  client(): Client {
    return this.api.client(this.shop.merchant.api_key)
  }

  readonly points: Record<CrashPoint, (crash: Crash) => Promise<void>> = {
    // The first commit waits in PostgreSQL for a lock while its process dies, and then lands.
    'after the first commit and before the call': async ({ object_id, kind, table, send }) => {
      await withLock('operations', async () => {
        const cut = send({})
        await waitingStatements(table)
        await this.killApi(cut)
      })
      await eventually(() => this.sentOperation(object_id, kind))
      assert.deepEqual(await this.factsOf(object_id, kind), [])
    },
    // The request lies in the socket of a bank that stands still.
    'during the call': async ({ object_id, kind, send }) => {
      process.kill(this.bank.pid, 'SIGSTOP')
      const cut = send({})
      await eventually(() => this.sentOperation(object_id, kind))
      await new Promise((resolve) => setTimeout(resolve, 300))
      await this.killApi(cut)
      process.kill(this.bank.pid, 'SIGCONT')
    },
    'after the bank acted and before its answer is read': async ({ object_id, kind, send }) => {
      const cut = send({ 'X-Sandbox-Acquirer': 'timeout' })
      await eventually(async () => (await this.factsOf(object_id, kind))[0])
      await this.killApi(cut)
    },
    // The second commit waits for a lock while its process dies, and its connection is cut before it lands.
    'after the answer and before the second commit': async ({ object_id, kind, table, send }) => {
      const cut = send({ 'X-Sandbox-Delay-Ms': '1000' })
      await eventually(async () => (await this.factsOf(object_id, kind))[0])
      await withLock(table, async () => {
        const pids = await waitingStatements(table)
        await this.killApi(cut)
        await withServer(await testDatabase(), (db) =>
          db.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids]),
        )
      })
    },
  }

  async startAgain(): Promise<void> {
    this.api = await startApi(this.bank.env)
  }

  async killApi(cut: Promise<unknown>): Promise<void> {
    const lost = assert.rejects(cut)
    process.kill(this.api.pid, 'SIGKILL')
    await this.api.ended
    await lost
  }

  /** Another worker takes its place. */
  async killWorker(): Promise<void> {
    process.kill(this.worker.pid, 'SIGKILL')
    await this.worker.ended
    this.worker = await startWorker(this.bank.env)
  }

  async factsOf(object_id: string, kind?: string): Promise<BankFact[]> {
    const facts = await this.bank.log()
    return facts.filter(
      (fact) => fact.reference === object_id && (kind === undefined || fact.kind === kind),
    )
  }

  async sentOperation(object_id: string, kind: string): Promise<Sent | undefined> {
    const rows = await this.shop.services.db.run<Sent>(
      `select operation_id from operations
       where merchant_id = $1 and object_id = $2 and kind = $3 and status = 'sent' and checks = 0`,
      [this.shop.merchant.merchant_id, object_id, kind],
    )
    return rows[0]
  }

  /** Makes the operation due now; then waits until it is over. */
  async recover({ operation_id }: Sent): Promise<void> {
    const { merchant_id } = this.shop.merchant
    await this.shop.services.db.run(
      `update operations set check_at = now()
       where merchant_id = $1 and operation_id = $2`,
      [merchant_id, operation_id],
    )
    await eventually(async () => {
      const rows = await this.shop.services.db.run<Sent>(
        `select operation_id from operations
         where merchant_id = $1 and operation_id = $2 and finished_at is not null`,
        [merchant_id, operation_id],
      )
      return rows[0]
    })
  }

  eventsOf(object_id: string) {
    return this.shop.services.db.run<{ sequence: number; body: string }>(
      `select sequence, body from events where merchant_id = $1 and object_id = $2 order by sequence`,
      [this.shop.merchant.merchant_id, object_id],
    )
  }

  /** What the books say was moved, by cause. */
  async bookedFor(object_id: string): Promise<(cause: string) => number> {
    const rows = await this.shop.services.db.run<{ cause: string; amount: number }>(
      `select cause, sum(amount)::bigint as amount from transfers
       where merchant_id = $1 and object_id = $2 group by cause`,
      [this.shop.merchant.merchant_id, object_id],
    )
    return (cause) => rows.find((row) => row.cause === cause)?.amount ?? 0
  }
}

export function sum(facts: BankFact[], effect: string): number {
  return facts.filter((fact) => fact.effect === effect).reduce((n, fact) => n + fact.amount, 0)
}

export async function withLock(table: string, work: () => Promise<void>): Promise<void> {
  await withServer(await testDatabase(), async (db) => {
    await db.query('begin')
    await db.query(`lock table ${table} in share mode`)
    await work()
    await db.query('commit')
  })
}

/** The backends whose write of this table waits for a lock; there is one, sooner or later. */
export async function waitingStatements(table: string): Promise<number[]> {
  return withServer(await testDatabase(), async (db) =>
    eventually(async () => {
      const { rows } = await db.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database()
         and wait_event_type = 'Lock' and query like '%' || $1 || '%' and pid <> pg_backend_pid()`,
        [table],
      )
      return rows.length > 0 ? rows.map(({ pid }) => pid) : undefined
    }),
  )
}

/** Asks again and again until there is something. */
export async function eventually<T>(
  look: () => Promise<T | undefined | false>,
  patience_ms = PATIENCE_MS,
): Promise<T> {
  const until = performance.now() + patience_ms
  while (performance.now() < until) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('what was waited for did not happen')
}
