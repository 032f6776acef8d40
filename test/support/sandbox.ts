// A sandbox as a newcomer starts it: the real command, its one JSON line, stopped by SIGTERM.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SandboxFacts } from '#roles/sandbox/welcome.ts'

export interface Sandbox {
  facts: SandboxFacts
  process: ChildProcess
  /** Everything printed to stdout. */
  lines: string[]
  /** Stops it and returns its exit code. */
  stop(): Promise<number | null>
}

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

export async function startSandbox(
  env: NodeJS.ProcessEnv = process.env,
  options: readonly string[] = [],
): Promise<Sandbox> {
  const child = spawn(process.execPath, [main, 'sandbox', '--json', ...options], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const lines: string[] = []
  const facts = await new Promise<SandboxFacts>((resolve, reject) => {
    void ended.then((code) => reject(new Error(`the sandbox ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      if (lines.length === 1) resolve(JSON.parse(line) as SandboxFacts)
    })
  })
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { facts, process: child, lines, stop }
}
