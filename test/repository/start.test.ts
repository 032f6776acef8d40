// The first minute on a machine whose Node is too old: a sentence instead of a stack trace, and the Node from
// scripts/setup as soon as it is there. It needs such a Node, for example Debian 12's, and is skipped without one.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { test } from 'node:test'

// An old Node cannot load the modules that a test run adds to every process.
delete process.env['NODE_OPTIONS']

const root = resolve(import.meta.dirname, '../..')
const SENTENCE =
  /^Florin needs Node 24 or newer; this is [\d.]+\. Run scripts\/setup, or install it from nodejs\.org\.\n$/

const old = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((node) => existsSync(node) && majorOf(node) < 24)
const skip = old === undefined && 'there is no Node older than 24 in PATH'

function majorOf(node: string): number {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return Number.parseInt(stdout.slice(1), 10)
}

interface Scratch extends Disposable {
  folder: string
  start: string
  env: NodeJS.ProcessEnv
}

/** A folder with the start file, a program, and if wanted the Node that scripts/setup installs. */
function scratch(program: string, hasTools: boolean): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'florin-start-'))
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'program.ts'), program)
  if (hasTools) {
    const tools = join(folder, '.tools/node_modules/.bin')
    mkdirSync(tools, { recursive: true })
    symlinkSync(process.execPath, join(tools, 'node'))
  }
  const PATH = `${dirname(old ?? '')}${delimiter}${process.env['PATH']}`
  return {
    folder,
    start: join(folder, 'bin/start.cjs'),
    env: { ...process.env, PATH },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

test('a Node that is too old gets a sentence with the next step', { skip }, () => {
  using place = scratch('', false)

  const { status, stdout, stderr } = spawnSync(String(old), [place.start, 'program.ts'], {
    cwd: place.folder,
    encoding: 'utf8',
  })

  assert.equal(status, 1)
  assert.equal(stdout, '')
  assert.match(stderr, SENTENCE)
})

test('the Node of scripts/setup takes over, with arguments, exit code and PATH', { skip }, () => {
  const program = `
    import { spawnSync } from 'node:child_process'
    const child: string = spawnSync('node', ['-p', 'process.execPath']).stdout.toString().trim()
    console.log(JSON.stringify([...process.argv.slice(2), process.version === process.argv[2], child.length > 0]))
    process.exitCode = 7`
  using place = scratch(program, true)

  const { status, stdout, stderr } = spawnSync(
    String(old),
    [place.start, 'program.ts', process.version, '--flag'],
    { cwd: place.folder, encoding: 'utf8', env: place.env },
  )

  assert.equal(stdout, `${JSON.stringify([process.version, '--flag', true, true])}\n`, stderr)
  assert.equal(status, 7)
})

test('a signal reaches the program on the Node of scripts/setup, which ends in its own way', {
  skip,
}, async () => {
  const program = `
    process.on('SIGTERM', (): void => { console.log('stopped'); process.exit(3) })
    setTimeout(() => process.exit(9), 30_000)
    console.log('ready')`
  using place = scratch(program, true)
  const child = spawn(String(old), [place.start, 'program.ts'], {
    cwd: place.folder,
    env: place.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const printed: string[] = []

  for await (const chunk of child.stdout) {
    printed.push(String(chunk))
    if (String(chunk).includes('ready')) child.kill('SIGTERM')
  }

  assert.deepEqual([await ended, printed.join('')], [[3, null], 'ready\nstopped\n'])
})

test('on this Node the file is the program, and options of Node are passed on', () => {
  using place = scratch(
    'console.log(process.argv[1], process.argv.slice(2), process.execArgv)',
    false,
  )
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [place.start, ...args], { cwd: place.folder, encoding: 'utf8' })

  const plain = run('program.ts', 'a', '-b')
  const optioned = run('--no-warnings', 'program.ts', 'a')

  const file = join(place.folder, 'program.ts')
  assert.equal(plain.stdout, `${file} [ 'a', '-b' ] []\n`, plain.stderr)
  assert.equal(optioned.stdout, `${file} [ 'a' ] [ '--no-warnings' ]\n`, optioned.stderr)
})

test('`npx florin-server` begins with the start file', () => {
  const manifest = readFileSync(join(root, 'server/package.json'), 'utf8')
  const { bin } = JSON.parse(manifest) as { bin: Record<string, string> }
  const command = join(root, 'server', bin['florin-server'] ?? '')

  const { stdout, stderr } = spawnSync(old ?? process.execPath, [command, '--help'], {
    encoding: 'utf8',
  })

  const hasNode = old === undefined || existsSync(join(root, '.tools/node_modules/.bin/node'))
  if (hasNode) assert.match(stdout, /^Usage: florin-server /, stderr)
  else assert.match(stderr, SENTENCE)
})

test('`npm ci` on a Node that is too old is refused, and names the needed version', {
  skip,
}, () => {
  using place = scratch('', false)
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    cpSync(join(root, file), join(place.folder, file))
  }

  const { status, stderr } = spawnSync('npm', ['ci', '--offline', '--ignore-scripts'], {
    cwd: place.folder,
    encoding: 'utf8',
    env: place.env,
  })

  assert.notEqual(status, 0)
  assert.match(stderr, /EBADENGINE/)
  assert.match(stderr, /Required: \{"node":">=24"\}/)
  assert.ok(!existsSync(join(place.folder, 'node_modules')))
})
