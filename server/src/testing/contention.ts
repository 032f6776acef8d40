// Many requests at once for the same thing, and what may be answered.
import assert from 'node:assert/strict'
import type { Answer } from './client.ts'

/** Answer counts by status and code, such as `409 HE_01`. */
export type Tally = Record<string, number>

export function tally(answers: readonly Answer[]): Tally {
  const counted: Tally = {}
  for (const { status, body } of answers) {
    const name = `${status} ${body.error?.code ?? body.status}`
    counted[name] = (counted[name] ?? 0) + 1
  }
  return counted
}

export function countOf(answers: Tally, status: number): number {
  const found = Object.entries(answers).filter(([name]) => name.startsWith(`${status} `))
  return found.reduce((sum, [, count]) => sum + count, 0)
}

/** The shortest timeouts: for a database connection, and for a request's headers. */
const SHORTEST_TIMEOUT_MS = 5_000

/** Answers that a timeout explains; each says that nothing was done. */
const TIMED_OUT: ReadonlySet<string> = new Set(['503 HE_00', '408 IR_06'])

/** The answers that decided something: not those that a timeout explains. */
export function decided(answers: readonly Answer[]): Answer[] {
  return answers.filter(({ status, body }) => !TIMED_OUT.has(`${status} ${body.error?.code}`))
}

/**
 * No answer is a 5xx, however many requests came at once. On a machine so busy that all requests together took longer
 * than the shortest timeout, some may have run into it.
 */
export function assertNoServerError(answers: Tally, ms: number): void {
  const wrong = Object.keys(answers).filter((name) =>
    TIMED_OUT.has(name) ? ms <= SHORTEST_TIMEOUT_MS : name.startsWith('5'),
  )
  assert.deepEqual(wrong, [], `${JSON.stringify(answers)} in ${ms} ms`)
}
