/** So many things at a time; one taker waits, any number give back. */
export interface Slots {
  take(): Promise<void> | void
  give(): void
  areAllFree(): boolean
  allFree(): Promise<void>
}

export function createSlots(most: number): Slots {
  let free = most
  let wanted = 0
  let wake = () => {}
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      wanted = count
      wake = resolve
    })
  return {
    take() {
      if (free > 0) {
        free--
        return
      }
      return until(1).then(() => void free--)
    },
    give() {
      free++
      if (free >= wanted) wake()
    },
    areAllFree: () => free === most,
    async allFree() {
      if (free < most) await until(most)
    },
  }
}
