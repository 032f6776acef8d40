// An upgrade without downtime, and back: two apis and two workers from an earlier commit are replaced one by one with the
// current tree's under load, on the schema that the current tree has migrated; then with the earlier ones again. No
// request may fail, no webhook may differ, and the books must agree with the bank's log. Before that, the unreleased
// migrations are linted, and run on large tables while a writer measures how long it waits.
//
//   npm run prove:upgrade -- --from 42305d14 --rows 1000000
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeSecret } from '#kernel/crypto.ts'
import { createDatabase, dropDatabase, withServer } from '#kernel/databases.ts'
import { newId } from '#kernel/ids.ts'
import { type BankProcess, startBank } from '#roles/sandbox/bank.ts'
import { Client } from '#testing/client.ts'
import type { BankFact } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import { type Receiver, startReceiver } from '#testing/receiver.ts'
import { settled } from '../faults/judge.ts'
import { Findings } from '../release/findings.ts'
import { judge } from '../restore/judge.ts'
import { Fleet } from './fleet.ts'
import { FIRST_UNRELEASED, lintMigrations, obstacle } from './lint.ts'
import { Load } from './load.ts'
import { measureLocks } from './locks.ts'
import { checkOut, current, type Env, type Program, runCommand } from './program.ts'
import { compareWebhooks } from './webhooks.ts'

const MAX_LOCK_MS = 1_000

interface Proof {
  readonly findings: Findings
  readonly folder: string
  readonly old: Program
  readonly env: Env
  readonly database_url: string
  readonly bank: BankProcess
}

async function prove(from: string, rows: number): Promise<void> {
  const findings = new Findings()
  const server = process.env['DATABASE_URL'] ?? ''
  const why = obstacle()
  if (why === undefined) {
    const found = await lintMigrations()
    findings.check('squawk has no finding about the unreleased migrations', found === '', found)
  } else findings.note(`migrations are not linted: ${why}`)
  if (rows > 0) await checkLocks(findings, server, rows)
  const folder = await mkdtemp(join(tmpdir(), 'florin-upgrade-'))
  const name = newId('req').replace('req', 'florin_upgrade')
  const database_url = await createDatabase(server, name)
  const bank_folder = join(folder, 'bank')
  await mkdir(bank_folder)
  const bank = await startBank(bank_folder)
  try {
    const old = await checkOut(from, join(folder, 'old'))
    findings.note(`${from} is checked out with its own packages`)
    const env = settings(database_url, bank, folder)
    await upgradeAndBack({ findings, folder, old, env, database_url, bank })
  } finally {
    await bank.stop()
    await dropDatabase(server, name)
    await rm(folder, { recursive: true, force: true })
  }
  findings.end()
}

async function checkLocks(findings: Findings, server: string, rows: number): Promise<void> {
  const { waited, migrate_ms } = await measureLocks(server, FIRST_UNRELEASED, rows)
  findings.note(`migrations with ${rows} rows in each table: ${(migrate_ms / 1_000).toFixed(1)} s`)
  for (const { table, writes, longest_ms, failed } of waited) {
    findings.measure(`${table}: longest of ${writes} writes`, longest_ms, MAX_LOCK_MS, 'ms')
    if (failed > 0) findings.check(`${table}: no write fails`, false, `${failed} failed`)
  }
}

function settings(database_url: string, bank: BankProcess, folder: string): Env {
  return {
    ...bank.env,
    DATABASE_URL: database_url,
    FLORIN_SECRET: makeSecret(),
    FLORIN_RATE_LIMIT: '1000000',
    FLORIN_PORT: '0',
    FLORIN_METRICS_PORT: '0',
    FLORIN_WORKER_METRICS_PORT: '0',
    FLORIN_DRAIN_MS: '1500',
    FLORIN_DATABASE_CONNECTIONS: '4',
    FLORIN_FILES_DIR: join(folder, 'files'),
    FLORIN_LOG_LEVEL: 'fatal',
  }
}

interface Merchant {
  readonly merchant_id: string
  readonly profile_id: string
  readonly api_key: string
}

async function command(program: Program, env: Env, ...args: string[]): Promise<string> {
  const { code, output } = await runCommand(program, args, env)
  if (code !== 0) throw new Error(`${program.name} ${args.join(' ')}: ${output}`)
  return output
}

async function upgradeAndBack(proof: Proof): Promise<void> {
  const { findings, old, env } = proof
  await command(old, env, 'migrate')
  const created = await command(old, env, 'merchants', 'create', '--name', 'Shop', '--json')
  const merchant = JSON.parse(created) as Merchant
  await using receiver = await startReceiver()
  await using fleet = await Fleet.start(old, env, merchant.api_key)
  await eventually('the old release serves', async () => isServing(fleet))
  await configure(fleet.client(), merchant, receiver)
  const load = new Load(() => fleet.client())
  const step = async (name: string) => {
    const before = load.failures.length
    await load.goesOn()
    const failed = load.failures.slice(before)
    findings.check(`${name}: ${fleet.describe()}`, failed.length === 0, failed[0])
  }
  await step('the old release on its own schema')
  await missingWebhooks(proof, receiver)
  const baseline = receiver.received.length
  const migrated = await command(current, env, 'migrate')
  await step(`the old release on the migrated schema (${migrated.split('\n').at(-1)})`)
  await roll(fleet, current, step)
  await roll(fleet, old, step)
  await load.stop()
  findings.check(`${load.requests} requests, none failed`, load.failures.length === 0)
  for (const failure of load.failures.slice(0, 20)) findings.note(failure)
  await checkBooks(proof)
  const missing = await missingWebhooks(proof, receiver)
  findings.check('every event was delivered', missing.length === 0, missing[0])
  checkWebhooks(findings, receiver, baseline)
  findings.check('every process stopped cleanly', fleet.unclean.length === 0, fleet.unclean[0])
}

function isServing(fleet: Fleet): boolean {
  try {
    fleet.client()
    return true
  } catch {
    return false
  }
}

async function configure(client: Client, merchant: Merchant, { url }: Receiver): Promise<void> {
  const path = `/account/${merchant.merchant_id}/business_profile/${merchant.profile_id}`
  const webhook_details = { webhook_url: url, payment_created_enabled: true }
  const answer = await client.post(path, { webhook_details })
  if (answer.status !== 200) throw new Error(answer.text)
}

/** Processes are replaced one by one, and the load goes on between the steps. */
async function roll(
  fleet: Fleet,
  to: Program,
  step: (name: string) => Promise<void>,
): Promise<void> {
  await fleet.replaceApi(to)
  await fleet.replaceWorker(to)
  await step('mixed')
  await fleet.replaceApi(to)
  await fleet.replaceWorker(to)
  await step(`the ${to.name} release alone`)
}

function query<T>({ database_url }: Proof, text: string, values: readonly unknown[] = []) {
  return withServer(database_url, async (db) => (await db.query(text, [...values])).rows as T[])
}

/** Waits until each event so far was delivered, even while others follow; returns those that were not. */
async function missingWebhooks(proof: Proof, receiver: Receiver): Promise<string[]> {
  const rows = await query<{ event_id: string }>(proof, 'select event_id from events')
  const missing = () => {
    const ids = new Set(receiver.received.map(({ headers }) => String(headers['webhook-id'])))
    return rows.map(({ event_id }) => event_id).filter((id) => !ids.has(id))
  }
  await eventually('they are delivered', async () => missing().length === 0).catch(() => undefined)
  return missing()
}

async function checkBooks(proof: Proof): Promise<void> {
  const { findings, folder, old, env, bank } = proof
  const headers = { Authorization: `Bearer ${env['FLORIN_BANK_KEY']}` }
  const readLog = async () =>
    (await (await fetch(`${bank.url}/log`, { headers })).json()) as BankFact[]
  const deployment = {
    sql: <T>(text: string, values?: readonly unknown[]) => query<T>(proof, text, values),
    bank: { log: readLog },
  }
  await settled(deployment as never)
  const { operations, unmatched, twice, different } = await judge(deployment as never)
  const wrong = [...unmatched, ...twice, ...different]
  findings.check(`the bank's ${operations} operations agree`, wrong.length === 0, wrong[0])
  const log = join(folder, 'operations.jsonl')
  const lines = (await readLog()).map((fact) => `${JSON.stringify(fact)}\n`)
  await writeFile(log, lines.join(''))
  for (const program of [old, current]) {
    const { code, output } = await runCommand(
      program,
      ['doctor', '--books', '--bank-log', log],
      env,
    )
    const says = output.split('\n').filter((line) => / wrong /.test(line))
    findings.check(`the doctor of the ${program.name} release is clean`, code === 0, says.join(' '))
  }
}

function checkWebhooks(findings: Findings, { received }: Receiver, baseline: number): void {
  const { compared, types, different, added, doubled } = compareWebhooks(received, baseline)
  const about = `${compared} webhooks compared with ${baseline} of ${types} types`
  findings.check(`${about}: none differs`, different.length === 0, different.slice(0, 3).join('; '))
  findings.check('no event was delivered twice', doubled.length === 0, doubled[0])
  if (added.length > 0) findings.note(`fields that the new release adds: ${added.join(', ')}`)
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      from: { type: 'string', default: '42305d14' },
      rows: { type: 'string', default: '1000000' },
    },
  })
  await prove(values.from, Number(values.rows))
}
