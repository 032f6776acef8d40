// Removes what an error message quotes from its request, for the request log.
import { REDACTED } from '#kernel/log.ts'
import type { FoundIds } from './redaction.ts'

/** Shorter values are in every message. */
const SHORTEST = 3
const MAX_TEXTS = 500
/** A message may cut a long value. */
const START = 16

/** Every value in these parts of a request, except for ids that the row stores. */
export function sentTexts(parts: readonly unknown[], { objects, profiles }: FoundIds): string[] {
  const texts = new Set<string>()
  const visit = (value: unknown) => {
    if (texts.size >= MAX_TEXTS) return
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
    else if (typeof value === 'string' || typeof value === 'number') texts.add(String(value))
  }
  parts.forEach(visit)
  return [...texts]
    .filter((text) => text.length >= SHORTEST && !objects.has(text) && !profiles.has(text))
    .toSorted((a, b) => b.length - a.length)
}

/** A card number's digits, and API keys. */
const SECRETS = /\d(?:[ _-]?\d){11,}|\b(?:pk_)?(?:snd|prd)_\w+/g

export function withoutSent(message: string, sent: readonly string[]): string {
  let text = message
  for (const value of sent) {
    for (let at = text.indexOf(value.slice(0, START)); at >= 0; ) {
      let end = 0
      while (end < value.length && text[at + end] === value[end]) end++
      text = text.slice(0, at) + REDACTED + text.slice(at + end)
      at = text.indexOf(value.slice(0, START), at + REDACTED.length)
    }
  }
  return text.replaceAll(SECRETS, REDACTED)
}
