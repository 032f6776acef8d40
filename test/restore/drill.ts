// The restore drill, step by step, and merchants that send again what they have lost.
import { sleep } from '#kernel/clock.ts'
import type { Answer, Client } from '#testing/client.ts'
import { eventually } from '#testing/eventually.ts'
import { settled } from '../faults/judge.ts'
import { type RecordedLoad, type Request, send } from './load.ts'
import {
  countViolations,
  doctor,
  expect,
  firstViolations,
  florin,
  type Moment,
  newAnchors,
  type Proof,
  type Report,
  seconds,
  timed,
} from './proof.ts'
import { FLORIN, TARGET } from './steps.ts'

const KEY_TRIES = 90

export async function restore(proof: Proof, moment: Moment): Promise<void> {
  const { backrest, postgres, deployment, findings, rows } = proof
  const copied = await timed(() => backrest.run('restore', toMoment(moment)))
  expect(proof, `restores to ${moment.text}`, copied.result)
  const replayed = await timed(async () => {
    await postgres.start(backrest.settings())
    await eventually('PostgreSQL has left recovery', async () => {
      const [row] = await deployment.sql<{ over: boolean }>(
        'select not pg_is_in_recovery() as over',
      )
      return row?.over
    })
  })
  rows.push(['`pgbackrest restore`', seconds(copied)])
  rows.push(['PostgreSQL: start, WAL replay, promotion', seconds(replayed)])
  const [row] = await deployment.sql<{ payments: number }>(
    'select count(*)::int as payments from payments',
  )
  findings.check(
    'the payments are those of the moment',
    row !== undefined && Math.abs(row.payments - moment.payments) <= 1,
    `${row?.payments} of ${moment.payments}`,
  )
}

export function toMoment({ text }: Moment): (word: string) => string {
  return (word) => word.replace(TARGET, text)
}

export async function adopt(proof: Proof): Promise<Report['adoptions']> {
  const { findings, rows } = proof
  expect(proof, 'migrate finds nothing to do', await florin(proof, FLORIN.migrate))
  const listed = await doctor(proof, FLORIN.list)
  findings.check('the doctor lists what only the bank has', listed.adoptions.length > 0)
  rows.push([
    'differences that the doctor finds after the restore',
    String(countViolations(listed)),
  ])
  const adopted = await timed(() => doctor(proof, FLORIN.adopt))
  const { adoptions } = adopted.result
  const people = adoptions.filter(({ needs_person }) => needs_person)
  findings.check('nothing needs a person', people.length === 0, people[0]?.action)
  rows.push(['`doctor --adopt`', seconds(adopted)])
  rows.push(['adopted operations', String(adoptions.length)])
  const left = countViolations(adopted.result)
  findings.check('no violation is left', left === 0, firstViolations(adopted.result))
  return adoptions
}

export async function startAgain(proof: Proof): Promise<void> {
  const { deployment, findings } = proof
  const env = { FLORIN_AUDIT_ANCHOR: `file:${newAnchors(proof)}` }
  const worker = await deployment.startWorker({ env })
  await settled(deployment)
  await deployment.startApi()
  findings.check('worker and api are up', worker.pid > 0)
}

/** Everything after the moment, whatever was answered, and the confirmations. */
export async function retry(proof: Proof, load: RecordedLoad, moment: Moment): Promise<void> {
  const { deployment, rows } = proof
  const client = deployment.client(deployment.apis.length - 1)
  const lost = load.requests.filter(({ at }) => at >= moment.at - 2_000)
  const confirmations = moment.unconfirmed.map((id): Request => {
    return { path: `/payments/${id}/confirm`, body: {}, key: `confirm-${id}`, at: 0 }
  })
  const answers = new Map<string, number>()
  for (const request of [...lost, ...confirmations]) {
    const { status, body } = await sendUntilFree(client, request)
    const name = status < 300 ? String(status) : `${status} ${body?.error?.code}`
    answers.set(name, (answers.get(name) ?? 0) + 1)
  }
  rows.push(['requests that merchants send again', String(lost.length + confirmations.length)])
  rows.push(['answers', [...answers].map(([name, n]) => `${n} × ${name}`).join(', ')])
}

/** An attempt that was running at the moment keeps its key for a minute. */
async function sendUntilFree(client: Client, request: Request): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await send(client, request)
    const isBusy = answer.status === 409 && answer.body?.error?.code === 'HE_00'
    if (!isBusy || tries === KEY_TRIES) return answer
    await sleep(1_000)
  }
}
