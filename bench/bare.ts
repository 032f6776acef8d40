// The bare engine: pgbench running the very statements that a payment's two commits send, prepared, with
// the same rows and the same planner settings. Only the ids differ from one transaction to the next.
import { spawn } from 'node:child_process'
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp, createServices } from '#app.ts'
import { readConfig } from '#config.ts'
import { PLANNER } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { findPostgres } from '#roles/sandbox/find_postgres.ts'
import type { BenchDeployment } from './deployment.ts'
import { paymentBody } from './requests.ts'

interface Recorded {
  text: string
  inputs: readonly string[]
}

/** Makes one payment inside this process and writes down what its commits sent. */
export async function bareScript({ env, caller }: BenchDeployment): Promise<string> {
  const config = readConfig(env)
  const services = createServices(config, createLog('warn'))
  const commits: Recorded[] = []
  const run = services.db.run.bind(services.db)
  services.db.run = (text, inputs) => {
    const isCommit = text.startsWith('with i0') && text.includes('payments')
    if (isCommit) commits.push({ text, inputs: inputs as string[] })
    return run(text, inputs)
  }
  const app = createApp(config, services)
  const answer = await app.inject({
    method: 'POST',
    url: '/payments',
    headers: { 'api-key': caller.api_key },
    payload: paymentBody(caller.profile_id, 'pay_recorded'),
  })
  await app.close()
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const ids = ['pay_recorded', ...new Set(JSON.stringify(commits).match(/(op|evt)_[0-9a-z]{26}/g))]
  return scriptOf(commits, ids)
}

const ID = 'XXIDXX'
const COLON = '\uE000'

/**
 * Statements as pgbench runs them: the rows stand in the statement, the id is its one parameter. Ids grow
 * with time, as ours do: random ones would make the bare engine slower than it is.
 */
function scriptOf(statements: readonly Recorded[], ids: readonly string[]): string {
  const lines = ['\\set i :i + 1', '\\set n :base + :i * 1000 + :client_id']
  for (const { text, inputs } of statements) {
    const filled = inputs.reduce((sql, input, n) => {
      const rows = ids.reduce((json, id, k) => json.replaceAll(id, `${ID}${k}`), harmless(input))
      const id = `'b' || lpad(:n, 18, '0')`
      return sql.replace(`$${n + 1}::json`, () => `replace($q$${rows}$q$, '${ID}', ${id})::json`)
    }, text)
    lines.push(`${filled.replaceAll('\n', ' ')};`)
  }
  return `${lines.join('\n')}\n`
}

/** pgbench takes a colon before a letter or digit for a variable: none is left that looks like one. */
function harmless(json: string): string {
  const escaped = JSON.stringify(
    JSON.parse(json),
    (_, value: unknown) => (typeof value === 'string' ? value.replaceAll(':', COLON) : value),
    1,
  )
  return escaped.replaceAll('\n', ' ').replaceAll(COLON, '\\u003a')
}

export interface BareResult {
  tps: number
  done: number
  latencies_ms: number[]
}

let base = 0

export async function runBare(
  url: string,
  script: string,
  clients: number,
  seconds: number,
): Promise<BareResult> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-bare-'))
  try {
    const file = join(folder, 'payment.sql')
    await writeFile(file, script)
    base += 10 ** 14
    const load = ['-c', String(clients), '-j', '2', '-T', String(seconds), '-n', '-M', 'prepared']
    const log = ['-l', `--log-prefix=${join(folder, 'log')}`]
    const given = ['-D', 'i=0', '-D', `base=${base}`, '-f', file, url]
    const pgbench = await findPgbench()
    if (pgbench === undefined) throw new Error('There is no pgbench here: install a PostgreSQL.')
    const output = await run(pgbench, [...load, ...log, ...given])
    if (output.includes('ERROR')) throw new Error(`pgbench said:\n${output}`)
    const tps = Number(/tps = ([\d.]+)/.exec(output)?.[1] ?? 0)
    // A short run on a busy machine can end before its first transaction.
    if (tps === 0 && seconds < 60) return await runBare(url, script, clients, seconds * 4)
    if (tps === 0) throw new Error(`pgbench did nothing in ${seconds} s:\n${output}`)
    const latencies_ms = await readLatencies(folder)
    return { tps, done: latencies_ms.length, latencies_ms }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** One line a transaction; its third word is how long it took, in microseconds. */
async function readLatencies(folder: string): Promise<number[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('log'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const lines = texts.flatMap((text) => text.split('\n').filter(Boolean))
  return lines.map((line) => Number(line.split(' ')[2]) / 1000)
}

/** It comes with an installed PostgreSQL, not with the one from npm. */
export async function findPgbench(): Promise<string | undefined> {
  const program = join((await findPostgres())?.bin ?? '', 'pgbench')
  return access(program).then(
    () => program,
    () => undefined,
  )
}

function run(program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, PGOPTIONS: PLANNER }
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    let output = ''
    child.stdout.on('data', (text) => (output += String(text)))
    child.stderr.on('data', (text) => (output += String(text)))
    child.once('error', reject)
    child.once('exit', () => resolve(output))
  })
}
