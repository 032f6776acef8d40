import { parseMoment } from '#kernel/clock.ts'
import { type Fault, invalid, missing } from '#errors.ts'
import type { Parsed } from '#http/route.ts'

/** When an action with the option `specific_date` is to happen; undefined for another option. */
export function parseLater(
  field: string,
  sent: string | null | undefined,
  option: string | undefined,
  now: Date,
): Parsed<Date | undefined> {
  const isLater = option === 'specific_date'
  const moment = sent && isLater ? parseMoment(sent) : undefined
  return {
    faults: isLater ? laterFaults(field, sent, moment, now) : otherFaults(field, sent, option),
    order: () => moment,
  }
}

function laterFaults(
  field: string,
  sent: string | null | undefined,
  moment: Date | undefined,
  now: Date,
): Fault[] {
  if (!sent) return [missing(field)]
  if (moment !== undefined && moment > now) return []
  return [invalid(field, 'must be a moment in the future')]
}

function otherFaults(
  field: string,
  sent: string | null | undefined,
  option: string | undefined,
): Fault[] {
  if (!sent || option === undefined) return []
  return [invalid(field, `is for the option specific_date, not for ${option}`)]
}
