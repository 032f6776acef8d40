// The interface is dated. A merchant is pinned to the version that was current at its first call; the
// header `X-Api-Version` asks for another one for a single request.
import { Failure } from '#errors.ts'

/** Newest last. A breaking change adds a date; a date stays for twelve months after its successor. */
const versions = ['2026-11-14'] as const

export const currentVersion: string = versions.at(-1) ?? ''
export const firstVersion: string = versions[0]

export function chooseVersion(header: unknown, pinned: string | null): string {
  if (header === undefined) return pinned ?? currentVersion
  const found = versions.find((version) => version === header)
  if (found !== undefined) return found
  throw new Failure(
    'IR_04',
    `Unknown version in X-Api-Version. Known versions: ${versions.join(', ')}.`,
    {
      field: 'X-Api-Version',
    },
  )
}
