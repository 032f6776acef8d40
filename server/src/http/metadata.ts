// Metadata is the merchant's own: stored as text, merged key by key, bounded after the merge as well.
import { Failure } from '#errors.ts'

const LARGEST = 50

type Given = Readonly<Record<string, string | number | boolean | null>>

/** What was there with what is sent laid over it; null removes a key, and null as a whole removes all. */
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
  if (merged.size > LARGEST) {
    throw new Failure(
      'IR_04',
      `metadata may hold up to ${LARGEST} keys; this would make ${merged.size}.`,
      {
        field: 'metadata',
      },
    )
  }
  return Object.fromEntries(merged)
}
