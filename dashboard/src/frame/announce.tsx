// Short messages about what just happened. They are read out, and stay until they are closed or seven seconds are over.
import { useSyncExternalStore } from 'react'

export interface Announcement {
  readonly key: number
  readonly kind: 'done' | 'failed'
  readonly text: string
}

let shown: readonly Announcement[] = []
let last = 0
const listeners = new Set<() => void>()

function replace(next: readonly Announcement[]): void {
  shown = next
  for (const listener of listeners) listener()
}

export function announce(kind: Announcement['kind'], text: string): void {
  last += 1
  replace([...shown.slice(-2), { key: last, kind, text }])
}

export function dismiss(key: number): void {
  replace(shown.filter((each) => each.key !== key))
}

export function useAnnouncements(): readonly Announcement[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
}
