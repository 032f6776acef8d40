// Adds up a payment's CPU time in the api process by layer, from a V8 profile under load.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Effort } from './against_bare.ts'
import { startBenchDeployment } from './deployment.ts'
import { load } from './load.ts'
import { nextPayment } from './requests.ts'

/** CPU milliseconds per payment, by part. */
export type Profile = Readonly<Record<string, number>>

interface Frame {
  readonly functionName: string
  readonly url: string
}

interface CpuProfile {
  readonly nodes: readonly { id: number; callFrame: Frame; children?: readonly number[] }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
  readonly startTime: number
}

/** Library and Node frames count for the part that calls them; the first match decides. */
const PARTS: readonly (readonly [part: string, pattern: RegExp])[] = [
  ['fields, limits, keys and other HTTP checks', /server\/src\/http\/(?!audit|idempotency)/],
  ['audit trail and idempotency', /server\/src\/http\//],
  ['commits: rows as JSON, statements', /server\/src\/kernel\/(commit|change|db|sql)/],
  ['ids, clocks, hashes and logs', /server\/src\/kernel\//],
  ['operations, events and ledger', /server\/src\/core\//],
  ['payment rules', /server\/src\/resources\//],
]
const OUTSIDE = 'sockets and HTTP, in Node and Fastify'
const COLLECTING = 'garbage collection'

/** The first payments compile the code; they are left out. */
export async function profilePayments(server: string, { warm, clients, seconds }: Effort) {
  const folder = mkdtempSync(join(tmpdir(), 'florin-profile-'))
  try {
    const { from_ms, done } = await run(server, folder, { warm, clients, seconds })
    const [file = ''] = readdirSync(folder).toSorted()
    const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile
    return addUp(profile, from_ms, done)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function run(server: string, folder: string, effort: Omit<Effort, 'rounds'>) {
  const env = { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder} --cpu-prof-interval=500` }
  const started = performance.now()
  await using deployment = await startBenchDeployment({ server, env })
  const { caller } = deployment
  const pay = (seconds: number) =>
    load({
      port: caller.port,
      connections: effort.clients,
      seconds,
      request: () => nextPayment(caller),
    })
  for (let made = 0; made < effort.warm; ) made += (await pay(2)).done
  const from_ms = performance.now() - started
  const { done } = await pay(2 * effort.seconds)
  return { from_ms, done }
}

/** The profile begins after the deployment does, so `from_ms` leaves out a little more than the warm-up. */
function addUp(profile: CpuProfile, from_ms: number, payments: number): Profile {
  const frames = new Map(profile.nodes.map((node) => [node.id, node.callFrame]))
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  )
  const partOf = (id: number | undefined): string => {
    const frame = id === undefined ? undefined : frames.get(id)
    if (id === undefined || frame === undefined) return OUTSIDE
    const part = PARTS.find(([, pattern]) => pattern.test(frame.url))
    return part ? part[0] : partOf(parents.get(id))
  }
  const spent: Record<string, number> = {}
  let at_ms = 0
  for (const [n, id] of profile.samples.entries()) {
    const ms = (profile.timeDeltas[n] ?? 0) / 1_000
    at_ms += ms
    const name = frames.get(id)?.functionName
    if (at_ms < from_ms || name === '(idle)') continue
    const part = name === '(garbage collector)' ? COLLECTING : partOf(id)
    spent[part] = (spent[part] ?? 0) + ms / payments
  }
  return Object.fromEntries(Object.entries(spent).toSorted(([, a], [, b]) => b - a))
}
