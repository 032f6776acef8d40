// A private Redis for the sandbox and the tests: in memory only, on loopback only.
import type { ChildProcess } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { delimiter, join, resolve } from 'node:path'
import {
  canExecute,
  end,
  endOfLog,
  type Ending,
  freePort,
  spawnServer,
  tied,
  untilReady,
} from './child.ts'

export interface RedisServer {
  url: string
  port: number
  pid: number
  stop(): Promise<void>
}

const PORT_ATTEMPTS = 5
const READY_TIMEOUT_MS = 15_000
const ending: Ending = { gentle: 'SIGTERM', hard: 'SIGKILL', patience_ms: 5_000 }

/** Starts the machine's redis-server or valkey-server; undefined when it has neither. */
export async function startRedis(folder: string): Promise<RedisServer | undefined> {
  const program = await findOnPath(['redis-server', 'valkey-server'])
  if (program === undefined) return undefined
  const home = resolve(folder)
  await mkdir(home, { recursive: true, mode: 0o700 })
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const child = await launch(program, home, port)
    const failure = await readiness(child, home, port)
    if (failure === undefined) {
      return {
        url: `redis://127.0.0.1:${port}`,
        port,
        pid: child.pid ?? 0,
        stop: tied(child, ending),
      }
    }
    // Another process can take the port before the server binds it.
    if (attempt < PORT_ATTEMPTS && failure.includes('already in use')) continue
    throw new Error(failure)
  }
}

async function findOnPath(names: string[]): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    if (await canExecute(path)) return path
  }
  return undefined
}

function launch(program: string, home: string, port: number): Promise<ChildProcess> {
  const network = ['--bind', '127.0.0.1', '--port', String(port)]
  const memoryOnly = ['--save', '', '--appendonly', 'no', '--dir', home]
  const args = [...network, ...memoryOnly, '--daemonize', 'no']
  return spawnServer({ program, args, cwd: home, log: logFile(home) })
}

/** Resolves when the server is ready, or with the error. */
async function readiness(
  child: ChildProcess,
  home: string,
  port: number,
): Promise<string | undefined> {
  // The process id distinguishes this server from another one on the same port.
  const answers = async () =>
    (await ask(port, 'INFO server')).includes(`process_id:${child.pid}\r\n`)
  const outcome = await untilReady(child, answers, READY_TIMEOUT_MS)
  if (outcome === 'ready') return undefined
  if (outcome === 'late') await end(child, ending)
  const what =
    outcome === 'late'
      ? `did not answer within ${READY_TIMEOUT_MS / 1000} seconds`
      : 'did not start'
  return (
    `Redis ${what}. Repair or remove the installed redis-server, or set REDIS_URL to one that ` +
    `already runs. Its log, ${logFile(home)}, ends with:\n${await endOfLog(logFile(home))}`
  )
}

// One inline command; on any error the answer is empty and the caller tries again.
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

function logFile(home: string): string {
  return join(home, 'redis.log')
}
