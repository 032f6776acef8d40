// Faults that a test arms: the next matching request fails in this way.
export type FaultName =
  | 'reset_before'
  | 'reset_after'
  | 'error_before'
  | 'error_after'
  /** Carried out, never answered. */
  | 'timeout'
  | 'maintenance'
  /** Carried out when the test releases it. */
  | 'hold'

export interface Armed {
  readonly fault: FaultName
  /** Such as `POST /v1/refunds`; without it, any request. */
  readonly path?: string
  /** A part of the body. */
  readonly body?: string
}

export interface Armory {
  readonly arm: (fault: FaultName, where?: Omit<Armed, 'fault'>) => void
  /** Each fault strikes once. */
  readonly take: (path: string, body: string) => FaultName | undefined
  readonly held: () => Promise<void>
  /** Lets held requests go on. */
  readonly release: () => void
  /** Forgets the faults that have not struck. */
  readonly disarm: () => void
}

export function createArmory(): Armory {
  const armed: Armed[] = []
  let waiting: (() => void)[] = []
  return {
    arm: (fault, where = {}) => void armed.push({ fault, ...where }),
    take: (path, body) => {
      const index = armed.findIndex(
        (each) => (each.path === undefined || each.path === path) && body.includes(each.body ?? ''),
      )
      return index === -1 ? undefined : armed.splice(index, 1)[0]?.fault
    },
    held: () => new Promise((go) => waiting.push(go)),
    release: () => {
      for (const go of waiting) go()
      waiting = []
    },
    disarm: () => void armed.splice(0),
  }
}
