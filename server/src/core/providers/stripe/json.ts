// Readers for answers whose format is not trusted.
export type Json = Readonly<Record<string, unknown>>

/** Undefined for anything but an object. */
export function parseJson(text: string): Json | undefined {
  try {
    return asObject(JSON.parse(text))
  } catch {
    return undefined
  }
}

export function asObject(value: unknown): Json | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Json) : undefined
}

export function objectIn(json: Json, name: string): Json | undefined {
  return asObject(json[name])
}

/** Undefined for an empty text. */
export function textIn(json: Json, name: string): string | undefined {
  const value = json[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function integerIn(json: Json, name: string): number | undefined {
  const value = json[name]
  return Number.isSafeInteger(value) ? (value as number) : undefined
}

/** An id, or the id of the object that was expanded in its place. */
export function idIn(json: Json, name: string): string | undefined {
  const expanded = objectIn(json, name)
  return expanded === undefined ? textIn(json, name) : textIn(expanded, 'id')
}
