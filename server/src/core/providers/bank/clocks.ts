// Reads what the sandbox bank has scheduled for a merchant.
import type { Reply } from '../line.ts'
import type { Schedule } from '../provider.ts'
import { parseAnswer } from './answers.ts'

/** Undefined if the bank did not answer, or if the answer is not complete. */
export function parseSchedule(reply: Reply): Schedule | undefined {
  if (reply.sent !== 'answered' || reply.status !== 200) return undefined
  const { next_in_ms, scheduled, changes } = parseAnswer(reply.text) ?? {}
  const isNext = next_in_ms === null || isCount(next_in_ms)
  return isNext && isCount(scheduled) && isCount(changes)
    ? { next_in_ms, scheduled, changes }
    : undefined
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
