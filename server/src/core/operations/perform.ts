// Record, call, record. First the intent is committed together with everything that belongs to it, then the
// provider is called under the operation's id, then the outcome is committed. Once the first commit stands, no
// failure leaves here as an error that says nothing was changed: the answer is the object as it stands, and
// recovery finds the outcome.
import { type Write } from '#kernel/change.ts'
import { monotonicMs } from '#kernel/clock.ts'
import { type Commit, CommitUnknown, Conflict } from '#kernel/commit.ts'
import type { Context, Services } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import type { NotSent, Outcome } from '#core/providers/provider.ts'
import { isTooLateToSend, UNKNOWN } from './evidence.ts'
import { type Intended, type OperationRow, resending } from './operation.ts'
import type { Settler } from './settler.ts'
import { settleOutcome, type Settled, type Started } from './settle.ts'
import { selectOperation } from './store.ts'

/**
 * The first commit. When its fate is not known it is sent again, and refused if it stands. When it is refused and the
 * operation is there, the commit was our own, sent twice over a broken connection, or that of the same request
 * repeated under its key. The other one may send it too, so it counts as sent again before we go on.
 */
export async function record(
  { commit, db }: Pick<Services, 'commit' | 'db'>,
  { merchant_id, operation_id }: Pick<OperationRow, 'merchant_id' | 'operation_id'>,
  ...writes: readonly Write[]
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await commit(...writes)
    } catch (error) {
      const isUnknown = error instanceof CommitUnknown
      if (!isUnknown && !(error instanceof Conflict)) throw error
      const own = await selectOperation(db, merchant_id, operation_id).catch(() => undefined)
      if (own) return recordAgain(commit, own)
      if (!isUnknown || tries === RECORD_TRIES) throw error
    }
  }
}

/** Whoever else has this operation in hand can no longer say that nothing was sent, and neither can we. */
async function recordAgain(commit: Commit, own: OperationRow): Promise<void> {
  if (own.status !== 'sent') throw carriedOut()
  await commit(resending(own)).catch(() => {
    throw carriedOut()
  })
}

function carriedOut(): Failure {
  return new Failure(
    'HE_00',
    'This request is carried out already. Retrieve the object, or repeat the request with the same Idempotency-Key.',
    { status: 503, headers: { 'Retry-After': '1' } },
  )
}

const RECORD_TRIES = 3

/**
 * Calls the provider and commits the outcome. The first commit stands already. `prepare` adds to an outcome what
 * belongs into its commit.
 */
export async function perform<Row, Op extends OperationRow, Facts>(
  context: Context,
  settler: Settler<Row, Op, Facts>,
  started: Started<Row, Op> & Pick<Intended<Op>, 'decided_ms'>,
  call: () => Promise<Outcome>,
  prepare: (outcome: Outcome) => Promise<Outcome> | Outcome = (outcome) => outcome,
): Promise<Settled<Row>> {
  try {
    const isLate = isTooLateToSend(started.decided_ms, monotonicMs())
    const outcome = await prepare(isLate ? NEVER_CALLED : await call())
    return await settleOutcome(context, settler, started, outcome)
  } catch (err) {
    const { operation_id, object_id, kind } = started.operation
    context.log.error(
      { err, operation_id, object_id, kind },
      'operations: the outcome could not be recorded; recovery will ask the provider',
    )
    return { row: settler.inFlight(started.row), outcome: UNKNOWN }
  }
}

const NEVER_CALLED: NotSent = { result: 'not_sent', reason: 'unreachable' }

/** Nothing was done under such an operation: the request is carried out under another id. */
const UNDONE: ReadonlySet<string> = new Set(['not_sent', 'revoked'])

interface NextOperation {
  operation_id: string
  /** What an earlier attempt of this request has started under this id. */
  started: OperationRow | undefined
  /** What an earlier attempt has recorded and certainly not sent. */
  undone: OperationRow | undefined
}

/**
 * The id for the operation of this request. A retry of the same request finds the operation that an earlier attempt
 * has started, and does not start another; one that certainly sent nothing is followed by a new one.
 */
export async function nextOperation(context: Context): Promise<NextOperation> {
  let undone: OperationRow | undefined
  for (;;) {
    const operation_id = context.id('op')
    if (!context.again) return { operation_id, started: undefined, undone }
    const started = await selectOperation(context.db, context.merchant_id, operation_id)
    if (started === undefined) return { operation_id, started, undone }
    if (!UNDONE.has(started.status)) return { operation_id, started, undone }
    undone = started
  }
}

/** What the provider did not do is answered as an error; the object stands where it stood. */
export function refuse(outcome: Outcome): void {
  if (outcome.result === 'refused') throw new Failure(outcome.code, outcome.message)
  if (outcome.result === 'not_sent') {
    throw new Failure(outcome.reason === 'maintenance' ? 'CE_02' : 'CE_01')
  }
}

/** While a call is in flight nobody else may start one. */
export function busy(message: string, retry_after_s = 1): Failure {
  return new Failure('HE_00', `${message} Nothing was changed by your request; try again.`, {
    status: 409,
    headers: { 'Retry-After': String(retry_after_s) },
  })
}

/** Where the provider posts later outcomes; undefined where it cannot reach us, then outcomes are only polled. */
export function callbackUrl(
  { reach, provider }: Pick<Services, 'reach' | 'provider'>,
  merchant_id: string,
): string | undefined {
  if (reach.url === '') return undefined
  return `${reach.url}/provider_callbacks/${provider.name}/${merchant_id}`
}
