// Runs another program without a shell.
import { spawnSync } from 'node:child_process'

export interface RunOptions {
  readonly cwd?: string
  /** In addition to this process's variables. */
  readonly env?: Readonly<Record<string, string>>
}

/** Returns the program's output; throws with the command and its error output if it fails. */
export function run(program: string, args: readonly string[], options: RunOptions = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    ...(options.cwd && { cwd: options.cwd }),
    env: { ...process.env, ...options.env },
  })
  if (status === 0) return stdout
  const reason = error?.message ?? stderr.trim().slice(-4_000)
  throw new Error(`\`${program} ${args.join(' ')}\` failed.\n${reason}`)
}

export function say(text: string): void {
  process.stdout.write(`release: ${text}\n`)
}
