// Preferences on this device: theme, locale, time zone and business profile. Everything else is in the URL or on the server.
import { useSyncExternalStore } from 'react'

export interface Preferences {
  readonly theme: 'light' | 'dark' | 'auto'
  /** A language tag for numbers and dates, and the page direction. */
  readonly locale: string
  readonly time_zone: string
  /** The chosen business profile by merchant; none is all profiles. */
  readonly profiles: Readonly<Record<string, string>>
}

const KEY = 'florin.preferences'
const listeners = new Set<() => void>()
let current: Preferences = read()

function read(): Preferences {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions()
  const usual: Preferences = { theme: 'auto', locale, time_zone: timeZone, profiles: {} }
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as object) }
  } catch {
    return usual
  }
}

export function preferences(): Preferences {
  return current
}

export function prefer(change: Partial<Preferences>): void {
  current = { ...current, ...change }
  localStorage.setItem(KEY, JSON.stringify(current))
  for (const listener of listeners) listener()
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, preferences)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur'])

/** A number or a date that is written from right to left keeps its order inside an English sentence. */
export function isolated(text: string): string {
  return textDirection(current.locale) === 'rtl' ? `\u2068${text}\u2069` : text
}

export function textDirection(locale: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr'
}
