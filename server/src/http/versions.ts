// API versions are dates. A merchant is pinned to the current version of its first request; the header
// `X-Api-Version` selects another one for a single request.
import { Failure } from '#errors.ts'

/** Newest last. A breaking change adds a version; the previous one is supported for twelve more months. */
const versions = ['2026-11-14'] as const

export const currentVersion: string = versions.at(-1) ?? ''
export const firstVersion: string = versions[0]

export function chooseVersion(header: unknown, pinned: string | null): string {
  if (header === undefined) return pinned ?? currentVersion
  const found = versions.find((version) => version === header)
  if (found !== undefined) return found
  const message = `Unknown version in X-Api-Version. Known versions: ${versions.join(', ')}.`
  throw new Failure('IR_04', message, { field: 'X-Api-Version' })
}
