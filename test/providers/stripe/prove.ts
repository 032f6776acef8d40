// Has every request shape that the adapter sends judged by stripe-mock, which has Stripe's description of the pinned API
// version. The test server's answers are judged by the same description. Needs Go; without it nothing is proven.
//
//   npm run prove:stripe-mock
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exercise } from './exercise.ts'
import type { Seen } from './server.ts'

const MODULE = 'github.com/stripe/stripe-mock'
const VERSION = 'v0.203.0'

const CREATION = {
  method: 'POST',
  path: '/v1/payment_intents',
  template: '/v1/payment_intents',
  type: 'application/x-www-form-urlencoded',
}

const folder = await mkdtemp(join(tmpdir(), 'florin-stripe-mock-'))
try {
  process.exitCode = await prove(folder)
} finally {
  await rm(folder, { recursive: true })
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function prove(bin: string): Promise<number> {
  if (spawnSync('go', ['version']).status !== 0) {
    print('Skipped: go is not installed, so stripe-mock cannot judge the requests.')
    return 0
  }
  const env = { ...process.env, GOBIN: bin }
  const install = ['install', `${MODULE}@${VERSION}`]
  if (spawnSync('go', install, { env, stdio: 'inherit' }).status !== 0) {
    print('Skipped: stripe-mock could not be installed.')
    return 0
  }
  const cache = spawnSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' }).stdout.trim()
  const description = join(cache, `${MODULE}@${VERSION}`, 'embedded/openapi/spec3.json')
  const { requests, violations } = await exercise({ description })
  const shapes = distinct(requests)
  const mock = await startMock(join(bin, 'stripe-mock'))
  let refused: number
  try {
    refused = await judgeEach(mock.url, shapes)
  } finally {
    mock.child.kill()
  }
  for (const violation of violations) print(`BROKEN  ${violation}`)
  print(`${requests.length} requests with ${shapes.size} shapes.`)
  print(`stripe-mock ${VERSION} refused ${refused}.`)
  print(`Its description finds ${violations.length} violations in requests and answers.`)
  return refused + violations.length === 0 ? 0 : 1
}

/** The number of shapes that were refused. */
async function judgeEach(url: string, shapes: ReadonlyMap<string, Seen>): Promise<number> {
  const wrong = { ...CREATION, raw: Buffer.from('amount=ten&currency=eur&colour=red') }
  if ((await judge(url, wrong)) === undefined) throw new Error('stripe-mock accepts anything')
  let refused = 0
  for (const [shape, request] of shapes) {
    const fault = await judge(url, request)
    if (fault === undefined) {
      print(`valid   ${brief(shape)}`)
      continue
    }
    refused++
    print(`REFUSED ${shape}\n        ${fault}`)
  }
  return refused
}

/** Without the fields inside an address, which are the same everywhere. */
function brief(shape: string): string {
  const names = shape.split(' ').map((name) => name.replace(/\[address\]\[\w+\]/, '[address]'))
  return [...new Set(names)].join(' ')
}

/** One request for each path and set of fields. */
function distinct(requests: readonly Seen[]): Map<string, Seen> {
  const shapes = requests.map((request) => [shapeOf(request), request] as const)
  return new Map(shapes.toSorted(([a], [b]) => a.localeCompare(b)))
}

function shapeOf({ method, path, template, raw, type }: Seen): string {
  const isUpload = type.startsWith('multipart/')
  const text = method === 'GET' ? (path.split('?')[1] ?? '') : raw.toString('latin1')
  const names = isUpload
    ? [...text.matchAll(/ name="(\w+)"/g)].map(([, name]) => name)
    : [...new URLSearchParams(text)].map(([name, value]) => named(name, value))
  // Metadata has names of our own, and lists differ by length.
  const fields = new Set(names.map((name = '') => name.replace(/\[op_\w+\]$/, '[op]')))
  return `${method} ${template} ${[...fields].toSorted().join(' ')}`.trim()
}

/** Values that choose a shape are part of it. */
function named(name: string, value: string): string {
  return /(\[type\]|payment_method_types\[0\]|^mode|^submit)$/.test(name)
    ? `${name}=${value}`
    : name
}

/** Undefined if the request is valid. */
async function judge(url: string, { method, path, raw, type }: Seen): Promise<string | undefined> {
  const answer = await fetch(url + path, {
    method,
    headers: { Authorization: 'Bearer sk_test_123', ...(type && { 'Content-Type': type }) },
    ...(method === 'GET' ? {} : { body: new Uint8Array(raw) }),
  })
  const text = await answer.text()
  return answer.ok ? undefined : `${answer.status} ${text.replaceAll(/\s+/g, ' ')}`
}

async function startMock(program: string): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort()
  // Without an address of its own, HTTPS would take a fixed port.
  const secure = ['-https-addr', `127.0.0.1:${await freePort()}`]
  const options = ['-http-addr', `127.0.0.1:${port}`, ...secure]
  const child = spawn(program, options, { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  for (let turn = 0; turn < 200; turn++) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return { child, url }
    await new Promise((done) => setTimeout(done, 100))
  }
  child.kill()
  throw new Error('stripe-mock did not start')
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}
