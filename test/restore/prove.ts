// A database is lost under load and restored to a chosen second from an encrypted pgBackRest repository; then the books
// are brought back to the bank's log, and merchants send again what they have lost. It executes the restore drill of
// docs/operations/backup.md. Nothing may be charged twice, and nothing that the bank did may lack its operation.
//
//   npm run prove:restore -- --rate 10 --seconds 5
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sleep } from '#kernel/clock.ts'
import { type Deployment, startDeployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { Findings } from '../release/findings.ts'
import { checkAudit, checkBooks, checkPassphrase, expireOldest } from './checks.ts'
import { adopt, restore, retry, startAgain } from './drill.ts'
import { type RecordedLoad, startRecordedLoad } from './load.ts'
import { Backrest, obstacle } from './pgbackrest.ts'
import { startLosablePostgres } from './postgres.ts'
import { anchorNow, expect, type Moment, type Proof, type Report, seconds, timed } from './proof.ts'

/** Payments that are created before the moment and confirmed after it. */
const CONFIRMED_LATER = 5

/** Returns the number of statements that do not hold. */
export async function proveRestore(rate: number, seconds: number): Promise<number> {
  const findings = new Findings()
  const folder = mkdtempSync(join(tmpdir(), 'florin-restore-'))
  // PostgreSQL's account must get through to its own folder.
  chmodSync(folder, 0o711)
  try {
    await run(folder, findings, rate, seconds * 1_000)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return findings.end()
}

async function run(folder: string, findings: Findings, rate: number, phase_ms: number) {
  await using postgres = await startLosablePostgres(join(folder, 'postgres'))
  const backrest = await Backrest.configure(
    join(folder, 'postgres/backup'),
    postgres.data,
    postgres.url,
  )
  await postgres.start(backrest.settings())
  const anchors = join(folder, 'anchors')
  await using deployment = await startDeployment({
    server_url: postgres.url,
    env: { FLORIN_AUDIT_ANCHOR: `file:${anchors}` },
  })
  const proof: Proof = { folder, findings, postgres, backrest, deployment, anchors, rows: [] }
  expect(proof, 'the stanza is created', await backrest.run('create'))
  expect(proof, '`pgbackrest check` archives a segment', await backrest.run('check'))
  const load = startRecordedLoad(() => deployment.client(), rate)
  const moment = await backUp(proof, load, phase_ms)
  await lose(proof, load, moment)
  await checkPassphrase(proof, moment)
  await restore(proof, moment)
  const adopted = await adopt(proof)
  await startAgain(proof)
  await retry(proof, load, moment)
  await checkBooks(proof)
  await checkAudit(proof, moment)
  await expireOldest(proof)
  print(proof, adopted)
}

async function backUp(proof: Proof, load: RecordedLoad, phase_ms: number): Promise<Moment> {
  const { backrest, deployment, rows } = proof
  await sleep(phase_ms)
  const full = await timed(() => backrest.run('full'))
  expect(proof, 'a full backup under load', full.result)
  await sleep(phase_ms)
  const diff = await timed(() => backrest.run('diff'))
  expect(proof, 'a differential backup under load', diff.result)
  rows.push(['full backup, differential backup', `${seconds(full)}, ${seconds(diff)}`])
  await sleep(phase_ms)
  const unconfirmed = await createUnconfirmed(deployment)
  await anchorNow(proof, proof.anchors)
  await sleep(1_000)
  const [row] = await deployment.sql<{ text: string; payments: number }>(
    `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US+00') as text,
      (select count(*)::int from payments) as payments`,
  )
  const moment = {
    text: row?.text ?? '',
    payments: row?.payments ?? 0,
    at: Date.now(),
    unconfirmed,
  }
  await sleep(1_000)
  for (const id of unconfirmed) await deployment.client().post(`/payments/${id}/confirm`, {})
  await sleep(phase_ms)
  await anchorNow(proof, proof.anchors)
  await archivedAfter(proof, load)
  return moment
}

async function createUnconfirmed(deployment: Deployment): Promise<string[]> {
  const ids = Array.from({ length: CONFIRMED_LATER }, (_, n) => `unconfirmed-${n}`)
  for (const payment_id of ids) {
    await deployment.client().post('/payments', paymentBody({ payment_id, confirm: false }))
  }
  return ids
}

/** Waits until all commits so far are in the repository; the current segment will be lost. */
async function archivedAfter({ deployment }: Proof, load: RecordedLoad): Promise<void> {
  const [segment] = await deployment.sql<{ name: string }>(
    'select pg_walfile_name(pg_current_wal_lsn()) as name',
  )
  await eventually('the WAL is archived', async () => {
    const [row] = await deployment.sql<{ done: boolean }>(
      'select last_archived_wal >= $1 as done from pg_stat_archiver',
      [segment?.name],
    )
    return row?.done
  })
  if (load.sent.length === 0) throw new Error('there was no load')
}

async function lose(proof: Proof, load: RecordedLoad, moment: Moment): Promise<void> {
  const { deployment, postgres, rows } = proof
  const [row] = await deployment.sql<{ count: number }>('select count(*)::int from payments')
  rows.push(['payments until the moment', String(moment.payments)])
  rows.push(['payments after it, until the loss', String((row?.count ?? 0) - moment.payments)])
  await postgres.lose()
  await load.stop()
  for (const process of [...deployment.apis, ...deployment.workers]) await process.kill9()
}

function print({ rows }: Proof, adoptions: Report['adoptions']): void {
  const actions = Map.groupBy(adoptions, ({ action }) => action.replaceAll(/\d+/g, 'N'))
  const adopted = [...actions].map(([action, all]): [string, string] => [
    `… ${action}`,
    String(all.length),
  ])
  const table = [...rows, ...adopted].map(([what, figure]) => `| ${what} | ${figure} |`)
  process.stdout.write(`| | |\n|---|---|\n${table.join('\n')}\n`)
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      rate: { type: 'string', default: '10' },
      seconds: { type: 'string', default: '5' },
    },
  })
  const why = obstacle()
  if (why === undefined) await proveRestore(Number(values.rate), Number(values.seconds))
  else {
    process.stdout.write(`Not proven: ${why}\n`)
    process.exitCode = 1
  }
}
