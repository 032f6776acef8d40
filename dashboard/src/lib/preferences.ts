// The copy of the user's preferences on this device, which applies before the server has answered.
import { useSyncExternalStore } from 'react'

export interface Preferences {
  readonly theme: 'light' | 'dark' | 'auto'
  /** A language tag for numbers and dates. */
  readonly locale: string
  readonly time_zone: string
  /** The chosen business profile by merchant; none is all profiles. */
  readonly profiles: Readonly<Record<string, string>>
}

export type Copy = Partial<Preferences> & { readonly user_id?: string }

const KEY = 'florin.preferences'
const listeners = new Set<() => void>()
let copy: Copy = read()
let current: Preferences = complete(copy)

function read(): Copy {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Copy
  } catch {
    return {}
  }
}

/** The device decides until the user chooses. */
function complete(choices: Copy): Preferences {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions()
  return { theme: 'auto', locale, time_zone: timeZone, profiles: {}, ...choices }
}

/** The user's choices, made here or on another device. */
export function chosen(): Copy {
  return copy
}

export function apply(next: Copy): void {
  if (JSON.stringify(next) === JSON.stringify(copy)) return
  copy = next
  current = complete(next)
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // The storage is full or switched off.
  }
  for (const listener of listeners) listener()
}

export function preferences(): Preferences {
  return current
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, preferences)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A number or a date that is written from right to left keeps its order inside an English sentence. */
export function isolated(text: string): string {
  return /^(ar|fa|he|ur)\b/.test(current.locale) ? `\u2068${text}\u2069` : text
}
