// `Idempotency-Key`: a request sent twice is carried out once. The key is reserved before the verb
// runs and its answer is stored, sealed under the key itself, for a day. A retry that arrives while the
// first is running gets 409. If the first was answered with "try again" or its process died, the
// retry runs with the same token, hence with the same ids: it finds what the first has written.
import { insert, update } from '#kernel/change.ts'
import { addMs, DAY_MS } from '#kernel/clock.ts'
import { Conflict, retryOnConflict } from '#kernel/commit.ts'
import type { Maker, Services } from '#kernel/context.ts'
import {
  derivedText,
  deriveKey,
  fingerprint,
  type Key,
  keyedHash,
  open,
  randomText,
  sameBytes,
  seal,
} from '#kernel/crypto.ts'
import { derivedId } from '#kernel/ids.ts'
import { Failure } from '#errors.ts'
import { findIdempotency, forgetIdempotency, idempotency, type IdempotencyRow } from './store.ts'

const KEPT_MS = DAY_MS
// Longer than any request may take.
const LOCK_MS = 60_000

export interface Answer {
  readonly status: number
  readonly body: string
}

export interface Reservation {
  readonly row: IdempotencyRow
  readonly key: string
  /** An earlier try of the same request held this reservation. */
  readonly is_retry: boolean
}

export type Begun = { replay: Answer } | { run: Reservation }

interface Asked {
  readonly method: string
  readonly headers: Readonly<Record<string, unknown>>
}

export function readIdempotencyKey({ method, headers }: Asked): string | undefined {
  const header = headers['idempotency-key']
  if (header === undefined || method === 'GET' || method === 'HEAD') return undefined
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw new Failure('IR_04', '`Idempotency-Key` must be 1 to 255 visible ASCII characters.', {
    field: 'Idempotency-Key',
  })
}

export interface Sent {
  readonly merchant_id: string
  /** Whoever shares it shares keys; nobody else can read or reserve them. */
  readonly namespace: string
  readonly key: string
  readonly method: string
  readonly url: string
  readonly body: unknown
}

export async function begin(services: Services, sent: Sent, now: Date): Promise<Begun> {
  const fresh: IdempotencyRow = {
    merchant_id: sent.merchant_id,
    key_hash: keyedHash(services.keyring.key('idempotency keys'), `${sent.namespace}\n${sent.key}`),
    fingerprint: fingerprint(sent.method, sent.url, JSON.stringify(sent.body) ?? ''),
    token: randomText(32),
    created: now,
    locked_until: addMs(now, LOCK_MS),
    answer: null,
    version: 1,
  }
  const isNew = await services.tryCommit(insert(idempotency, fresh))
  if (isNew) return { run: { row: fresh, key: sent.key, is_retry: false } }
  return retryOnConflict(() => resume(services, sent.key, fresh, now))
}

async function resume(
  services: Services,
  key: string,
  fresh: IdempotencyRow,
  now: Date,
): Promise<Begun> {
  const row = await findIdempotency(services.db, fresh.merchant_id, fresh.key_hash)
  if (row === undefined) throw new Conflict()
  // Our own insert: it was written by a statement whose answer was lost, and refused when sent again.
  if (row.token === fresh.token) return { run: { row, key, is_retry: false } }
  // A day later the key is free: a new request with a new token, not a retry.
  if (row.created <= addMs(now, -KEPT_MS)) {
    const { version: _, ...columns } = { ...fresh, answer: null }
    return { run: { row: await take(services, row, columns), key, is_retry: false } }
  }
  if (!sameBytes(row.fingerprint, fresh.fingerprint)) {
    throw new Failure(
      'IR_29',
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
      {
        field: 'Idempotency-Key',
      },
    )
  }
  if (row.answer !== null) return { replay: unseal(services, key, row, row.answer) }
  if (row.locked_until > now) {
    throw new Failure(
      'HE_00',
      'The first request with this Idempotency-Key is still at work. Try again in a second.',
      {
        status: 409,
        headers: { 'Retry-After': '1' },
      },
    )
  }
  const taken = await take(services, row, { locked_until: fresh.locked_until })
  return { run: { row: taken, key, is_retry: true } }
}

async function take(
  services: Services,
  row: IdempotencyRow,
  set: Partial<Omit<IdempotencyRow, 'version'>>,
): Promise<IdempotencyRow> {
  await services.commit(update(idempotency, row, set))
  return { ...row, ...set, version: row.version + 1 }
}

/** Stores the answer; without one the reservation is released and the next try runs at once. */
export async function finish(
  services: Services,
  reserved: Reservation,
  answer: Answer | undefined,
  now: Date,
) {
  const { row, key } = reserved
  const set =
    answer === undefined
      ? { locked_until: now }
      : { answer: seal(sealingKey(services, key), JSON.stringify(answer), row.merchant_id) }
  await services.commit(update(idempotency, row, set))
}

/** Ids and secrets for one reservation: every retry of the request makes the same ones. */
export function makerOf(services: Services, { row, key, is_retry }: Reservation): Maker {
  const made = new Map<string, number>()
  // One count per kind, so that a branch which makes one more id of a kind does not shift the others.
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
    secret: (length) =>
      derivedText(sealingKey(services, key), `${row.token}:${next('secret')}`, length),
    again: is_retry,
  }
}

function unseal(services: Services, key: string, row: IdempotencyRow, box: Buffer): Answer {
  return JSON.parse(open(sealingKey(services, key), box, row.merchant_id)) as Answer
}

/** The stored answer can hold a secret, such as a new API key: only who knows the header can read it. */
function sealingKey(services: Services, key: string): Key {
  return deriveKey(services.keyring.key('idempotency answers'), key)
}

const BITE = 1_000

export async function forgetOldAnswers(services: Services): Promise<void> {
  const before = addMs(services.clock.now(), -KEPT_MS)
  while ((await forgetIdempotency(services.db, before, BITE)) === BITE);
}
