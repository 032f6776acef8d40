// Sign-in attempt limits for passwords and codes. A try is reserved before the check and returned if the guess was
// right, so concurrent guesses share the tries too.
import { addMs, HOUR_MS, MINUTE_MS } from '#kernel/clock.ts'
import type { Context, Services } from '#kernel/context.ts'
import { keyedHash } from '#kernel/crypto.ts'
import { Failure } from '#errors.ts'
import { type Bound, deleteEnded, findLockEnd, type Place, returnTry, takeTry } from './store.ts'

interface Policy {
  readonly tries: number
  /** The time in which they may be used, from the first one. */
  readonly within_ms: number
  /** The time without tries after the last one; without it, until `within_ms` has passed. */
  readonly lock_ms?: number
}

const LOCK_MS = 15 * MINUTE_MS

/** Tries for one subject from one source. */
const policies = {
  // A password, from one address that is no known device.
  password_from_address: { tries: 5, within_ms: LOCK_MS, lock_ms: LOCK_MS },
  // From all addresses together that are no known devices.
  password_from_strangers: { tries: 50, within_ms: LOCK_MS },
  // From a device that its owner has used.
  password_from_device: { tries: 5, within_ms: LOCK_MS, lock_ms: LOCK_MS },
  // For all devices together that were used before the password changed: a thief with the earlier password has one
  // too.
  password_from_earlier_devices: { tries: 20, within_ms: LOCK_MS },
  second_factor_from_strangers: {
    tries: 4,
    within_ms: 5 * MINUTE_MS,
    lock_ms: 5 * MINUTE_MS,
  },
  second_factor_from_device: { tries: 4, within_ms: 5 * MINUTE_MS, lock_ms: 5 * MINUTE_MS },
  reset_mails: { tries: 3, within_ms: LOCK_MS },
  // For one kind of account change mail.
  account_mails: { tries: 5, within_ms: HOUR_MS },
  // The first one, and five more.
  invitation_mails: { tries: 6, within_ms: HOUR_MS },
} as const satisfies Record<string, Policy>

export interface Bucket {
  readonly policy: keyof typeof policies
  /** Whose password or code is guessed, whether they exist or not. */
  readonly subject: string
  /** Source of the guesses. */
  readonly source: string
}

type Guessing = Pick<Context, 'clock' | 'db' | 'keyring'>

/**
 * Runs the check, with a try from every bucket. The check returns undefined for a wrong guess, and then the tries are used up;
 * if it fails for another reason they are returned.
 */
export async function guess<T>(
  context: Guessing,
  buckets: readonly Bucket[],
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  await reserve(context, buckets)
  let isWrong = false
  try {
    const right = await check()
    isWrong = right === undefined
    return right
  } finally {
    if (!isWrong) await giveBack(context, buckets)
  }
}

/** For what is not a guess, but may happen only so often. */
export async function mayHappen(context: Guessing, bucket: Bucket): Promise<boolean> {
  return takeTry(
    context.db,
    bucketKey(context, bucket),
    bucketBound(context, bucket),
    context.clock.now(),
  )
}

/** True if it may happen once more; `mayHappen` counts it. */
export async function mayStillHappen(context: Guessing, bucket: Bucket): Promise<boolean> {
  return (await lockEnd(context, bucket)) === undefined
}

async function reserve(context: Guessing, buckets: readonly Bucket[]): Promise<void> {
  // Most requests in an attack end here, without a write.
  for (const bucket of buckets) {
    const end = await lockEnd(context, bucket)
    if (end) throw locked(context, bucket, end)
  }
  for (const [n, bucket] of buckets.entries()) {
    if (await mayHappen(context, bucket)) continue
    await giveBack(context, buckets.slice(0, n))
    throw locked(context, bucket, (await lockEnd(context, bucket)) ?? context.clock.now())
  }
}

async function giveBack(context: Guessing, buckets: readonly Bucket[]): Promise<void> {
  for (const bucket of buckets) await returnTry(context.db, bucketKey(context, bucket))
}

function lockEnd(context: Guessing, bucket: Bucket): Promise<Date | undefined> {
  const { tries } = policies[bucket.policy]
  return findLockEnd(context.db, bucketKey(context, bucket), tries, context.clock.now())
}

/** The same for a subject that does not exist. */
function locked({ clock }: Guessing, bucket: Bucket, ends: Date): Failure {
  const now = clock.now()
  const wait_s = Math.max(1, Math.ceil((ends.getTime() - now.getTime()) / 1000))
  const hint = bucket.policy.startsWith('password')
    ? ' The link of a mail to reset the password lets you in from this device at once.'
    : ''
  const message = `Too many failed attempts. Wait for the number of seconds in Retry-After.${hint}`
  return new Failure('RL_01', message, { headers: { 'Retry-After': String(wait_s) } })
}

function bucketKey({ keyring }: Guessing, { policy, subject, source }: Bucket): Place {
  return { subject: keyedHash(keyring.key('guesses'), `${policy}/${subject}`), source }
}

function bucketBound({ clock }: Guessing, { policy }: Bucket): Bound {
  const { tries, within_ms, lock_ms = 0 }: Policy = policies[policy]
  const now = clock.now()
  return { tries, ends: addMs(now, within_ms), lock_ends: addMs(now, lock_ms) }
}

const BATCH = 1_000

export async function deleteEndedGuesses({ db, clock }: Services): Promise<void> {
  while ((await deleteEnded(db, clock.now(), BATCH)) === BATCH);
}
