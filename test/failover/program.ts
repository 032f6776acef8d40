// A program that the proof runs, with its own log. It ends with the proof, even with one that fails.
import { connect } from 'node:net'
import { type Account, endOfLog, spawnServer, tied } from '#roles/sandbox/child.ts'
import { serverEnvironment } from '#roles/sandbox/run_postgres.ts'
import { eventually } from '#testing/eventually.ts'
import { controlProcess, type ProcessControl } from '#testing/process_control.ts'

export interface ProgramOptions {
  /** Logs are in it. */
  readonly folder: string
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  readonly account?: Account | undefined
  readonly isReady: () => Promise<boolean>
}

const READY_TIMEOUT_MS = 120_000

export async function startProgram(options: ProgramOptions): Promise<ProcessControl> {
  const { folder, name, program, args, account, isReady } = options
  const log = `${folder}/${name}.log`
  const env = { ...serverEnvironment(), HOME: folder }
  const child = await spawnServer({ program, args: [...args], cwd: folder, log, env, account })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`${name} did not start: ${error.message}`))
    child.once('exit', (code, signal) => resolve(`${name} ended: ${signal ?? code}`))
  })
  const stop = tied(child, { gentle: 'SIGTERM', hard: 'SIGKILL', patience_ms: 30_000 })
  const control = controlProcess({ pid: child.pid ?? 0, ended, stop })
  try {
    await Promise.race([
      eventually(`${name} is ready`, isReady, READY_TIMEOUT_MS),
      ended.then((how) => Promise.reject(new Error(how))),
    ])
  } catch (error) {
    await control.stop()
    throw new Error(`${(error as Error).message}\n${await endOfLog(log)}`, { cause: error })
  }
  return control
}

/** False while nothing answers at this URL. */
export function responds(url: string, status = 200): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status === status
    },
    () => false,
  )
}

export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
