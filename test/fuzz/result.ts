// Results for one parser's inputs.

export interface Result {
  /** Inputs before this one are done. */
  next: number
  accepted: number
  refused: number
  /** A decoder that fails ends its process; the next input gets a new one. */
  ended: number
  slowest: { input: number; cpu_ms: number }
  /** Exceptions that are no API error. */
  faults: { input: number; error: string }[]
}

export function newResult(from: number): Result {
  return {
    next: from,
    accepted: 0,
    refused: 0,
    ended: 0,
    slowest: { input: from, cpu_ms: 0 },
    faults: [],
  }
}
