// A private Redis for the sandbox and the tests: in memory only, on loopback only.
//
// It leads a process group of its own, like the private PostgreSQL, and for the same reason. An exit
// hook ends it when this process ends without calling `stop()`, but after SIGKILL it lingers.

import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, mkdir, open, readFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { delimiter, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface RedisServer {
  url: string
  port: number
  pid: number
  stop(): Promise<void>
}

const PORT_ATTEMPTS = 5
const READY_TIMEOUT_MS = 15_000
const STOP_TIMEOUT_MS = 5_000

/** Starts the machine's redis-server or valkey-server; undefined when it has neither. */
export async function startRedis(folder: string): Promise<RedisServer | undefined> {
  const program = await findOnPath(['redis-server', 'valkey-server'])
  if (program === undefined) return undefined
  const home = resolve(folder)
  await mkdir(home, { recursive: true, mode: 0o700 })
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const child = await spawnServer(program, home, port)
    const failure = await readiness(child, home, port)
    if (failure === undefined && child.pid !== undefined)
      return runningServer(child, child.pid, port)
    // Another process can take the port between our look and the server's bind.
    if (attempt < PORT_ATTEMPTS && failure?.includes('already in use')) continue
    throw new Error(failure)
  }
}

async function findOnPath(names: string[]): Promise<string | undefined> {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      if (folder === '') continue
      const path = join(folder, name)
      const found = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
      if (found) return path
    }
  }
  return undefined
}

async function spawnServer(program: string, home: string, port: number): Promise<ChildProcess> {
  const network = ['--bind', '127.0.0.1', '--port', String(port)]
  const memoryOnly = ['--save', '', '--appendonly', 'no', '--dir', home]
  const log = await open(logFile(home), 'a')
  try {
    return spawn(program, [...network, ...memoryOnly, '--daemonize', 'no'], {
      cwd: home,
      stdio: ['ignore', log.fd, log.fd],
      detached: true,
    })
  } finally {
    await log.close()
  }
}

/** Resolves when the server is ready, or with what went wrong. */
async function readiness(
  child: ChildProcess,
  home: string,
  port: number,
): Promise<string | undefined> {
  let problem = `did not answer within ${READY_TIMEOUT_MS / 1000} seconds`
  child.once('error', (error) => {
    problem = `did not start (${error.message})`
  })
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline && child.pid !== undefined && !hasExited(child)) {
    // The process id tells our server from another that was given the same port.
    const information = await ask(port, 'INFO server')
    if (information.includes(`process_id:${child.pid}\r\n`)) return undefined
    await sleep(10)
  }
  if (hasExited(child)) problem = 'did not start'
  else if (child.pid !== undefined) await endServer(child)
  const log = await readFile(logFile(home), 'utf8')
  const end = log.trim().split('\n').slice(-15).join('\n')
  return (
    `Redis ${problem}. Repair or remove the installed redis-server, or set REDIS_URL to one that ` +
    `already runs. Its log, ${logFile(home)}, ends with:\n${end}`
  )
}

// One inline command; whatever goes wrong yields an empty answer, which asks for another try.
function ask(port: number, command: string): Promise<string> {
  return new Promise((done) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\nQUIT\r\n`))
    socket.setEncoding('utf8')
    socket.setTimeout(1000, () => socket.destroy())
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('error', () => undefined)
    socket.on('close', () => done(answer))
  })
}

function runningServer(child: ChildProcess, pid: number, port: number): RedisServer {
  const endWithUs = (): void => {
    child.kill('SIGTERM')
  }
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  let stopped: Promise<void> | undefined
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid,
    stop: () => (stopped ??= endServer(child)),
  }
}

async function endServer(child: ChildProcess): Promise<void> {
  if (hasExited(child)) return
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  child.kill('SIGTERM')
  await exited
  clearTimeout(timer)
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => done(port))
    })
  })
}

function logFile(home: string): string {
  return join(home, 'redis.log')
}
