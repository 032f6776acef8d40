import { parseMoment } from '#kernel/clock.ts'
import { type Fault, invalid, missing } from '#errors.ts'
import type { Parsed, Sent } from '#http/route.ts'

/** An action with its date: when it is to happen, if later. */
export type Scheduled<Body, Field extends keyof Body> = Omit<Body, Field> & {
  readonly later: Date | undefined
}

/** Parses a body in which `field` is the date for the option `specific_date`, and for no other. */
export function parserOfLater<Body, Field extends keyof Body & string>(
  field: Field,
  option: keyof Body & string,
) {
  return (body: Sent<Body>, now: Date): Parsed<Scheduled<Body, Field>> => {
    const all = body as Readonly<Record<string, string | null | undefined>>
    const chosen = all[option] ?? undefined
    const { [field]: sent, ...fields } = all
    const isLater = chosen === 'specific_date'
    const later = sent && isLater ? parseMoment(sent) : undefined
    return {
      faults: isLater ? laterFaults(field, sent, later, now) : otherFaults(field, sent, chosen),
      order: () => ({ ...fields, later }) as unknown as Scheduled<Body, Field>,
    }
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
