// One bash for a whole page, as a person has one terminal: variables and the folder stay from command to command.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MARK = '@@@ended@@@'

export class Shell implements AsyncDisposable {
  readonly #child: ChildProcess
  readonly #folder: string
  readonly #ended: Promise<unknown[]>
  #printed = ''
  #errors = ''
  #count = 0

  constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.#folder = folder
    this.#child = spawn('bash', ['-eu', '-o', 'pipefail'], { cwd: folder, env, stdio: 'pipe' })
    this.#ended = once(this.#child, 'close')
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.#printed += text))
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#errors += text))
  }

  /** Resolves with what the command has printed. */
  async run(command: string): Promise<string> {
    // From a file: a command that reads its input does not read the next command.
    const file = join(this.#folder, `command_${(this.#count += 1)}.sh`)
    writeFileSync(file, command)
    this.#printed = ''
    this.#errors = ''
    this.#child.stdin?.write(`. '${file}' </dev/null; echo '${MARK}'\n`)
    for (;;) {
      const change = once(this.#child.stdout ?? this.#child, 'data')
      if (this.#printed.includes(MARK)) return this.#printed.slice(0, this.#printed.indexOf(MARK))
      const ended = await Promise.race([change, this.#ended.then(() => 'ended')])
      if (ended === 'ended') throw new Error(`${command} failed:\n${this.#printed}${this.#errors}`)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin?.end()
    await this.#ended
  }
}
