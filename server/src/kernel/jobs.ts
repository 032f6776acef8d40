// A job is work outside the database that is retried for hours, such as an e-mail. Its row says that it is due, so it
// is committed with the row or not at all; then the workers' job engine takes it over, and retries it.
import type { Context } from './context.ts'
import type { Timer } from './sweeps.ts'

export interface Job {
  /** Stored in the job engine's tables, so it does not change. */
  readonly name: string
  /**
   * Names that the release before gives these jobs, by id prefix. Jobs under these names run too, and a row that workers of
   * both releases queue is one job.
   */
  readonly replaces?: Readonly<Record<string, string>>
  /** The rows whose job is to be queued. */
  readonly timer: Timer
  readonly max_attempts: number
  /** Clears the row's timer: the engine has the job now. */
  queued(context: Context, id: string): Promise<unknown>
  /** Runs at least once. If it throws, it is retried with exponential backoff, unless this was the last attempt. */
  run(context: Context, id: string, is_last: boolean): Promise<unknown>
}
