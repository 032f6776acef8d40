// The drawn diagrams belong to the present sources.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { diagramFiles, findDiagrams, FOLDER, hashSource } from '../../site/diagrams.ts'

const folder = join(resolve(import.meta.dirname, '../..'), FOLDER)

test('every Mermaid block is drawn from its present source, in light and dark, and nothing else is', () => {
  const sources = findDiagrams()
  assert.ok(sources.length > 40, `${sources.length} diagrams`)
  const wanted = sources.flatMap((source) => Object.values(diagramFiles(source)))

  assert.deepEqual(
    readdirSync(folder).toSorted((a, b) => (a < b ? -1 : 1)),
    [...new Set(wanted)].toSorted((a, b) => (a < b ? -1 : 1)),
    'run `npm run docs`',
  )
  for (const source of sources) {
    for (const name of Object.values(diagramFiles(source))) {
      const svg = readFileSync(join(folder, name), 'utf8')
      assert.ok(svg.includes(hashSource(source)), name)
    }
  }
})

test('a diagram has no script, and loads nothing', () => {
  for (const name of readdirSync(folder)) {
    const svg = readFileSync(join(folder, name), 'utf8')
    assert.doesNotMatch(
      svg,
      /<script|\son\w+=|<foreignObject|@import|url\((?!["']?#)|href="(?!#)/i,
      name,
    )
  }
})
