// Faults that happen to a whole process: it is paused (a suspended virtual machine, a frozen container) or
// killed. A paused process always runs again before it is stopped and before this process exits, so that
// a failed test leaves nothing frozen behind.
import { execFile } from 'node:child_process'
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
  /** Resumes it if necessary and ends it with SIGTERM. */
  stop(): Promise<void>
}

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
  const stop = async () => {
    if (has_ended) return
    resume()
    await child.stop()
  }
  return {
    pid: child.pid,
    ended: child.ended,
    resume,
    stop,
    [Symbol.asyncDispose]: stop,
    async pause() {
      process.kill(child.pid, 'SIGSTOP')
      await eventually(`process ${child.pid} is stopped`, () => isStopped(child.pid))
    },
    async kill9() {
      if (has_ended) return
      process.kill(child.pid, 'SIGKILL')
      await child.ended
    },
  }
}

/** SIGSTOP takes effect a moment after it was sent. */
async function isStopped(pid: number): Promise<boolean> {
  const { stdout } = await runProgram('ps', ['-o', 'stat=', '-p', String(pid)])
  return stdout.trim().startsWith('T')
}
