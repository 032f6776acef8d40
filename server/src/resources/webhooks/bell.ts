/** Who waits is woken when it rings; a ring that nobody heard is heard by the next who waits. */
export interface Bell {
  ring(): void
  heard(most_ms: number): Promise<void>
}

export function createBell(): Bell {
  let rung = false
  let wake = () => {}
  return {
    ring() {
      rung = true
      wake()
    },
    heard(most_ms: number): Promise<void> {
      return new Promise((resolve) => {
        const timer = setTimeout(() => wake(), most_ms)
        wake = () => {
          clearTimeout(timer)
          rung = false
          resolve()
        }
        if (rung) wake()
      })
    },
  }
}
