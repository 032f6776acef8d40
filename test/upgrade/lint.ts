// Squawk over the unreleased migrations.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { migrationPath, migrationsFrom } from './locks.ts'

/** Migrations before it are released, and never change. */
export const FIRST_UNRELEASED = '0043'

/** Rules that do not apply, with the reason. */
const EXCLUDED: Readonly<Record<string, string>> = {
  'require-lock-timeout': 'the runner sets it',
  'require-statement-timeout': 'the runner sets it',
  'prefer-bigint-over-int': 'counts and versions; ids are text',
}

/** The reason for which nothing can be linted here; undefined if it can. */
export function obstacle(): string | undefined {
  return spawnSync('squawk', ['--version']).status === 0
    ? undefined
    : 'squawk not found. Install it with: pip install squawk-cli==2.70.0'
}

/** Squawk's findings about each migration, as it prints them; empty without one. */
export async function lintMigrations(first = FIRST_UNRELEASED): Promise<string> {
  const names = await migrationsFrom(first)
  return names.map((name) => lint(migrationPath(name))).join('')
}

export function lint(path: string): string {
  const isOneByOne = readFileSync(path, 'utf8').startsWith('-- one by one\n')
  const excluded = Object.keys(EXCLUDED).map((rule) => `--exclude=${rule}`)
  const inside = isOneByOne ? [] : ['--assume-in-transaction']
  const { status, stdout, stderr } = spawnSync(
    'squawk',
    [...excluded, ...inside, '--pg-version=15.0', path],
    { encoding: 'utf8' },
  )
  return status === 0 ? '' : stdout || stderr
}
