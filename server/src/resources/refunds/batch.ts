import { DAY_MS } from '#kernel/clock.ts'

/** The first moment after `now` at which the clock in UTC shows the time of the batch, such as 00:00. */
export function nextBatch(now: Date, time: string): Date {
  const [hours, minutes] = time.split(':').map(Number)
  const batch = new Date(now)
  batch.setUTCHours(hours ?? 0, minutes ?? 0, 0, 0)
  return batch > now ? batch : new Date(batch.getTime() + DAY_MS)
}
