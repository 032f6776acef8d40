// Builds the Python SDK, installs the wheel and the sdist into fresh virtual environments, checks types in strict mode
// and runs the tests with each installation: `npm run prove:sdk-python`. Needs python3 with venv, and PyPI.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const source = join(root, 'sdk/python')
const TOOLS = ['build==1.6.1', 'hatchling==1.33.0', 'mypy==2.4.1', 'pyright==1.1.414']
const OLDEST = '3.10'
const TESTS = ['test/sdk/python.test.ts', 'test/sdk/python_readme.test.ts']

function run(command: string, args: readonly string[], cwd: string, env = process.env) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
  if (error) throw error
  return { status, text: stdout + stderr }
}

function must(command: string, args: readonly string[], cwd: string, env = process.env): string {
  const { status, text } = run(command, args, cwd, env)
  assert.equal(status, 0, `${command} ${args.join(' ')}\n${text}`)
  return text
}

/** The reason if this machine cannot install Python packages. */
function obstacle(folder: string): string | undefined {
  const made = spawnSync('python3', ['-m', 'venv', join(folder, 'tools')], { encoding: 'utf8' })
  if (made.error || made.status !== 0) return 'python3 with venv is missing'
  const pip = join(folder, 'tools/bin/pip')
  const { status, stderr } = spawnSync(pip, ['install', '--quiet', ...TOOLS], { encoding: 'utf8' })
  return status === 0 ? undefined : `pip cannot install ${TOOLS.join(', ')}: ${stderr}`
}

/** A virtual environment with nothing but this artifact and what it depends on. */
function install(folder: string, artifact: string): string {
  const name = artifact.endsWith('.whl') ? 'wheel' : 'sdist'
  must('python3', ['-m', 'venv', name], folder)
  must(join(folder, name, 'bin/pip'), ['install', '--quiet', artifact], folder)
  return join(folder, name, 'bin/python')
}

/** The lines in which a checker found errors. */
function faultyLines(text: string, file: string): number[] {
  const found = [...text.matchAll(/([\w.]+):(\d+):(?:\d+ -)? error/g)]
  const lines = found.flatMap(([, name, line]) => (name === file ? [Number(line)] : []))
  return [...new Set(lines)].toSorted((a, b) => a - b)
}

/** Programs of callers, against the package as it was installed. */
function checkTypes(folder: string, python: string): string {
  const callers = join(folder, 'callers')
  mkdirSync(callers)
  const readme = readFileSync(join(source, 'README.md'), 'utf8')
  const programs = [...readme.matchAll(/```python\n([\s\S]*?)```/g)].map(([, text = '']) => text)
  for (const [nth, text] of programs.entries())
    writeFileSync(join(callers, `readme_${nth}.py`), text)
  const mistakes = 'python_mistakes.py'
  copyFileSync(join(import.meta.dirname, mistakes), join(callers, mistakes))
  const config = {
    typeCheckingMode: 'strict',
    pythonVersion: OLDEST,
    reportUnusedExpression: 'none',
  }
  writeFileSync(join(callers, 'pyrightconfig.json'), JSON.stringify(config))
  const bin = join(folder, 'tools/bin')
  const mypy = ['--strict', '--python-version', OLDEST, '--python-executable', python]

  const package_types = must(join(bin, 'mypy'), [...mypy, '-p', 'florin'], callers)
  const text = readFileSync(join(callers, mistakes), 'utf8').split('\n')
  const wanted = text.flatMap((line, nth) => (line.endsWith('# mistake') ? [nth + 1] : []))
  const files = globSync('*.py', { cwd: callers })
  for (const [checker, args] of [
    ['mypy', [...mypy, ...files]],
    ['pyright', ['--pythonpath', python]],
  ] as const) {
    const printed = run(join(bin, checker), args, callers).text
    assert.deepEqual(faultyLines(printed, mistakes), wanted, `${checker}\n${printed}`)
    for (const file of files.filter((name) => name !== mistakes)) {
      assert.deepEqual(faultyLines(printed, file), [], `${checker}\n${printed}`)
    }
  }
  const sources = must(join(bin, 'pyright'), ['--pythonpath', python, '-p', source], folder)
  assert.match(sources, /^0 errors/m)
  return `${package_types.trim()} pyright: ${sources.trim()}; ${wanted.length} mistakes found by both.`
}

const folder = mkdtempSync(join(tmpdir(), 'florin-python-'))
try {
  const missing = obstacle(folder)
  if (missing === undefined) prove()
  else process.stdout.write(`SKIPPED, nothing is proved: ${missing}\n`)
} finally {
  rmSync(folder, { recursive: true })
}

function prove(): void {
  const built = ['-m', 'build', '--no-isolation', '--outdir', join(folder, 'dist'), source]
  must(join(folder, 'tools/bin/python'), built, folder)
  const artifacts = globSync('dist/*', { cwd: folder }).map((path) => join(folder, path))
  assert.equal(artifacts.length, 2)
  for (const [nth, artifact] of artifacts.entries()) {
    const python = install(folder, artifact)
    if (nth === 0) process.stdout.write(`${checkTypes(folder, python)}\n`)
    const env = { ...process.env, FLORIN_PYTHON: python }
    const tests = ['scripts/with_servers.ts', 'node', 'scripts/test.ts', ...TESTS]
    const text = must(process.execPath, tests, root, env)
    assert.match(text, /ℹ skipped 0/)
    process.stdout.write(`${artifact.split('/').at(-1)}: ${/ℹ pass \d+/.exec(text)?.[0]}\n`)
  }
}
