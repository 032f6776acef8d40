// A page's blocks, typed like a person would type them: each command in its own bash, in one folder and with the same
// exported variables. A command that prints "Press Ctrl-C" stays running in a separate terminal.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { eventually } from '#testing/eventually.ts'

export interface Block {
  language: string
  text: string
}

export function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))
}

interface Command {
  line: string
  child: ChildProcess
  ended: Promise<unknown[]>
  printed: string
  seconds: number
}

const READY = /Press Ctrl-C/

export class Desk implements AsyncDisposable {
  readonly commands: Command[] = []
  readonly exported: Record<string, string> = {}
  #env: NodeJS.ProcessEnv
  #folder: string

  constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.#folder = folder
    this.#env = env
  }

  /** Resolves when the command has ended, or when it says how to stop it. */
  async run(line: string): Promise<string> {
    const started = performance.now()
    const child = spawn('bash', ['-eu', '-c', line], {
      cwd: this.#folder,
      env: { ...this.#env, ...this.exported },
      stdio: ['ignore', 'pipe', 'pipe'],
      // As in a terminal, Ctrl-C is for the whole group.
      detached: true,
    })
    const command = { line, child, ended: once(child, 'close'), printed: '', seconds: 0 }
    this.commands.push(command)
    const ready = new Promise<void>((done) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          command.printed += text
          if (READY.test(command.printed)) done()
        })
      }
    })
    await Promise.race([ready, command.ended])
    command.seconds = (performance.now() - started) / 1000
    const { exitCode } = child
    assert.ok(exitCode === null || exitCode === 0, `${line} failed:\n${command.printed}`)
    return command.printed
  }

  /** One line in a console block: the shell's own commands are carried out here. */
  async type(line: string): Promise<void> {
    const [, name, value = ''] = /^export (\w+)=(.*)$/.exec(line) ?? []
    if (name !== undefined) this.exported[name] = this.#complete(value)
    else if (line.startsWith('!')) await this.run(this.#last(line.slice(1)))
    else await this.run(line)
    const [, folder] = /&& cd (\w+)$/.exec(line) ?? []
    if (folder !== undefined) this.#folder = join(this.#folder, folder)
  }

  /** A value ending in … is what a command has printed that begins like it. */
  #complete(value: string): string {
    if (!value.endsWith('…')) return value
    const begin = value.slice(0, -1)
    const words = this.commands.flatMap(({ printed }) => printed.split(/\s+/))
    const found = words.find((word) => word.startsWith(begin))
    assert.ok(found, `nothing was printed that begins with ${begin}`)
    return found
  }

  #last(begin: string): string {
    const found = this.commands.findLast(({ line }) => line.startsWith(begin))
    assert.ok(found, `no command begins with ${begin}`)
    return found.line
  }

  /** A running command prints the line; … stands for anything. */
  async prints(line: string): Promise<void> {
    const parts = line.trim().split('…')
    const escaped = parts.map((part) => part.replaceAll(/[^\w\s]/g, '\\$&'))
    const pattern = new RegExp(`^${escaped.join('\\S+')}$`, 'm')
    await eventually(line, async () => this.commands.some(({ printed }) => pattern.test(printed)))
  }

  /** Ctrl-C in each terminal, the newest first. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const { child, ended } of this.commands.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue
      process.kill(-child.pid, 'SIGINT')
      await ended
    }
  }
}
