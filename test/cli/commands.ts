// Runs the command line in this process, and collects what it prints.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../cli/src/main.ts'

export interface CommandRun {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Standard input, line by line. */
  readonly input?: readonly string[]
  readonly signal?: AbortSignal
  printed?(line: string): void
}

export async function florin(
  args: readonly string[],
  options: RunOptions = {},
): Promise<CommandRun> {
  const out: string[] = []
  const err: string[] = []
  const input = [...(options.input ?? [])]
  const XDG_CONFIG_HOME =
    options.env?.['XDG_CONFIG_HOME'] ?? (await mkdtemp(join(tmpdir(), 'florin-cli-')))
  const code = await run(args, {
    env: { ...options.env, XDG_CONFIG_HOME },
    print(text) {
      out.push(text)
      options.printed?.(text)
    },
    warn: (text) => void err.push(text),
    ask: async () => input.shift() ?? '',
    stopped: () => options.signal ?? new AbortController().signal,
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
