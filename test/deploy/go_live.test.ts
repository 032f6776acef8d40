// docs/operations/go-live.md leads from a fresh machine to a payment at Stripe over TLS, and to a restored backup. Replaced
// are only host names, keys, and what belongs to a machine: package installation, users, systemd, Caddy.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { eventually } from '#testing/eventually.ts'
import { type MailServer, startMailServer } from '#testing/mail_server.ts'
import { childEnv } from '#testing/child_env.ts'
import { NODE_VERSION } from '../../scripts/release/image.ts'
import { assertShown } from '../support/shown.ts'
import { type Block, blocksOf } from '../support/terminal.ts'
import { makeOrigin } from '../support/working_copy.ts'
import { hasPgBackRest, type Machine, obstacle, startMachine } from './machine.ts'
import { root } from './services.ts'
import { Shell } from './shell.ts'

const MAX_COMMANDS = 15
const page = readFileSync(join(root, 'docs/operations/go-live.md'), 'utf8')
const blocks = blocksOf(page)
const commands = blocks.filter(({ language }) => language === 'sh')

/** A block is one command: continued lines and here-documents belong to it. */
function isOneCommand({ text }: Block): boolean {
  const lines = text
    .replaceAll(/<<'?END'?(.*)\n[\s\S]*?^END$/gm, '$1')
    .replaceAll(/\\\n/g, '')
    .replaceAll(/'[^']*'/g, "''")
  return lines.trim().split('\n').length === 1
}

test('the page has at most 15 commands', () => {
  assert.ok(commands.length <= MAX_COMMANDS, `${commands.length} commands`)
  assert.ok(commands.every(isOneCommand))
})

const KEYS = { secret_key: 'sk_live_florin00000000', webhook_secret: 'whsec_live' }

/** Stripe's test server as a separate process, which trusts the machine's certificate. */
async function startStripe(machine: Machine) {
  const child = fork(join(root, 'test/providers/stripe/main.ts'), {
    env: {
      ...childEnv(),
      NODE_EXTRA_CA_CERTS: join(machine.folder, 'cert.pem'),
      STRIPE_KEY: KEYS.secret_key,
      STRIPE_WEBHOOK_SECRET: KEYS.webhook_secret,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const url = `http://127.0.0.1:${port}`
  const front = await machine.terminateTls(() => port)
  return {
    url: `https://localhost:${front.port}`,
    connections: front.connections,
    read: async (path: string) => (await fetch(`${url}/${path}`)).json() as Promise<object[]>,
    sendWebhooksTo: (target: string) =>
      fetch(`${url}/_webhooks`, { method: 'POST', body: JSON.stringify({ url: target }) }),
    [Symbol.dispose]: () => child.disconnect(),
  }
}

interface Day {
  readonly machine: Machine
  readonly stripe: Awaited<ReturnType<typeof startStripe>>
  readonly mails: MailServer
  readonly ask: Ask
}

/** Runs every command, and does what the page leaves to a browser. Resolves with the answers. */
async function follow(t: TestContext, day: Day): Promise<Record<string, unknown>[]> {
  const { machine, ask } = day
  const origin = join(machine.folder, 'origin')
  makeOrigin(origin)
  const replaced = replacements(day, origin)
  await using shell = new Shell(machine.folder, machine.env)
  const printed: string[] = []
  for (const { language, text } of blocks) {
    if (language === 'json') {
      // The test server's own pages have no TLS.
      const displayed = JSON.parse(text.replaceAll('"https://…"', '"http…"'))
      assertShown(JSON.parse(printed.at(-1) ?? ''), displayed, printed.at(-1) ?? '')
    }
    if (language !== 'sh' || !(await isRunHere(t, machine, text))) continue
    const started = performance.now()
    printed.push(await shell.run(replaced(text)))
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    t.diagnostic(`${seconds.padStart(6)} s  ${text.split('\n')[0]}`)
    const { webhook_url } = parseAnswer(printed.at(-1))
    if (typeof webhook_url === 'string') await day.stripe.sendWebhooksTo(webhook_url)
    if (text.includes('users create')) await acceptInvitation(ask, printed.at(-1) ?? '')
    if (text.includes('FLORIN_SMTP_URL')) await assertMails(ask, day.mails)
  }
  return printed.map(parseAnswer)
}

/** Node is here already; pgBackRest may be missing. */
async function isRunHere(t: TestContext, machine: Machine, text: string): Promise<boolean> {
  if (text.includes('nodejs.org')) {
    assert.ok(text.includes(`/v${NODE_VERSION}/node-v${NODE_VERSION}-linux-x64.tar.xz`))
    return false
  }
  if (!text.includes('pgbackrest --')) return true
  if (hasPgBackRest()) await machine.backUp()
  else t.diagnostic('pgBackRest is not installed: the restore drill is skipped')
  return hasPgBackRest()
}

test('the commands of the page lead to a payment at Stripe over TLS, and to a restored backup', {
  timeout: 600_000,
}, async (t) => {
  const why = await obstacle()
  if (why !== undefined) return t.skip(why)
  const florin: Record<string, string> = {}
  await using machine = await startMachine(florin)
  using stripe = await startStripe(machine)
  florin['FLORIN_STRIPE_URL'] = stripe.url
  await using mails = await startMailServer({ tls: machine.tls })
  setDefaultCACertificates([...getCACertificates(), machine.tls.cert])
  const ask: Ask = (path, init) => fetch(`https://${machine.public_host}${path}`, init)

  const answers = await follow(t, { machine, stripe, mails, ask })

  const { webhook_url = '' } = answers.find((each) => 'webhook_url' in each) ?? {}
  assert.ok(String(webhook_url).startsWith(`https://${machine.public_host}/`))
  const payment = answers.find((each) => 'next_action' in each) as unknown as Challenge
  await payOnPage(payment.next_action.redirect_to_url)
  const { api_key } = answers.find((each) => 'api_key' in each) ?? {}
  await eventually('the payment has succeeded', async () => {
    const answer = await ask('/payments/first', { headers: { 'api-key': String(api_key) } })
    return ((await answer.json()) as { status: string }).status === 'succeeded'
  })
  const [effect, ...others] = await stripe.read('_log')
  assert.equal((effect as { effect: string }).effect, 'charged')
  assert.deepEqual([others, await stripe.read('_violations')], [[], []])
  assert.ok(stripe.connections() > 0, 'Stripe was called over TLS')
  const drill = machine.localize('/var/lib/postgresql/drill/PG_VERSION')
  assert.equal(existsSync(drill), hasPgBackRest())
})

interface Challenge {
  readonly next_action: { readonly redirect_to_url: string }
}

function replacements({ machine, mails }: Day, origin: string) {
  const { host } = new URL(mails.url)
  const values: readonly (readonly [string, string])[] = [
    ['<address of this repository>', origin],
    ['smtps://florin:password@mail.example.com', `smtps://florin:password@${host}`],
    ['sk_live_…', KEYS.secret_key],
    ['whsec_…', KEYS.webhook_secret],
    ['pay.example.com', machine.public_host],
  ]
  return (text: string) =>
    values.reduce((all, [from, to]) => all.replaceAll(from, to), machine.localize(text))
}

function parseAnswer(text: string | undefined): Record<string, unknown> {
  return text?.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
}

type Ask = (path: string, init?: RequestInit) => Promise<Response>

function post(ask: Ask, path: string, body: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' }
  return ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** In the browser, from the link. */
async function acceptInvitation(ask: Ask, printed: string): Promise<void> {
  const [, token] = /\/user\/invitation#(\S+)/.exec(printed) ?? []
  const password = 'orbit walnut crayon'
  const answer = await post(ask, '/user/accept_invite_from_email', { token, password })
  assert.equal(answer.status, 200, await answer.text())
}

async function assertMails(ask: Ask, mails: MailServer): Promise<void> {
  const answer = await post(ask, '/user/forgot_password', { email: 'ada@example.com' })
  assert.equal(answer.status, 200, await answer.text())
  await eventually('the mail arrives', async () => mails.received.length > 0, 60_000)
  assert.deepEqual(mails.received[0]?.to, ['ada@example.com'])
}

/** The card on Stripe's page; the browser then returns to Florin. */
async function payOnPage(url: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    body: 'number=4242424242424242',
    redirect: 'manual',
  })
  assert.equal(answer.status, 303)
  assert.ok(answer.headers.get('location')?.startsWith('https://'))
}
