// Replaces personal data: texts become one word, so that a reader sees that there was something; amounts, ids and
// field names stay.

const REDACTED = 'Redacted'
const NONE: ReadonlySet<string> = new Set()

/** Replaces every text; nulls and numbers stay. */
export function redacted<T>(value: T): T {
  return replaced(value, NONE) as T
}

/** The same, except for the fields with these names. */
export function redactedExcept(...names: readonly string[]) {
  const stays = new Set(names)
  return (value: unknown) => replaced(value, stays)
}

/** For objects whose names the merchant chose, such as metadata: names can be personal data too. */
export function emptied(value: unknown): unknown {
  return value === null ? null : {}
}

export function removed(): null {
  return null
}

function replaced(value: unknown, stays: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return REDACTED
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => replaced(each, stays))
  const entries = Object.entries(value).map(
    ([name, each]) => [name, stays.has(name) ? each : replaced(each, stays)] as const,
  )
  return Object.fromEntries(entries)
}

/** The fields with personal data, and how each is redacted. */
export type Fields = Readonly<Record<string, (value: unknown) => unknown>>

/** Redacted fields in a row, an event object, or a part of either. */
export function redactFields(fields: Fields, object: object): Record<string, unknown> {
  const values = object as Record<string, unknown>
  const present = Object.entries(fields).filter(([name]) => name in values)
  return Object.fromEntries(present.map(([name, redact]) => [name, redact(values[name])]))
}
