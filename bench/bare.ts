// The bare engine: pgbench running the very statements that a payment's two commits send, prepared,
// with the same rows. Only the ids differ from one transaction to the next.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Recorded {
  text: string
  inputs: string[]
}

const ID = 'XXIDXX'
const COLON = '\uE000'

/**
 * Statements as pgbench runs them: the rows stand in the statement, the id is its one parameter. Ids grow
 * with time, as ours do: random ones would make the bare engine slower than it is.
 */
export function bareScript(statements: readonly Recorded[], ids: readonly string[]): string {
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

let base = 0

export async function runBare(url: string, script: string, clients: number, seconds: number) {
  const folder = await mkdtemp(join(tmpdir(), 'florin-bare-'))
  const file = join(folder, 'payment.sql')
  await writeFile(file, script)
  try {
    base += 10 ** 14
    const load = ['-c', String(clients), '-j', '2', '-T', String(seconds)]
    const args = ['-n', '-M', 'prepared', ...load, '-D', 'i=0', '-D', `base=${base}`]
    const output = await run(pgbench(), [...args, '-f', file, url])
    const tps = Number(/tps = ([\d.]+)/.exec(output)?.[1] ?? 0)
    const latency_ms = Number(/latency average = ([\d.]+)/.exec(output)?.[1] ?? 0)
    if (tps === 0) throw new Error(`pgbench said:\n${output}`)
    return { tps, latency_ms }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function pgbench(): string {
  const root = '/usr/lib/postgresql'
  try {
    const [newest] = readdirSync(root).toSorted((a, b) => Number(b) - Number(a))
    return newest === undefined ? 'pgbench' : join(root, newest, 'bin', 'pgbench')
  } catch {
    return 'pgbench'
  }
}

function run(program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (text) => (output += String(text)))
    child.stderr.on('data', (text) => (output += String(text)))
    child.once('error', reject)
    child.once('exit', () => resolve(output))
  })
}
