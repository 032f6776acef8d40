// Changes to the repository that a page shows: a new file, or a diff of one.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Change {
  language: string
  path: string
  text: string
}

/** The blocks that begin with a file name; those in a list are indented. */
export function changesIn(page: string): Change[] {
  return [...page.matchAll(/^( *)```(\w+)\n([\s\S]*?)^ *```$/gm)].flatMap(
    ([, indent = '', language = '', block = '']) => {
      const lines = block.split('\n').map((line) => line.slice(indent.length))
      const [, path] = /^(?:\/\/|--) (\S+)$/.exec(lines[0] ?? '') ?? []
      return path === undefined ? [] : { language, path, text: lines.slice(1).join('\n') }
    },
  )
}

/** Each paragraph in a diff is found once in the file, without its added lines. */
function patch(content: string, { path, text }: Change): string {
  return text
    .trimEnd()
    .split('\n\n')
    .reduce((patched, hunk) => {
      const lines = hunk.split('\n')
      const side = (left_out: string) =>
        lines
          .filter((line) => line[0] !== left_out)
          .map((line) => `${line.slice(1)}\n`)
          .join('')
      const before = side('+')
      assert.equal(patched.split(before).length, 2, `${path} does not have once:\n${before}`)
      return patched.replace(before, () => side('-'))
    }, content)
}

export function applyChange(folder: string, change: Change): void {
  const file = join(folder, change.path)
  const isNew = change.language !== 'diff'
  assert.equal(existsSync(file), !isNew, change.path)
  writeFileSync(file, isNew ? change.text : patch(readFileSync(file, 'utf8'), change))
}
