import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { stripTypes } from '../../scripts/release/strip_types.ts'

const program = {
  'server/package.json':
    '{"type":"module","imports":{"#part/*":"./src/*","#sum.ts":"./src/sum.ts"}}',
  'server/src/sum.ts': `interface Sum { readonly total: number }
export const add = (a: number, b: number): Sum => ({ total: a + b })
`,
  'server/src/place.ts': `interface Place { readonly name: string }

export function fail(place: Place): never { throw new Error(place.name) }
`,
  'server/src/thread.ts': `import { parentPort } from 'node:worker_threads'
parentPort?.postMessage('from a thread' as string)
`,
  'server/src/main.ts': `import { Worker } from 'node:worker_threads'
import { add } from '#sum.ts'
import { fail } from './place.ts'
import { readFileSync } from 'node:fs'
import { types } from './types.ts'

console.log(readFileSync(types, 'utf8').trim())
const { add: same } = await import("#part/sum.ts")
console.log(add(1, 2).total, same === add)
new Worker(new URL('./thread.ts', import.meta.url)).on('message', (text: string) => {
  console.log(text)
  try { fail({ name: 'here' }) } catch (error) { console.log((error as Error).stack?.split('\\n')[1]) }
})
`,
  'pages/script.d.ts': 'export interface Script {}\n',
  'server/src/types.ts': `export const types = new URL('../../pages/script.d.ts', import.meta.url)
`,
  'server/bin/start.cjs': "import('../src/main.ts')\n",
}

test('a program without types runs as before: imports, threads and the lines of its stack traces', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-strip-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries(program)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }

  stripTypes(folder)

  assert.deepEqual(globSync('**/*.ts', { cwd: folder }), ['pages/script.d.ts'])
  // Without Node's own stripping, a type that was left would end the program.
  const args = ['--no-strip-types', 'server/bin/start.cjs']
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: {},
  })
  assert.equal(stderr, '')
  const [types, sum, message, place] = stdout.split('\n')
  assert.deepEqual([types, sum, message], ['export interface Script {}', '3 true', 'from a thread'])
  assert.match(place ?? '', /at fail \(.*server\/src\/place\.js:3:\d+\)$/)
})
