// The name that a caller probably meant. Names are short and few, so that a hostile request cannot make it slow.

const MAX_LENGTH = 40
const MAX_KNOWN = 400
const MAX_DISTANCE = 2

/** The known name that differs from this one by its case, a prefix such as `card_`, or a letter or two. */
export function nearest(sent: string, known: readonly string[]): string | undefined {
  if (sent.length < 2 || sent.length > MAX_LENGTH) return undefined
  const candidates = known.slice(0, MAX_KNOWN).filter((name) => name.length <= MAX_LENGTH)
  const plain = plainName(sent)
  return (
    candidates.find((name) => plainName(name) === plain) ??
    candidates.find((name) => name.endsWith(`_${sent}`)) ??
    onlyOne(candidates.filter((name) => name.startsWith(`${sent}_`))) ??
    closest(plain, candidates)
  )
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function onlyOne(names: readonly string[]): string | undefined {
  return names.length === 1 ? names[0] : undefined
}

/** A short name may differ by less: any two two-letter codes are alike. */
function closest(plain: string, candidates: readonly string[]): string | undefined {
  let limit = Math.min(MAX_DISTANCE, Math.floor(plain.length / 3))
  let found: string | undefined
  for (const name of candidates) {
    const distance = editDistance(plain, plainName(name), limit)
    if (distance > limit) continue
    found = name
    limit = distance - 1
    if (limit < 0) break
  }
  return found
}

/**
 * Counts letters that are added, left out, replaced, or swapped with the next one (optimal string alignment), up to
 * `limit`.
 */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next[j] = Math.min(
        at(row, j - 1) + (isSame ? 0 : 1),
        at(row, j) + 1,
        at(next, j - 1) + 1,
        isSwapped ? at(before, j - 2) + 1 : Infinity,
      )
    }
    if (Math.min(...next) > limit) return limit + 1
    before = row
    row = next
  }
  return at(row, b.length)
}

function at(row: readonly number[], place: number): number {
  return row[place] ?? Infinity
}
