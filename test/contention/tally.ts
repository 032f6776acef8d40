import type { Answer } from '#testing/client.ts'

/** Two of each, so that processes contend as well as requests. */
export const COPIES = { apis: 2, workers: 2 }

/** Answers by status and code. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counted: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = `${status} ${body.error?.code ?? body.status}`
    counted[name] = (counted[name] ?? 0) + 1
  }
  return counted
}
