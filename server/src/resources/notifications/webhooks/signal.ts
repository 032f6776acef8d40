/** Wakes one waiter. A notification sent while none waits is stored for the next waiter. */
export interface Signal {
  notify(): void
  /** Resolves at the next notification, or after the timeout. */
  wait(timeout_ms: number): Promise<void>
}

export function createSignal(): Signal {
  let is_notified = false
  let wake = () => {}
  return {
    notify() {
      is_notified = true
      wake()
    },
    wait(timeout_ms: number): Promise<void> {
      return new Promise((resolve) => {
        const timer = setTimeout(() => wake(), timeout_ms)
        wake = () => {
          clearTimeout(timer)
          is_notified = false
          resolve()
        }
        if (is_notified) wake()
      })
    },
  }
}
