// Record, call, record. First the operation is committed, with all changes that belong to it; then the provider is
// called under the operation's id; then the outcome is committed. After the first commit a failure is never answered
// with "nothing was changed": the answer is the current object, and recovery finds the outcome.
import type { Write } from '#kernel/change.ts'
import { monotonicMs } from '#kernel/clock.ts'
import { type Commit, CommitUnknown, Conflict } from '#kernel/commit.ts'
import type { Context, Services } from '#kernel/context.ts'
import { type Span, type Tracing, tracing } from '#kernel/trace.ts'
import { Failure } from '#errors.ts'
import type { CallObserver, NotSent, Outcome, Provider } from '#core/providers/provider.ts'
import { findChangedProvider, findProvider } from '#core/providers/accounts.ts'
import { isTooLateToSend, UNKNOWN } from './evidence.ts'
import { type Intended, type OperationRow, resending } from './operation.ts'
import type { Settler } from './settler.ts'
import { settleOutcome, type Settled, type Started } from './settle.ts'
import { findOperation } from './store.ts'

/**
 * The first commit. If its outcome is unknown it is retried, and refused if it was written. If it is refused and the
 * operation exists, then our own lost statement wrote it, or another attempt at the same request. That attempt may
 * call the provider too, so the operation is recorded as sent again.
 */
export async function record(
  context: Pick<Services, 'commit' | 'db'> & Partial<Pick<Context, 'environment' | 'request'>>,
  { merchant_id, operation_id }: Pick<OperationRow, 'merchant_id' | 'operation_id'>,
  ...writes: readonly Write[]
): Promise<void> {
  // An invalid header must change nothing.
  checkFaults(context)
  const { commit, db } = context
  for (let tries = 1; ; tries++) {
    try {
      return await commit(...writes)
    } catch (error) {
      const isUnknown = error instanceof CommitUnknown
      if (!isUnknown && !(error instanceof Conflict)) throw error
      const own = await findOperation(db, merchant_id, operation_id).catch(() => undefined)
      if (own) return recordAgain(commit, own)
      if (!isUnknown || tries === RECORD_TRIES) throw error
    }
  }
}

/** From now on neither this attempt nor the other one can report `not_sent`. */
async function recordAgain(commit: Commit, own: OperationRow): Promise<void> {
  if (own.status !== 'sent') throw inProgressFailure()
  await commit(resending(own)).catch(() => {
    throw inProgressFailure()
  })
}

function inProgressFailure(): Failure {
  return new Failure(
    'HE_00',
    'This request is already being processed. Retrieve the object, or send the request again with the same Idempotency-Key.',
    { status: 503, headers: { 'Retry-After': '1' } },
  )
}

const RECORD_TRIES = 3

/** Measures one call to the provider. */
export async function measured<T extends { result: string } | 'never_seen'>(
  { provider_calls }: { provider_calls?: CallObserver },
  call: string,
  operation: Called,
  run: () => Promise<T>,
): Promise<T> {
  const { provider, connector_id } = operation
  const started = monotonicMs()
  const outcome = await (tracing ? traced(tracing, call, operation, run) : run())
  const result = readResult(outcome)
  provider_calls?.observe(
    { call, result, provider, connector: connector_id ?? '' },
    (monotonicMs() - started) / 1000,
  )
  return outcome
}

type Called = Pick<
  OperationRow,
  'provider' | 'connector_id' | 'merchant_id' | 'operation_id' | 'object_id'
>

function traced<T extends { result: string } | 'never_seen'>(
  on: Tracing,
  call: string,
  operation: Called,
  run: () => Promise<T>,
): Promise<T> {
  const attributes = {
    'florin.provider': operation.provider,
    'florin.connector_id': operation.connector_id,
    'florin.merchant_id': operation.merchant_id,
    'florin.operation_id': operation.operation_id,
    'florin.object_id': operation.object_id,
  }
  const work = async (span?: Span) => {
    const outcome = await run()
    span?.set({ 'florin.result': readResult(outcome) })
    return outcome
  }
  return on.span(`provider ${call}`, attributes, work, 'client')
}

function readResult(outcome: { result: string } | 'never_seen'): string {
  return typeof outcome === 'string' ? outcome : outcome.result
}

/** Calls the provider, unless it has been called, and commits the outcome, after `record`. `prepare` adds to an outcome before its commit. */
export async function perform<Row, Op extends OperationRow, Facts>(
  context: Context,
  settler: Settler<Row, Op, Facts>,
  started: Started<Row, Op> & Pick<Intended<Op>, 'decided_ms'>,
  call: ((provider: Provider) => Promise<Outcome>) | Outcome,
  prepare: (outcome: Outcome) => Promise<Outcome> | Outcome = (outcome) => outcome,
): Promise<Settled<Row>> {
  const { kind } = started.operation
  try {
    const outcome = typeof call === 'function' ? await callOnce(context, started, call) : call
    return await settleOutcome(context, settler, started, await prepare(outcome))
  } catch (err) {
    const { operation_id, object_id } = started.operation
    context.log.error(
      { err, operation_id, object_id, kind },
      'operations: the outcome could not be recorded; recovery will poll the provider',
    )
    return { row: settler.inFlight(started.row), outcome: UNKNOWN }
  }
}

/** Calls the account. If its credentials have just been changed, the new ones are used: nothing was done. */
export async function callOnce<Op extends OperationRow>(
  context: Context,
  { operation, decided_ms }: Pick<Intended<Op>, 'operation' | 'decided_ms'>,
  call: (provider: Provider) => Promise<Outcome>,
): Promise<Outcome> {
  if (isTooLateToSend(decided_ms, monotonicMs())) return NEVER_CALLED
  const provider = await findProvider(context, operation)
  const run = (account: Provider) =>
    measured(context, operation.kind, operation, () =>
      call(withFaults(context, account, operation.connector_id)),
    )
  const outcome = await run(provider)
  if (outcome.result !== 'not_sent' || outcome.reason !== 'unauthorized') return outcome
  const changed = await findChangedProvider(context, operation, provider)
  return changed === undefined ? outcome : run(changed)
}

const NEVER_CALLED: NotSent = { result: 'not_sent', reason: 'unreachable' }

/** Nothing was done under such an operation, so a retry uses another id. */
const UNDONE: ReadonlySet<string> = new Set(['not_sent', 'revoked'])

interface NextOperation {
  operation_id: string
  /** Started by an earlier attempt at this request. */
  started: OperationRow | undefined
  /** Recorded by an earlier attempt, and certainly not sent. */
  undone: OperationRow | undefined
}

/**
 * The id for this request's operation. A retry finds the operation that an earlier attempt started, and does not
 * start another; after one that certainly sent nothing it takes the next id. A second operation in the same request
 * needs a purpose. Without one the names are the numbers that earlier releases counted, for retries across an
 * upgrade.
 */
export async function nextOperation(context: Context, purpose = ''): Promise<NextOperation> {
  let undone: OperationRow | undefined
  for (let n = 0; ; n++) {
    const operation_id = context.id('op', `${purpose}${n}`)
    if (!context.isRetry) return { operation_id, started: undefined, undone }
    const started = await findOperation(context.db, context.merchant_id, operation_id)
    if (started === undefined || !UNDONE.has(started.status)) {
      return { operation_id, started, undone }
    }
    undone = started
  }
}

/** For the operator: a retry does not help. */
export const NO_PROVIDER = 'No acquirer is configured in this deployment'

/** Answers with an error if the provider did nothing under the operation. The request may have written other rows. */
export function refuse(outcome: Outcome): void {
  if (outcome.result === 'refused') throw new Failure(outcome.code, outcome.message)
  if (outcome.result !== 'not_sent') return
  if (outcome.reason === 'maintenance') throw new Failure('CE_02')
  const isMissing = outcome.reason === 'not_configured'
  throw new Failure('CE_01', isMissing ? `${NO_PROVIDER}.` : undefined)
}

/** Only one call per object may be in flight. */
export function busy(message: string, retry_after_s = 1): Failure {
  const headers = { 'Retry-After': String(retry_after_s) }
  return new Failure('HE_00', message, { status: 409, headers, reports_changes: true })
}

type CalledBack = Pick<OperationRow, 'provider' | 'merchant_id' | 'connector_id'>

/** The provider posts later outcomes here; without a public URL they are only polled. */
export function callbackUrl(
  { public_url }: Pick<Services, 'public_url'>,
  { provider, merchant_id, connector_id }: CalledBack,
): string | undefined {
  if (public_url === '') return undefined
  const account = connector_id === null ? '' : `/${connector_id}`
  return `${public_url}/provider_callbacks/${provider}/${merchant_id}${account}`
}

// In the sandbox a developer can request faults with `X-Sandbox-Delay-Ms` and `X-Sandbox-Acquirer`, which are passed
// to the bank. Production ignores the headers.
const DOWN = 'down'

const acquirer: Readonly<Record<string, string>> = {
  timeout: 'timeout',
  down: DOWN,
  duplicate: 'duplicate',
}
const MAX_DELAY_MS = 30_000

const CALLS = [
  'authorize',
  'capture',
  'void',
  'refund',
  'payout',
  'checkPayout',
  'submitEvidence',
  'acceptDispute',
  'expireDispute',
] as const satisfies (keyof Provider)[]

type Requested = Pick<Context, 'environment' | 'request'>

/** The provider that fails as the request asks; with `X-Sandbox-Connector`, only that account fails. */
export function withFaults(
  context: Requested,
  provider: Provider,
  connector_id: string | null,
): Provider {
  const faults = checkFaults(context)
  if (faults === undefined) return provider
  const only = context.request?.headers['x-sandbox-connector']
  if (only !== undefined && only !== connector_id) return provider
  const call = (name: (typeof CALLS)[number]) => async (request: object) => {
    if (faults.includes(DOWN)) return { result: 'not_sent', reason: 'unreachable' }
    return (provider[name] as (faulty: object) => unknown)({ ...request, faults })
  }
  const faulty = Object.fromEntries(CALLS.map((name) => [name, call(name)]))
  return { ...provider, ...faulty }
}

/** The faults that the request asks for. Throws for a header that is not valid. */
function checkFaults({ environment, request }: Partial<Requested>): string | undefined {
  if (environment !== 'sandbox' || !request) return undefined
  const { headers } = request
  const faults = [
    delay(headers['x-sandbox-delay-ms']),
    acquirerFault(headers['x-sandbox-acquirer']),
  ]
  return faults.filter((fault) => fault !== undefined).join(', ') || undefined
}

function delay(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const ms = Number(header)
  if (Number.isInteger(ms) && ms >= 0 && ms <= MAX_DELAY_MS) return `delay=${ms}`
  const field = 'X-Sandbox-Delay-Ms'
  throw new Failure('IR_04', `${field} must be a whole number from 0 to ${MAX_DELAY_MS}.`, {
    field,
  })
}

function acquirerFault(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const name = String(header)
  if (Object.hasOwn(acquirer, name)) return acquirer[name]
  const field = 'X-Sandbox-Acquirer'
  const known = Object.keys(acquirer).join(', ')
  throw new Failure('IR_04', `${field} must be one of: ${known}.`, { field })
}
