// A circuit breaker: after several consecutive failures no requests are sent for a moment, so that payments get an
// immediate and certain `not_sent` instead of a timeout each. Then one request probes the provider; if it succeeds,
// the circuit closes. Written here, because libraries expect failures as exceptions and here they are values.
import { monotonicMs } from '#kernel/clock.ts'

export interface Circuit {
  /** Whether a request may be sent; its result must then be reported. */
  admits(): boolean
  report(went: 'well' | 'badly'): void
}

export interface CircuitOptions {
  /** This many consecutive failures within the window open the circuit. */
  readonly failures?: number
  readonly window_ms?: number
  readonly rest_ms?: number
  readonly now?: () => number
}

export function createCircuit(options: CircuitOptions = {}): Circuit {
  const { failures = 5, window_ms = 30_000, rest_ms = 2_000, now = monotonicMs } = options
  /** The times of the last consecutive failures. */
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
