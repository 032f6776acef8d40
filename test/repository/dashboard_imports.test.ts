// The import graph of the dashboard. The linter does not follow pages that are loaded on use.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'oxc-parser'

const folder = resolve(import.meta.dirname, '../../dashboard/src')

/** The files that a dashboard file loads: at once, when it is used, or only for its types. */
function dashboardImports(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const { staticImports, dynamicImports, staticExports } = parseSync(file, text).module
  const specifiers = [
    ...staticImports.map((entry) => entry.moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map((each) => each.moduleRequest?.value)),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ]
  return specifiers
    .filter((specifier) => specifier?.startsWith('.') === true)
    .map((specifier = '') => resolve(dirname(file), specifier))
}

/** Files that are part of an import cycle. A file is in one if it can reach itself. */
function cyclic(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const reached = (from: string): Set<string> => {
    const seen = new Set<string>()
    const open = [...(graph.get(from) ?? [])]
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (seen.has(file)) continue
      seen.add(file)
      open.push(...(graph.get(file) ?? []))
    }
    return seen
  }
  return [...graph.keys()].filter((file) => reached(file).has(file))
}

test('no dashboard file imports itself through others, including pages that are loaded on use', () => {
  const files = globSync(join(folder, '**/*.{ts,tsx}'))
  const graph = new Map(files.map((file) => [file, dashboardImports(file)]))
  assert.ok(graph.get(join(folder, 'router.tsx'))?.includes(join(folder, 'home/home.tsx')))
  assert.deepEqual(
    cyclic(graph).map((file) => relative(folder, file)),
    [],
  )
})
