// Asks the registry for known vulnerabilities in the packages of the image.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { Findings } from './findings.ts'

interface Report {
  readonly metadata?: { readonly vulnerabilities: Readonly<Record<string, number>> }
  readonly error?: { readonly summary?: string }
  readonly message?: string
}

export function audit(findings: Findings): void {
  const omitted = ['--omit=dev', '--omit=optional', '--workspace=server']
  const patience = ['--fetch-retries=1', '--fetch-timeout=20000']
  const { stdout } = spawnSync('npm', ['audit', '--json', ...omitted, ...patience], {
    cwd: resolve(import.meta.dirname, '../..'),
    encoding: 'utf8',
    timeout: 120_000,
  })
  const report = readReport(stdout)
  const found = report.metadata?.vulnerabilities
  if (found === undefined) {
    const reason = report.error?.summary || report.message || 'npm gave no report'
    findings.note(`npm audit: NOT CHECKED. The registry could not be asked: ${reason}`)
    return
  }
  const high = (found['high'] ?? 0) + (found['critical'] ?? 0)
  findings.measure('vulnerabilities that are high or critical', high, 0, 'packages')
}

function readReport(text: string): Report {
  try {
    return JSON.parse(text) as Report
  } catch {
    return {}
  }
}
