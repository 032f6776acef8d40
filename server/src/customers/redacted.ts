export const REDACTED = 'Redacted'

/** What was never known stays unknown: only what names a person is replaced, text by text. */
export function redacted<T>(value: T): T {
  if (typeof value === 'string') return REDACTED as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, redacted(each)] as const)
  return Object.fromEntries(entries) as T
}
