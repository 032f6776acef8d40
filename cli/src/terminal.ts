// What a command reads and writes, so that tests can run commands in their own process.
import { createInterface } from 'node:readline/promises'
import type { Env } from './config.ts'

export interface Terminal {
  readonly env: Env
  /** Results. */
  print(text: string): void
  /** Progress and errors. */
  warn(text: string): void
  /** A line of standard input; asks for it if a person is there. */
  ask(question: string, options?: { readonly secret?: boolean }): Promise<string>
  /** Aborted when the user stops the command. */
  stopped(): AbortSignal
}

export const terminal: Terminal = {
  env: process.env,
  print: (text) => void process.stdout.write(`${text}\n`),
  warn: (text) => void process.stderr.write(`${text}\n`),
  ask,
  stopped() {
    const controller = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => controller.abort())
    }
    return controller.signal
  },
}

/** A secret is not shown while it is typed. */
async function ask(question: string, { secret = false } = {}): Promise<string> {
  const isPerson = process.stdin.isTTY
  const lines = createInterface({
    input: process.stdin,
    ...(isPerson && !secret ? { output: process.stderr } : {}),
    terminal: isPerson,
  })
  if (isPerson && secret) process.stderr.write(question)
  try {
    return (await lines.question(isPerson && !secret ? question : '')).trim()
  } finally {
    lines.close()
    if (isPerson && secret) process.stderr.write('\n')
  }
}
