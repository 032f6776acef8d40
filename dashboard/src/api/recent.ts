// What signs in changes only within minutes of a sign-in. If the API asks for one, the person signs in again in a dialog
// and the request is repeated.
import { useSyncExternalStore } from 'react'
import { ApiError } from './client.ts'

let waiting: ((isDone: boolean) => void) | undefined
const listeners = new Set<() => void>()

function set(next: typeof waiting): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** Carries out what needs a recent sign-in. */
export async function recently<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ApiError && error.needsRecentSignIn)) throw error
    const isDone = await new Promise<boolean>((resolve) => {
      waiting?.(false)
      set(resolve)
    })
    if (isDone) return run()
    throw new ApiError(error.status, { message: 'Nothing was changed: you did not sign in again.' })
  }
}

export function finishSignIn(isDone: boolean): void {
  waiting?.(isDone)
  set(undefined)
}

/** Whether the person must sign in again now. */
export function useIsSignInNeeded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting !== undefined,
  )
}
