/** Bounds concurrency. One caller at a time may wait in it; any number may release. */
export interface Semaphore {
  acquire(): Promise<void> | void
  release(): void
  isIdle(): boolean
  /** Resolves when every permit has been released. */
  idle(): Promise<void>
}

export function createSemaphore(permits: number): Semaphore {
  let available = permits
  let needed = 0
  let wake = () => {}
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      needed = count
      wake = resolve
    })
  return {
    acquire() {
      if (available > 0) {
        available--
        return
      }
      return until(1).then(() => void available--)
    },
    release() {
      available++
      if (available >= needed) wake()
    },
    isIdle: () => available === permits,
    async idle() {
      if (available < permits) await until(permits)
    },
  }
}
