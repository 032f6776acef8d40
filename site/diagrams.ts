// The drawn diagrams: two SVG files for each Mermaid block, named by its hash, so that a file always belongs to the
// present source.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLibrary, root } from './pages.ts'

export const FOLDER = 'docs/diagrams'
const HASH_LENGTH = 16

export interface DiagramFiles {
  readonly light: string
  readonly dark: string
}

export function hashSource(source: string): string {
  return createHash('sha256').update(source.trim()).digest('hex')
}

export function diagramFiles(source: string): DiagramFiles {
  const name = hashSource(source).slice(0, HASH_LENGTH)
  return { light: `${name}-light.svg`, dark: `${name}-dark.svg` }
}

/** Each diagram's source. */
export function findDiagrams(): string[] {
  const found = [...readLibrary().pages.keys()].flatMap((source) => {
    const text = readFileSync(join(root, source), 'utf8')
    return [...text.matchAll(/^```mermaid\n([^]*?)^```$/gm)].map(([, diagram = '']) => diagram)
  })
  return [...new Set(found)]
}
