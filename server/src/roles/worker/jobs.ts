// Hands due jobs to the job engine. A job has a key, so one that is handed over twice, because a worker died in between,
// is one job.
import type { Runner, Task, TaskList } from 'graphile-worker'
import type { Job } from '#kernel/jobs.ts'
import { type Services, systemContext } from '#kernel/context.ts'
import { tracing } from '#kernel/trace.ts'
import { dueSweep, type Sweep } from '#kernel/sweeps.ts'

const PERIOD_MS = 1_000

/** Ids only: the engine's tables are not for personal data. */
interface Payload {
  readonly merchant_id: string
  readonly id: string
}

export function queueingSweeps(jobs: readonly Job[], { addJob }: Pick<Runner, 'addJob'>): Sweep[] {
  return jobs.map((job) =>
    dueSweep({
      name: `queue ${job.name}`,
      period_ms: PERIOD_MS,
      timer: job.timer,
      act: async (context, id) => {
        const payload: Payload = { merchant_id: context.merchant_id, id }
        const [prefix = ''] = id.split('_')
        const jobKey = `${job.replaces?.[prefix] ?? job.name}/${payload.merchant_id}/${id}`
        await addJob(job.name, payload, { jobKey, maxAttempts: job.max_attempts })
        await job.queued(context, id)
      },
    }),
  )
}

export function jobTasks(services: Services, jobs: readonly Job[]): TaskList {
  return Object.fromEntries(
    jobs.flatMap((job) => {
      const task: Task = async (payload, { job: { attempts, max_attempts } }) => {
        const { merchant_id, id } = payload as Payload
        const ids = { 'florin.merchant_id': merchant_id, 'florin.row_id': id }
        const attributes = { ...ids, 'florin.attempt': attempts }
        const work = async () =>
          job.run(await systemContext(services, merchant_id), id, attempts >= max_attempts)
        await (tracing?.trace(`job ${job.name}`, attributes, work) ?? work())
      }
      return [job.name, ...Object.values(job.replaces ?? {})].map((name) => [name, task])
    }),
  )
}
