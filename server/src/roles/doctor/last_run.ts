import type { Services } from '#kernel/context.ts'
import type { Books } from './books.ts'
import { type DoctorRun, findRun, saveRun } from './store.ts'

/** Stores the run's time and result for the worker's metrics. */
export async function recordRun(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { findings }: Books,
  { duration_ms, has_log }: Pick<DoctorRun, 'duration_ms' | 'has_log'>,
): Promise<void> {
  const violations = findings.reduce((n, { count }) => n + count, 0)
  await saveRun(db, { ran_at: clock.now(), duration_ms, violations, has_log })
}

export function lastRun({ db }: Pick<Services, 'db'>): Promise<DoctorRun | undefined> {
  return findRun(db)
}
