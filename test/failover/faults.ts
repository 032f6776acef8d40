// The faults, one row each, with the longest gap between acknowledged payments that the runbooks promise.
import type { Cluster, Pair } from './cluster.ts'
import { startAlerting } from './alerting.ts'
import type { BalancedFlorin } from './florin.ts'
import { IsolatedWriter } from './isolated_writer.ts'

export interface Stage {
  readonly cluster: Cluster
  readonly florin: BalancedFlorin
}

export interface Observed {
  readonly notes: readonly string[]
  readonly problems: readonly string[]
}

export interface Fault {
  readonly name: string
  readonly limit_ms: number
  /** Every request must succeed. */
  readonly allows_no_failure?: boolean
  /** Called under load. The result brings the cluster back, after the load has stopped. */
  inject(stage: Stage, pair: Pair): Promise<Injected>
}

export interface Injected {
  /** Goes on under load, after the fault. */
  watch?(): Promise<Observed>
  restore?(): Promise<Observed | undefined>
}

const STANDBY_ALERT = 'FlorinStandbyMissing'

export const faults: readonly Fault[] = [
  {
    name: 'switchover',
    limit_ms: 5_000,
    async inject({ cluster }, pair) {
      await cluster.switchover(pair)
      return {}
    },
  },
  {
    name: 'crash',
    limit_ms: 10_000,
    async inject(_, { primary }) {
      await primary.killPostmaster()
      return {}
    },
  },
  {
    name: 'node-lost',
    limit_ms: 25_000,
    async inject(_, { primary }) {
      await primary.kill9()
      return { restore: () => startAgain(primary.start()) }
    },
  },
  {
    name: 'partition',
    limit_ms: 25_000,
    async inject({ cluster }, { primary }) {
      const writer = await IsolatedWriter.create(primary)
      await cluster.isolate(primary)
      writer.start()
      return {
        async restore() {
          await writer.stop()
          await cluster.heal()
          const { primary: next } = await cluster.pair()
          const { attempts, accepted, found } = await writer.judge(next)
          const problems = [
            ...(next === primary ? ['the isolated node is primary again'] : []),
            ...(attempts === 0 ? ['nothing was written to the old primary'] : []),
            ...(accepted > 0 ? [`the old primary accepted ${accepted} writes`] : []),
            ...(found > 0 ? [`${found} writes to the old primary are on the new one`] : []),
          ]
          return {
            notes: [`the old primary accepted ${accepted} of ${attempts} writes`],
            problems,
          }
        },
      }
    },
  },
  {
    name: 'standby-lost',
    limit_ms: 5_000,
    async inject({ cluster, florin }, { standby }) {
      // First, so that no connection is closed: that is how a machine is lost.
      await cluster.isolate(standby)
      await standby.kill9()
      return {
        async watch() {
          await using alerting = await startAlerting(cluster.folder, florin.worker_metrics_port)
          const fired_ms = await alerting.fires(STANDBY_ALERT)
          return {
            notes: [
              `${STANDBY_ALERT} fired ${(fired_ms / 1_000).toFixed(0)} s after Prometheus had started`,
            ],
            problems: [],
          }
        },
        async restore() {
          await cluster.heal()
          return startAgain(standby.start())
        },
      }
    },
  },
  {
    name: 'restart',
    limit_ms: 5_000,
    allows_no_failure: true,
    async inject({ florin }) {
      await florin.restart()
      return {}
    },
  },
]

async function startAgain(starting: Promise<void>): Promise<undefined> {
  await starting
}
