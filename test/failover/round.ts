// One fault under load, and what it left: every answer is compared with the bank's log, the ledger must agree with the bank,
// and the doctor must find nothing.
import { sleep } from '#kernel/clock.ts'
import { join } from 'node:path'
import { spawnFlorin } from '#testing/command_line.ts'
import { pollNow } from '#testing/commit_faults.ts'
import type { Deployment } from '#testing/deployment.ts'
import { eventually } from '#testing/eventually.ts'
import { type Judged, judgeAnswers } from '../faults/answers.ts'
import { settled } from '../faults/judge.ts'
import { type Load, startLoad } from '../faults/load.ts'
import type { Fault, Observed, Stage } from './faults.ts'
import { type Gap, isPaid, measureGap } from './gap.ts'

export interface Round extends Gap, Judged {
  readonly fault: Fault
  readonly notes: readonly string[]
  /** Everything that was promised and does not hold. */
  readonly problems: readonly string[]
}

export interface Pace {
  /** The load's durations: before the fault, after it at least, and after payments are acknowledged again. */
  readonly before_ms: number
  readonly watch_ms: number
  readonly after_ms: number
  /** A gap that is longer than allowed is a problem. */
  readonly is_bounded: boolean
}

export const PACE: Pace = { before_ms: 15_000, watch_ms: 15_000, after_ms: 5_000, is_bounded: true }

const SERVING_TIMEOUT_MS = 60_000

export async function runRound(
  stage: Stage,
  fault: Fault,
  per_second: number,
  pace = PACE,
): Promise<Round> {
  const { cluster, florin } = stage
  const pair = await cluster.pair()
  const prefix = `${fault.name}-`
  await eventually(
    'the api answers',
    async () => (await florin.client.get('/health')).status === 200,
  )
  const load = startLoad(() => florin.client, per_second, { prefix, is_payments_only: true })
  await sleep(pace.before_ms)
  if (!load.sent.some(isPaid)) {
    await load.stop()
    throw new Error(`no payment was acknowledged before the fault: ${JSON.stringify(load.sent[0])}`)
  }
  const from = performance.now()
  const injected = await fault.inject(stage, pair)
  const watched = await injected.watch?.()
  await serveOn(load, pace)
  const to = performance.now()
  await load.stop()
  const restored = await injected.restore?.()
  await cluster.pair()
  const unsettled = await settle(florin.deployment)
  const judged = await judgeAnswers(florin.deployment, load.sent)
  const gap = measureGap(load.sent, from, to)
  const observed = [watched, restored].filter((each): each is Observed => each !== undefined)
  return {
    fault,
    ...gap,
    ...judged,
    notes: observed.flatMap(({ notes }) => notes),
    problems: [
      ...findProblems(fault, gap, judged, pace),
      ...observed.flatMap(({ problems }) => problems),
      ...unsettled,
      ...(await runDoctor(florin.deployment)),
    ],
  }
}

/** The load goes on until payments are acknowledged again, and for a while longer. */
async function serveOn(load: Load, { watch_ms, after_ms }: Pace): Promise<void> {
  await sleep(watch_ms)
  const since = performance.now()
  const isServed = async () =>
    load.sent.findLast((each) => (each.answered_at ?? 0) > since && isPaid(each))
  await eventually('payments are acknowledged', isServed, SERVING_TIMEOUT_MS).catch(() => undefined)
  await sleep(after_ms)
}

const POLL_MS = 2_000

/** Everything open is recovered by the worker, and the ledger then agrees with the bank. */
async function settle(deployment: Deployment): Promise<string[]> {
  try {
    await eventually('every operation has an outcome', async () => {
      await pollNow(deployment)
      await sleep(POLL_MS)
      const [row] = await deployment.sql<{ n: number }>(
        'select count(*)::int as n from operations where finished_at is null',
      )
      return row?.n === 0
    })
    await settled(deployment)
    return []
  } catch (error) {
    return [(error as Error).message.slice(0, 300)]
  }
}

/** It reads all rounds' books. */
const DOCTOR_TIMEOUT_MS = 900_000

async function runDoctor({ settings, folder }: Deployment): Promise<string[]> {
  const log = join(folder, 'operations.jsonl')
  const args = ['doctor', '--books', '--bank-log', log]
  const { code, stdout, stderr } = await spawnFlorin(args, { ...settings }, DOCTOR_TIMEOUT_MS)
  const wrong = stdout.split('\n').filter((line) => /\d wrong/.test(line))
  return code === 0 ? [] : [`the doctor found violations: ${wrong.join('; ') || stderr}`]
}

function findProblems(fault: Fault, gap: Gap, judged: Judged, { is_bounded }: Pace): string[] {
  const { limit_ms, allows_no_failure } = fault
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const list = (name: string, found: readonly string[]) =>
    found.length === 0 ? [] : [`${found.length} ${name}, such as ${found[0]}`]
  return [
    ...(is_bounded && gap.longest_ms > limit_ms
      ? [`no payment was acknowledged for ${seconds(gap.longest_ms)}, at most ${seconds(limit_ms)}`]
      : []),
    ...(judged.acknowledged === 0 ? ['no payment was acknowledged at all'] : []),
    ...(allows_no_failure && gap.unpaid > 0 ? [`${gap.unpaid} requests failed`] : []),
    ...list('acknowledged payments are lost', judged.lost),
    ...list('payments were charged twice', judged.repeated),
    ...list('answers were false', judged.false_claims),
  ]
}
