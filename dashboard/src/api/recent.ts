// Sign-in methods change only within minutes after a sign-in. If the API asks for one, the person signs in again in a dialog
// and the request is repeated.
import { useSyncExternalStore } from 'react'
import { ApiError } from './client.ts'

let waiting: ((isDone: boolean) => void) | undefined
const listeners = new Set<() => void>()

function set(next: typeof waiting): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** A request that needs a recent sign-in. */
export function recently<Answer>(run: (key: string) => Promise<Answer>) {
  return async (key: string): Promise<Answer> => {
    try {
      return await run(key)
    } catch (error) {
      if (!(error instanceof ApiError && error.needsRecentSignIn)) throw error
      const isDone = await new Promise<boolean>((resolve) => {
        waiting?.(false)
        set(resolve)
      })
      if (isDone) return run(key)
      const message = 'Nothing was changed: you did not sign in again.'
      throw new ApiError(error.status, { message })
    }
  }
}

export function finishSignIn(isDone: boolean): void {
  waiting?.(isDone)
  set(undefined)
}

/** True while the person must sign in again. */
export function useIsSignInNeeded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting !== undefined,
  )
}
