// pgBackRest with the operator's files from deploy/pgbackrest, as PostgreSQL's account.
import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { makeSecret } from '#kernel/crypto.ts'
import { serverAccount } from '#roles/sandbox/run_postgres.ts'
import { BACKREST, split } from './steps.ts'

const deploy = resolve(import.meta.dirname, '../../deploy/pgbackrest')

/** The reason for which nothing can be backed up here; undefined if it can. */
export function obstacle(path = process.env['PATH'] ?? ''): string | undefined {
  const isThere = path.split(delimiter).some((folder) => existsSync(join(folder, 'pgbackrest')))
  return isThere
    ? undefined
    : 'pgbackrest not found. On Debian, as root: apt-get update && apt-get install -y --no-install-recommends pgbackrest'
}

export interface Outcome {
  readonly code: number
  readonly output: string
}

export class Backrest {
  readonly config: string
  readonly include: string
  private readonly env: NodeJS.ProcessEnv
  private readonly account: Awaited<ReturnType<typeof serverAccount>>

  /** `url` is the server's, with its password. */
  static async configure(folder: string, data: string, url: string): Promise<Backrest> {
    return new Backrest(folder, data, url, await serverAccount())
  }

  private constructor(
    folder: string,
    data: string,
    url: string,
    account: Awaited<ReturnType<typeof serverAccount>>,
  ) {
    this.account = account
    const { hostname, port, password, username } = new URL(url)
    const { PATH } = process.env
    this.env = { PATH, LC_ALL: 'C', TZ: 'UTC', PGHOST: hostname, PGPASSWORD: password }
    this.config = join(folder, 'pgbackrest.conf')
    this.include = join(folder, 'conf.d')
    const own = {
      'repo1-path': join(folder, 'repository'),
      'log-path': join(folder, 'log'),
      'pg1-path': data,
      'pg1-port': port,
      'pg1-user': username,
    }
    for (const path of [folder, this.include, own['repo1-path'], own['log-path']]) {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      this.own(path)
    }
    this.write(this.config, fill(readFileSync(join(deploy, 'pgbackrest.conf'), 'utf8'), own))
    this.setPassphrase(makeSecret())
    // Its default is a folder that several users of this machine may share.
    this.write(join(this.include, 'machine.conf'), `[global]\nlock-path=${join(folder, 'lock')}\n`)
  }

  setPassphrase(value: string): void {
    const example = readFileSync(join(deploy, 'cipher.conf.example'), 'utf8')
    this.write(join(this.include, 'cipher.conf'), fill(example, { 'repo1-cipher-pass': value }))
  }

  /** PostgreSQL's settings, by name. */
  settings(): Record<string, string> {
    const text = readFileSync(join(deploy, 'postgresql.conf'), 'utf8')
    const lines = [...text.matchAll(/^(\w+) = '?([^'\n]*)'?$/gm)]
    const settings = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]))
    const [program = '', ...args] = split(settings['archive_command'] ?? '')
    return {
      ...settings,
      archive_command: [program, ...this.flags(), ...args].join(' '),
      // A proof does not wait for a minute.
      archive_timeout: '1',
    }
  }

  /** Runs one of the page's commands, with this folder's configuration. */
  run(name: keyof typeof BACKREST, change: (word: string) => string = (word) => word) {
    const [program = '', ...args] = split(BACKREST[name]).map(change)
    return this.exec(program, args)
  }

  exec(program: string, args: readonly string[]): Promise<Outcome> {
    const options = { ...this.account, env: this.env, cwd: '/', maxBuffer: 64 * 1024 * 1024 }
    return new Promise((done) => {
      execFile(program, [...this.flags(), ...args], options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
        done({ code, output: `${stdout}${stderr}`.trim() })
      })
    })
  }

  private flags(): string[] {
    return [`--config=${this.config}`, `--config-include-path=${this.include}`]
  }

  private write(path: string, text: string): void {
    writeFileSync(path, text, { mode: 0o600 })
    this.own(path)
  }

  private own(path: string): void {
    if (this.account !== undefined) chownSync(path, this.account.uid, this.account.gid)
  }
}

/** Puts this machine's values into an operator's file, and fails if one has no line. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((filled, [name, value]) => {
    const line = new RegExp(`^${name}=.*$`, 'm')
    if (!line.test(filled)) throw new Error(`deploy/pgbackrest has no line ${name}=`)
    return filled.replace(line, `${name}=${value}`)
  }, text)
}
