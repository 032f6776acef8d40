// Docs cannot drift: generated pages are compared with the tables they come from, and every command in
// the README and the guides is run against a sandbox and its shown answer compared.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { pages } from '../../docs/pages.ts'
import type { SandboxFacts } from '#roles/sandbox/welcome.ts'
import { startSandbox } from '../support/sandbox.ts'
import { assertShown } from '../support/shown.ts'

const root = resolve(import.meta.dirname, '../..')
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).toSorted()

for (const [path, content] of pages()) {
  test(`${path} is what \`npm run docs\` writes`, () => {
    const file = join(root, path)
    assert.ok(existsSync(file), 'run `npm run docs`')
    assert.equal(readFileSync(file, 'utf8'), content)
  })
}

test('every link between the documents leads somewhere', () => {
  const broken = documents.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8')
    return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link) && !link.startsWith('/'))
      .filter((link) => !existsSync(resolve(root, dirname(document), link)))
      .map((link) => `${document}: ${link}`)
  })
  assert.deepEqual(broken, [])
})

/** Bases that a path in code style may start from: the repository, the server's layers, or the page's own folder. */
const BASES = ['.', 'server/src', 'server', 'dashboard/src', 'bank/src']
const FILE = /\.(ts|tsx|md|sql|json|css|sh|yaml)$/

const tracked = globSync('**/*', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|\.tools|\.run|\.git)$/.test(path),
})
const names = new Set(tracked.map((path) => basename(path)))
const folders = new Set(
  ['.', 'server/src']
    .flatMap((base) => readdirSync(join(root, base)))
    .filter((name) => !FILE.test(name)),
)

/** A path in code style: one that names a file, or one that starts with a top folder. */
function isPath(text: string): boolean {
  if (!/^[\w@-][\w.@-]*(\/[\w.@-]+)*\/?$/.test(text)) return false
  return FILE.test(text) || (text.includes('/') && folders.has(text.split('/')[0] ?? ''))
}

function existsFrom(document: string, path: string): boolean {
  // A bare file name, such as `state.ts`, is a convention: at least one file must have it.
  if (!path.includes('/')) return names.has(path)
  return [...BASES, dirname(document)].some((base) => existsSync(join(root, base, path)))
}

test('every path in code style exists', () => {
  const named = documents
    .filter((document) => document !== 'CHANGELOG.md')
    .flatMap((document) => {
      const prose = readFileSync(join(root, document), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
      const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
      return spans.filter(isPath).map((path) => ({ document, path }))
    })
  assert.ok(named.length > 300, `${named.length} paths`)
  const dead = named.filter(({ document, path }) => !existsFrom(document, path))
  assert.deepEqual(
    dead.map(({ document, path }) => `${document}: ${path}`),
    [],
  )
})

interface Step {
  command: string
  displayed: string | undefined
}

/** Languages that run: outside a code group `sh` only. */
const runners: Readonly<Record<string, (program: string) => string>> = {
  sh: (program) => program,
  js: (program) => heredoc('node --input-type=module', program),
  python: (program) => heredoc('python3 -', program),
}

function heredoc(command: string, program: string): string {
  return `${command} <<'END_OF_EXAMPLE'\n${program}END_OF_EXAMPLE\n`
}

/** A page's `sh` blocks and all blocks in code groups, each with the `json` block that follows the block or the group. */
function steps(text: string): Step[] {
  const parts = [
    ...text.matchAll(/^::: code-group\n([\s\S]*?)^:::$|^```(\w+)[^\n]*\n([\s\S]*?)^```$/gm),
  ]
  return parts.flatMap(([, group, language = '', command = ''], n) => {
    const [, , after, shown] = parts[n + 1] ?? []
    const displayed = after === 'json' ? shown : undefined
    if (group !== undefined) return stepsOf(group, displayed)
    return language === 'sh' ? [{ command, displayed }] : []
  })
}

/** The same example in several languages: each runs, and each answers as shown. */
function stepsOf(group: string, displayed: string | undefined): Step[] {
  const tabs = [...group.matchAll(/^```(\w+) \[\w+\]\n([\s\S]*?)^```$/gm)]
  assert.ok(tabs.length > 1, 'a code group has several languages')
  return tabs.map(([, language = '', program = '']) => {
    const command = runners[language]?.(program)
    assert.ok(command !== undefined, `no example runs in ${language}`)
    return { command, displayed }
  })
}

/** Runs all the page's commands in one shell, as a reader would, and returns each one's output. */
function runSteps(list: Step[], facts: SandboxFacts): string[] {
  const mark = '@@@step@@@'
  const commands = list.map(({ command }) => `${command}\necho; echo '${mark}'`)
  // Background commands end with the page, even when it fails.
  const script = ["trap 'kill $(jobs -p) 2>/dev/null || true' EXIT", ...commands].join('\n')
  const { base_url, api_key, merchant_id, profile_id, bank_key, user_email, user_password } = facts
  const given = {
    BASE_URL: base_url,
    API_KEY: api_key,
    MERCHANT_ID: merchant_id,
    PROFILE_ID: profile_id,
    BANK_KEY: bank_key,
    USER_EMAIL: user_email,
    USER_PASSWORD: user_password,
  }
  const run = spawnSync('bash', ['-eu'], {
    input: script,
    encoding: 'utf8',
    env: { ...process.env, ...given },
  })
  assert.equal(run.status, 0, run.stderr)
  return run.stdout.split(`${mark}\n`)
}

test('the commands in the README and the guides run, and answer as shown', async (t) => {
  const sandbox = await startSandbox()
  t.after(() => sandbox.stop())
  const guides = documents.filter((path) => path === 'README.md' || path.startsWith('docs/guides/'))
  assert.ok(guides.length > 1, 'there are guides')
  for (const document of guides) {
    await t.test(document, () => {
      const list = steps(readFileSync(join(root, document), 'utf8'))
      const outputs = runSteps(list, sandbox.facts)
      list.forEach(({ command, displayed }, n) => {
        if (displayed === undefined) return
        assertShown(
          JSON.parse(outputs[n] ?? ''),
          JSON.parse(displayed),
          command.split('\n')[0] ?? '',
        )
      })
    })
  }
})
