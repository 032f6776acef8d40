// README's "Try it", from the clone to the verified webhook, typed like a person would type it, on the machine's own
// Node.
//
// In CI this shows that it works. The Node from scripts/setup and the npm packages are linked from this repository
// then, so that nothing is downloaded or unpacked twice. `npm run prove:first-hour` links nothing: scripts/setup
// installs both from npm's cache, and all commands together must take less than two minutes. Only there, because how
// fast a busy machine is proves nothing.
import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { test, type TestContext } from 'node:test'
import { examplePayment } from '#resources/payments/payments/example.ts'
import { assertShown } from '../support/shown.ts'
import { type Block, blocksOf, Desk } from '../support/terminal.ts'
import { linkPackages, makeOrigin } from '../support/working_copy.ts'

const root = resolve(import.meta.dirname, '../..')
const isTimed = process.env['FLORIN_FIRST_HOUR'] === 'timed'
const LIMIT_S = 120

const page = readFileSync(join(root, 'README.md'), 'utf8')
const start = page.indexOf('\n## Try it\n')
const blocks = blocksOf(page.slice(start, page.indexOf('\n## ', start + 5)))
/** Each line in a console block is typed by itself. */
const steps = blocks.flatMap(({ language, text }) =>
  language === 'console'
    ? [...text.matchAll(/^\$ (.*)$/gm)].map(([, line = '']) => ({ language, text: line }))
    : { language, text },
)

/** A newcomer's terminal: no variables from this test run, and the machine's Node. */
function newcomer(): NodeJS.ProcessEnv {
  const ours =
    /^(npm_(lifecycle|package|command|execpath|node_|config_((local_)?prefix|strict_allow_scripts))|FLORIN_|NODE_|DATABASE_URL|REDIS_URL)/
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const PATH = folders.filter((path) => !path.includes('node_modules')).join(delimiter)
  return { ...env, PATH, npm_config_prefer_offline: 'true' }
}

async function follow(desk: Desk, { language, text }: Block): Promise<void> {
  if (language === 'text') return desk.prints(text)
  if (language === 'sh') return void (await desk.run(text))
  if (language === 'json') {
    const { printed = '' } = desk.commands.at(-1) ?? {}
    return assertShown(JSON.parse(printed), JSON.parse(text), 'the response')
  }
  await desk.type(text)
}

/** Processor time for all commands and their children, once they have ended; Linux counts it in 1/100 s. */
function processorSeconds(): number {
  if (process.platform !== 'linux') return Number.NaN
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / 100
}

function report(t: TestContext, desk: Desk): number {
  for (const { line, seconds } of desk.commands) {
    t.diagnostic(`${seconds.toFixed(1).padStart(6)} s  ${line.split('\n')[0]}`)
  }
  const total = desk.commands.reduce((sum, { seconds }) => sum + seconds, 0)
  t.diagnostic(`${total.toFixed(1).padStart(6)} s  from the clone to the verified webhook`)
  t.diagnostic(
    `${processorSeconds().toFixed(1).padStart(6)} s  of it on a processor, with stopping`,
  )
  return total
}

test('README leads from the clone to a verified webhook', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-readme-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  // PostgreSQL runs under another account where we are root.
  chmodSync(folder, 0o755)
  const origin = join(folder, 'origin')
  makeOrigin(origin)
  const clone = join(folder, 'florin')
  await using desk = new Desk(folder, newcomer())

  for (const { language, text } of steps) {
    await follow(desk, { language, text: text.replace('<address of this repository>', origin) })
    if (!isTimed && !existsSync(join(clone, 'node_modules'))) linkPackages(clone)
  }

  const payments = desk.commands.filter(({ line }) => line.startsWith('curl'))
  const [first, second] = payments.map(({ printed }) => JSON.parse(printed).payment_id as string)
  const events = readFileSync(join(clone, 'events.jsonl'), 'utf8')
  assert.ok(second && events.includes(second), events)
  assert.ok(first && !events.includes(first), 'the first payment was before the receiver')
  const url = /listening on (\S+)/.exec(desk.commands.map(({ printed }) => printed).join(''))?.[1]
  const forged = await fetch(url ?? '', { method: 'POST', body: events.split('\n')[0] ?? '' })
  assert.equal(forged.status, 401, 'a body without its signature is refused')
  await desk[Symbol.asyncDispose]()
  const total = report(t, desk)
  const busy = `The load of the machine is ${loadavg()[0]?.toFixed(1)}: if it is busy, try again when it is not.`
  if (isTimed) assert.ok(total <= LIMIT_S, `${total} s are more than ${LIMIT_S}. ${busy}`)
})

test("README's first call is the payment of the sandbox's banner", () => {
  const [call] = blocks.filter(({ language }) => language === 'sh')
  const [, body = ''] = /-d '([^']*)'/.exec(call?.text ?? '') ?? []
  assert.deepEqual(JSON.parse(body), examplePayment)
})
