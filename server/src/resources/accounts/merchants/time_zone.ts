import { isTimeZone, ZONE_WANTED } from '#kernel/calendar.ts'
import { type Fault, fault, refuseFaults } from '#errors.ts'

/** Returns the zone if it is in the IANA database: names that are not may have the form of one. */
export function requireTimeZone(time_zone: string): string {
  refuseFaults(timeZoneFaults(time_zone, 'time_zone'))
  return time_zone
}

export function timeZoneFaults(time_zone: string, field: string): Fault[] {
  if (isTimeZone(time_zone)) return []
  const wanted = `Send ${ZONE_WANTED}, by its name in the IANA database, or UTC`
  return [fault(field, `There is no time zone ${time_zone}. ${wanted}.`)]
}
