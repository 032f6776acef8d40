// Faults that happen to a whole process: it is paused (a suspended virtual machine, a frozen container) or
// killed. A paused process always runs again before it is stopped and before this process exits, so that
// a failed test leaves nothing frozen behind.
import { execFile } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { eventually } from './eventually.ts'

const runProgram = promisify(execFile)

interface Child {
  readonly pid: number
  readonly ended: Promise<string>
  stop(): Promise<void>
}

export interface ProcessControl extends AsyncDisposable {
  readonly pid: number
  readonly ended: Promise<string>
  /** SIGSTOP; resolves when the operating system reports the process as stopped. */
  pause(): Promise<void>
  /** SIGCONT; does nothing for a process that runs or has ended. */
  resume(): void
  /** SIGKILL; resolves when the process has ended. */
  kill9(): Promise<void>
  /** Resumes it if necessary and ends it with SIGTERM, or with SIGKILL if it does not obey in time. */
  stop(): Promise<'stopped' | 'killed'>
}

const STOP_TIMEOUT_MS = 60_000

export function controlProcess(child: Child): ProcessControl {
  let has_ended = false
  const watchEnd = async () => {
    await child.ended
    has_ended = true
    process.off('exit', resume)
  }
  const resume = () => {
    if (!has_ended) process.kill(child.pid, 'SIGCONT')
  }
  process.once('exit', resume)
  void watchEnd()
  const kill9 = async () => {
    if (has_ended) return
    process.kill(child.pid, 'SIGKILL')
    await child.ended
  }
  const stop = async () => {
    if (has_ended) return 'stopped'
    resume()
    const timeout = new AbortController()
    const late = setTimeout(STOP_TIMEOUT_MS, 'killed' as const, { signal: timeout.signal })
    late.catch(() => undefined)
    const how = await Promise.race([child.stop().then(() => 'stopped' as const), late])
    timeout.abort()
    if (how === 'killed') await kill9()
    return how
  }
  return {
    pid: child.pid,
    ended: child.ended,
    resume,
    stop,
    kill9,
    async [Symbol.asyncDispose]() {
      await stop()
    },
    async pause() {
      process.kill(child.pid, 'SIGSTOP')
      await eventually(`process ${child.pid} is stopped`, () => isStopped(child.pid))
    },
  }
}

/** SIGSTOP takes effect a moment after it was sent. */
async function isStopped(pid: number): Promise<boolean> {
  const { stdout } = await runProgram('ps', ['-o', 'stat=', '-p', String(pid)])
  return stdout.trim().startsWith('T')
}
