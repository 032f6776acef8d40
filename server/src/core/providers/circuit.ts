// A circuit breaker: after several failures in a row the other side is left alone for a moment, so that
// payments meet a quick and certain "not sent" instead of each waiting out its own time-out. Then one
// request goes through to see; the rest follow when it succeeds.
//
// A library would bring policies we do not have and expects failures to be thrown; here they are values.
import { monotonicMs } from '#kernel/clock.ts'

export interface Circuit {
  /** Whether a request may go; who gets a yes must report how it went. */
  admits(): boolean
  report(went: 'well' | 'badly'): void
}

export interface CircuitOptions {
  /** How many in a row open it, when they lie within the window. */
  readonly failures?: number
  readonly window_ms?: number
  readonly rest_ms?: number
  readonly now?: () => number
}

export function createCircuit(options: CircuitOptions = {}): Circuit {
  const { failures = 5, window_ms = 30_000, rest_ms = 2_000, now = monotonicMs } = options
  /** When each of the last failures in a row happened. */
  let row: number[] = []
  let open_until: number | undefined
  let probing = false
  const open = () => {
    open_until = now() + rest_ms
    probing = false
  }
  const close = () => {
    row = []
    open_until = undefined
    probing = false
  }
  return {
    admits() {
      if (open_until === undefined) return true
      if (probing || now() < open_until) return false
      probing = true
      return true
    },
    report(went) {
      if (went === 'well') return close()
      row = [...row, now()].slice(-failures)
      const within = now() - (row[0] ?? 0) <= window_ms
      if (open_until !== undefined || (row.length === failures && within)) open()
    },
  }
}
