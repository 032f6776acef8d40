// Gauges that are the same in every worker: read from the database at each scrape.
import { addMs } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { findDue } from '#kernel/sweeps.ts'
import { isOpen } from '#core/operations/operation.ts'
import { lastRun } from '#roles/doctor/last_run.ts'
import { snapshotLagSeconds } from '#core/ledger/read.ts'
import { countLateOperations, countOpenOperations } from '#core/operations/read.ts'
import { analyticsLagSeconds } from '#resources/reporting/analytics/read.ts'
import { countRefused, findAnchored, REFUSALS } from '#resources/accounts/audit/read.ts'
import { parkedEventCount } from '#resources/payments/provider_callbacks/parked.ts'
import { countRelayBacklog } from '#core/outbox/read.ts'
import { countRefundsInReview } from '#resources/payments/refunds/read.ts'
import { countBacklog } from '#resources/notifications/webhooks/read.ts'
import { findStandbys } from './store.ts'

export type State = Awaited<ReturnType<typeof readState>>

/** Everything that the gauges report. Each query is bounded. */
export async function readState(services: Services) {
  const now = services.clock.now()
  const read = await readAll({
    relay: countRelayBacklog(services),
    parked: parkedEventCount(services),
    lanes: countBacklog(services),
    open: countOpenOperations(services),
    late: countLateOperations(services),
    refunds_in_review: countRefundsInReview(services),
    snapshot_lag_s: snapshotLagSeconds(services),
    run: lastRun(services),
    timers: readTimers(services, now),
    analytics_lag_s: analyticsLagSeconds(services),
    refused: countRefused(services.db),
    anchored_at: findAnchored(services.db),
    standbys: findStandbys(services.db),
  })
  return { ...read, now }
}

async function readAll<T extends Record<string, Promise<unknown>>>(reads: T) {
  const entries = Object.entries(reads).map(async ([name, read]) => [name, await read] as const)
  return Object.fromEntries(await Promise.all(entries)) as { [Name in keyof T]: Awaited<T[Name]> }
}

/** States in `pg_stat_replication` of standbys that commits wait for. */
const CONFIRMING: ReadonlySet<string> = new Set(['sync', 'quorum'])

const MAX_DUE = 1_000

/** Due rows per sweep, by their merchants' clocks. */
function readTimers({ db, registry }: Services, now: Date) {
  return Promise.all(
    registry.sweeps.flatMap(({ name, timer, warn_before_ms = 0 }) =>
      timer === undefined
        ? []
        : findDue(db, timer, addMs(now, warn_before_ms), MAX_DUE).then((found) => ({
            name,
            due: found.filter(({ due }) => due <= now),
            soon: warn_before_ms === 0 ? undefined : found.length,
          })),
    ),
  )
}

type Labels = Partial<Record<string, string>>

interface GaugeRow {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  read(state: State): number | undefined | [labels: Labels, value: number][]
}

export const gauges: readonly GaugeRow[] = [
  {
    name: 'florin_events_waiting',
    help: 'Events not relayed yet, counted to ten thousand.',
    read: ({ relay }) => relay.waiting,
  },
  {
    name: 'florin_events_oldest_seconds',
    help: 'Age of the oldest event not relayed yet.',
    read: ({ relay, now }) => age(relay.oldest, now),
  },
  {
    name: 'florin_relay_failing',
    help: 'Event batches with a failed reaction; they are retried.',
    read: ({ relay }) => relay.failing,
  },
  {
    name: 'florin_provider_events_parked',
    help: 'Provider events that could not be handled and are retried, counted to ten thousand.',
    read: ({ parked }) => parked,
  },
  {
    name: 'florin_webhook_due',
    help: 'Deliveries that are due, counted to a thousand for each of a hundred endpoints.',
    labels: ['lane'],
    read: ({ lanes }) => lanes.map(({ lane, due }) => [{ lane }, due]),
  },
  {
    name: 'florin_webhook_endpoints',
    help: 'Endpoints with due deliveries, counted to two hundred.',
    labels: ['lane'],
    read: ({ lanes }) => lanes.map(({ lane, endpoints }) => [{ lane }, endpoints]),
  },
  {
    name: 'florin_webhook_oldest_due_seconds',
    help: 'How long the oldest has been due.',
    labels: ['lane'],
    read: ({ lanes, now }) => lanes.map(({ lane, oldest }) => [{ lane }, age(oldest, now)]),
  },
  {
    name: 'florin_operations_open',
    help: 'Operations without a final outcome, counted to ten thousand. Status sent has no answer; challenge and pending wait for the customer or the provider.',
    labels: ['kind', 'status'],
    read: ({ open }) => open.map(({ kind, status, count }) => [{ kind, status }, count]),
  },
  {
    name: 'florin_operations_open_oldest_seconds',
    help: 'Age of the oldest operation without a final outcome, by the clock of the database.',
    labels: ['kind', 'status'],
    read: ({ open }) => open.map(({ kind, status, oldest_s }) => [{ kind, status }, oldest_s]),
  },
  {
    name: 'florin_operations_beyond_horizon',
    help: 'Operations that the provider has not acknowledged within its horizon.',
    read: ({ open }) => open.reduce((n, { beyond_horizon }) => n + beyond_horizon, 0),
  },
  {
    name: 'florin_operations_late',
    help: 'Operations that the provider approved after they had been closed, counted to ten thousand.',
    labels: ['kind'],
    read: ({ late }) =>
      late
        .filter(({ status }) => status === 'late')
        .map(({ kind, count }): [Labels, number] => [{ kind }, count]),
  },
  {
    name: 'florin_reversals',
    help: 'Reversals of late operations: pending, done, or refused by the provider.',
    labels: ['state'],
    read: ({ late }) =>
      (['pending', 'done', 'refused'] as const).map((state): [Labels, number] => [
        { state },
        late
          .filter((row) => row.kind === 'reversal' && reversalState(row) === state)
          .reduce((n, { count }) => n + count, 0),
      ]),
  },
  {
    name: 'florin_refunds_in_review',
    help: 'Refunds whose outcome the provider does not report, counted to ten thousand.',
    read: ({ refunds_in_review }) => refunds_in_review,
  },
  {
    name: 'florin_timers_due',
    help: 'Rows that a sweep has to work on now, counted to a thousand.',
    labels: ['sweep'],
    read: ({ timers }) => timers.map(({ name, due }) => [{ sweep: name }, due.length]),
  },
  {
    name: 'florin_timers_oldest_seconds',
    help: 'How long the oldest has been due.',
    labels: ['sweep'],
    read: ({ timers, now }) =>
      timers.map(({ name, due: [oldest] }) => [{ sweep: name }, age(oldest?.due ?? null, now)]),
  },
  {
    name: 'florin_deadlines_near',
    help: 'Disputes that wait for a response and whose deadline is within two days, counted to a thousand.',
    labels: ['sweep'],
    read: ({ timers }) =>
      timers.flatMap(({ name, soon }) => (soon === undefined ? [] : [[{ sweep: name }, soon]])),
  },
  {
    name: 'florin_ledger_snapshot_lag_seconds',
    help: 'For how long the oldest open transaction has kept balance snapshots from advancing.',
    read: ({ snapshot_lag_s }) => snapshot_lag_s,
  },
  {
    name: 'florin_analytics_lag_seconds',
    help: 'For how long the oldest change has waited to be counted in analytics.',
    read: ({ analytics_lag_s }) => analytics_lag_s,
  },
  {
    name: 'florin_database_synchronous_standbys',
    help: 'Standbys that confirm commits before they are answered; absent if the database user may not see them.',
    read: ({ standbys }) =>
      standbys.some(({ sync_state }) => sync_state === null)
        ? undefined
        : standbys.filter(({ sync_state }) => CONFIRMING.has(sync_state ?? '')).length,
  },
  {
    name: 'florin_database_standby_lag_bytes',
    help: 'Write-ahead log that a standby has not stored yet.',
    labels: ['standby', 'sync_state'],
    read: ({ standbys }) =>
      standbys.flatMap(({ name, sync_state, lag_bytes }): [Labels, number][] =>
        sync_state === null || lag_bytes === null
          ? []
          : [[{ standby: name, sync_state }, lag_bytes]],
      ),
  },
  {
    name: 'florin_audit_refused_entries',
    help: 'Entries of the audit trail that are not sealed: unsigned_seal, the newest seal of their chain is not signed by this deployment; invalid_entry, they have no valid MAC.',
    labels: ['reason'],
    read: ({ refused }) =>
      REFUSALS.map((reason): [Labels, number] => [
        { reason },
        refused.find(({ refusal }) => refusal === reason)?.entries ?? 0,
      ]),
  },
  {
    name: 'florin_audit_anchor_age_seconds',
    help: 'Time since the newest seals were anchored; absent if they never were.',
    read: ({ anchored_at, now }) => anchored_at && age(anchored_at, now),
  },
  {
    name: 'florin_doctor_last_run_timestamp_seconds',
    help: 'When the books were checked last, in seconds since 1970; absent if never.',
    read: ({ run }) => run && run.ran_at.getTime() / 1000,
  },
  {
    name: 'florin_doctor_duration_seconds',
    help: 'Duration of the last doctor run over the books.',
    read: ({ run }) => run && run.duration_ms / 1000,
  },
  {
    name: 'florin_doctor_violations',
    help: "Violations found by the last check of the books, by whether the provider's log was compared.",
    labels: ['has_log'],
    read: ({ run }) => (run ? [[{ has_log: String(run.has_log) }, run.violations]] : []),
  },
]

function age(moment: Date | null, now: Date): number {
  return moment === null ? 0 : (now.getTime() - moment.getTime()) / 1000
}

function reversalState(row: State['late'][number]): 'pending' | 'done' | 'refused' {
  if (isOpen(row)) return 'pending'
  return row.status === 'approved' || row.status === 'late' ? 'done' : 'refused'
}
