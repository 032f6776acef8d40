// Faults at one exact commit. A SHARE lock on a table blocks the next writer in PostgreSQL, but no readers, and
// pg_stat_activity shows the blocked writer. So a test knows, without timing, that a process is right before a
// commit, and can pause the process or break the commit.
import type { Deployment, RoleProcess } from './deployment.ts'
import { isOperation } from './bank_proxy.ts'
import { withServer } from '#kernel/databases.ts'
import { sleep } from '#kernel/clock.ts'
import { eventually } from './eventually.ts'

/** Runs the work while all writes to the table are blocked. */
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

/** The connections of this process that wait for a lock on the table. */
export async function blockedConnections(
  { sql }: Pick<Deployment, 'sql'>,
  { name }: Pick<RoleProcess, 'name'>,
  table: string,
): Promise<number[]> {
  const rows = await sql<{ pid: number }>(
    `select l.pid from pg_locks l join pg_stat_activity a using (pid)
      where a.application_name = $1 and l.relation = $2::regclass and not l.granted`,
    [name, table],
  )
  return rows.map(({ pid }) => pid)
}

/**
 * Pauses the process between the commit that records an operation and the call to the provider: the commit waits for
 * a lock, the process is paused, and then the commit is written. The promise of the answer is returned in an object,
 * because it resolves only after `resume()`. The process must write to the table for no other reason.
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
    // The caller of this function awaits the answer and gets its error.
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

/** `cancel` simulates a statement timeout, `disconnect` a failover. */
export type CommitFault = 'cancel' | 'disconnect'

const breaking: Readonly<Record<CommitFault, string>> = {
  cancel: 'select pg_cancel_backend(pid) from unnest($1::int[]) pid',
  disconnect: 'select pg_terminate_backend(pid) from unnest($1::int[]) pid',
}

/** The provider acts on an operation of this kind, and every commit of its outcome fails until the caller is answered. */
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
  // The call proves that the first commit is written, so the next blocked commit is the second.
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

/** Recovery polls the open operations of these objects, or all, now. Only the time of the poll changes. */
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

/** Makes the operations of this object older. Only for calls that have ended or never reach the bank. */
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

/** Simulates a migration while processes run. */
export async function addColumn({ sql }: Pick<Deployment, 'sql'>, table: string): Promise<void> {
  await sql(`alter table ${table} add column added_by_test text`)
}
