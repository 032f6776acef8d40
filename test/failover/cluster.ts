// Two machines with PostgreSQL under Patroni, etcd, and HAProxy in front, on the loopback interface. Each path between
// machines leads through the network, so a machine can be isolated from all others.
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeSecret } from '#kernel/crypto.ts'
import { withServer } from '#kernel/databases.ts'
import { findPostgres } from '#roles/sandbox/find_postgres.ts'
import { serverAccount } from '#roles/sandbox/run_postgres.ts'
import { eventually } from '#testing/eventually.ts'
import { freePort } from '../support/free_port.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { startEtcd } from './etcd.ts'
import { Network } from './network.ts'
import { PatroniNode } from './node.ts'

const runProgram = promisify(execFile)
const NAMES = ['pg-a', 'pg-b'] as const
const SERVERS = ['postgres', 'rest'] as const

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
}

export interface Pair {
  readonly primary: PatroniNode
  readonly standby: PatroniNode
}

export interface ClusterOptions {
  readonly toxiproxy: string
  /** The api processes' ports. */
  readonly apis: readonly number[]
}

export class Cluster implements AsyncDisposable {
  readonly folder: string
  readonly api_port: number
  /** Through HAProxy, as a user without more rights than Florin needs. */
  readonly url: string
  private readonly nodes: readonly PatroniNode[]
  private readonly network: Network
  private readonly cleanup: AsyncDisposableStack

  private constructor(
    folder: string,
    { postgres_port, api_port }: Balancer,
    nodes: readonly PatroniNode[],
    network: Network,
    cleanup: AsyncDisposableStack,
  ) {
    this.folder = folder
    this.api_port = api_port
    this.nodes = nodes
    this.network = network
    this.cleanup = cleanup
    const password = nodes[0]?.options.password
    this.url = `postgres://florin:${password}@127.0.0.1:${postgres_port}/postgres`
  }

  static async start(options: ClusterOptions): Promise<Cluster> {
    const cleanup = new AsyncDisposableStack()
    try {
      return await build(options, cleanup, (...parts) => new Cluster(...parts))
    } catch (error) {
      await cleanup.disposeAsync()
      throw error
    }
  }

  /** Waits until one node is primary and the other confirms its commits. */
  pair(): Promise<Pair> {
    return eventually('the cluster has a primary and a synchronous standby', async () => {
      const members = await this.members()
      const named = (role: string, states: readonly string[]) =>
        members.find((each) => each.role === role && states.includes(each.state))?.name
      const [primary, standby] = [
        named('leader', ['running']),
        named('sync_standby', ['running', 'streaming']),
      ].map((name) => this.nodes.find((node) => node.name === name))
      return primary && standby && { primary, standby }
    })
  }

  async switchover({ primary, standby }: Pair): Promise<void> {
    const names = ['--leader', primary.name, '--candidate', standby.name]
    await runProgram('patronictl', ['-c', primary.config_file, 'switchover', ...names, '--force'])
  }

  /** Nothing reaches the node, and it reaches nothing. */
  isolate(node: PatroniNode): Promise<void> {
    const others = this.nodes.filter((each) => each !== node)
    const paths = [
      pathName(node.name, 'etcd'),
      ...SERVERS.flatMap((server) => [
        pathName('haproxy', node.name, server),
        pathName('peer', node.name, server),
        // With two nodes, only this one uses these.
        ...others.map((other) => pathName('peer', other.name, server)),
      ]),
    ]
    return this.network.cut(...paths)
  }

  heal(): Promise<void> {
    return this.network.heal()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cleanup.disposeAsync()
  }

  private async members(): Promise<readonly Member[]> {
    for (const { options } of this.nodes) {
      const url = `http://127.0.0.1:${options.ports.rest}/cluster`
      const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }
}

function pathName(...parts: readonly string[]): string {
  return parts.join('_')
}

type Create = (
  ...parts: [string, Balancer, readonly PatroniNode[], Network, AsyncDisposableStack]
) => Cluster

async function build(
  { toxiproxy, apis }: ClusterOptions,
  cleanup: AsyncDisposableStack,
  create: Create,
): Promise<Cluster> {
  const found = await findPostgres()
  if (found === undefined) throw new Error('There is no PostgreSQL here. Run scripts/setup.')
  const folder = await mkdtemp(join(tmpdir(), 'florin-failover-'))
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  // PostgreSQL's account enters it.
  await chmod(folder, 0o755)
  const network = cleanup.use(await Network.start(toxiproxy, folder))
  const etcd = cleanup.use(await startEtcd(folder))
  const account = await serverAccount()
  const password = makeSecret()
  const nodes: PatroniNode[] = []
  const balanced: { postgres: number; rest: number }[] = []
  for (const name of NAMES) {
    const [postgres, rest] = [await freePort(), await freePort()]
    const path = (...parts: readonly [string, number]) => network.path(...parts)
    const ports = {
      postgres,
      rest,
      etcd: await path(pathName(name, 'etcd'), etcd.port),
      peer_postgres: await path(pathName('peer', name, 'postgres'), postgres),
      peer_rest: await path(pathName('peer', name, 'rest'), rest),
    }
    balanced.push({
      postgres: await path(pathName('haproxy', name, 'postgres'), postgres),
      rest: await path(pathName('haproxy', name, 'rest'), rest),
    })
    const options = { name, folder: join(folder, name), ports, password, bin: found.bin, account }
    nodes.push(await PatroniNode.create(options))
  }
  const balancer = cleanup.use(await startBalancer(folder, balanced, apis))
  cleanup.defer(async () => {
    // A node that is cut off cannot say goodbye to etcd.
    await network.heal()
    for (const node of nodes) await node.stop()
  })
  const [first, ...others] = nodes
  await first?.start()
  await eventually('the first node is primary', async () => {
    const { rest = 0 } = first?.options.ports ?? {}
    const answer = await fetch(`http://127.0.0.1:${rest}/primary`).catch(() => undefined)
    return answer?.ok
  })
  for (const node of others) await node.start()
  const cluster = create(folder, balancer, nodes, network, cleanup)
  await cluster.pair()
  await createUser(nodes, password)
  return cluster
}

/** As docs/operations/failover.md does. */
async function createUser([node]: readonly PatroniNode[], password: string): Promise<void> {
  const port = node?.options.ports.postgres
  await withServer(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`, async (db) => {
    await db.query(`create role florin login createdb password '${password}'`)
    await db.query('grant pg_read_all_stats to florin')
  })
}
