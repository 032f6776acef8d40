// One node: Patroni with its PostgreSQL, as deploy/patroni/patroni.yml says. Only values that belong to a machine differ:
// addresses, folders and passwords, and TLS, which a loopback address does not need.
import { readFileSync } from 'node:fs'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import type { Account } from '#roles/sandbox/child.ts'
import { childrenOf, serverPid } from '#testing/killable_postgres.ts'
import type { ProcessControl } from '#testing/process_control.ts'
import { deployed } from './deployed.ts'
import { responds, startProgram } from './program.ts'

/** Ports on the loopback interface. */
export interface NodePorts {
  readonly postgres: number
  readonly rest: number
  /** Other nodes reach it at these, which are network paths. */
  readonly peer_postgres: number
  readonly peer_rest: number
  readonly etcd: number
}

export interface NodeOptions {
  readonly name: string
  readonly folder: string
  readonly ports: NodePorts
  readonly password: string
  readonly bin: string
  readonly account: Account | undefined
}

interface PatroniFile {
  readonly postgresql: {
    readonly authentication: Readonly<Record<string, { readonly username: string }>>
    readonly pg_hba: readonly string[]
    readonly parameters: Readonly<Record<string, unknown>>
  }
}

export class PatroniNode {
  readonly name: string
  readonly options: NodeOptions
  readonly config_file: string
  private patroni: ProcessControl | undefined

  private constructor(options: NodeOptions, config_file: string) {
    this.name = options.name
    this.options = options
    this.config_file = config_file
  }

  static async create(options: NodeOptions): Promise<PatroniNode> {
    const { folder, account } = options
    const config_file = join(folder, 'patroni.yml')
    await mkdir(folder, { mode: 0o700 })
    await writeFile(config_file, stringify(configure(options)), { mode: 0o600 })
    if (account !== undefined) {
      await chown(folder, account.uid, account.gid)
      await chown(config_file, account.uid, account.gid)
    }
    return new PatroniNode(options, config_file)
  }

  async start(): Promise<void> {
    const { folder, account, ports } = this.options
    this.patroni = await startProgram({
      folder,
      name: 'patroni',
      program: 'patroni',
      args: [this.config_file],
      account,
      isReady: () => responds(`http://127.0.0.1:${ports.rest}/liveness`),
    })
  }

  /** SIGKILL to PostgreSQL's first process alone. Its children notice, and Patroni goes on. */
  async killPostmaster(): Promise<void> {
    process.kill(await serverPid(this.options.folder), 'SIGKILL')
  }

  /** SIGKILL to Patroni and to every PostgreSQL process, as if the machine were lost. */
  async kill9(): Promise<void> {
    const pid = await serverPid(this.options.folder)
    await this.patroni?.kill9()
    for (const each of [pid, ...(await childrenOf(pid))]) {
      try {
        process.kill(each, 'SIGKILL')
      } catch {
        // It has noticed the postmaster's end already.
      }
    }
  }

  /** Patroni stops its PostgreSQL. */
  async stop(): Promise<void> {
    await this.patroni?.stop()
  }
}

function configure({ name, folder, ports, password, bin }: NodeOptions) {
  const file = parse(readFileSync(deployed('patroni.yml'), 'utf8')) as PatroniFile
  const { authentication, pg_hba, parameters } = file.postgresql
  const users = Object.entries(authentication).map(([use, { username }]) => [
    use,
    { username, password },
  ])
  const here = (port: number) => `127.0.0.1:${port}`
  return {
    ...file,
    name,
    restapi: { listen: here(ports.rest), connect_address: here(ports.peer_rest) },
    // It would find etcd's own address, past the network.
    etcd3: { hosts: [here(ports.etcd)], use_proxies: true },
    postgresql: {
      ...file.postgresql,
      listen: here(ports.postgres),
      connect_address: here(ports.peer_postgres),
      data_dir: join(folder, 'data'),
      bin_dir: bin,
      pgpass: join(folder, 'pgpass'),
      authentication: Object.fromEntries(users),
      pg_hba: pg_hba.map(onLoopback),
      parameters: { ...withoutTls(parameters), unix_socket_directories: folder },
    },
    watchdog: { mode: 'off' },
  }
}

function onLoopback(rule: string): string {
  return rule
    .replace('hostssl', 'host')
    .replace('10.0.0.0/24', '127.0.0.1/32')
    .replace('peer', 'trust')
    .replace('florin florin', 'all florin')
}

function withoutTls(parameters: PatroniFile['postgresql']['parameters']) {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !name.startsWith('ssl')))
}
