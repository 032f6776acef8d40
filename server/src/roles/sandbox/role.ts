// A Florin role as a separate process, as an operator runs it.
import { fork } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { UsageError } from '#errors.ts'

export interface Ports {
  port: number
  metrics_port: number
}

export interface Child {
  readonly pid: number
  readonly ports: Ports
  /** Settles when the process ends, with how it ended. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))

/**
 * Resolves when the role says that it is up; a worker has metrics alone. It logs to stderr, to a file descriptor, or line
 * by line to a function.
 */
export function startRole(
  role: 'api' | 'worker',
  env: Record<string, string | undefined>,
  log: 'inherit' | number | ((line: string) => void) = 'inherit',
): Promise<Child> {
  const out = log === 'inherit' ? 2 : typeof log === 'number' ? log : 'pipe'
  const child = fork(main, [role], {
    env,
    stdio: ['ignore', out, typeof log === 'number' ? log : 2, 'ipc'],
    // Ctrl-C in a terminal reaches the parent alone, which stops its children in order.
    detached: true,
  })
  if (child.stdout && typeof log === 'function')
    createInterface({ input: child.stdout }).on('line', log)
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(`the ${role} process ended: ${signal ?? code}`))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return new Promise((resolve, reject) => {
    // The process has printed why.
    void ended.then((how) => reject(new UsageError(how)))
    child.once('message', (ports) => {
      resolve({ pid: child.pid ?? 0, ports: ports as Ports, ended, stop })
    })
  })
}
