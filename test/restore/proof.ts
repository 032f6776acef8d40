// Shared by the proof's parts: the lost deployment, the page's commands, and the report's table.
import { execFile } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Deployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import type { Findings } from '../release/findings.ts'
import type { Backrest, Outcome } from './pgbackrest.ts'
import type { LosablePostgres } from './postgres.ts'
import { split } from './steps.ts'

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

export interface Proof {
  readonly folder: string
  readonly findings: Findings
  readonly postgres: LosablePostgres
  readonly backrest: Backrest
  readonly deployment: Deployment
  readonly anchors: string
  /** Rows of the report's table. */
  readonly rows: [what: string, figure: string][]
}

export interface Moment {
  /** As PostgreSQL prints it. */
  readonly text: string
  readonly at: number
  readonly payments: number
  /** Payments that are confirmed after it. */
  readonly unconfirmed: readonly string[]
}

export interface Report {
  readonly adoptions: readonly { action: string; did: string; needs_person: boolean }[]
  readonly findings: readonly { count: number; violations: readonly { message: string }[] }[]
}

export async function florin(proof: Proof, command: string, ...more: string[]): Promise<Outcome> {
  const { deployment, folder } = proof
  const log = join(folder, 'operations.jsonl')
  const facts = await deployment.bank.log()
  writeFileSync(log, facts.map((fact) => `${JSON.stringify(fact)}\n`).join(''))
  const [, , ...args] = split(command).map((word) => word.replace('operations.jsonl', log))
  return new Promise((done) => {
    const options = { env: { ...deployment.settings }, maxBuffer: 64 * 1024 * 1024 }
    execFile(process.execPath, [main, ...args, ...more], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? 1)
      done({ code, output: `${stdout}${stderr}`.trim() })
    })
  })
}

export async function doctor(proof: Proof, command: string): Promise<Report> {
  const { output } = await florin(proof, command, '--json')
  const line = output.split('\n').find((each) => each.startsWith('{"merchants"'))
  if (line === undefined) throw new Error(output)
  return JSON.parse(line) as Report
}

export function countViolations({ findings }: Report): number {
  return findings.reduce((sum, { count }) => sum + count, 0)
}

export function firstViolations({ findings }: Report): string {
  return findings
    .flatMap(({ violations }) => violations.map(({ message }) => message))
    .slice(0, 3)
    .join('; ')
}

export function expect({ findings }: Proof, statement: string, { code, output }: Outcome): void {
  findings.check(statement, code === 0, code === 0 ? '' : output.slice(-500))
}

interface Timed<T> {
  readonly result: T
  readonly ms: number
}

export async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const start = performance.now()
  const result = await work()
  return { result, ms: performance.now() - start }
}

export function seconds({ ms }: Timed<unknown>): string {
  return `${(ms / 1_000).toFixed(1)} s`
}

/** A new file, because the old one has lost seals, which every comparison reports. */
export function newAnchors({ folder }: Proof): string {
  return join(folder, 'anchors-after-restore')
}

/** The worker writes an anchor at once, instead of once an hour. */
export async function anchorNow({ deployment }: Proof, anchors: string): Promise<void> {
  const count = () => lines(anchors).length
  const before = count()
  await deployment.sql(
    `update directory.audit_anchors set anchored_at = null, claimed_at = '2000-01-01'`,
  )
  await eventually('the worker writes an anchor', async () => count() > before)
}

export function lines(file: string): string[] {
  appendFileSync(file, '')
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}
