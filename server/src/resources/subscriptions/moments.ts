import { parseMoment } from '#kernel/clock.ts'
import { Failure, required } from '#errors.ts'

/** The date of an action that is to happen later: required, and in the future. */
export function futureMoment(field: string, sent: string | null | undefined, now: Date): Date {
  if (!sent) throw required(field)
  const moment = parseMoment(sent)
  if (moment !== undefined && moment > now) return moment
  throw new Failure('IR_04', `\`${field}\` must be a moment in the future.`, { field })
}

/** The action happens at another time than the one that is sent. */
export function refuseMoment(
  field: string,
  sent: string | null | undefined,
  option: string | undefined,
): void {
  if (!sent || option === undefined) return
  const message = `\`${field}\` is for the option specific_date, not for ${option}.`
  throw new Failure('IR_04', message, { field })
}
