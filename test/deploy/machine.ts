// A stand-in for a fresh Debian machine: its folders are below one folder, and small programs take the place of those
// that change a machine. PostgreSQL, Florin and everything that they do are real.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { parseEnv } from 'node:util'
import { findPostgres } from '#roles/sandbox/find_postgres.ts'
import { run as runAs, serverAccount } from '#roles/sandbox/run_postgres.ts'
import { childEnv } from '#testing/child_env.ts'
import { eventually } from '#testing/eventually.ts'
import { freePort } from '../support/free_port.ts'
import { linkPackages } from '../support/working_copy.ts'
import { parseLines, root } from './services.ts'

/** Shell scripts in the place of programs that change a machine. */
const STAND_INS: Readonly<Record<string, string>> = {
  'apt-get': 'exit 0',
  adduser: 'exit 0',
  // Users and groups belong to a machine.
  runuser: 'shift 3; exec "$@"',
  install:
    'for word; do shift; case $word in --owner=*|--group=*) ;; *) set -- "$@" "$word";; esac; done; PATH=$REAL_PATH exec install "$@"',
  systemctl: 'exec curl -sSf --data-binary "$*" "$CONTROL/systemctl"',
  npm: 'exec curl -sSf --data-binary "$* in $PWD" "$CONTROL/npm"',
}

export interface Machine extends AsyncDisposable {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  /** A certificate and its key, which all programs on the machine trust. */
  readonly tls: { readonly key: string; readonly cert: string }
  /** Host and port that the proxy serves with TLS. */
  readonly public_host: string
  /** Turns paths on a real machine into paths below `folder`. */
  localize(text: string): string
  /** Passes TLS connections on to a port without TLS; resolves with its own port. */
  terminateTls(to: () => number): Promise<TlsPort>
  /** Takes the first backup, as docs/operations/backup.md says. */
  backUp(): Promise<void>
}

export interface TlsPort {
  readonly port: number
  readonly connections: () => number
}

/** The reason for which the page cannot be followed here; undefined if it can. */
export async function obstacle(): Promise<string | undefined> {
  const missing = ['bash', 'curl', 'git', 'jq', 'openssl'].filter(
    (name) => spawnSync(name, ['--version']).error !== undefined,
  )
  if (missing.length > 0) return `${missing.join(', ')} not found`
  const found = await findPostgres()
  return found && existsSync(join(found.bin, 'createuser'))
    ? undefined
    : 'there is no createuser: install PostgreSQL'
}

export function hasPgBackRest(): boolean {
  return spawnSync('pgbackrest', ['version']).error === undefined
}

/** `florin`: variables for the processes beside those in the page, which the caller may add later. */
export async function startMachine(florin: Readonly<Record<string, string>>): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'go-live-'))
  // PostgreSQL runs under another account where we are root.
  chmodSync(folder, 0o755)
  for (const each of ['etc/caddy', 'etc/systemd/system', 'opt', 'var/lib', 'bin']) {
    mkdirSync(join(folder, each), { recursive: true })
  }
  const localize = (text: string) =>
    text.replaceAll(/(?<![\w.])\/(etc|opt|var)\//g, `${folder}/$1/`)
  const tls = makeCertificate(folder)
  const postgres = await startCluster(folder)
  const ports = await choosePorts()
  const servers: Server[] = []
  const terminateTls = async (to: () => number) => {
    const { server, ...port } = await listenTls(tls, to)
    servers.push(server)
    return port
  }
  const front = await terminateTls(() => {
    const [, target = ''] = /reverse_proxy 127\.0\.0\.1:(\d+)/.exec(
      readFileSync(join(folder, 'etc/caddy/Caddyfile'), 'utf8'),
    ) ?? ['', '']
    assert.equal(target, '8080', 'the default of FLORIN_PORT')
    return Number(ports['FLORIN_PORT'])
  })
  const trusted = { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') }
  const units = createUnits({
    localize,
    env: () => ({ ...childEnv(), ...trusted, ...ports, ...florin }),
  })
  const control = await listen(takeOrders(units))
  servers.push(control.server)
  const REAL_PATH = process.env['PATH'] ?? ''
  writeStandIns(join(folder, 'bin'))
  return {
    folder,
    tls,
    public_host: `localhost:${front.port}`,
    localize,
    terminateTls,
    backUp: postgres.backUp,
    env: {
      ...childEnv(),
      ...trusted,
      ...postgres.env,
      REAL_PATH,
      PATH: [join(folder, 'bin'), postgres.bin, REAL_PATH].join(delimiter),
      CURL_CA_BUNDLE: join(folder, 'cert.pem'),
      CONTROL: `http://127.0.0.1:${control.port}`,
    },
    async [Symbol.asyncDispose]() {
      await units.stop()
      await postgres.stop()
      for (const server of servers) server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The stand-ins for systemctl and npm report their arguments here. */
function takeOrders(units: Units): Server {
  const carryOut = async (request: IncomingMessage): Promise<void> => {
    const text = Buffer.concat(await request.toArray()).toString()
    await (request.url === '/npm' ? installPackages(text) : units.control(text))
  }
  return createHttpServer((request, response) => {
    carryOut(request).then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
}

function writeStandIns(folder: string): void {
  for (const [name, body] of Object.entries(STAND_INS)) {
    const file = join(folder, name)
    writeFileSync(file, `#!/bin/sh\n${body}\n`)
    chmodSync(file, 0o755)
  }
  symlinkSync(process.execPath, join(folder, 'node'))
}

function makeCertificate(folder: string) {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc']
  const files = ['-keyout', key, '-out', cert]
  const made = spawnSync('openssl', ['req', '-x509', ...kind, ...name, ...files], {
    encoding: 'utf8',
  })
  assert.equal(made.status, 0, made.stderr)
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

async function choosePorts(): Promise<Record<string, string>> {
  const names = ['FLORIN_PORT', 'FLORIN_METRICS_PORT', 'FLORIN_WORKER_METRICS_PORT']
  const free = await Promise.all(names.map(() => freePort()))
  return Object.fromEntries(names.map((name, n) => [name, String(free[n])]))
}

/** `npm ci` in the clone: this repository's packages and built pages. */
async function installPackages(text: string): Promise<void> {
  const [words = '', clone = ''] = text.split(' in ')
  if (words !== 'ci') return
  linkPackages(clone)
  for (const dist of ['checkout/dist', 'dashboard/dist']) {
    cpSync(join(root, dist), join(clone, dist), { recursive: true })
  }
}

async function listen(server: Server): Promise<{ server: Server; port: number }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

async function listenTls(tls: Machine['tls'], to: () => number) {
  let count = 0
  const server = createTlsServer(tls, (socket) => {
    count += 1
    const inner = connect(to(), '127.0.0.1')
    socket.pipe(inner).pipe(socket)
    socket.on('error', () => inner.destroy())
    inner.on('error', () => socket.destroy())
  })
  return { ...(await listen(server)), connections: () => count }
}

interface Units {
  control(words: string): Promise<void>
  stop(): Promise<void>
}

const READY = { api: 'FLORIN_PORT', worker: 'FLORIN_WORKER_METRICS_PORT' } as const

/** As systemd does: a unit's command, in its folder, with its environment file. */
function createUnits({
  localize,
  env,
}: {
  localize: Machine['localize']
  env: () => NodeJS.ProcessEnv
}): Units {
  const running = new Map<string, ChildProcess>()
  const start = async (role: string) => {
    const text = readFileSync(localize(`/etc/systemd/system/florin-${role}.service`), 'utf8')
    const options = parseLines(localize(text))
    const [program, ...args] = options['ExecStart']?.split(' ') ?? []
    assert.equal(program, '/usr/bin/node')
    const file = parseEnv(readFileSync(options['EnvironmentFile'] ?? '', 'utf8'))
    const child = spawn(process.execPath, args, {
      cwd: options['WorkingDirectory'],
      env: { ...env(), ...file },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    running.set(role, child)
    if (role === 'migrate') {
      const [code] = (await once(child, 'exit')) as [number]
      return assert.equal(code, 0, 'the migration has failed')
    }
    const port = env()[READY[role as keyof typeof READY]]
    await eventually(
      `${role} is ready`,
      async () => {
        assert.equal(child.exitCode, null, `${role} has ended`)
        return fetch(`http://127.0.0.1:${port}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        )
      },
      120_000,
    )
  }
  const stop = async (role: string) => {
    const child = running.get(role)
    if (child === undefined || child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return {
    async control(words) {
      if (words === 'daemon-reload' || words === 'reload caddy') return
      assert.match(words, /^(enable --now|restart) florin-api florin-worker$/)
      const roles = Object.keys(READY)
      await Promise.all(roles.map(stop))
      await start('migrate')
      await Promise.all(roles.map(start))
    },
    stop: async () => void (await Promise.all([...running.keys()].map(stop))),
  }
}

/** PostgreSQL as Debian starts it: a socket in /var/run/postgresql, on which users are known by their name. */
async function startCluster(folder: string) {
  const found = await findPostgres()
  assert.ok(found)
  const account = await serverAccount()
  const [data, socket, repository] = [
    'var/lib/postgresql',
    'var/run/postgresql',
    'var/lib/pgbackrest',
  ].map((each) => join(folder, each)) as [string, string, string]
  for (const each of [data, socket, repository]) {
    mkdirSync(each, { recursive: true })
    if (account) chownSync(each, account.uid, account.gid)
  }
  const main = join(data, 'main')
  const run = async (program: string, ...args: string[]) => {
    const { code, output } = await runAs(program, args, data, account)
    assert.equal(code, 0, output)
  }
  await run(
    join(found.bin, 'initdb'),
    '-D',
    main,
    '-U',
    'postgres',
    '-A',
    'trust',
    '--no-sync',
    '--no-instructions',
  )
  const config = join(folder, 'etc/pgbackrest.conf')
  writeFileSync(config, describeBackups({ main, socket, repository }))
  const backrest = (...args: string[]) =>
    run('pgbackrest', `--config=${config}`, '--stanza=florin', ...args)
  const push = `pgbackrest --config=${config} --stanza=florin archive-push %p`
  const settings = {
    unix_socket_directories: socket,
    listen_addresses: '',
    fsync: 'off',
    ...(hasPgBackRest() && { archive_mode: 'on', archive_command: push }),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  writeFileSync(join(main, 'postgresql.auto.conf'), lines.join(''))
  const control = join(found.bin, 'pg_ctl')
  await run(control, '-D', main, '-l', join(data, 'log'), '-w', 'start')
  // Before there is anything to archive: after three failures PostgreSQL waits for a minute.
  if (hasPgBackRest()) await backrest('stanza-create')
  return {
    bin: dirname(control),
    env: { PGHOST: socket, PGUSER: 'postgres', PGBACKREST_CONFIG: config },
    backUp: () => backrest('--type=full', '--start-fast', 'backup'),
    stop: () => run(control, '-D', main, '-m', 'immediate', 'stop'),
  }
}

interface Backups {
  readonly main: string
  readonly socket: string
  readonly repository: string
}

function describeBackups({ main, socket, repository }: Backups): string {
  return `[global]
repo1-path=${repository}
repo1-retention-full=1
lock-path=${join(repository, 'lock')}
log-level-file=off
compress-level=1

[florin]
pg1-path=${main}
pg1-socket-path=${socket}
pg1-user=postgres
`
}
