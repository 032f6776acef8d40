// Faults at one exact commit. A SHARE lock on a table makes the next writer wait inside PostgreSQL while
// readers go on; pg_stat_activity shows when it waits. So a test knows, without timing, that a process
// stands right before a commit, and can pause the process or break the commit there.
import type { Deployment, RoleProcess } from './deployment.ts'
import { isOperation } from './bank_proxy.ts'
import { withServer } from '#kernel/databases.ts'
import { sleep } from '#kernel/clock.ts'
import { eventually } from './eventually.ts'

/** Runs the work while no process can write to the table. */
export function withTableLocked<T>(
  { database_url }: Pick<Deployment, 'database_url'>,
  table: string,
  work: () => Promise<T>,
): Promise<T> {
  return withServer(database_url, async (db) => {
    await db.query('begin')
    await db.query(`lock table ${table} in share mode`)
    const result = await work()
    await db.query('rollback')
    return result
  })
}

/** This process's connections that wait for a lock on the table; other tests' databases have the same names. */
export async function blockedConnections(
  { sql }: Pick<Deployment, 'sql'>,
  { name }: Pick<RoleProcess, 'name'>,
  table: string,
): Promise<number[]> {
  const rows = await sql<{ pid: number }>(
    `select l.pid from pg_locks l join pg_stat_activity a using (pid)
      where a.datname = current_database() and a.application_name = $1
        and l.relation = $2::regclass and not l.granted`,
    [name, table],
  )
  return rows.map(({ pid }) => pid)
}

/**
 * Pauses the process exactly between the commit that records an operation and the call to the provider: the commit
 * waits for a lock, the process is paused, and the commit lands while its process cannot act on it. Resolves with the
 * answer under way, wrapped, because it only comes after `resume()`. The table is one that the commit writes to and
 * that the process does not write to for any other reason.
 */
export async function pauseBeforeCall<T>(
  deployment: Deployment,
  process: RoleProcess,
  send: () => Promise<T>,
  table = 'operations',
): Promise<{ answer: Promise<T>; operation_id: string }> {
  const before = await operationIds(deployment)
  const answer = await withTableLocked(deployment, table, async () => {
    const sent = send()
    // A failure surfaces where the answer is awaited.
    sent.catch(() => undefined)
    await eventually('the commit of the operation waits for the lock', async () => {
      const blocked = await blockedConnections(deployment, process, table)
      return blocked.length > 0
    })
    await process.pause()
    return { sent }
  })
  const operation_id = await eventually('the operation is recorded', async () =>
    (await operationIds(deployment)).find((id) => !before.includes(id)),
  )
  return { answer: answer.sent, operation_id }
}

async function operationIds({ sql }: Pick<Deployment, 'sql'>): Promise<string[]> {
  const rows = await sql<{ operation_id: string }>('select operation_id from operations')
  return rows.map(({ operation_id }) => operation_id)
}

/** `cancel`: what a statement timeout does. `disconnect`: what a failover or an administrator does. */
export type CommitFault = 'cancel' | 'disconnect'

const breaking: Readonly<Record<CommitFault, string>> = {
  cancel: 'select pg_cancel_backend(pid) from unnest($1::int[]) pid',
  disconnect: 'select pg_terminate_backend(pid) from unnest($1::int[]) pid',
}

/**
 * Lets the provider act on an operation of this kind, and breaks every commit that records its outcome until the
 * caller is answered.
 */
export async function breakOutcomeCommit<T>(
  deployment: Deployment,
  {
    kind,
    fault,
    process = deployment.api(),
  }: {
    kind: string
    fault: CommitFault
    process?: RoleProcess
  },
  send: () => Promise<T>,
): Promise<{ answer: T; broken: number }> {
  const held = deployment.proxy.hold(isOperation(kind))
  const answer = send()
  // The call proves that the first commit stands: what waits from now on is the second.
  await Promise.race([held.arrived, answer])
  return withTableLocked(deployment, 'operations', async () => {
    held.release()
    let broken = 0
    const isAnswered = () =>
      Promise.race([
        answer.then(
          () => true,
          () => true,
        ),
        sleep(20).then(() => false),
      ])
    while (!(await isAnswered())) {
      const blocked = await blockedConnections(deployment, process, 'operations')
      if (blocked.length > 0) await deployment.sql(breaking[fault], [blocked])
      broken += blocked.length
    }
    return { answer: await answer, broken }
  })
}

/**
 * Makes recovery poll these objects' open operations, or all, now instead of at their next poll. It changes when
 * recovery looks, not what it can know.
 */
export async function pollNow(
  { sql }: Pick<Deployment, 'sql'>,
  ...object_ids: string[]
): Promise<void> {
  await sql(
    `update operations set check_at = now()
      where finished_at is null and ($1::text[] = '{}' or object_id = any($1))`,
    [object_ids],
  )
}

/**
 * Makes this object's operations look older. Only for calls that are over, or that never reach the bank: a call under
 * way would seem to have begun before it did.
 */
export async function makeOlder(
  { sql }: Pick<Deployment, 'sql'>,
  object_id: string,
  by_ms: number,
): Promise<void> {
  await sql(
    `update operations set created = created - $2::float * interval '1 ms' where object_id = $1`,
    [object_id, by_ms],
  )
}

/** Changes the schema under running processes, as a migration does. */
export async function addColumn({ sql }: Pick<Deployment, 'sql'>, table: string): Promise<void> {
  await sql(`alter table ${table} add column added_by_test text`)
}
