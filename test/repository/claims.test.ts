// A caller who reads that nothing was changed pays again, so the server may say it in one place only.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { parseSync, Visitor } from 'oxc-parser'

const source = resolve(import.meta.dirname, '../../server/src')
const CLAIM = /nothing (was|is|has been) changed|so nothing was sent|no changes were made/i

/** Operator commands, which check before they write. */
const COMMANDS: ReadonlySet<string> = new Set([
  'core/operations/resolve.ts',
  'core/vault/deployment.ts',
  'roles/doctor/adopt.ts',
])

function textsIn(path: string): string[] {
  const found: string[] = []
  new Visitor({
    Literal: ({ value }) => void (typeof value === 'string' && found.push(value)),
    TemplateElement: ({ value }) => void found.push(value.cooked ?? ''),
  }).visit(parseSync(path, readFileSync(join(source, path), 'utf8')).program)
  return found
}

test('only http/changes.ts says that nothing was changed, and http/failures.ts logs it', () => {
  const program = globSync('**/*.ts', { cwd: source }).filter(
    (path) => !/^testing\/|\.test\.ts$/.test(path) && !COMMANDS.has(path),
  )

  const claiming = program.filter((path) => textsIn(path).some((text) => CLAIM.test(text)))

  assert.deepEqual(claiming.toSorted(), ['http/changes.ts', 'http/failures.ts'])
})
