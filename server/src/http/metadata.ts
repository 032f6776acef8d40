// Metadata belongs to the merchant. It is stored as text and merged key by key.
import { Failure } from '#errors.ts'

const MAX_KEYS = 50

type Given = Readonly<Record<string, string | number | boolean | null>>

/** Merges the patch into the current metadata; null removes a key, and a null patch removes all. */
export function mergeMetadata(
  current: Readonly<Record<string, string>>,
  patch: Given | null | undefined,
): Record<string, string> {
  if (patch === null) return {}
  const merged = new Map(Object.entries(current))
  for (const [key, value] of Object.entries(patch ?? {})) {
    if (value === null) merged.delete(key)
    else merged.set(key, String(value))
  }
  if (merged.size > MAX_KEYS) {
    const message = `metadata may hold up to ${MAX_KEYS} keys; this would make ${merged.size}.`
    throw new Failure('IR_04', message, { field: 'metadata' })
  }
  return Object.fromEntries(merged)
}
