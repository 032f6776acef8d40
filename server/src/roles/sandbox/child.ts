// Child processes. Each has its own process group, so that Ctrl-C in a terminal reaches only this process, which then
// stops them in order. If this process ends without calling `stop()`, an exit hook stops them; after SIGKILL they
// keep running.
import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, open, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'

export interface Account {
  uid: number
  gid: number
}

interface Spawning {
  program: string
  args: string[]
  cwd: string
  log: string
  env?: NodeJS.ProcessEnv
  account?: Account | undefined
}

export async function spawnServer(what: Spawning): Promise<ChildProcess> {
  const log = await open(what.log, 'a')
  try {
    return spawn(what.program, what.args, {
      ...what.account,
      cwd: what.cwd,
      env: what.env ?? process.env,
      stdio: ['ignore', log.fd, log.fd],
      detached: true,
    })
  } finally {
    await log.close()
  }
}

export interface Ending {
  gentle: NodeJS.Signals
  hard: NodeJS.Signals
  patience_ms: number
}

/** Ties the child to this process; the result ends it, once, however often it is called. */
export function tied(child: ChildProcess, ending: Ending): () => Promise<void> {
  const endWithUs = (): void => {
    child.kill(ending.gentle)
  }
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  let stopped: Promise<void> | undefined
  return () => (stopped ??= end(child, ending))
}

export async function end(child: ChildProcess, ending: Ending): Promise<void> {
  if (hasExited(child)) return
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  const timer = setTimeout(() => child.kill(ending.hard), ending.patience_ms)
  child.kill(ending.gentle)
  await exited
  clearTimeout(timer)
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Resolves with undefined when the server is ready, else with the reason why the child ended. */
export async function untilReady(
  child: ChildProcess,
  ready: () => Promise<boolean>,
  timeout_ms: number,
): Promise<'ready' | 'ended' | 'late'> {
  let failed = false
  child.once('error', () => {
    failed = true
  })
  const deadline = performance.now() + timeout_ms
  while (performance.now() < deadline) {
    if (failed || hasExited(child)) return 'ended'
    if (await ready()) return 'ready'
    await new Promise((done) => setTimeout(done, 10))
  }
  return 'late'
}

export function freePort(): Promise<number> {
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

export function canExecute(path: string): Promise<boolean> {
  return succeeds(access(path, constants.X_OK))
}

export function exists(path: string): Promise<boolean> {
  return succeeds(access(path))
}

function succeeds(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  )
}

export async function endOfLog(file: string): Promise<string> {
  return lastLines(await readFile(file, 'utf8').catch(() => ''))
}

export function lastLines(text: string): string {
  return text.trim().split('\n').slice(-15).join('\n')
}
