// The challenge that a sign-in in progress must return: a random text that is valid for five minutes and works once.
// The sign-in's commit removes the challenge row, so the second request with the same one is refused.
import { type Insert, insert, type Remove, remove } from '#kernel/change.ts'
import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { randomText } from '#kernel/crypto.ts'
import { type ChallengeKind, challenges, findChallenge } from './store.ts'

export const CHALLENGE_MS = 5 * MINUTE_MS
/** 256 bits. */
const LENGTH = 43
export const CHALLENGE_PATTERN = `^[A-Za-z0-9]{${LENGTH}}$`
const shape = new RegExp(CHALLENGE_PATTERN)

interface Issued {
  readonly challenge_id: string
  readonly write: Insert
}

/** By the wall clock: a merchant's sandbox clock can be moved. */
export function newChallenge(
  { clock }: Pick<Context, 'clock'>,
  kind: ChallengeKind,
  user_id: string | null = null,
): Issued {
  const challenge_id = randomText(LENGTH)
  const expires_at = addMs(clock.now(), CHALLENGE_MS)
  const row = { challenge_id, kind, user_id, expires_at, version: 1 }
  return { challenge_id, write: insert(challenges, row) }
}

/** The write that uses the challenge up; undefined if it is unknown, expired, or was used or issued for something else. */
export async function useChallenge(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  kind: ChallengeKind,
  challenge_id: string,
  user_id: string | null = null,
): Promise<Remove | undefined> {
  if (!shape.test(challenge_id)) return undefined
  const row = await findChallenge(db, challenge_id)
  if (row === undefined || row.kind !== kind || row.user_id !== user_id) return undefined
  return clock.now() < row.expires_at ? remove(challenges, row) : undefined
}
