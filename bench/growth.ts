// Compares request costs for a merchant with ten thousand payments, and one with ten million: a database and an api
// for each size, all open at once and asked in turn, one request at a time.
import { performance } from 'node:perf_hooks'
import { type BenchDeployment, startBenchDeployment } from './deployment.ts'
import { median, mustHave, Wire } from './load.ts'
import { type Caller, nextPayment, request } from './requests.ts'
import { heldId, type Owner, seed, seededId } from './seed.ts'

// A prime, so that stepping by it visits every payment once, in scattered order.
const STEP = 7919

/** The nth request of each kind to a merchant with so many payments. */
const calls = {
  create: (caller: Caller) => [nextPayment(caller), '"status":"succeeded"'],
  get: (caller: Caller, nth: number, size: number) => {
    const id = seededId(1 + ((nth * STEP) % size))
    return [request(caller, 'GET', `/payments/${id}`), id]
  },
  list: (caller: Caller) => [request(caller, 'GET', '/payments/list?limit=20'), '"count":20'],
  'list of a rare status': (caller: Caller) => [
    request(caller, 'GET', '/payments/list?limit=20&status=failed'),
    '"count":20',
  ],
  capture: (caller: Caller, nth: number, size: number) => {
    const id = heldId(nth * STEP, size)
    return [request(caller, 'POST', `/payments/${id}/capture`, {}), '"status":"succeeded"']
  },
} as const satisfies Record<string, (caller: Caller, nth: number, size: number) => [string, string]>

type Call = keyof typeof calls
const names = Object.keys(calls) as Call[]

/** Median milliseconds by call and size. */
export type Growth = Record<string, { size: number; ms: number }[]>

interface Side {
  size: number
  deployment: BenchDeployment
}

export async function measureGrowth(
  server: string,
  sizes: readonly number[],
  times: number,
  say: (line: string) => void,
): Promise<Growth> {
  const sides: Side[] = []
  try {
    for (const size of sizes) sides.push(await openSide(server, size, say))
    // Opened late, because a connection that is silent while the largest is seeded would be closed.
    const asking = await Promise.all(sides.map(openWire))
    const warm = Math.ceil(times / 10)
    for (let nth = 0; nth < warm + times; nth++) {
      if (nth === warm) for (const { taken } of asking) taken.clear()
      for (const side of nth % 2 === 0 ? asking : asking.toReversed()) await askAll(side, nth)
    }
    for (const { wire } of asking) wire.close()
    return Object.fromEntries(
      names.map((name) => [
        name,
        asking.map(({ size, taken }) => ({ size, ms: median(taken.get(name) ?? []) })),
      ]),
    )
  } finally {
    for (const { deployment } of sides) await deployment[Symbol.asyncDispose]()
  }
}

async function openSide(server: string, size: number, say: (line: string) => void): Promise<Side> {
  const started = performance.now()
  const fill = (url: string, owner: Owner) => seed(url, owner, size)
  const deployment = await startBenchDeployment({ server, fill })
  say(`seeded ${size} payments in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  return { size, deployment }
}

interface CallingSide extends Side {
  wire: Wire
  /** Milliseconds, by call. */
  taken: Map<Call, number[]>
}

async function openWire(side: Side): Promise<CallingSide> {
  return { ...side, wire: await Wire.open(side.deployment.caller.port), taken: new Map() }
}

async function askAll({ deployment, size, wire, taken }: CallingSide, nth: number): Promise<void> {
  for (const name of names) {
    const [text, part] = calls[name](deployment.caller, nth, size)
    const started = performance.now()
    const answer = await wire.ask(text)
    const ms = performance.now() - started
    mustHave(answer, part)
    taken.set(name, [...(taken.get(name) ?? []), ms])
  }
}
