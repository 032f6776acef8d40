// `Idempotency-Key`: a repeated request is carried out once. The key is reserved before the verb runs, and its answer
// is stored for a day, encrypted under the key itself. A retry that arrives while the first attempt runs gets 409. If
// that attempt failed or its process died, the retry runs with the same token, hence with the same ids, and finds the
// first attempt's rows.
import { insert, remove, type Update, update } from '#kernel/change.ts'
import { addMs, DAY_MS, monotonicMs, sleep } from '#kernel/clock.ts'
import { CommitUnknown, Conflict, retryOnConflict } from '#kernel/commit.ts'
import type { Services } from '#kernel/context.ts'
import { StatementNotSent } from '#kernel/db.ts'
import { derivedId, type IdSource } from '#kernel/ids.ts'
import {
  derivedText,
  deriveKey,
  fingerprint,
  type Key,
  keyedHash,
  type Keyring,
  open,
  randomText,
  sameBytes,
  seal,
} from '#kernel/crypto.ts'
import { Failure } from '#errors.ts'
import { findIdempotency, deleteOldIdempotency, idempotency, type IdempotencyRow } from './store.ts'

const RETENTION_MS = DAY_MS
/**
 * Longer than a request waits for one statement or one call, but not longer than all of them together could take. A
 * retry that takes the reservation over from an attempt that still runs has its ids: it finds the same rows, and
 * providers get the same operations.
 */
export const LOCK_MS = 60_000

export interface Answer {
  readonly status: number
  readonly body: string
}

export interface Reservation {
  readonly row: IdempotencyRow
  readonly key: string
  /** Derived from the secret under which the row was written. */
  readonly keyring: Keyring
  /** An earlier attempt at the same request held this reservation. */
  readonly is_retry: boolean
}

export type Started = { replay: Answer } | { run: Reservation }

interface Incoming {
  readonly method: string
  readonly headers: Readonly<Record<string, unknown>>
}

export function readIdempotencyKey({ method, headers }: Incoming): string | undefined {
  const header = headers['idempotency-key']
  if (header === undefined || method === 'GET' || method === 'HEAD') return undefined
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header
  const field = 'Idempotency-Key'
  throw new Failure('IR_04', `\`${field}\` must be 1 to 255 visible ASCII characters.`, { field })
}

export interface Sent {
  readonly merchant_id: string
  /** Requests share keys only within a namespace. */
  readonly namespace: string
  readonly key: string
  readonly method: string
  readonly url: string
  readonly body: unknown
}

export function begin(services: Services, sent: Sent, now: Date): Promise<Started> {
  const token = randomText(32)
  const [fresh, ...older] = services.keyring.all.map((keyring) =>
    toReservation(keyring, sent, token, now),
  )
  if (fresh === undefined) throw new Error('idempotency: the deployment has no secret')
  return retryOnConflict(async () => {
    const isNew = await services.tryCommit(insert(idempotency, fresh.row))
    // After the insert, because another process may use another secret first: when two run at once, one finds the
    // other.
    const earlier = await findEarlier(services, older)
    if (earlier === undefined) return isNew ? { run: fresh } : resume(services, fresh, now)
    if (isNew) await services.tryCommit(remove(idempotency, fresh.row))
    return resume(services, earlier, now)
  })
}

/** The row as this request would reserve it under one of the deployment's secrets. */
function toReservation(keyring: Keyring, sent: Sent, token: string, now: Date): Reservation {
  const { merchant_id, namespace, key, method, url, body } = sent
  // The body can contain a card. Neither the table nor the table with the secret is enough to guess it.
  const printing = deriveKey(keyring.key('idempotency requests'), key)
  const row = {
    merchant_id,
    key_hash: keyedHash(keyring.key('idempotency keys'), `${namespace}\n${key}`),
    fingerprint: fingerprint(printing, method, url, JSON.stringify(body) ?? ''),
    token,
    created: now,
    locked_until: addMs(now, LOCK_MS),
    answer: null,
    version: 1,
  }
  return { row, key, keyring, is_retry: false }
}

/** During a secret rotation: the attempt under an older secret whose row exists. */
async function findEarlier(
  { db }: Services,
  older: readonly Reservation[],
): Promise<Reservation | undefined> {
  for (const attempt of older) {
    const { merchant_id, key_hash, created } = attempt.row
    const row = await findIdempotency(db, merchant_id, key_hash)
    if (row !== undefined && !hasExpired(row, created)) return attempt
  }
  return undefined
}

function hasExpired({ created }: IdempotencyRow, now: Date): boolean {
  return created <= addMs(now, -RETENTION_MS)
}

async function resume(services: Services, attempt: Reservation, now: Date): Promise<Started> {
  const { row: fresh } = attempt
  const row = await findIdempotency(services.db, fresh.merchant_id, fresh.key_hash)
  if (row === undefined) throw new Conflict()
  // Our own insert: its statement's answer was lost, and the retried statement was refused.
  if (row.token === fresh.token) return { run: { ...attempt, row } }
  // After a day the key can be used again: a new request with a new token, not a retry.
  if (hasExpired(row, now)) {
    const { version: _, ...columns } = fresh
    return { run: { ...attempt, row: await take(services, row, columns) } }
  }
  if (!sameBytes(row.fingerprint, fresh.fingerprint)) {
    const message =
      'This Idempotency-Key was used for another request. Use a new key for a new request.'
    throw new Failure('IR_29', message, { field: 'Idempotency-Key' })
  }
  if (row.answer !== null) return { replay: unseal(attempt, row.answer) }
  if (row.locked_until > now) {
    const message =
      'The first request with this Idempotency-Key is still running. Try again in a second.'
    throw new Failure('HE_00', message, { status: 409, headers: { 'Retry-After': '1' } })
  }
  const taken = await take(services, row, { locked_until: fresh.locked_until })
  return { run: { ...attempt, row: taken, is_retry: true } }
}

async function take(
  services: Services,
  row: IdempotencyRow,
  set: Partial<Omit<IdempotencyRow, 'version'>>,
): Promise<IdempotencyRow> {
  await services.commit(update(idempotency, row, set))
  return { ...row, ...set, version: row.version + 1 }
}

/** Stores the answer; without one the reservation is released and a retry can run immediately. */
export async function finish(
  services: Services,
  reserved: Reservation,
  answer: Answer | undefined,
  now: Date,
) {
  const { row } = reserved
  const set =
    answer === undefined
      ? { locked_until: now }
      : { answer: seal(sealingKey(reserved), JSON.stringify(answer), row.merchant_id) }
  await commitAgain(services, update(idempotency, row, set))
}

/** Makes the key free for another request. */
export async function release({ tryCommit }: Services, { row }: Reservation): Promise<void> {
  await tryCommit(remove(idempotency, row))
}

/** A fault that cuts one connection often cuts others, and this commit may meet the next one that is dead. */
const TRIES = 3
const PAUSE_MS = 50

/** A second attempt is safe: if the first one was written, the version refuses it. */
async function commitAgain({ commit }: Services, write: Update): Promise<void> {
  let isUnknown = false
  for (let tries = 1; ; tries++) {
    const started = monotonicMs()
    try {
      return await commit(write)
    } catch (error) {
      if (isUnknown && error instanceof Conflict) return
      isUnknown ||= error instanceof CommitUnknown
      const isCut = isUnknown || error instanceof StatementNotSent
      if (!isCut || tries === TRIES || monotonicMs() - started > 1_000) throw error
    }
    await sleep(PAUSE_MS * tries)
  }
}

/**
 * Ids and secrets for one reservation: every retry gets the same ones. A named id is derived from its purpose, an
 * unnamed one from its number among the unnamed ids with its prefix. The derivation must not change: a retry can
 * follow an attempt on the previous release for a day.
 */
export function derivedIds(reserved: Reservation): IdSource {
  const { row, is_retry } = reserved
  const made = new Map<string, number>()
  // One count per prefix, so that one more id with a prefix does not change other prefixes' ids.
  const next = (kind: string) => {
    const count = made.get(kind) ?? 0
    made.set(kind, count + 1)
    return String(count)
  }
  const id = (prefix: string, purpose?: string) =>
    derivedId(prefix, `${row.token}:${purpose ?? next(prefix)}`, row.created)
  return {
    id,
    merchantId: (cell) => id(`mer_${cell}`),
    secret: (length) => derivedText(sealingKey(reserved), `${row.token}:${next('secret')}`, length),
    isRetry: is_retry,
  }
}

function unseal(reserved: Reservation, box: Buffer): Answer {
  return JSON.parse(open(sealingKey(reserved), box, reserved.row.merchant_id)) as Answer
}

/** A stored answer can contain a secret, such as a new API key, so reading it requires the Idempotency-Key. */
function sealingKey({ keyring, key }: Pick<Reservation, 'keyring' | 'key'>): Key {
  return deriveKey(keyring.key('idempotency answers'), key)
}

const BATCH = 1_000

export async function deleteOldAnswers(services: Services): Promise<void> {
  const before = addMs(services.clock.now(), -RETENTION_MS)
  while ((await deleteOldIdempotency(services.db, before, BATCH)) === BATCH);
}
