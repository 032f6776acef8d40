// Hand-written lists stay complete: each is compared with the folders, pages or scripts that it lists.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { builtInRoles, groupNames, type Group } from '#http/permissions.ts'

const root = resolve(import.meta.dirname, '../..')

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** The lines between a heading and the next one at the same level. */
function section(text: string, heading: string): string {
  const start = text.indexOf(`\n${heading}\n`)
  assert.ok(start >= 0, `there is no section ${heading}`)
  const end = text.indexOf('\n## ', start + heading.length)
  return text.slice(start, end < 0 ? undefined : end)
}

test('the table of parts lists every resource that has routes', () => {
  const parts = read('docs/parts.md')
  const resources = globSync('server/src/resources/*/*/routes.ts', { cwd: root })
    .map((path) => dirname(path).replace('server/src/', ''))
    .toSorted()
  assert.ok(resources.includes('resources/payments/payments'))
  const missing = resources.filter((name) => !parts.includes(`\`${name}\``))
  assert.deepEqual(missing, [], 'add a row to docs/parts.md')
})

test('the table of parts lists no resource that does not exist', () => {
  const parts = read('docs/parts.md')
  const listed = [...parts.matchAll(/`(resources|core|roles)\/([a-z_/]+)`/g)]
  const gone = listed
    .map(([, layer, name]) => `server/src/${layer}/${name}`)
    .filter((path) => globSync(`${path}/*.ts`, { cwd: root }).length === 0)
  assert.deepEqual(gone, [])
})

test('docs/README.md links to every page under docs/', () => {
  const index = read('docs/README.md')
  const pages = globSync(['docs/**/*.md', 'docs/**/*.json'], { cwd: root })
    .map((path) => path.slice('docs/'.length))
    .filter((path) => path !== 'README.md')
  const decisions = read('docs/decisions/README.md')
  const missing = pages.filter((path) => {
    const name = basename(path)
    const isDecision = /^decisions\/\d/.test(path)
    return isDecision ? !decisions.includes(`](${name})`) : !index.includes(`](${path})`)
  })
  assert.deepEqual(missing, [], 'add a link to docs/README.md, or to docs/decisions/README.md')
})

test('the list of scripts in CONTRIBUTING.md has every npm script, and no other', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const rows = section(read('CONTRIBUTING.md'), '## Scripts').matchAll(/^\| (`[^|]*`) \|/gm)
  const listed = [...rows]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`([a-z:-]+)`/g)])
    .map(([, name = '']) => name)
  assert.deepEqual(listed.toSorted(), Object.keys(scripts).toSorted())
})

test('the guide of team users has each role with its groups, as in the code', () => {
  const [head = '', , ...rows] = section(read('docs/guides/team-users.md'), '## Roles')
    .split('\n')
    .filter((line) => line.startsWith('|'))
  const columns = head
    .split(' | ')
    .slice(1)
    .map((cell) => cell.replace(/ \|$/, ''))
  const areas = new Set(groupNames.map((name) => name.replace(/_(view|manage)$/, '')))
  const expected = Object.entries(builtInRoles).map(([role_id, role]) => {
    const held: readonly Group[] = role.groups
    const cells = columns.map((area) => {
      const found = held.find((group) => group.startsWith(`${area}_`))
      const more = area === 'operations' ? role.scopes.map((scope) => scope.split(':')[0]) : []
      return [found?.slice(area.length + 1) ?? '–', ...more].join(', and ')
    })
    return `| \`${role_id}\` | ${cells.join(' | ')} |`
  })
  assert.deepEqual(new Set(columns), areas)
  assert.deepEqual(rows.slice(0, expected.length), expected)
})
