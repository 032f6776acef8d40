// Asks the registry whether it signed the packages that are installed: `npm run audit:signatures`. Fails for a package
// whose signature is invalid or missing. A registry that cannot be reached, or signs nothing, proves nothing either way:
// that is said, and is no failure.
import { spawnSync } from 'node:child_process'

const TIMEOUT_MS = 180_000

interface Report {
  readonly invalid?: readonly Finding[]
  readonly missing?: readonly Finding[]
  readonly error?: { readonly code?: string; readonly summary?: string }
}

interface Finding {
  readonly name: string
  readonly version: string
}

const { stdout, error } = spawnSync(
  'npm',
  ['audit', 'signatures', '--json', '--fetch-retries=1', '--fetch-timeout=20000'],
  { encoding: 'utf8', timeout: TIMEOUT_MS },
)
const report = reportIn(stdout)
if (report?.invalid === undefined || report.missing === undefined) {
  const reason = report?.error?.summary ?? error?.message ?? 'npm gave no report'
  say(`NOT CHECKED. The registry could not be asked: ${reason}`)
} else {
  const { invalid, missing } = report
  for (const { name, version } of invalid) say(`${name}@${version} has an invalid signature`)
  for (const { name, version } of missing) say(`${name}@${version} has no signature`)
  const count = invalid.length + missing.length
  if (count === 0) say('every package has a valid signature of the registry')
  process.exitCode = count > 0 ? 1 : 0
}

function say(text: string): void {
  process.stdout.write(`signatures: ${text}\n`)
}

/** npm prints an error as JSON too. */
function reportIn(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report
  } catch {
    return undefined
  }
}
